"""Released or not: what is known of where a change can be had (WORDING.md 0.2)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Stage(StrEnum):
    """Where a change stands. Merged is not released; UNKNOWN means that the project's tags were not read."""

    UNKNOWN = "unknown"
    OPEN = "open"
    CLOSED = "closed"
    UNRELEASED = "unreleased"
    PRERELEASE = "prerelease"
    RELEASED = "released"
    REVERTED = "reverted"


@dataclass(frozen=True, slots=True)
class State:
    """A stage with what belongs to it.

    `version` is the first release (or pre-release) that holds the change, or for UNRELEASED the latest one that does
    not; `at` and `by` (a key) say when and by what it was reverted.
    """

    stage: Stage
    version: str | None = None
    at: datetime | None = None
    by: str | None = None


UNKNOWN = State(Stage.UNKNOWN)
