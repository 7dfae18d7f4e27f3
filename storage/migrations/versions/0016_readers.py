"""Of people the hour that they chose and the language in which their platform shows itself; of subscriptions those to
what their recipient runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns."""
    op.add_column("people", sa.Column("hour", sa.Text(), nullable=True))
    op.add_column("people", sa.Column("shown_in", sa.Text(), nullable=True))
    op.add_column("subscriptions", sa.Column("of_stack", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Takes them away."""
    op.drop_column("subscriptions", "of_stack")
    op.drop_column("people", "shown_in")
    op.drop_column("people", "hour")
