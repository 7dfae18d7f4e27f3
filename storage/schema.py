"""The tables. Every constraint has a name from the first revision on (C53); the full-text table is in its own room.

A change here needs a revision in storage/migrations/versions, and its name at the end of REVISIONS.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from storage.columns import Instant

REVISIONS = ("0001", "0002", "0003")
"""Every revision that this version knows, oldest first. A store at another one was written by a newer version."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_RowId = BigInteger().with_variant(Integer, "sqlite")

updates = Table(
    "updates",
    metadata,
    # (second since 2020 << 6) | sequence: newest first is the order of the rows, and a window is a range of them.
    Column("id", _RowId, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("project", Text, nullable=False),
    Column("repository", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("body_state", Text, nullable=False),
    Column("published", BigInteger, nullable=False),  # seconds since 1970
    Column("precision", Text, nullable=False),
    Column("first_seen", BigInteger, nullable=False),  # microseconds since 1970
    Column("tags", Text, nullable=False),  # a line per tag, so that showing a row needs no second query
    Column("tokens", Text, nullable=False),  # the tag tokens as they were indexed: an edit takes back exactly these
    Column("figures", Text, nullable=False),
    Column("pull", BigInteger),
    Column("commits", Text, nullable=False),
    Column("release_tag", Text),
    Column("fixes", Text, nullable=False),
    Column("paths", Text, nullable=False),
    Column("additions", BigInteger),
    Column("deletions", BigInteger),
    Column("stage", Text, nullable=False),
    Column("version", Text),
    Column("state_at", BigInteger),  # microseconds since 1970
    Column("state_by", Text),
    Column("noise", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
    Column("sample", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    # True where the id is not that of `published`: a corrected date, or a second that was full.
    Column("moved", Boolean, nullable=False),
    # True where it was loaded from before its source was first read: it is not delivered.
    Column("history", Boolean, nullable=False, server_default=text("0")),
    UniqueConstraint("key"),
    CheckConstraint("revision >= 1", name="revision"),
    Index(
        "ix_updates_project_pull",
        "project",
        "pull",
        sqlite_where=text("pull IS NOT NULL"),
    ),
    Index(
        "ix_updates_project_version",
        "project",
        "version",
        sqlite_where=text("version IS NOT NULL"),
    ),
    Index("ix_updates_moved", "published", sqlite_where=text("moved")),
)

update_aliases = Table(
    "update_aliases",
    metadata,
    # Keys under which an update was known before: a commit whose pull request was learnt of later.
    Column("key", Text, primary_key=True),
    Column("update_id", _RowId, ForeignKey("updates.id", ondelete="CASCADE"), nullable=False),
    Index("ix_update_aliases_update_id", "update_id"),
)

token_counts = Table(
    "token_counts",
    metadata,
    Column("token", Text, primary_key=True),
    Column("updates", BigInteger, nullable=False),
)

versions = Table(
    "versions",
    metadata,
    Column("project", Text, nullable=False, primary_key=True),
    Column("tag", Text, nullable=False, primary_key=True),
    Column("series", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("prerelease", Boolean, nullable=False),
    Column("tagged_at", Instant, nullable=False),
    Column("commit", Text, nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("workspace", Text, nullable=False),
    Column("recipient_kind", Text, nullable=False),
    Column("recipient", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("query", Text, nullable=False),
    Column("cadence", Text, nullable=False),
    Column("zone", Text, nullable=False),
    Column("hour", Text, nullable=False),
    Column("days", Text, nullable=False),
    Column("created", Instant, nullable=False),
    Column("paused", Boolean, nullable=False),
    Column("removed", Boolean, nullable=False),
    # The same question is asked once for a recipient; asking again gives the old row back with its id.
    UniqueConstraint(
        "platform", "workspace", "recipient_kind", "recipient", "text", name="uq_subscriptions_recipient_text"
    ),
    Index("ix_subscriptions_owner", "owner"),
    Index("ix_subscriptions_cadence", "cadence"),
    sqlite_autoincrement=True,
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("key", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("workspace", Text, nullable=False),
    Column("recipient_kind", Text, nullable=False),
    Column("recipient", Text, nullable=False),
    Column("parts", Text, nullable=False),
    Column("due", Instant, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("sent_ids", Text, nullable=False),
    Column("posting", SmallInteger),  # the part that was about to be posted; NULL between parts
    Column("lease_until", Instant),
    Column("token", BigInteger, nullable=False),
    Column("reason", Text),
    UniqueConstraint("key"),
    CheckConstraint("state IN ('pending', 'claimed', 'sent', 'unknown', 'parked')", name="state"),
    Index("ix_deliveries_state_due", "state", "due"),
    Index("ix_deliveries_recipient", "platform", "workspace", "recipient_kind", "recipient", "state"),
    sqlite_autoincrement=True,
)

digests = Table(
    "digests",
    metadata,
    Column("edition", Text, primary_key=True),
    Column("number", Text, primary_key=True),
    Column("scope", Text, primary_key=True),
    Column("start", Instant),
    Column("end", Instant, nullable=False),
    Column("zone", Text, nullable=False),
    Column("composed", Instant, nullable=False),
)

channels = Table(
    "channels",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("workspace", Text, primary_key=True),
    Column("recipient_kind", Text, primary_key=True),
    Column("recipient", Text, primary_key=True),
    Column("edition", Text, primary_key=True),
    Column("hour", Text, nullable=False),
    Column("zone", Text, nullable=False),
    Column("days", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("paused", Boolean, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("workspace", Text, primary_key=True),
    Column("user", Text, primary_key=True),
    Column("last_looked", Instant),
    Column("zone", Text),
    Column("language", Text),
    Column("stack", Text),
)

sources = Table(
    "sources",
    metadata,
    Column("source", Text, primary_key=True),
    Column("state", Text, nullable=False),
)

source_health = Table(
    "source_health",
    metadata,
    Column("source", Text, primary_key=True),
    Column("project", Text),
    Column("status", Text, nullable=False),
    Column("began", Instant),
    Column("last_try", Instant),
    Column("last_success", Instant),
    Column("failing_since", Instant),
    Column("failures", Integer, nullable=False),
    Column("error", Text, nullable=False),
    Column("next_try", Instant),
    Column("last_news", Instant),
    Column("rhythm", BigInteger),  # microseconds between two updates
    Column("back_to", Instant),
    Column("loaded", Boolean, nullable=False),
    Column("note", Text, nullable=False),
    Column("told", Boolean, nullable=False),
    Column("lacks", Text, nullable=False),
)

tracked = Table(
    "tracked",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("workspace", Text, primary_key=True),
    Column("source", Text, primary_key=True),
    Column("project", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("repository_id", BigInteger),  # its host's number, which stays when it is renamed (B042, B045)
    Column("owner", Text, nullable=False),
    Column("created", Instant, nullable=False),
    # A row that was removed stays, so that what it brought is not shown to everybody.
    Column("removed", Boolean, nullable=False),
    Index("ix_tracked_source", "source"),
)

contents = Table(
    "contents",
    metadata,
    # What a tag holds that the tag before it does not: hashes and numbers of pull requests, blanks between them.
    Column("project", Text, primary_key=True),
    Column("tag", Text, primary_key=True),
    Column("since", Text, nullable=False),
    Column("commits", Text, nullable=False),
    Column("pulls", Text, nullable=False),
    Column("whole", Boolean, nullable=False),
)

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

command_lines = Table(
    "command_lines",
    metadata,
    Column("token", Text, primary_key=True),
    Column("command", Text, nullable=False),
    Column("used", Instant, nullable=False),
)
