"""Indexes for what the outbox is asked for most, sums of how it sends, and workspaces that took the bot away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0013"
branch_labels = None
depends_on = None

_RECIPIENT = ("platform", "workspace", "recipient_kind", "recipient", "state")
_CLAIM = ("platform", "state", "due", "workspace", "recipient_kind", "recipient", "lease_until")
_NEW = ("first_due", "posting_since")


def upgrade() -> None:
    """Makes the columns, the indexes and the table."""
    for name in _NEW:
        op.add_column("deliveries", sa.Column(name, sa.BigInteger(), nullable=True))
    op.drop_index("ix_deliveries_recipient", "deliveries")
    op.create_index("ix_deliveries_recipient", "deliveries", [*_RECIPIENT, "due"])
    op.create_index("ix_deliveries_claim", "deliveries", list(_CLAIM))
    op.create_table(
        "send_counts",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("within", sa.Integer(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "result", "within", name="pk_send_counts"),
    )
    op.create_table(
        "inactive_installations",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "workspace", name="pk_inactive_installations"),
    )


def downgrade() -> None:
    """Takes them away."""
    op.drop_table("inactive_installations")
    op.drop_table("send_counts")
    op.drop_index("ix_deliveries_claim", "deliveries")
    op.drop_index("ix_deliveries_recipient", "deliveries")
    op.create_index("ix_deliveries_recipient", "deliveries", list(_RECIPIENT))
    for name in reversed(_NEW):
        op.drop_column("deliveries", name)
