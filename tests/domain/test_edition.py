"""Editions: which window an issue covers, what it is called and when the next one comes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.edition import EDITIONS, FRAMEWORKS_WEEKLY, SYSTEMS_DAILY, Edition, edition_named


def test_daily_window_closes_at_seven() -> None:
    """The daily covers 07:00 to 07:00 (UTC+8) and is named after the day it comes out."""
    window = SYSTEMS_DAILY.latest_window(datetime(2026, 7, 8, 1, tzinfo=UTC))
    assert (window.start, window.end) == (datetime(2026, 7, 6, 23, tzinfo=UTC), datetime(2026, 7, 7, 23, tzinfo=UTC))
    assert SYSTEMS_DAILY.number(window) == "2026-07-08"


def test_weekly_is_numbered_by_the_week_it_covers() -> None:
    """The weekly of Monday 13 July covers week 28, not the week that begins when it comes out."""
    window = FRAMEWORKS_WEEKLY.latest_window(datetime(2026, 7, 13, 2, tzinfo=UTC))
    assert window.end == datetime(2026, 7, 13, 1, tzinfo=UTC)
    assert FRAMEWORKS_WEEKLY.number(window) == "2026-W28"


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
    assert SYSTEMS_DAILY.next_issue(at) == datetime.fromisoformat(upcoming).replace(tzinfo=UTC)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_named_in_both_languages(edition: Edition) -> None:
    """Each edition is found by its key and by every name, in any case."""
    for word in (edition.key, *edition.words):
        assert edition_named(word.upper()) is edition
    assert edition_named("hourly") is None


@pytest.mark.parametrize(("edition", "days"), [(SYSTEMS_DAILY, 1), (FRAMEWORKS_WEEKLY, 7)])
def test_window_ending_anywhere(edition: Edition, days: int) -> None:
    """An issue can be composed for any end, over as long as the edition always covers."""
    end = datetime(2026, 7, 1, 12, 34, tzinfo=UTC)
    window = edition.window_ending(end)
    assert window.start == end - timedelta(days=days)
    assert window.end == end
