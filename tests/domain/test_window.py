"""Windows: half open, in any zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.window import Window
from tests.domain.field import NOW, SHANGHAI

INSTANTS = st.datetimes(
    min_value=datetime(2000, 1, 1),  # noqa: DTZ001 - the strategy adds the zone itself
    max_value=datetime(2100, 1, 1),  # noqa: DTZ001 - see above
    timezones=st.just(UTC),
)


def test_the_start_counts_and_the_end_does_not() -> None:
    """[start, end): an update on the border belongs to the later window."""
    window = Window(NOW - timedelta(days=1), NOW, SHANGHAI)
    assert window.holds(NOW - timedelta(days=1))
    assert window.holds(NOW - timedelta(microseconds=1))
    assert not window.holds(NOW)
    assert not window.holds(NOW - timedelta(days=1, microseconds=1))


def test_an_open_start_reaches_back_for_ever() -> None:
    """Without a start, everything before the end is inside."""
    assert Window(None, NOW, SHANGHAI).holds(datetime(1970, 1, 1, tzinfo=UTC))
    assert not Window(None, NOW, SHANGHAI).holds(NOW)


@given(INSTANTS, INSTANTS, INSTANTS)
def test_windows_that_meet_part_time_between_them(start: datetime, border: datetime, instant: datetime) -> None:
    """An instant lies in exactly one of two windows that share a border and reach over it."""
    end = max(start, border, instant) + timedelta(seconds=1)
    before, after = Window(None, border, SHANGHAI), Window(border, end, SHANGHAI)
    assert before.holds(instant) != after.holds(instant)
