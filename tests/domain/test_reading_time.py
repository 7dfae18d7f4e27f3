"""Words of time in questions, against Wednesday 22 July 2026, 09:00 in Shanghai."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.domain.errors import UserError
from bot.domain.query import Query
from bot.domain.question.notes import FutureSince
from bot.domain.window import Window
from tests.domain.field import NOW, SHANGHAI, reading_of, tags


def _local(month: int, day: int, hour: int = 0) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=SHANGHAI)


STARTS = [
    pytest.param("since:7d", NOW - timedelta(days=7), "since:7d", id="days"),
    pytest.param("2w", NOW - timedelta(days=14), "since:2w", id="bare weeks"),
    pytest.param("24h", NOW - timedelta(hours=24), "since:24h", id="hours"),
    pytest.param("since:1m", NOW - timedelta(days=30), "since:1m", id="month"),
    pytest.param("last 3 days", NOW - timedelta(days=3), "since:3d", id="last days"),
    pytest.param("past two weeks", NOW - timedelta(days=14), "since:2w", id="number in words"),
    pytest.param("近两周", NOW - timedelta(days=14), "since:2w", id="Chinese weeks"),
    pytest.param("最近3天", NOW - timedelta(days=3), "since:3d", id="Chinese days"),
    pytest.param("一个月内", NOW - timedelta(days=30), "since:1m", id="within a month, Chinese"),
    pytest.param("since:2026-07-01", _local(7, 1), "since:2026-07-01", id="day"),
    pytest.param("since: 2026-7-1", _local(7, 1), "since:2026-07-01", id="blank after the colon"),
    pytest.param("since 20260701", _local(7, 1), "since:2026-07-01", id="day in eight digits"),
    pytest.param("since:2026-06", _local(6, 1), "since:2026-06", id="month of a year"),
    pytest.param("since june", _local(6, 1), "since:2026-06", id="month by name"),
    pytest.param("6月20日以来", _local(6, 20), "since:2026-06-20", id="Chinese day"),
    pytest.param("since december", datetime(2025, 12, 1, tzinfo=SHANGHAI), "since:2025-12", id="month that has been"),
    pytest.param("since monday", _local(7, 20), "since:monday", id="weekday"),
    pytest.param("since wednesday", _local(7, 22), "since:wednesday", id="weekday that is today"),
    pytest.param("since:周一", _local(7, 20), "since:monday", id="Chinese weekday"),
    pytest.param("since last week", _local(7, 13), "since:last-week", id="since last week"),
    pytest.param("today", _local(7, 22), "today", id="today"),
    pytest.param("今天", _local(7, 22), "today", id="today, Chinese"),
    pytest.param("this week", _local(7, 20), "this week", id="this week"),
    pytest.param("本周", _local(7, 20), "this week", id="this week, Chinese"),
    pytest.param("this month", _local(7, 1), "this month", id="this month"),
    pytest.param("since:all", None, "since:all", id="all"),
    pytest.param("since:99999d", None, "since:all", id="a span beyond all"),
    pytest.param("since:1970", None, "since:all", id="a year before all"),
]


@pytest.mark.parametrize(("words", "start", "spelling"), STARTS)
def test_windows_up_to_now(words: str, start: datetime | None, spelling: str) -> None:
    """A start alone makes a window up to now; days begin in the asker's zone."""
    reading = reading_of(f"vllm {words}")
    assert reading.query == Query(tags("project:vllm"), window=Window(start, NOW, SHANGHAI))
    assert reading.text == f"vllm {spelling}"


SPANS = [
    pytest.param("yesterday", _local(7, 21), _local(7, 22), id="yesterday"),
    pytest.param("昨天", _local(7, 21), _local(7, 22), id="yesterday, Chinese"),
    pytest.param("last week", _local(7, 13), _local(7, 20), id="last week"),
    pytest.param("上周", _local(7, 13), _local(7, 20), id="last week, Chinese"),
    pytest.param("上个月", _local(6, 1), _local(7, 1), id="last month, Chinese"),
    pytest.param("since:2026-06 until:2026-07-01", _local(6, 1), _local(7, 2), id="until holds its whole day"),
    pytest.param("since:2026-05 until:2026-06", _local(5, 1), _local(7, 1), id="until holds its whole month"),
    pytest.param("since:30d until:7d", NOW - timedelta(days=30), NOW - timedelta(days=7), id="until a rolling span"),
    pytest.param("since:2w until:2099-01-01", NOW - timedelta(days=14), NOW, id="no window beyond now"),
    pytest.param("since:7d since:2w", NOW - timedelta(days=14), NOW, id="the last word counts"),
]


@pytest.mark.parametrize(("words", "start", "end"), SPANS)
def test_windows_with_an_end(words: str, start: datetime, end: datetime) -> None:
    """A named day, week or month is its whole; until: closes a window."""
    assert reading_of(f"vllm {words}").query.window == Window(start, end, SHANGHAI)


def test_until_alone_is_open_at_its_start() -> None:
    """until: without since: reaches back to the beginning."""
    assert reading_of("vllm until:yesterday").query.window == Window(None, _local(7, 22), SHANGHAI)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("3d parallelism", id="dimensions"),
        pytest.param("1m context", id="a million"),
        pytest.param("最近", id="recently"),
        pytest.param("may break", id="may without since"),
        pytest.param("from scratch", id="from something else"),
        pytest.param("recent", id="recent"),
    ],
)
def test_what_is_no_time(words: str) -> None:
    """Words that only resemble a time name no window."""
    assert reading_of(f"vllm {words}").query.window is None


def test_a_window_alone_is_a_question() -> None:
    """ "today" asks for everything of today; it is not the empty question."""
    reading = reading_of("today")
    assert not reading.is_empty
    assert reading.query.window == Window(_local(7, 22), NOW, SHANGHAI)


def test_a_day_that_has_not_come_is_said_and_ignored() -> None:
    """since: in the future is noted, and the answer has its usual window."""
    reading = reading_of("vllm since:2027-01-01")
    assert reading.query == Query(tags("project:vllm"))
    assert reading.notes == (FutureSince(date(2027, 1, 1)),)
    assert reading.text == "vllm"
    assert reading_of("vllm since:2026-07-22").notes == ()
    assert reading_of("vllm since:2026-07-23").notes == (FutureSince(date(2026, 7, 23)),)


@pytest.mark.parametrize(
    "wrong", ["since:banana", "since:2026-13-01", "since:2026-02-30", "since:0d", "until:someday", "since:9999-12-31x"]
)
def test_what_is_no_time_behind_since_is_refused(wrong: str) -> None:
    """since: and until: take a time and say so."""
    with pytest.raises(UserError, match="is not a time"):
        reading_of(f"vllm {wrong}")


def test_a_window_that_ends_before_it_begins_is_refused() -> None:
    """A window without an instant in it is told to its asker."""
    with pytest.raises(UserError, match="nothing lies between"):
        reading_of("vllm since:2026-07-10 until:2026-07-01")


def test_days_begin_in_the_askers_zone() -> None:
    """The same words are another window elsewhere, also on a day that lost an hour."""
    berlin = ZoneInfo("Europe/Berlin")
    after_the_change = datetime(2026, 3, 29, 12, tzinfo=UTC)
    window = reading_of("vllm today", now=after_the_change, zone=berlin).query.window
    assert window == Window(datetime(2026, 3, 28, 23, tzinfo=UTC), after_the_change, berlin)
    rolled = reading_of("vllm since:1d", now=after_the_change, zone=berlin).query.window
    assert rolled is not None
    assert rolled.start == after_the_change - timedelta(hours=24)
