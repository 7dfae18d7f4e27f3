"""The tables. Every constraint has a name from the first revision on (C53); the full-text table is in its own room.

A change here needs a revision in storage/migrations/versions, and its name at the end of REVISIONS.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from storage.columns import Instant

REVISIONS = (
    "0001",
    "0002",
    "0003",
    "0004",
    "0005",
    "0006",
    "0007",
    "0011",
    "0012",
    "0013",
    "0015",
    "0016",
    "0017",
    "0018",
    "0019",
    "0020",
    "0021",
    "0022",
    "0023",
    "0024",
)
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
    Column("history", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("key"),
    CheckConstraint("revision >= 1", name="revision"),
    # PostgreSQL's conditions stand in the first revision alone: said here, they would import its dialect, for which
    # every question to a file would wait.
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
    Column("paused_until", Instant),
    # True where only what matters of a flood is brought.
    Column("matters", Boolean, nullable=False, server_default=false()),
    # True where what the recipient runs is the question; `query` then names its projects, which narrow the search.
    Column("of_stack", Boolean, nullable=False, server_default=false()),
    Column("served", Instant),  # its next message begins there; NULL where that was not noted yet
    Column("seen", Instant),  # the latest `first_seen` of the store when it was served
    Column("served_on", Text),  # the local day of its last message
    # The same question is asked once for a recipient; asking again gives the old row back with its id.
    UniqueConstraint(
        "platform", "workspace", "recipient_kind", "recipient", "text", name="uq_subscriptions_recipient_text"
    ),
    Index("ix_subscriptions_owner", "owner"),
    Index("ix_subscriptions_cadence", "cadence"),
    sqlite_autoincrement=True,
)

subscription_changes = Table(
    "subscription_changes",
    metadata,
    # The last change of a subscription; not a foreign key: it tells of one that is gone, too.
    Column("subscription", _RowId, primary_key=True, autoincrement=False),
    Column("number", BigInteger, nullable=False),
    Index("ix_subscription_changes_number", "number"),
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
    Column("thread", Text),  # where the parts after the first stand, as storage/thread_codec writes it
    Column("edits", Text, nullable=False, server_default=""),  # the message that the part takes the place of
    Column("first_due", Instant),  # `due` moves when a delivery is put off, this does not
    Column("posting_since", Instant),  # when `posting` was first about to be posted
    UniqueConstraint("key"),
    CheckConstraint("state IN ('pending', 'claimed', 'sent', 'unknown', 'parked')", name="state"),
    Index("ix_deliveries_state_due", "state", "due"),
    Index("ix_deliveries_recipient", "platform", "workspace", "recipient_kind", "recipient", "state", "due"),
    # Everything that a claim ranks by: with long texts in the rows, looking at those would take most of its time.
    Index("ix_deliveries_claim", "platform", "state", "due", "workspace", "recipient_kind", "recipient", "lease_until"),
    sqlite_autoincrement=True,
)

send_counts = Table(
    "send_counts",
    metadata,
    # What became of attempts to send, added up for ever.
    Column("platform", Text, primary_key=True),
    Column("result", Text, primary_key=True),
    # The lateness of what was sent, in seconds up to which it is counted here; 0 for what was not sent.
    Column("within", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
)

send_turns = Table(
    "send_turns",
    metadata,
    # From when a place, a workspace or a platform may be sent to again: its number, and microseconds of the server's
    # clock. A store in a file has no rows here.
    Column("level", BigInteger, primary_key=True, autoincrement=False),
    Column("free", BigInteger, nullable=False),
)

inactive_installations = Table(
    "inactive_installations",
    metadata,
    # Workspaces that took the bot away: nothing is tried there until it is back.
    Column("platform", Text, primary_key=True),
    Column("workspace", Text, primary_key=True),
    Column("since", Instant, nullable=False),
    Column("reason", Text, nullable=False),
)

told = Table(
    "told",
    metadata,
    # What a message to a subscriber told, and how it was called then.
    Column("delivery_id", _RowId, ForeignKey("deliveries.id", ondelete="CASCADE"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("subscription", BigInteger, nullable=False),
    Column("label", Text, nullable=False),
    Column("tags", Text, nullable=False),
    Column("stage", Text, nullable=False),
    # True where its reader was told that it is wrong, or wants to hear no more.
    Column("corrected", Boolean, nullable=False, server_default=false()),
    Index("ix_told_key", "key"),
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

digest_items = Table(
    "digest_items",
    metadata,
    # What an issue told: once for an edition and number, whichever places it went to.
    Column("edition", Text, primary_key=True),
    Column("number", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("label", Text, nullable=False),
    Column("keys", Text, nullable=False),
    Column("tags", Text, nullable=False),
    Column("posted", Instant, nullable=False),
    Column("stage", Text, nullable=False),
    Column("version", Text),
    Column("reverted", Instant),
    Column("by", Text),
    Index("ix_digest_items_posted", "posted"),
    Index("ix_digest_items_key", "key"),
)

digest_watched = Table(
    "digest_watched",
    metadata,
    Column("edition", Text, primary_key=True),
    Column("number", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("since", Instant, nullable=False),
)

digest_corrections = Table(
    "digest_corrections",
    metadata,
    # Of a told item there is one correction at most, ever.
    Column("edition", Text, primary_key=True),
    Column("number", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("what", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("by", Text),
    # The number of the issue that told it, "" where none did yet: that issue tells it again when it is composed again.
    Column("told_in", Text, nullable=False),
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
    Column("about", Text, nullable=False, server_default=""),  # the question that narrows it, as it is written
    Column("language", Text, nullable=False, server_default=""),  # "" for the one that the bot speaks
    Column("when_empty", Text, nullable=False, server_default="line"),
    Column("changers", Text, nullable=False, server_default="managers"),
    CheckConstraint("when_empty IN ('line', 'nothing')", name="when_empty"),
    CheckConstraint("changers IN ('owner', 'managers')", name="changers"),
)

covered = Table(
    "covered",
    metadata,
    # How far a place has an edition, sent or empty: its next issue begins there.
    Column("platform", Text, primary_key=True),
    Column("workspace", Text, primary_key=True),
    Column("recipient_kind", Text, primary_key=True),
    Column("recipient", Text, primary_key=True),
    Column("edition", Text, primary_key=True),
    Column("until", Instant, nullable=False),
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
    Column("hour", Text),
    Column("shown_in", Text),  # the language of the platform, for messages that nobody asked for just now
    Column("quiet_from", Text),
    Column("quiet_to", Text),
)

stacks = Table(
    "stacks",
    metadata,
    # What a person or a channel runs, as it is typed.
    Column("platform", Text, primary_key=True),
    Column("workspace", Text, primary_key=True),
    Column("recipient_kind", Text, primary_key=True),
    Column("recipient", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("changed", Instant, nullable=False),
)

watches = Table(
    "watches",
    metadata,
    # Who waits for a change to be in a release.
    Column("platform", Text, primary_key=True),
    Column("workspace", Text, primary_key=True),
    Column("recipient_kind", Text, primary_key=True),
    Column("recipient", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("since", Instant, nullable=False),
    Column("paused", Boolean, nullable=False, server_default=false()),
    Column("paused_until", Instant),
    Index("ix_watches_key", "key"),
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

leases = Table(
    "leases",
    metadata,
    # Which process has a role, and until when.
    Column("role", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("until", Instant, nullable=False),
)

command_lines = Table(
    "command_lines",
    metadata,
    Column("token", Text, primary_key=True),
    Column("command", Text, nullable=False),
    Column("used", Instant, nullable=False),
)

wordings = Table(
    "wordings",
    metadata,
    Column("key", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("rejection", Text, nullable=False),  # why there is no text; "" where there is one
    Column("made", Instant, nullable=False),
    Column("tokens", BigInteger, nullable=False),
    Index("ix_wordings_made", "made"),
)

feedback = Table(
    "feedback",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("key", Text, nullable=False),
    Column("tag", Text, nullable=False),
    Column("about", Boolean, nullable=False),
    Column("platform", Text, nullable=False),
    Column("workspace", Text, nullable=False),
    Column("user", Text, nullable=False),
    Column("created", Instant, nullable=False),
    Column("state", Text, nullable=False),
    Column("decided", Instant),
    # Somebody says one thing of a tag; saying the other replaces it.
    UniqueConstraint("key", "tag", "platform", "workspace", "user", name="uq_feedback_key_tag_user"),
    CheckConstraint("state IN ('open', 'accepted', 'refused')", name="state"),
    Index("ix_feedback_state", "state"),
    sqlite_autoincrement=True,
)
