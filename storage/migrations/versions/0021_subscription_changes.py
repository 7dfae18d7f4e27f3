"""Which subscriptions changed since when, so that an index of what they ask for can be kept up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table, and forgets the mark by which everything was read anew."""
    op.create_table(
        "subscription_changes",
        sa.Column(
            "subscription",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("subscription", name="pk_subscription_changes"),
    )
    op.create_index("ix_subscription_changes_number", "subscription_changes", ["number"])
    op.execute("DELETE FROM meta WHERE name = 'subscriptions changed'")


def downgrade() -> None:
    """Takes the table and its counter away."""
    op.drop_table("subscription_changes")
    op.execute("DELETE FROM meta WHERE name = 'last change of a subscription'")
