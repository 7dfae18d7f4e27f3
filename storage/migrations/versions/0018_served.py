"""How far a subscription was served: its next message begins there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column."""
    op.add_column("subscriptions", sa.Column("served", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Takes it away."""
    op.drop_column("subscriptions", "served")
