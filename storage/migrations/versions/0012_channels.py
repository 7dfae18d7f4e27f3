"""A channel's digest as it is set up, and how far each place has each edition."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_RECIPIENT = ("platform", "workspace", "recipient_kind", "recipient")
_NEW = {"about": "", "language": "", "when_empty": "line", "changers": "managers"}
_CHECKS = {"when_empty": "when_empty IN ('line', 'nothing')", "changers": "changers IN ('owner', 'managers')"}
_SENT = """
INSERT INTO covered (platform, workspace, recipient_kind, recipient, edition, until)
SELECT deliveries.platform, deliveries.workspace, deliveries.recipient_kind, deliveries.recipient, digests.edition,
  MAX(digests."end")
FROM deliveries JOIN digests ON deliveries.key LIKE 'edition/' || digests.edition || '/' || digests.number || '/%'
GROUP BY deliveries.platform, deliveries.workspace, deliveries.recipient_kind, deliveries.recipient, digests.edition
"""
"""What the outbox knows of issues that went to places before this was written down."""


def upgrade() -> None:
    """Makes the columns and the table."""
    with op.batch_alter_table("channels") as channels:
        for name, default in _NEW.items():
            channels.add_column(sa.Column(name, sa.Text(), nullable=False, server_default=default))
        for name, condition in _CHECKS.items():
            channels.create_check_constraint(op.f(f"ck_channels_{name}"), condition)
    op.create_table(
        "covered",
        *(sa.Column(name, sa.Text(), nullable=False) for name in (*_RECIPIENT, "edition")),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(*_RECIPIENT, "edition", name="pk_covered"),
    )
    op.execute(_SENT)


def downgrade() -> None:
    """Takes them away."""
    op.drop_table("covered")
    with op.batch_alter_table("channels") as channels:
        for name in _CHECKS:
            channels.drop_constraint(op.f(f"ck_channels_{name}"), type_="check")
        for name in _NEW:
            channels.drop_column(name)
