"""When something is due, in the zone in which people named the hour.

Pure calendar arithmetic by zoneinfo. What was already sent, and to whom, is asked of the store by the jobs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from zoneinfo import ZoneInfo

from bot.domain.window import Window

EVERY_DAY = frozenset(range(1, 8))
WORK_DAYS = frozenset(range(1, 6))
JITTER = timedelta(minutes=5)
"""So long after its hour something goes out at the most, that many who named one hour do not come together (B071)."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """An hour of local time in `zone` on `days` (ISO weekdays, 1 Monday to 7 Sunday, at least one)."""

    zone: ZoneInfo
    hour: time
    days: frozenset[int]

    def __post_init__(self) -> None:
        if not self.days or not self.days <= EVERY_DAY:
            raise ValueError(f"not a set of ISO weekdays: {sorted(self.days)}")


def instant(day: date, hour: time, zone: ZoneInfo) -> datetime:
    """The UTC instant of a local hour. An hour that a clock change skips moves to the first valid instant after the
    gap; one that happens twice is taken the first time."""
    wall = datetime.combine(day, hour.replace(tzinfo=None, fold=0), tzinfo=zone)
    there = wall.astimezone(UTC)
    if there.astimezone(zone).replace(tzinfo=None) == wall.replace(tzinfo=None):
        return there
    return _end_of_gap(wall.replace(fold=1).astimezone(UTC), there, zone)


def _end_of_gap(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The second at which the zone's offset changes; it lies in (before, after]."""
    old = before.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=(after - before) // timedelta(seconds=2))
        if middle.astimezone(zone).utcoffset() == old:
            before = middle
        else:
            after = middle
    return after


@dataclass(frozen=True, slots=True)
class Due:
    """A due instant in UTC, and the local day that it is of; an hour in a gap may move to the day after."""

    at: datetime
    day: date


def _days(schedule: Schedule, first: date, step: int) -> Iterator[Due]:
    """What is due day by day from a local date on, forwards or backwards."""
    day = first
    while True:
        if day.isoweekday() in schedule.days:
            yield Due(instant(day, schedule.hour, schedule.zone), day)
        day += timedelta(days=step)


def latest_due(schedule: Schedule, now: datetime) -> Due:
    """What was due last, not after `now`."""
    start = now.astimezone(schedule.zone).date() + timedelta(days=1)
    return next(due for due in _days(schedule, start, -1) if due.at <= now)


def next_due(schedule: Schedule, after: datetime) -> Due:
    """What is due first after an instant."""
    start = after.astimezone(schedule.zone).date() - timedelta(days=1)
    return next(due for due in _days(schedule, start, 1) if due.at > after)


def latest(schedule: Schedule, now: datetime) -> datetime:
    """The last due instant that is not after `now`."""
    return latest_due(schedule, now).at


def following(schedule: Schedule, after: datetime) -> datetime:
    """The first due instant after `after`."""
    return next_due(schedule, after).at


def window_before(schedule: Schedule, due: datetime) -> Window:
    """From the due instant before up to this one: what a delivery at `due` covers."""
    return Window(latest(schedule, due - timedelta(microseconds=1)), due, schedule.zone)


def jitter(name: str) -> timedelta:
    """How long after the hour it is the turn of whoever has this name: always the same, in whole seconds, from nothing
    up to, but not including, JITTER."""
    number = int.from_bytes(sha256(name.encode()).digest()[:8])
    return timedelta(seconds=number % int(JITTER.total_seconds()))
