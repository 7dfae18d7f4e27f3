"""Sources that are asked again and again: what they give, and how they say that they cannot.

A poll is a stream of batches. Each holds items and the text that says "these were read": who saves both in one
transaction may be killed at any point, loses nothing and doubles nothing. When to ask again, and what to tell whom, is
the job's matter (handlers/jobs/ingest.py); how one host is read is the matter of its own file.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol, TypeAlias

from bot.domain.errors import SourceError
from bot.domain.version import TaggedVersion
from bot.sources.base import Item


@dataclass(frozen=True, slots=True)
class Renamed:
    """A repository that answers to another name now; its history stays what it was (B041)."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class HistoryRewritten:
    """A branch whose last seen commit is none of its ancestors any more (B047). `count` commits were replaced or taken
    away, as far as the host can still tell; what is new on it by its words follows as updates."""

    repository: str
    branch: str
    count: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A release or tag that was there and is not any more; `key` is that of the release's update."""

    repository: str
    tag: str
    key: str


@dataclass(frozen=True, slots=True)
class TagMoved:
    """A tag that names another commit than before (B034): said where somebody asks for it, never announced anew.
    `commit` is the one that it names now ("" if it could not be read)."""

    repository: str
    tag: str
    commit: str


@dataclass(frozen=True, slots=True)
class Gap:
    """Updates between two polls that the source could no longer give (a feed of 20 entries and more commits)."""

    repository: str
    what: str


@dataclass(frozen=True, slots=True)
class RangeCommit:
    """A commit of a tag's range; `picked_from` are the commits that its message says it was picked from."""

    sha: str
    pull: int | None = None
    picked_from: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TagRange:
    """What lies in a tag and not in the one before it in its series, release branch and cherry-picks included. `whole`
    is False where the range was longer than is read."""

    project: str
    tag: str
    since: str
    commits: tuple[RangeCommit, ...]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class VersionOnly:
    """A version that was there before anybody listened: states are read from it, and nobody is told."""

    version: TaggedVersion


PolledItem: TypeAlias = Item | Renamed | HistoryRewritten | Withdrawn | TagMoved | Gap | TagRange | VersionOnly


@dataclass(frozen=True, slots=True)
class Batch:
    """Items that belong together, and the cursor to be saved with them. `progress` is the instant down to which a
    first start has loaded history; None once it is through, and in every later poll."""

    items: tuple[PolledItem, ...]
    state: str
    progress: datetime | None = None


class Condition(StrEnum):
    """Why a source gives nothing although its host is well."""

    MISSING = "missing"
    BLOCKED = "blocked"
    PRIVATE = "private"
    UNAUTHORIZED = "unauthorized"


class Unavailable(SourceError):  # noqa: N818 - it is the source that is unavailable
    """A source that its host does not give us; asking again soon is of no use. The others go on."""

    def __init__(self, condition: Condition, sentence: str) -> None:
        super().__init__(sentence)
        self.condition = condition


class PrivateRepository(Unavailable):
    """A repository that not everybody may see, and for which the catalogue names no audience (E11)."""

    def __init__(self, sentence: str) -> None:
        super().__init__(Condition.PRIVATE, sentence)


class RateLimited(SourceError):  # noqa: N818 - the same
    """A host that wants to be left alone until an instant; what was read before holds."""

    def __init__(self, sentence: str, until: datetime) -> None:
        super().__init__(sentence)
        self.until = until


class Lack(StrEnum):
    """What a source cannot tell the way it is read; `check` and answers say it."""

    DESCRIPTIONS = "descriptions of pull requests"
    LABELS = "labels"
    PATHS = "changed paths"
    SIZES = "lines added and removed"
    PRERELEASE_FLAGS = "what the host calls a pre-release"
    HISTORY = "history before the first poll"
    OPEN_PULLS = "open pull requests"


class PolledSource(Protocol):
    """One repository, feed or listing.

    `name` is the key of its cursor and of its health ("github:owner/repo", "feed:<key>", "arxiv"), `project` the
    catalogue's key of what it is about (None for one that is about many), `lacks` what it cannot give.
    """

    @property
    def name(self) -> str: ...

    @property
    def project(self) -> str | None: ...

    @property
    def lacks(self) -> frozenset[Lack]: ...

    def poll(self, state: str | None, now: datetime) -> AsyncIterator[Batch]:
        """What is new since `state`, which is None on a first start: then history, newest first.

        A poll with nothing new gives no batch, or one without items where the cursor has moved. Raises SourceError,
        Unavailable, FetchError or RateLimited after the batches that were read; they hold.
        """
        ...
