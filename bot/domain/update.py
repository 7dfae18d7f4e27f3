"""The Update: everything that comes in, whatever its source."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.domain.measure import Measure
from bot.domain.state import UNKNOWN, State
from bot.domain.tag import Facet, FoundTag, Role, Tag


class Kind(StrEnum):
    """What an update is; exactly one (data/gold/LABELS.md), then what is no commit."""

    REVERT = "revert"
    SECURITY = "security"
    RELEASE = "release"
    BREAKING = "breaking"
    DEPRECATION = "deprecation"
    CI = "ci"
    TEST = "test"
    DOCS = "docs"
    DEPENDENCY = "dependency"
    PERFORMANCE = "performance"
    FIX = "fix"
    FEATURE = "feature"
    REFACTOR = "refactor"
    PAPER = "paper"
    POST = "post"


class Precision(StrEnum):
    """How well the date is known."""

    SECOND = "second"
    DAY = "day"
    RANGE = "range"
    NOT_BEFORE = "not-before"


class BodyState(StrEnum):
    """How much of the description we hold."""

    WHOLE = "whole"
    CUT = "cut"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Spread:
    """The other end of a range over a table: `highest` is its best cell, verbatim; of `cells` values `losses` are worse
    than what they are compared with. Not `whole` is a table at the end of a description that was cut: rows may be
    missing."""

    highest: str
    cells: int
    losses: int = 0
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured claim.

    `quote` is a verbatim span of title or body (white space folded), or two cells of a table's row with an arrow
    between them; `condition` says in the source's words what was measured, against what, on what; `device` is the
    vocabulary's label or None when the source does not say it. `against` quotes what it is compared with, "" where that
    is not said. With a `spread` the quote is the lowest cell of a table and the condition its column's heading.
    """

    quote: str
    condition: str = ""
    device: str | None = None
    by_bot: bool = False
    measure: Measure = Measure.UNSTATED
    against: str = ""
    spread: Spread | None = None


@dataclass(frozen=True, slots=True)
class Links:
    """What an update is tied to. Commits are whole lower-case hashes, the first one is the merge commit."""

    pull: int | None = None
    commits: tuple[str, ...] = ()
    tag: str | None = None
    fixes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Update:
    """One change, release, paper or post.

    `key` is its canonical identity (bot/domain/identity.py), `repository` is owner/name as its host writes it ("" for
    papers and posts), `project` the catalogue's key. `summary` is a sentence of a digest or an editor that replaces
    the title where it is shown; `first_seen` is when we stored it. `revision` counts the changes of its content.
    `history` marks what was loaded from before its source was first read: it answers questions and is not delivered.
    """

    key: str
    url: str
    project: str
    repository: str
    kind: Kind
    title: str
    body: str
    body_state: BodyState
    published: datetime
    precision: Precision
    first_seen: datetime
    tags: tuple[FoundTag, ...] = ()
    figures: tuple[Figure, ...] = ()
    links: Links = field(default_factory=Links)
    paths: tuple[str, ...] = ()
    additions: int | None = None
    deletions: int | None = None
    state: State = UNKNOWN
    noise: bool = False
    summary: str = ""
    sample: bool = False
    revision: int = 1
    history: bool = False

    def about(self) -> frozenset[Tag]:
        """The tags that this update is about, project and kind included."""
        own = {Tag(Facet.PROJECT, self.project), Tag(Facet.KIND, self.kind.value)}
        return frozenset(own.union(found.tag for found in self.tags if found.role is Role.ABOUT))

    def mentioned(self) -> frozenset[Tag]:
        """The tags that this update only mentions."""
        return frozenset(found.tag for found in self.tags if found.role is Role.MENTION)


@dataclass(frozen=True, slots=True)
class RawUpdate:
    """An update as a source hands it in, before template strip and tagging.

    `kind` and `figures` are None or empty unless the source itself knows them (a release feed, a digest article, the
    sample); `extra_tags` are those that the source states, and with `all_tags` no others are read out of its words;
    `noise` is None where the source does not say.
    """

    key: str
    url: str
    project: str
    repository: str
    title: str
    body: str
    body_state: BodyState
    published: datetime
    precision: Precision = Precision.SECOND
    links: Links = field(default_factory=Links)
    paths: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    additions: int | None = None
    deletions: int | None = None
    kind: Kind | None = None
    figures: tuple[Figure, ...] = ()
    extra_tags: tuple[FoundTag, ...] = ()
    state: State = UNKNOWN
    summary: str = ""
    sample: bool = False
    noise: bool | None = None
    all_tags: bool = False
