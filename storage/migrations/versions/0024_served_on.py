"""Of which local day the last message of a subscription was: that day has no other, whatever its zone becomes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column."""
    op.add_column("subscriptions", sa.Column("served_on", sa.Text(), nullable=True))


def downgrade() -> None:
    """Takes it away."""
    op.drop_column("subscriptions", "served_on")
