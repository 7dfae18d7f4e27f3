"""Every zone of the IANA list, every day of 2026 and 2027, daily and weekly, hours in half-hour steps: one run a local
day or week, in order.

    python -m tests.bench.bench_schedule [--every 20]

Zones whose offsets are equal at every half hour are looked at once. A sample of it runs in the suite
(tests/domain/test_schedule.py).
"""

from __future__ import annotations

import argparse
import sys
import time as clock
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

from bot.domain.schedule import EVERY_DAY, Schedule, following

FIRST, LAST = date(2026, 1, 1), date(2027, 12, 31)
HOURS = tuple(time(half // 2, half % 2 * 30) for half in range(48))
WEEKDAYS = tuple(frozenset({day}) for day in range(1, 8))


def runs(schedule: Schedule) -> Iterator[datetime]:
    """The due instants of the two years, found as the scheduler finds them: each from the one before."""
    now = datetime.combine(FIRST, time(0), schedule.zone).astimezone(UTC) - timedelta(microseconds=1)
    while True:
        now = following(schedule, now)
        if day_of(now, schedule) > LAST:
            return
        yield now


def day_of(due: datetime, schedule: Schedule) -> date:
    """The local date for which a run is due. Where a gap reaches midnight (Nuuk, 23:00), the first valid instant
    after it is the next day's midnight, and the run is still the day's before."""
    local = due.astimezone(schedule.zone)
    is_of_yesterday = local.time() == time(0) and schedule.hour != time(0)
    return local.date() - timedelta(days=1) if is_of_yesterday else local.date()


def wanted(days: frozenset[int]) -> list[date]:
    """The local dates of the two years on which a run is due."""
    every = (FIRST + timedelta(days=number) for number in range((LAST - FIRST).days + 1))
    return [day for day in every if day.isoweekday() in days]


def faults_of(zone: ZoneInfo) -> Iterator[str]:
    """What is wrong in a zone: a day or week without a run, with two, or out of order."""
    expected = {days: wanted(days) for days in (EVERY_DAY, *WEEKDAYS)}
    for hour in HOURS:
        for days, dates in expected.items():
            schedule = Schedule(zone, hour, days)
            found = list(runs(schedule))
            if [day_of(one, schedule) for one in found] != dates or found != sorted(set(found)):
                yield f"{zone.key} {hour:%H:%M} {sorted(days)}"


def alike(names: Iterable[str]) -> dict[tuple[timedelta | None, ...], list[str]]:
    """Zones by their offset at every half hour of the two years: those with the same offsets have the same runs."""
    found: dict[tuple[timedelta | None, ...], list[str]] = {}
    start = datetime.combine(FIRST, time(0), UTC) - timedelta(days=1)
    instants = [start + timedelta(minutes=30) * number for number in range(((LAST - FIRST).days + 3) * 48)]
    for name in names:
        zone = ZoneInfo(name)
        found.setdefault(tuple(one.astimezone(zone).utcoffset() for one in instants), []).append(name)
    return found


def main() -> int:
    """Prints what is wrong, and how much was looked at."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every nth zone")
    names = sorted(available_timezones())[:: parser.parse_args().every]
    began, groups = clock.monotonic(), alike(names)
    faults = [fault for group in groups.values() for fault in faults_of(ZoneInfo(group[0]))]
    print(*faults, sep="\n")
    per_zone = len(HOURS) * len(wanted(EVERY_DAY)) * 2
    print(
        f"{len(names)} zones of {len(groups)} kinds, {len(groups) * per_zone:,} runs, {len(faults)} faults, "
        f"{clock.monotonic() - began:.0f} s"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
