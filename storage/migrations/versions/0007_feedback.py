"""What readers say is wrong about an update's tags, and what the operator decided."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "feedback",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("key", "tag")),
        sa.Column("about", sa.Boolean(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("platform", "workspace", "user")),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("decided", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_feedback"),
        sa.UniqueConstraint("key", "tag", "platform", "workspace", "user", name="uq_feedback_key_tag_user"),
        sa.CheckConstraint("state IN ('open', 'accepted', 'refused')", name="ck_feedback_state"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_feedback_state", "feedback", ["state"])


def downgrade() -> None:
    """Takes it away; what was accepted holds until the update is tagged anew."""
    op.drop_table("feedback")
