"""Deliveries whose parts stand in a thread, and deliveries that take the place of a message that is out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns."""
    op.add_column("deliveries", sa.Column("thread", sa.Text(), nullable=True))
    op.add_column("deliveries", sa.Column("edits", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Takes them away."""
    op.drop_column("deliveries", "edits")
    op.drop_column("deliveries", "thread")
