"""When something may be sent next, for all processes of a store on a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "send_turns",
        sa.Column("level", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("free", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("level", name="pk_send_turns"),
    )


def downgrade() -> None:
    """Takes it away."""
    op.drop_table("send_turns")
