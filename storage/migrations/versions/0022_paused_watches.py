"""Watches pause with everything else of their reader."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns."""
    op.add_column("watches", sa.Column("paused", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("watches", sa.Column("paused_until", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Takes them away."""
    op.drop_column("watches", "paused_until")
    op.drop_column("watches", "paused")
