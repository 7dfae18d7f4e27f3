"""Where the reading of a repository stands: all that a poll has to remember, as text for the store.

The text holds nothing secret: a token is remembered by a fingerprint, so that its ETags are not used with another one
(C03). What stands in it was written by us; a text that cannot be read (another version's) counts as a first start.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b

import msgspec

VERSION = 1
"""Counts up when a cursor is written that older code would misread."""
MARK = 7
"""Characters of a mark: 40 bits, so that two of 10,000 tags of a repository have the same one in 1 of 20,000 cases."""
RECENT = 400
"""So many of the commits read last are remembered by their words, to know them again on a rewritten branch."""


def mark(text: str) -> str:
    """A text in MARK characters, to be compared and not read back."""
    return urlsafe_b64encode(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=5).digest()).decode()[:MARK]


@dataclass(frozen=True, slots=True)
class KnownRelease:
    """A release that was read: its tag, when it was published, and a mark of what it says."""

    tag: str
    published: datetime
    content: str


@dataclass(frozen=True, slots=True)
class Range:
    """Commits that are being read: of `target`, without those of `base`. `page` is the address of the next page (None:
    the first), `skip` are marks of commits that the branch had before it was rewritten."""

    base: str
    target: str
    page: str | None = None
    skip: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Backfill:
    """History that is being loaded, newest first: from `head` back to `since`, not newer than `until`; `after` is where
    the next page begins. With `known`, it ends at a page of nothing but commits with these marks."""

    head: str
    since: datetime
    until: datetime | None = None
    after: str | None = None
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TagPair:
    """A tag whose range is still to be read, and the tag before it in its series."""

    before: str
    tag: str


@dataclass(frozen=True, slots=True)
class TagMarks:
    """All tags of a repository: 2 * MARK characters for each, one mark of its name and one of its name and hash."""

    text: str = ""

    def __len__(self) -> int:
        return len(self.text) // (2 * MARK)

    @classmethod
    def of(cls, tags: Mapping[str, str]) -> TagMarks:
        """The marks of tags (name to hash)."""
        return cls("".join(mark(name) + mark(f"{name} {sha}") for name, sha in sorted(tags.items())))

    def new_and_moved(self, tags: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of tags that are not among these, and of those that name another commit than they did."""
        starts = range(0, len(self.text), 2 * MARK)
        names = {self.text[at : at + MARK] for at in starts}
        values = {self.text[at + MARK : at + 2 * MARK] for at in starts}
        new = tuple(name for name in tags if mark(name) not in names)
        absent = set(new)
        moved = (name for name, sha in tags.items() if name not in absent and mark(f"{name} {sha}") not in values)
        return new, tuple(moved)


@dataclass(frozen=True, slots=True)
class Cursor:
    """What is known of a repository. `etags` are those of the answers that were read to their end, by what was asked;
    `loaded_since` is how far back its history is loaded, `looked` when its quiet parts were last looked at."""

    id: int
    name: str
    branch: str
    private: bool = False
    token: str = ""
    etags: Mapping[str, str] = field(default_factory=dict)
    head: str = ""
    range: Range | None = None
    backfill: Backfill | None = None
    loaded_since: datetime | None = None
    releases: Mapping[str, KnownRelease] = field(default_factory=dict)
    tags: TagMarks | None = None
    plain_tags: Mapping[str, datetime] = field(default_factory=dict)
    ranges: tuple[TagPair, ...] = ()
    recent: tuple[str, ...] = ()
    looked: datetime | None = None
    swept: datetime | None = None
    pulls: Mapping[str, str] = field(default_factory=dict)
    version: int = VERSION

    def text(self) -> str:
        """The cursor as the store keeps it."""
        return msgspec.json.encode(self).decode()


@dataclass(frozen=True, slots=True)
class FeedCursor:
    """What is known of a repository that is read without a token."""

    name: str
    id: int | None = None
    etags: Mapping[str, str] = field(default_factory=dict)
    head: str = ""
    tags: Mapping[str, KnownRelease] = field(default_factory=dict)
    recent: tuple[str, ...] = ()
    feeds: int = VERSION

    def text(self) -> str:
        """The cursor as the store keeps it."""
        return msgspec.json.encode(self).decode()


_CURSORS = msgspec.json.Decoder(Cursor)
_FEED_CURSORS = msgspec.json.Decoder(FeedCursor)


def parse(text: str | None) -> Cursor | None:
    """The cursor that a text holds; None for none and for one that this version cannot read."""
    try:
        cursor = _CURSORS.decode(text) if text else None
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
    return cursor if cursor and cursor.version == VERSION else None


def parse_feed(text: str | None) -> FeedCursor | None:
    """The cursor of a repository that is read without a token; None as for `parse`."""
    try:
        cursor = _FEED_CURSORS.decode(text) if text else None
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
    return cursor if cursor and cursor.feeds == VERSION else None


def remembered(recent: tuple[str, ...], marks: Iterable[str]) -> tuple[str, ...]:
    """The marks that were read last, no more than RECENT, the newest at the end."""
    return tuple(dict.fromkeys((*recent, *marks)))[-RECENT:]
