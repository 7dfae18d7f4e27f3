"""Windows abut, also where issues between were not sent."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.domain.editing.catching_up import DAILY_REACH, catches_up, caught_up
from tests.domain.editing.window import DAILY, WINDOW, issue
from tests.factories import at

MONDAY = DAILY.window_ending(at(12, hour=23))


@pytest.mark.parametrize(
    ("last", "start"),
    [
        pytest.param(None, at(6, hour=23), id="the first issue ever"),
        pytest.param(at(6, hour=23), at(6, hour=23), id="the one before was sent"),
        pytest.param(at(5, hour=23), at(5, hour=23), id="one was not"),
        pytest.param(at(1, hour=23), at(1, hour=23), id="almost a week"),
        pytest.param(at(30, month=6, hour=23), at(30, month=6, hour=23), id="a week"),
        pytest.param(at(29, month=6, hour=23), at(30, month=6, hour=23), id="longer than it reaches"),
        pytest.param(at(7, hour=23), at(6, hour=23), id="this very one"),
    ],
)
def test_a_window_begins_where_the_last_sent_one_ended(last: datetime | None, start: datetime) -> None:
    """As far back as a daily reaches; its end and its number stay."""
    window = caught_up(DAILY, WINDOW, last)
    assert (window.start, window.end) == (start, WINDOW.end)
    assert DAILY.number(window) == DAILY.number(WINDOW)
    assert catches_up(DAILY, window) is (start < at(6, hour=23))
    assert window.start is not None
    assert window.end - window.start <= DAILY_REACH


def test_monday_is_no_catching_up() -> None:
    """Its daily covers the weekend every week; with Friday's missing it does catch up."""
    assert MONDAY.start is not None
    assert MONDAY.end - MONDAY.start == timedelta(days=3)
    assert not issue([], window=caught_up(DAILY, MONDAY, MONDAY.start)).catch_up
    assert issue([], window=caught_up(DAILY, MONDAY, at(8, hour=23))).catch_up
