"""What every source gives: a stream of items, one for each thing that was read, in the order of reading.

A source parses at the door: what leaves it is typed, cleaned and bounded. It knows no store and tags nothing. What it
cannot use is an item too (Refusal), so that the rest goes on; a source that cannot go on raises SourceError after the
items that were read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bot.domain.update import RawUpdate
from bot.domain.version import TaggedVersion

REASON_LENGTH = 200
"""A reason is cut to so many characters."""


@dataclass(frozen=True, slots=True)
class FoundUpdate:
    """An update. `further` are sentences that speak of it among other things: they make it found, but only mention."""

    line: int
    raw: RawUpdate
    further: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundVersion:
    """A tag that is a version, and the release that readers hear of."""

    line: int
    version: TaggedVersion
    release: RawUpdate


@dataclass(frozen=True, slots=True)
class IgnoredTag:
    """A tag that the catalogue does not count as a version (nightly-*)."""

    line: int
    tag: str


@dataclass(frozen=True, slots=True)
class NamedOnly:
    """Something that a digest names without an address, and that has none by rule either."""

    line: int
    name: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that is not used, and why: one phrase, free of control characters."""

    line: int
    reason: str


Item: TypeAlias = FoundUpdate | FoundVersion | IgnoredTag | NamedOnly | Refusal


class Source(Protocol):
    """A file, feed or host, read once from its beginning."""

    def items(self) -> Iterator[Item]:
        """The items in their order. SourceError when the source cannot be read on; what was given before holds."""
        ...
