"""Dates, hours and spans (WORDING.md 0, rule 7)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.window import Window
from bot.wording.catalogue import listed, number, say, say_count
from bot.wording.dates import coming_day, day, exact_moment, exact_span, length, offset, span
from tests.factories import NOW, SHANGHAI, at


@pytest.mark.parametrize(
    ("start", "end", "wanted"),
    [
        pytest.param(at(22, 6), NOW, "22 Jun to 22 Jul", id="two-months"),
        pytest.param(at(15), NOW, "15 to 22 Jul", id="one-month"),
        pytest.param(at(22, hour=0), NOW, "22 Jul", id="one-day"),
        pytest.param(at(12, hour=16), at(19, hour=16), "13 to 19 Jul", id="end-at-midnight"),
        pytest.param(at(1).replace(year=2025), NOW, "1 Jul 2025 to 22 Jul", id="another-year"),
        pytest.param(None, NOW, "up to 22 Jul", id="open"),
    ],
)
def test_span(start: datetime | None, end: datetime, wanted: str) -> None:
    """The days that a window touches; an end at midnight belongs to the day before."""
    assert span(Window(start, end, SHANGHAI), NOW) == wanted


def test_exact_spans_have_their_offset() -> None:
    """A window is written in its own zone."""
    window = Window(at(6, hour=23), at(7, hour=23), SHANGHAI)
    assert exact_span(window) == "7 Jul 07:00 to 8 Jul 07:00 (UTC+8)"
    assert exact_span(window, with_weekday=True) == "Tue 7 Jul 07:00 to Wed 8 Jul 07:00 (UTC+8)"
    assert exact_span(Window(None, at(7, hour=23), SHANGHAI)) == "up to 8 Jul 07:00 (UTC+8)"


@pytest.mark.parametrize(
    ("zone", "wanted"),
    [("Asia/Shanghai", "UTC+8"), ("Asia/Kolkata", "UTC+5:30"), ("America/St_Johns", "UTC-2:30"), ("UTC", "UTC")],
)
def test_offsets(zone: str, wanted: str) -> None:
    """Half hours and both signs."""
    assert offset(NOW, ZoneInfo(zone)) == wanted


def test_moments_and_days() -> None:
    """A moment has its zone, another year is said, what comes soon has its word."""
    assert exact_moment(at(7, hour=15, minute=56), SHANGHAI) == "7 Jul 23:56 (UTC+8)"
    assert day(at(7).replace(year=2025), NOW, SHANGHAI) == "7 Jul 2025"
    assert [coming_day(NOW + timedelta(days=days), NOW, SHANGHAI) for days in (0, 1, 2)] == [
        "today",
        "tomorrow",
        "Fri 24 Jul",
    ]


@pytest.mark.parametrize(
    ("window", "wanted"),
    [
        (Window(NOW - timedelta(days=30), NOW, SHANGHAI), "30 days"),
        (Window(NOW - timedelta(hours=2), NOW, SHANGHAI), "1 day"),
        (Window(None, NOW, SHANGHAI), "all time"),
    ],
)
def test_lengths(window: Window, wanted: str) -> None:
    """Whole days, at least one."""
    assert length(window) == wanted


@given(
    st.integers(946_684_800, 2_208_988_800).map(lambda second: datetime.fromtimestamp(second, UTC)),
    st.timedeltas(timedelta(seconds=1), timedelta(days=800)),
    st.sampled_from(["UTC", "Asia/Shanghai", "America/New_York", "Pacific/Apia"]),
)
def test_every_window_can_be_written(start: datetime, size: timedelta, zone: str) -> None:
    """No window, clock change or zone breaks the words."""
    window = Window(start, start + size, ZoneInfo(zone))
    assert span(window, NOW)
    assert exact_span(window).endswith(")")


def test_counts_and_lists() -> None:
    """One is not many, thousands are parted, lists end with a word."""
    assert say_count("{count} story", "{count} stories", 1) == "1 story"
    assert say_count("{count} story", "{count} stories", 1_122) == "1,122 stories"
    assert number(1_122) == "1,122"
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_foreign_braces_are_no_places() -> None:
    """Text that is put into a place is not read as a message."""
    assert say("{text}.", text="{evil} {0}") == "{evil} {0}."
    assert say("{literal}") == "{literal}"
