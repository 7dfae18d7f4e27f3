"""When something is due: local hours through clock changes, by every zone's rules."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.schedule import (
    EVERY_DAY,
    JITTER,
    WORK_DAYS,
    Schedule,
    following,
    instant,
    jitter,
    latest,
    window_before,
)

BERLIN = ZoneInfo("Europe/Berlin")
SHANGHAI = ZoneInfo("Asia/Shanghai")
ZONES = st.sampled_from(
    [
        "UTC",
        "Asia/Shanghai",
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "Africa/Casablanca",
    ]
).map(ZoneInfo)
SCHEDULES = st.builds(
    Schedule,
    ZONES,
    st.times().map(lambda hour: hour.replace(microsecond=0)),
    st.frozensets(st.integers(1, 7), min_size=1),
)
INSTANTS = st.integers(946_684_800, 2_114_380_800).map(lambda second: datetime.fromtimestamp(second, UTC))


@pytest.mark.parametrize(
    ("day", "hour", "zone", "expected"),
    [
        pytest.param(date(2026, 7, 8), time(9), "Asia/Shanghai", "2026-07-08T01:00:00", id="no clock change"),
        pytest.param(date(2026, 3, 29), time(2), "Europe/Berlin", "2026-03-29T01:00:00", id="first skipped minute"),
        pytest.param(date(2026, 3, 29), time(2, 30), "Europe/Berlin", "2026-03-29T01:00:00", id="inside the gap"),
        pytest.param(date(2026, 3, 29), time(3), "Europe/Berlin", "2026-03-29T01:00:00", id="first after the gap"),
        pytest.param(date(2026, 3, 29), time(1, 59), "Europe/Berlin", "2026-03-29T00:59:00", id="last before the gap"),
        pytest.param(date(2026, 10, 25), time(2, 30), "Europe/Berlin", "2026-10-25T00:30:00", id="twice: the first"),
        pytest.param(date(2026, 10, 25), time(3), "Europe/Berlin", "2026-10-25T02:00:00", id="after the repeated hour"),
        pytest.param(date(2026, 10, 4), time(2, 10), "Australia/Lord_Howe", "2026-10-03T15:30:00", id="half an hour"),
        pytest.param(date(2011, 12, 30), time(9), "Pacific/Apia", "2011-12-30T10:00:00", id="a day that never was"),
    ],
)
def test_instant(day: date, hour: time, zone: str, expected: str) -> None:
    """A skipped hour moves to the first valid instant after it, a repeated one is taken the first time."""
    assert instant(day, hour, ZoneInfo(zone)) == datetime.fromisoformat(expected).replace(tzinfo=UTC)


def test_days_are_local() -> None:
    """Monday is Monday where the schedule lives, not in UTC."""
    schedule = Schedule(SHANGHAI, time(7), frozenset({1}))
    due = following(schedule, datetime(2026, 7, 8, tzinfo=UTC))
    assert due == datetime(2026, 7, 12, 23, tzinfo=UTC)
    assert due.astimezone(SHANGHAI).isoweekday() == 1


def test_weekend_is_waited_out() -> None:
    """What is due from Monday to Friday is due on Monday after Friday."""
    schedule = Schedule(SHANGHAI, time(9), WORK_DAYS)
    friday = datetime(2026, 7, 10, 1, tzinfo=UTC)
    assert following(schedule, friday) == friday + timedelta(days=3)
    assert latest(schedule, friday + timedelta(days=2)) == friday


def test_due_instant_counts_as_due() -> None:
    """At the very instant it is due; a second earlier the one before is the latest."""
    schedule = Schedule(BERLIN, time(9), EVERY_DAY)
    due = datetime(2026, 7, 8, 7, tzinfo=UTC)
    assert latest(schedule, due) == due
    assert latest(schedule, due - timedelta(seconds=1)) == due - timedelta(days=1)
    assert following(schedule, due) == due + timedelta(days=1)


def test_repeated_hour_is_due_once() -> None:
    """In the night when the clock goes back, an hour that happens twice is due once."""
    schedule = Schedule(BERLIN, time(2, 30), EVERY_DAY)
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert latest(schedule, first + timedelta(hours=1)) == first
    assert following(schedule, first) == datetime(2026, 10, 26, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize("days", [frozenset(), frozenset({0}), frozenset({8})], ids=["none", "zero", "eight"])
def test_days_must_be_weekdays(days: frozenset[int]) -> None:
    """A schedule that could never come is refused when it is made."""
    with pytest.raises(ValueError, match="ISO weekdays"):
        Schedule(BERLIN, time(9), days)


@given(SCHEDULES, INSTANTS)
def test_instants_abut(schedule: Schedule, now: datetime) -> None:
    """The latest instant is not after now, the following is, and none lies between."""
    before, after = latest(schedule, now), following(schedule, now)
    assert before <= now < after
    assert following(schedule, before) == after


@given(SCHEDULES, INSTANTS)
def test_windows_abut(schedule: Schedule, now: datetime) -> None:
    """The window of a delivery begins where that of the one before ended, so nothing is told twice or never."""
    due = latest(schedule, now)
    window = window_before(schedule, due)
    assert window.end == due
    assert window.start is not None
    assert window_before(schedule, window.start).end == window.start


@pytest.mark.parametrize(
    ("day", "hour", "zone", "runs"),
    [
        pytest.param("2026-03-07", time(0, 30), "America/New_York", 4, id="B053 day after the change"),
        pytest.param("2026-10-31", time(1, 30), "America/New_York", 3, id="B054 an hour that happens twice"),
        pytest.param("2026-03-07", time(2, 30), "America/New_York", 3, id="B055 an hour that does not exist"),
        pytest.param("2026-04-23", time(0), "Africa/Cairo", 3, id="B056 midnight that does not exist"),
    ],
)
def test_a_local_day_has_one_run(day: str, hour: time, zone: str, runs: int) -> None:
    """Through a change of the clock each local date has one run, which bears that date."""
    where, first = ZoneInfo(zone), date.fromisoformat(day)
    now, found = datetime.combine(first, time(0), where).astimezone(UTC) - timedelta(seconds=1), list[date]()
    for _ in range(runs):
        now = following(Schedule(where, hour, EVERY_DAY), now)
        found.append(now.astimezone(where).date())
    assert found == [first + timedelta(days=number) for number in range(runs)]


@given(
    st.sampled_from(sorted(available_timezones())).map(ZoneInfo),
    st.integers(0, 47).map(lambda half: time(half // 2, half % 2 * 30)),
    st.sampled_from([EVERY_DAY, *(frozenset({day}) for day in range(1, 8))]),
    st.dates(date(2026, 1, 1), date(2027, 12, 31)),
)
def test_every_zone_runs_once_a_local_day_or_week(
    zone: ZoneInfo, hour: time, days: frozenset[int], start: date
) -> None:
    """In every zone of the IANA list (all of them, every day: tests/bench/bench_schedule.py)."""
    schedule = Schedule(zone, hour, days)
    now, dates = datetime.combine(start, time(0), zone).astimezone(UTC) - timedelta(microseconds=1), list[date]()
    for _ in range(8):
        now = following(schedule, now)
        local = now.astimezone(zone)
        # Where a gap reaches midnight (Nuuk, 23:00), the first valid instant after it is the next day's midnight.
        is_of_yesterday = local.time() == time(0) and hour != time(0)
        dates.append(local.date() - timedelta(days=is_of_yesterday))
    step = timedelta(days=1 if days == EVERY_DAY else 7)
    assert all(after - before == step for before, after in pairwise(dates))
    assert all(one.isoweekday() in days for one in dates)


@given(st.text())
def test_jitter_is_stable_and_small(name: str) -> None:
    """B071: a name has one turn for ever, less than five minutes after the hour."""
    assert jitter(name) == jitter(name)
    assert timedelta() <= jitter(name) < JITTER


def test_jitter_spreads() -> None:
    """B071: of 500 channels at nine no more than a few have the same second, and each minute has its share."""
    turns = [jitter(f"slack:T{number % 9}/channel/C{number}") for number in range(500)]
    minutes = [sum(turn // timedelta(minutes=1) == minute for turn in turns) for minute in range(5)]
    assert all(60 <= count <= 140 for count in minutes)
    assert max(turns.count(turn) for turn in turns) <= 10


def test_day_one_is_monday() -> None:
    """B058: "every week at nine on day 1" is Monday, as ISO counts, not Tuesday as a cron library does."""
    at_nine = Schedule(ZoneInfo("UTC"), time(9), frozenset({1}))
    assert following(at_nine, datetime(2026, 7, 21, 12, tzinfo=UTC)) == datetime(2026, 7, 27, 9, tzinfo=UTC)
