"""What a model said for a text, kept by a digest of what it was made of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "wordings",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("key", "text", "rejection")),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("tokens", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_wordings"),
    )
    op.create_index("ix_wordings_made", "wordings", ["made"])


def downgrade() -> None:
    """Takes it away: sentences are by rule again."""
    op.drop_table("wordings")
