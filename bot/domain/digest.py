"""Digests in newspaper words: an edition's issue over a window."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.answer import Story
from bot.domain.window import Window


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
    ("2026-W28"); `read` counts all updates in the window before anything was left out.
    `top` are the few that open the channel message, from `sections`, the most important first."""

    edition: str
    number: str
    window: Window
    sections: tuple[DigestSection, ...]
    coverage: tuple[Coverage, ...]
    left_out: tuple[LeftOut, ...]
    read: int
    top: tuple[Story, ...] = ()
