"""What messages to subscribers told, so that it can be corrected."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "told",
        sa.Column("delivery_id", row_id, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("subscription", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("corrected", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("delivery_id", "key", name="pk_told"),
        sa.ForeignKeyConstraint(
            ["delivery_id"], ["deliveries.id"], name="fk_told_delivery_id_deliveries", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_told_key", "told", ["key"])


def downgrade() -> None:
    """Takes it away."""
    op.drop_table("told")
