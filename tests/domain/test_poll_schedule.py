"""What is due when."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.poll_schedule import (
    LONGEST_BACK_OFF,
    SHORTEST_BACK_OFF,
    SHORTEST_PAUSE,
    SILENT_AT_LEAST,
    SILENT_GAPS,
    WITH_TOKEN,
    WITHOUT_TOKEN,
    back_off,
    in_turn,
    interval,
    is_due,
    is_silent,
    pause_until,
)
from tests.factories import NOW

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.mark.parametrize(
    ("rhythm", "waits"),
    [
        pytest.param(2 * MINUTE, WITH_TOKEN.shortest, id="busier than we ask"),
        pytest.param(40 * MINUTE, 20 * MINUTE, id="twice in its usual gap"),
        pytest.param(30 * DAY, WITH_TOKEN.longest, id="quiet"),
        pytest.param(None, 15 * MINUTE, id="not known yet"),
    ],
)
def test_busy_sources_are_asked_more_often(rhythm: timedelta | None, waits: timedelta) -> None:
    """How long a source rests follows its own rhythm, within the pace of its host."""
    assert interval(WITH_TOKEN, rhythm) == waits


def test_without_a_token_at_most_hourly() -> None:
    """60 requests an hour are all there is: no repository is asked more than once in it (C01)."""
    assert interval(WITHOUT_TOKEN, MINUTE) == HOUR


@pytest.mark.parametrize(
    ("failures", "waits"),
    [
        pytest.param(1, SHORTEST_BACK_OFF, id="first"),
        pytest.param(2, 10 * MINUTE, id="second"),
        pytest.param(9, 1280 * MINUTE, id="the last below a day"),
        pytest.param(10, LONGEST_BACK_OFF, id="a day"),
        pytest.param(10_000, LONGEST_BACK_OFF, id="never more than a day"),
    ],
)
def test_back_off(failures: int, waits: timedelta) -> None:
    """Failures double the wait from 5 minutes up to a day, and it stays there: a source is never given up (B027)."""
    assert back_off(failures) == waits


@given(st.integers(min_value=-400 * 86_400, max_value=400 * 86_400))
def test_a_pause_is_bounded(seconds: int) -> None:
    """Whatever a host says, it is left alone for a minute at least and a day at most (C02)."""
    until = pause_until(NOW + timedelta(seconds=seconds), NOW)
    assert NOW + SHORTEST_PAUSE <= until <= NOW + LONGEST_BACK_OFF


@pytest.mark.parametrize(
    ("next_try", "due"),
    [
        pytest.param(None, True, id="never asked"),
        pytest.param(NOW, True, id="now"),
        pytest.param(NOW + MINUTE, False, id="in a minute"),
        pytest.param(NOW + LONGEST_BACK_OFF, False, id="in a day"),
        pytest.param(NOW + LONGEST_BACK_OFF + MINUTE, True, id="the clock was set back"),
    ],
)
def test_is_due(next_try: datetime | None, due: bool) -> None:
    """Due is what is past, and what no rule could have put so far ahead."""
    assert is_due(next_try, NOW) is due


def test_who_waited_longest_comes_first() -> None:
    """Sources that were read before are not kept waiting by the first reading of new ones."""
    tries = [("new", None), ("b", NOW - MINUTE), ("later", NOW + MINUTE), ("a", NOW - HOUR), ("newer", None)]
    assert in_turn(tries, NOW) == ("a", "b", "new", "newer")


@pytest.mark.parametrize(
    ("last", "rhythm", "silent"),
    [
        pytest.param(NOW - SILENT_AT_LEAST, MINUTE, False, id="B147: a week of holidays"),
        pytest.param(NOW - SILENT_AT_LEAST - MINUTE, MINUTE, True, id="longer than a week, usually every minute"),
        pytest.param(NOW - SILENT_GAPS * 3 * DAY, 3 * DAY, False, id="a month, usually every third day"),
        pytest.param(NOW - SILENT_GAPS * 3 * DAY - MINUTE, 3 * DAY, True, id="beyond its own rhythm"),
        pytest.param(None, DAY, False, id="never brought anything"),
        pytest.param(NOW - 400 * DAY, None, False, id="rhythm not known"),
    ],
)
def test_silence(last: datetime | None, rhythm: timedelta | None, silent: bool) -> None:
    """Silence is unusual by a source's own rhythm."""
    assert is_silent(last, rhythm, NOW) is silent
