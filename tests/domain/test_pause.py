"""How long a pause lasts that somebody asks for, up to the longest, and what is no pause but a question."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.domain.errors import UserError
from bot.domain.pause import LONGEST_PAUSE, asks_for_pause, pause_end
from tests.factories import NOW, SHANGHAI


def midnight(day: int, month: int = 7) -> datetime:
    """When a day of 2026 begins in Shanghai."""
    return datetime(2026, month, day, tzinfo=SHANGHAI)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        pytest.param("a week", NOW + timedelta(weeks=1), id="a week"),
        pytest.param("一周", NOW + timedelta(weeks=1), id="a week in Chinese"),
        pytest.param("for 3 days", NOW + timedelta(days=3), id="days"),
        pytest.param("3天", NOW + timedelta(days=3), id="days in Chinese"),
        pytest.param("2w", NOW + timedelta(weeks=2), id="short"),
        pytest.param("1 month", NOW + timedelta(days=30), id="a month is 30 days"),
        pytest.param("一个月", NOW + timedelta(days=30), id="a month in Chinese"),
        pytest.param("5 hours", NOW + timedelta(hours=5), id="hours"),
        pytest.param("89 days", NOW + LONGEST_PAUSE - timedelta(days=1), id="one under the longest"),
        pytest.param("90 days", NOW + LONGEST_PAUSE, id="the longest"),
        pytest.param("until monday", midnight(27), id="the next Monday"),
        pytest.param("until wednesday", midnight(29), id="today's weekday is the next week's"),
        pytest.param("until thu", midnight(23), id="tomorrow's weekday"),
        pytest.param("until tomorrow", midnight(23), id="tomorrow"),
        pytest.param("until next week", midnight(27), id="next week"),
        pytest.param("到下周一", midnight(27), id="Monday in Chinese"),
        pytest.param("until 2026-08-01", midnight(1, 8), id="a date"),
        pytest.param("generation in vllm", None, id="a question"),
        pytest.param("3 tokens", None, id="a number of something else"),
    ],
)
def test_ends(text: str, end: datetime | None) -> None:
    """A duration begins now, a day at its midnight where the asker lives."""
    assert pause_end(text, NOW, SHANGHAI) == end
    assert asks_for_pause(text) == (end is not None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("91 days", "The longest pause is 90 days", id="one over the longest"),
        pytest.param("999999 years", "The longest pause is 90 days", id="far over it"),
        pytest.param("until 2027-07-22", "The longest pause is 90 days", id="a far day"),
        pytest.param("0 days", "over at once", id="none"),
        pytest.param("until 2026-07-22", "over at once", id="today"),
        pytest.param("until 2026-02-30", "No calendar", id="no day"),
    ],
)
def test_refused(text: str, reason: str) -> None:
    """What is asked for and cannot be is said, with what can."""
    with pytest.raises(UserError, match=reason) as caught:
        pause_end(text, NOW, SHANGHAI)
    assert caught.value.suggestions
