"""Editions: which window an issue covers, what it is called, when it goes out and when the next one comes."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.edition import Edition, Editions
from bot.domain.schedule import EVERY_DAY, WORK_DAYS, Schedule
from tests.factories import SHANGHAI

HOUR = timedelta(hours=1)
DAILY = Edition("systems-daily", ("daily", "日报"), Schedule(SHANGHAI, time(7), WORK_DAYS), HOUR)
WEEKLY = Edition("frameworks-weekly", ("weekly",), Schedule(SHANGHAI, time(9), frozenset({1})), timedelta(0))
BERLIN = ZoneInfo("Europe/Berlin")
NIGHTLY = Edition("nightly", ("night",), Schedule(BERLIN, time(1), EVERY_DAY), timedelta(hours=7))
"""Closes before the clock changes and goes out after it."""
IN_THE_GAP = Edition("gap", ("gap",), Schedule(BERLIN, time(2, 30), EVERY_DAY), timedelta(minutes=15))
EDITIONS = Editions((DAILY, WEEKLY))


def test_daily_window_closes_at_seven() -> None:
    """The daily covers 07:00 to 07:00 (UTC+8) and is named after the day it comes out."""
    window = DAILY.latest_window(datetime(2026, 7, 8, 1, tzinfo=UTC))
    assert (window.start, window.end) == (datetime(2026, 7, 6, 23, tzinfo=UTC), datetime(2026, 7, 7, 23, tzinfo=UTC))
    assert DAILY.number(window) == "2026-07-08"


def test_weekly_is_numbered_by_the_week_it_covers() -> None:
    """The weekly of Monday 13 July covers week 28, not the week that begins when it comes out."""
    window = WEEKLY.latest_window(datetime(2026, 7, 13, 2, tzinfo=UTC))
    assert window.end == datetime(2026, 7, 13, 1, tzinfo=UTC)
    assert WEEKLY.number(window) == "2026-W28"


@pytest.mark.parametrize(
    ("now", "upcoming"),
    [
        pytest.param("2026-07-07T23:00:00", "2026-07-08T00:00:00", id="window closed, not out yet"),
        pytest.param("2026-07-08T00:00:00", "2026-07-09T00:00:00", id="just out"),
    ],
)
def test_next_issue(now: str, upcoming: str) -> None:
    """An issue goes out an hour after its window closes; until then it is the next one."""
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert DAILY.next_issue(at) == datetime.fromisoformat(upcoming).replace(tzinfo=UTC)


@pytest.mark.parametrize("day", [pytest.param(29, id="spring"), pytest.param(28, id="the day before")])
def test_an_issue_keeps_its_hour_when_the_clock_changes(day: int) -> None:
    """A window that closes at one and an issue of eight are six hours apart in that night, and eight it is."""
    due = datetime(2026, 3, day, 8, tzinfo=BERLIN)
    closed = datetime(2026, 3, day, 1, tzinfo=BERLIN).astimezone(UTC)
    assert NIGHTLY.next_issue(datetime(2026, 3, day, 0, tzinfo=BERLIN)) == due.astimezone(UTC)
    assert NIGHTLY.out_at(closed) == due.astimezone(UTC)
    second = timedelta(seconds=1)
    assert NIGHTLY.window_out(due.astimezone(UTC)).end == closed
    assert NIGHTLY.window_out(due.astimezone(UTC) - second).end < closed


@given(st.integers(0, 365 * 24 * 60), st.sampled_from([DAILY, WEEKLY, NIGHTLY, IN_THE_GAP]))
def test_what_is_out_agrees_with_what_comes(minutes: int, edition: Edition) -> None:
    """At any instant the latest issue that is out was planned before, and the next one comes after its window's."""
    now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    window = edition.window_out(now)
    assert window.end <= edition.out_at(window.end) <= now < edition.next_issue(now)
    after = edition.latest_window(edition.next_issue(now))
    assert after.start == window.end
    assert edition.out_at(after.end) == edition.next_issue(now)


@pytest.mark.parametrize("edition", EDITIONS.all, ids=lambda edition: edition.key)
def test_found_by_every_name(edition: Edition) -> None:
    """Each edition is found by its key and by every name, in any case."""
    for word in (edition.key, *edition.words):
        assert EDITIONS.named(word.upper()) is edition
    assert EDITIONS.named("hourly") is None
    assert EDITIONS.first is DAILY


@pytest.mark.parametrize(("edition", "days"), [(DAILY, 1), (WEEKLY, 7)])
def test_window_ending_anywhere(edition: Edition, days: int) -> None:
    """An issue can be composed for any end, over as long as the edition always covers."""
    end = datetime(2026, 7, 1, 12, 34, tzinfo=UTC)
    window = edition.window_ending(end)
    assert window.start == end - timedelta(days=days)
    assert window.end == end
    assert edition.out_at(end) == end + edition.delay
