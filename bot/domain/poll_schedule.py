"""What is due when: each source is polled once for all its readers (C04, B048), busy ones often, failing ones seldom.

Pure arithmetic over instants that are stored; no plan is kept. What became of a poll is bot/domain/health.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

SHORTEST_BACK_OFF = timedelta(minutes=5)
LONGEST_BACK_OFF = timedelta(hours=24)
"""A failing source is asked at least once a day, so it recovers by itself (B027)."""
SHORTEST_PAUSE = timedelta(minutes=1)
"""A host that limits us without saying until when is left alone so long (C02)."""
POLLS_A_GAP = 2.0
"""A source is asked so many times in the time that usually lies between two of its updates."""
FIRST_INTERVALS = 3
"""So many of the shortest intervals lie between polls of a source whose rhythm is not known yet."""
SILENT_AT_LEAST = timedelta(days=7)
"""Weekends and holidays are no silence: arXiv announces nothing from 23 to 28 December (B147)."""
SILENT_GAPS = 10.0
"""A source is unusually silent after so many of its usual gaps."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How often a source may be polled while it is well."""

    shortest: timedelta
    longest: timedelta


WITH_TOKEN = Pace(timedelta(minutes=5), timedelta(hours=1))
"""GitHub with a token: what has not changed costs nothing of the limit (C03)."""
WITHOUT_TOKEN = Pace(timedelta(hours=1), timedelta(hours=6))
"""GitHub without a token: 60 requests an hour are all there is (C01)."""
FEEDS = Pace(timedelta(minutes=30), timedelta(hours=6))
LISTINGS = Pace(timedelta(hours=3), timedelta(hours=12))
"""arXiv's results change once a day (C20)."""


def interval(pace: Pace, rhythm: timedelta | None) -> timedelta:
    """How long to wait after a poll that went well. `rhythm` is the usual time between two updates, None if unknown."""
    if rhythm is None:
        return min(pace.longest, pace.shortest * FIRST_INTERVALS)
    return min(pace.longest, max(pace.shortest, rhythm / POLLS_A_GAP))


def back_off(failures: int) -> timedelta:
    """How long to wait after so many failures in a row (at least 1): 5 minutes, doubling, up to a day."""
    doublings = min(max(failures, 1) - 1, 16)
    return min(LONGEST_BACK_OFF, SHORTEST_BACK_OFF * (1 << doublings))


def pause_until(until: datetime, now: datetime) -> datetime:
    """When to ask a host again that wants to be left alone until an instant: not at once, and within a day even if its
    clock or its answer is wrong."""
    return min(max(until, now + SHORTEST_PAUSE), now + LONGEST_BACK_OFF)


def is_due(next_try: datetime | None, now: datetime) -> bool:
    """Whether a source is to be polled. One that was to wait longer than any wait is: the clock was set back."""
    return next_try is None or next_try <= now or next_try > now + LONGEST_BACK_OFF


def in_turn(next_tries: Iterable[tuple[str, datetime | None]], now: datetime) -> tuple[str, ...]:
    """The names of the sources that are due: those that waited longest first, new ones last in their order, so that
    the first reading of many does not keep those waiting that were read before."""
    due = [(name, at) for name, at in next_tries if is_due(at, now)]
    waited = sorted(((at, place) for place, (_, at) in enumerate(due) if at is not None))
    new = [name for name, at in due if at is None]
    return tuple(due[place][0] for _, place in waited) + tuple(new)


def is_silent(last_news: datetime | None, rhythm: timedelta | None, now: datetime) -> bool:
    """Whether a source that answers has brought nothing for unusually long, by its own rhythm."""
    if last_news is None or rhythm is None:
        return False
    return now - last_news > max(SILENT_AT_LEAST, rhythm * SILENT_GAPS)
