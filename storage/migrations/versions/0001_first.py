"""The first tables. What they hold is told in storage/schema.py, where their present form stands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes every table, and the full-text index beside them."""
    _updates()
    _search()
    _people()
    _deliveries()


def downgrade() -> None:
    """Takes everything away."""
    op.execute("DROP TABLE search")
    for table in (
        "digests", "deliveries", "people", "channels", "subscriptions", "meta", "sources", "versions", "token_counts",
        "update_aliases", "updates",
    ):  # fmt: skip
        op.drop_table(table)


def _search() -> None:
    if op.get_bind().dialect.name == "postgresql":
        _search_postgres()
    else:
        _search_sqlite()


def _search_postgres() -> None:
    """The terms that a row is found by, and its streams, in which runs of words are looked for.

    Without fastupdate, which makes a question read what is not sorted in yet.
    """
    op.execute(
        "CREATE TABLE search (rowid bigint PRIMARY KEY, terms tsvector NOT NULL, title text NOT NULL, "
        "body text NOT NULL)"
    )
    op.execute("ALTER TABLE search ALTER terms SET STATISTICS 1000")
    op.execute("CREATE INDEX search_terms ON search USING gin (terms) WITH (fastupdate = off)")


def _search_sqlite() -> None:
    """The index holds the streams of bot/domain/text as they are: with these characters `ascii` parts at blanks alone.

    columnsize is for ranking by bm25, which would read every row that holds a frequent word (p99 55 ms at 1,000,000).
    """
    op.execute(
        "CREATE VIRTUAL TABLE search USING fts5(title, body, tags, content='', columnsize=0, "
        "tokenize=\"ascii tokenchars './:|%_-+@~'\")"
    )


def _updates() -> None:
    op.create_table(
        "meta",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_meta")),
    )
    op.create_table(
        "sources",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("source", name=op.f("pk_sources")),
    )
    op.create_table(
        "token_counts",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("updates", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_token_counts")),
    )
    op.create_table(
        "updates",
        sa.Column("id", _ID, autoincrement=False, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("project", sa.Text(), nullable=False),
        sa.Column("repository", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("body_state", sa.Text(), nullable=False),
        sa.Column("published", sa.BigInteger(), nullable=False),
        sa.Column("precision", sa.Text(), nullable=False),
        sa.Column("first_seen", sa.BigInteger(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("tokens", sa.Text(), nullable=False),
        sa.Column("figures", sa.Text(), nullable=False),
        sa.Column("pull", sa.BigInteger(), nullable=True),
        sa.Column("commits", sa.Text(), nullable=False),
        sa.Column("release_tag", sa.Text(), nullable=True),
        sa.Column("fixes", sa.Text(), nullable=False),
        sa.Column("paths", sa.Text(), nullable=False),
        sa.Column("additions", sa.BigInteger(), nullable=True),
        sa.Column("deletions", sa.BigInteger(), nullable=True),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=True),
        sa.Column("state_at", sa.BigInteger(), nullable=True),
        sa.Column("state_by", sa.Text(), nullable=True),
        sa.Column("noise", sa.Boolean(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("sample", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("moved", sa.Boolean(), nullable=False),
        sa.CheckConstraint("revision >= 1", name=op.f("ck_updates_revision")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_updates")),
        sa.UniqueConstraint("key", name=op.f("uq_updates_key")),
    )
    op.create_index(
        "ix_updates_moved",
        "updates",
        ["published"],
        unique=False,
        sqlite_where=sa.text("moved"),
        postgresql_where=sa.text("moved"),
    )
    op.create_index(
        "ix_updates_project_pull",
        "updates",
        ["project", "pull"],
        unique=False,
        sqlite_where=sa.text("pull IS NOT NULL"),
        postgresql_where=sa.text("pull IS NOT NULL"),
    )
    op.create_index(
        "ix_updates_project_version",
        "updates",
        ["project", "version"],
        unique=False,
        sqlite_where=sa.text("version IS NOT NULL"),
        postgresql_where=sa.text("version IS NOT NULL"),
    )
    op.create_table(
        "versions",
        sa.Column("project", sa.Text(), nullable=False),
        sa.Column("tag", sa.Text(), nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("prerelease", sa.Boolean(), nullable=False),
        sa.Column("tagged_at", sa.BigInteger(), nullable=False),
        sa.Column("commit", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("project", "tag", name=op.f("pk_versions")),
    )
    op.create_table(
        "update_aliases",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("update_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["update_id"], ["updates.id"], name=op.f("fk_update_aliases_update_id_updates"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_update_aliases")),
    )
    op.create_index("ix_update_aliases_update_id", "update_aliases", ["update_id"], unique=False)


def _people() -> None:
    op.create_table(
        "channels",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("recipient_kind", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("hour", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("days", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint(
            "platform", "workspace", "recipient_kind", "recipient", "edition", name=op.f("pk_channels")
        ),
    )
    op.create_table(
        "people",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("last_looked", sa.BigInteger(), nullable=True),
        sa.Column("zone", sa.Text(), nullable=True),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("stack", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("platform", "workspace", "user", name=op.f("pk_people")),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("recipient_kind", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("cadence", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("hour", sa.Text(), nullable=False),
        sa.Column("days", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subscriptions")),
        sa.UniqueConstraint(
            "platform", "workspace", "recipient_kind", "recipient", "text", name="uq_subscriptions_recipient_text"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_subscriptions_cadence", "subscriptions", ["cadence"], unique=False)
    op.create_index("ix_subscriptions_owner", "subscriptions", ["owner"], unique=False)


def _deliveries() -> None:
    op.create_table(
        "deliveries",
        sa.Column("id", _ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("recipient_kind", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("parts", sa.Text(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_ids", sa.Text(), nullable=False),
        sa.Column("posting", sa.SmallInteger(), nullable=True),
        sa.Column("lease_until", sa.BigInteger(), nullable=True),
        sa.Column("token", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "state IN ('pending', 'claimed', 'sent', 'unknown', 'parked')", name=op.f("ck_deliveries_state")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
        sa.UniqueConstraint("key", name=op.f("uq_deliveries_key")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_deliveries_recipient",
        "deliveries",
        ["platform", "workspace", "recipient_kind", "recipient", "state"],
        unique=False,
    )
    op.create_index("ix_deliveries_state_due", "deliveries", ["state", "due"], unique=False)
    op.create_table(
        "digests",
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=True),
        sa.Column("end", sa.BigInteger(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("composed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("edition", "number", "scope", name=op.f("pk_digests")),
    )
