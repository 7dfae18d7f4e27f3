"""Command lines that buttons stand for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "command_lines",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_command_lines"),
    )


def downgrade() -> None:
    """Takes it away."""
    op.drop_table("command_lines")
