"""The quiet hours that people chose."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns."""
    op.add_column("people", sa.Column("quiet_from", sa.Text(), nullable=True))
    op.add_column("people", sa.Column("quiet_to", sa.Text(), nullable=True))


def downgrade() -> None:
    """Takes them away."""
    op.drop_column("people", "quiet_to")
    op.drop_column("people", "quiet_from")
