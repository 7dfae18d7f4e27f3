"""What became of attempts to send, added up: for whoever watches the bot. Nothing is decided by it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

LATENESS_BOUNDS = (15, 60, 300, 600, 3_600, 21_600)
"""Seconds: a tick, a minute, the jitter, late enough to be told (`BEHIND`), an hour, a quarter of a day."""
BEYOND = 1_000_000_000
"""Counted here is what came later than the last bound."""


class SendResult(StrEnum):
    """`SENT` is a whole delivery; the others are why an attempt stopped."""

    SENT = "sent"
    UNKNOWN = "unknown"
    REFUSED = "refused"
    GIVEN_UP = "given_up"
    LATER = "later"
    LIMITED = "limited"


@dataclass(frozen=True, slots=True)
class SendCount:
    """How often something became of what was sent to a platform. What was sent stands under the bound of its lateness
    in seconds (`within`), everything else under 0; `seconds` is the lateness of all that is counted here, together."""

    platform: str
    result: SendResult
    within: int
    number: int
    seconds: float


def bound_of(lateness: timedelta) -> int:
    """The bound under which a lateness is counted; what came early is not late."""
    return next((bound for bound in LATENESS_BOUNDS if lateness.total_seconds() <= bound), BEYOND)
