"""What earlier editions have said, and what today's stories and states mean for it.

Types only: links to earlier editions are found in bot/domain/continuing.py, corrections in bot/domain/correcting.py,
and the watch list in bot/domain/watching.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.label import Label
from bot.domain.references import Tie
from bot.domain.state import UNKNOWN, State
from bot.domain.tag import Tag


@dataclass(frozen=True, slots=True)
class Posted:
    """An item that stands in a posted issue: `key` is the leading update's, `keys` are those of all its updates.

    `label`, `state` and `tags` (hardware, format and model tags that it was about) are as they were then; UNKNOWN and
    None where that was not kept.
    """

    edition: str
    number: str
    key: str
    posted: datetime
    label: Label
    keys: tuple[str, ...] = ()
    state: State = UNKNOWN
    tags: frozenset[Tag] | None = None

    @property
    def place(self) -> tuple[str, str, str]:
        """Edition, number and key: what names the item for good."""
        return self.edition, self.number, self.key


@dataclass(frozen=True, slots=True)
class Continues:
    """That a story of today (`key`, its leading update's) goes on from one that was posted (`from_key`)."""

    key: str
    from_key: str
    edition: str
    number: str
    tie: Tie


class Amendment(StrEnum):
    """What has become wrong about a posted item."""

    REVERTED = "reverted"
    WITHDRAWN = "withdrawn"
    RELABELLED = "relabelled"
    RETAGGED = "retagged"


@dataclass(frozen=True, slots=True)
class Correction:
    """That an item of a posted issue has to be corrected; there is one at most for each posted item, ever.

    `at` is when that happened, `by` the key of the update that did it (the revert, the withdrawal; None where it was
    our own reading that was wrong). `label` is what the item is called now.
    """

    edition: str
    number: str
    key: str
    what: Amendment
    at: datetime
    by: str | None
    label: Label

    @property
    def place(self) -> tuple[str, str, str]:
        """The posted item's place: what must not be corrected twice."""
        return self.edition, self.number, self.key


class Reason(StrEnum):
    """Why something is watched for the next issue."""

    UNRELEASED_FIX = "unreleased fix"
    OPEN_SERIES = "open series"
    PRE_RELEASE = "pre-release"
    REVERTED = "reverted"


@dataclass(frozen=True, slots=True)
class Watched:
    """Something to look at next week, since when it is watched: the key of the update that it is about."""

    key: str
    reason: Reason
    since: datetime


class Outcome(StrEnum):
    """What has come of something that was watched."""

    RELEASED = "released"
    PRE_RELEASED = "pre-released"
    UNRELEASED = "unreleased"
    REVERTED = "reverted"
    CONTINUED = "continued"
    RELANDED = "relanded"
    WITHDRAWN = "withdrawn"
    NOTHING = "nothing"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of what was watched, with the evidence: a `version` (RELEASED, PRE_RELEASED; for UNRELEASED the
    latest one that lacks it), or the key of the update that shows it (`by`). NOTHING: looked for and not found.
    UNKNOWN: the project's tags were not read, or the update is gone."""

    watched: Watched
    outcome: Outcome
    version: str | None = None
    by: str | None = None
    at: datetime | None = None
