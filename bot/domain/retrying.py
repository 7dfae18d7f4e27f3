"""When a delivery that was not taken is tried again, and when it is given up.

A limit is kept to the second and is no failure; what fails backs off, doubling with jitter, and is parked in the end
with its reason, so that one bad place neither loops nor is forgotten (B072).
"""

from __future__ import annotations

from bot.domain.delivery import Later

FIRST_PAUSE = 30.0
LONGEST_PAUSE = 3600.0
JITTER = 0.2
"""The share by which a pause is stretched at random at the most, so that many do not come back together."""
MOST_TRIES = 12
"""Tries, limits not counted, after which a delivery is parked: about six hours."""


def pause_after(outcome: Later, tries: int, jitter: float) -> float:
    """Seconds until the next try after `tries` of them. `jitter` is drawn from 0 to 1."""
    if outcome.limited:
        return outcome.seconds * (1 + JITTER * jitter)
    doubled = FIRST_PAUSE * 2.0 ** min(tries - 1, 16)
    return min(max(doubled, outcome.seconds), LONGEST_PAUSE) * (1 + JITTER * jitter)


def is_given_up(outcome: Later, tries: int) -> bool:
    """Whether another try makes no sense."""
    return not outcome.limited and tries >= MOST_TRIES
