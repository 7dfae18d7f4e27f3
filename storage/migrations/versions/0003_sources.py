"""Sources that are polled: their health, what is tracked where, what tags hold, and which updates are history."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables and the column; what is stored so far was not loaded as history."""
    op.create_table(
        "source_health",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("project", sa.Text()),
        sa.Column("status", sa.Text(), nullable=False),
        *(sa.Column(name, sa.BigInteger()) for name in ("began", "last_try", "last_success", "failing_since")),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        *(sa.Column(name, sa.BigInteger()) for name in ("next_try", "last_news", "rhythm", "back_to")),
        sa.Column("loaded", sa.Boolean(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("lacks", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("source", name="pk_source_health"),
    )
    op.create_table(
        "tracked",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("platform", "workspace", "source")),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("project", "title")),
        sa.Column("repository_id", sa.BigInteger()),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "workspace", "source", name="pk_tracked"),
    )
    op.create_index("ix_tracked_source", "tracked", ["source"])
    op.create_table(
        "contents",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("project", "tag", "since", "commits", "pulls")),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("project", "tag", name="pk_contents"),
    )
    # In place, and not by copying the table: it may hold a million rows.
    op.add_column("updates", sa.Column("history", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Takes them away."""
    op.drop_column("updates", "history")
    for table in ("contents", "tracked", "source_health"):
        op.drop_table(table)
