"""What issues have said: their items, what they watch, and what of them was corrected."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "digest_items",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("edition", "number", "key", "label", "keys", "tags")),
        sa.Column("posted", sa.BigInteger(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=True),
        sa.Column("reverted", sa.BigInteger(), nullable=True),
        sa.Column("by", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("edition", "number", "key", name="pk_digest_items"),
    )
    op.create_index("ix_digest_items_posted", "digest_items", ["posted"])
    op.create_index("ix_digest_items_key", "digest_items", ["key"])
    op.create_table(
        "digest_watched",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("edition", "number", "key", "reason")),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("edition", "number", "key", name="pk_digest_watched"),
    )
    op.create_table(
        "digest_corrections",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("edition", "number", "key", "what", "label")),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=True),
        sa.Column("told_in", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("edition", "number", "key", name="pk_digest_corrections"),
    )


def downgrade() -> None:
    """Takes them away."""
    for table in ("digest_corrections", "digest_watched", "digest_items"):
        op.drop_table(table)
