"""What people and channels run, and which changes they wait for; of subscriptions, pauses that end, and floods.

A person's stack has had a column that nothing wrote.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0007"
branch_labels = None
depends_on = None

_RECIPIENT = ("platform", "workspace", "recipient_kind", "recipient")


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "stacks",
        *(sa.Column(name, sa.Text(), nullable=False) for name in (*_RECIPIENT, "text", "owner")),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(*_RECIPIENT, name="pk_stacks"),
    )
    op.create_table(
        "watches",
        *(sa.Column(name, sa.Text(), nullable=False) for name in (*_RECIPIENT, "key")),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(*_RECIPIENT, "key", name="pk_watches"),
    )
    op.create_index("ix_watches_key", "watches", ["key"])
    op.drop_column("people", "stack")
    op.add_column("subscriptions", sa.Column("paused_until", sa.BigInteger(), nullable=True))
    op.add_column("subscriptions", sa.Column("matters", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Takes them away."""
    op.add_column("people", sa.Column("stack", sa.Text(), nullable=True))
    op.drop_column("subscriptions", "matters")
    op.drop_column("subscriptions", "paused_until")
    op.drop_table("watches")
    op.drop_table("stacks")
