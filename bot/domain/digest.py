"""Digests in newspaper words: an edition's issue over a window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from bot.domain.answer import Story
from bot.domain.highlight import Highlight, Tally
from bot.domain.picking.picked import Reason
from bot.domain.posted import Answered, Continues, Correction, Watched
from bot.domain.update import Update
from bot.domain.window import Window


class Layout(StrEnum):
    """What an issue opens with: a verdict and the items that matter (a daily), highlights over projects (a weekly), or
    selected cards, papers and a watch list (a deployment weekly)."""

    VERDICT = "verdict"
    HIGHLIGHTS = "highlights"
    SELECTED = "selected"


class Section(StrEnum):
    """What an edition may be made of (field/editions.md). Where each stands is its layout's affair (bot/wording/issue);
    the projects, coverage, what was left out and references are part of every issue."""

    VERDICT = "verdict"
    STACK = "stack"
    CORRECTIONS = "corrections"
    HIGHLIGHTS = "highlights"
    CARDS = "cards"
    PAPERS = "papers"
    EVIDENCE = "evidence"
    WATCH_LIST = "watch list"
    TAKE_BACK = "to take back"


class CoverageStatus(StrEnum):
    """Quiet (read, nothing new), without data, and failed are three things."""

    DATA = "data"
    QUIET = "quiet"
    NO_DATA = "no data"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far a project was read: `since` is when its data ends (NO_DATA), or when reading began to fail (FAILED), and
    `reason` says why it failed ("GitHub rate limit")."""

    project: str
    status: CoverageStatus
    updates: int = 0
    since: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """A project that cannot be read: since when (None: it never was), and why in one sentence."""

    since: datetime | None
    reason: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How many updates were left out for one reason ("docs, CI and tests")."""

    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class DigestSection:
    """Stories of one project, in the order of WORDING.md 0.1. `key` is the project's key."""

    key: str
    stories: tuple[Story, ...]


@dataclass(frozen=True, slots=True)
class Digest:
    """One issue. `number` is the local date of the window's end for a daily ("2026-07-08"), the ISO week for a weekly
    ("2026-W28"); `read` counts all updates in the window, and what came late, before anything was left out; so does
    `coverage`, whatever the scope. `catch_up` says that the window was widened over issues that were not sent.
    `made_of` are the sections that its edition has. `top` are the few that open the channel message, from `sections`,
    the most important first.

    `cards` are the few stories that are worth a test, `mine` the keys of the leading updates that touch the stack of
    the place (`has_stack`), `late` of those that came in after their own window's issue; `unsure` are updates whose
    date may lie outside of the window. `cited` holds the updates that corrections, continuations, watch list and
    tallies speak of. `scope` is what the place asked for, as it is written; `issue` a running number where an edition
    has one. `reasons` say by the leading update's key why a story was picked, the strongest first.
    """

    edition: str
    number: str
    window: Window
    sections: tuple[DigestSection, ...]
    coverage: tuple[Coverage, ...]
    left_out: tuple[LeftOut, ...]
    read: int
    top: tuple[Story, ...] = ()
    layout: Layout | None = None
    highlights: tuple[Highlight, ...] = ()
    cards: tuple[Story, ...] = ()
    has_stack: bool = False
    mine: frozenset[str] = frozenset()
    corrections: tuple[Correction, ...] = ()
    continues: tuple[Continues, ...] = ()
    answered: tuple[Answered, ...] = ()
    watched: tuple[Watched, ...] = ()
    tallies: tuple[Tally, ...] = ()
    late: frozenset[str] = frozenset()
    unsure: tuple[Update, ...] = ()
    cited: Mapping[str, Update] = field(default_factory=lambda: MappingProxyType({}))
    scope: str = ""
    issue: int | None = None
    made_of: frozenset[Section] = frozenset(Section)
    catch_up: bool = False
    reasons: Mapping[str, tuple[Reason, ...]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def stories(self) -> tuple[Story, ...]:
        """All stories that are told, in their order."""
        return tuple(story for section in self.sections for story in section.stories)

    @property
    def form(self) -> Layout:
        """How the issue is laid out: as its edition says, else by what its number counts."""
        if self.layout is not None:
            return self.layout
        return Layout.HIGHLIGHTS if "W" in self.number else Layout.VERDICT
