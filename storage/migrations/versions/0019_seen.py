"""What the store had when a subscription was served: what came in later, though older, stands in its next message."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column."""
    op.add_column("subscriptions", sa.Column("seen", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Takes it away."""
    op.drop_column("subscriptions", "seen")
