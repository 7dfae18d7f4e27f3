"""When a place has its next issue, and that it is said rightly."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.domain.issuing import issue_due, next_issue
from bot.domain.schedule import WORK_DAYS, Schedule
from tests.editions import SYSTEMS_DAILY

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TUESDAY = datetime(2026, 7, 7, tzinfo=UTC)
"""Its issue is out at 00:00 UTC, 08:00 in Shanghai."""
BERLIN = ZoneInfo("Europe/Berlin")


def at_nine(hour: int = 9) -> Schedule:
    """An hour in Berlin on working days; 09:00 is 07:00 UTC."""
    return Schedule(BERLIN, time(hour), WORK_DAYS)


@pytest.mark.parametrize(
    ("hour", "has_todays", "now", "comes"),
    [
        pytest.param(9, True, 8 * HOUR, DAY + 7 * HOUR, id="has today's"),
        pytest.param(15, True, 8 * HOUR, DAY + 13 * HOUR, id="moved to later today, which it has"),
        pytest.param(15, False, 6 * HOUR, 13 * HOUR, id="moved to later today, which it has not"),
        pytest.param(8, False, 6 * HOUR + HOUR / 2, 6 * HOUR + HOUR / 2, id="moved to an hour that is over"),
        pytest.param(9, False, 6 * HOUR, 7 * HOUR, id="waits for its hour"),
    ],
)
def test_next_issue(hour: int, has_todays: bool, now: timedelta, comes: timedelta) -> None:
    """A place that has today's issue gets tomorrow's, whatever its hour; one whose hour is over gets today's now."""
    window = SYSTEMS_DAILY.window_out(TUESDAY + HOUR if has_todays else TUESDAY - HOUR)
    assert next_issue(SYSTEMS_DAILY, at_nine(hour), window.end, TUESDAY + now) == TUESDAY + comes


@pytest.mark.parametrize(
    ("covered", "is_due"),
    [
        pytest.param(None, True, id="never had one"),
        pytest.param(TUESDAY + 100 * DAY, True, id="a mark of a wrong clock"),
        pytest.param(TUESDAY - HOUR, False, id="has it"),
    ],
)
def test_issue_due(covered: datetime | None, is_due: bool) -> None:
    """A new place gets what is out, one that has it does not get it again."""
    window = SYSTEMS_DAILY.window_out(TUESDAY + HOUR)
    expected = window if is_due else None
    assert issue_due(SYSTEMS_DAILY, at_nine(), covered, TUESDAY + HOUR) == expected
    assert (next_issue(SYSTEMS_DAILY, at_nine(), covered, TUESDAY + HOUR) == TUESDAY + HOUR) == is_due
