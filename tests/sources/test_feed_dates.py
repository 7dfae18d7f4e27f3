"""Dates of feeds: strictly read, and believed near the first sight only (C24)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.update import Precision
from bot.sources.feed_dates import NEWEST, OLDEST, Stated, dated, is_believable, read_date

NOW = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        pytest.param("Mon, 30 Nov 2026 10:00:00 GMT", "2026-11-30T10:00:00", id="RFC 822"),
        pytest.param("30 Nov 2026 10:00 +0530", "2026-11-30T04:30:00", id="without weekday and seconds"),
        pytest.param("Mon, 30 November 2026 10:00:00 EST", "2026-11-30T15:00:00", id="a zone's name"),
        pytest.param("Mon, 30 Nov 2026 10:00:00 -0000", "2026-11-30T10:00:00", id="no zone, but UTC"),
        pytest.param("2026-11-30T10:00:00Z", "2026-11-30T10:00:00", id="ISO"),
        pytest.param("2026-11-30T10:00:00.123456+08:00", "2026-11-30T02:00:00", id="ISO with a fraction"),
        pytest.param(" 2026-11-30 10:00:00+00:00\n", "2026-11-30T10:00:00", id="with a space"),
    ],
)
def test_instants_are_read(text: str, at: str) -> None:
    """To the second, in UTC."""
    assert read_date(text) == Stated(datetime.fromisoformat(at).replace(tzinfo=UTC), Precision.SECOND)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("2026-11-30", id="ISO day"),
        pytest.param("Mon, 30 Nov 2026", id="RFC 822 day"),
        pytest.param("30 Nov 2026", id="day"),
        pytest.param("2026-11-30T10:00:00", id="ISO without a zone"),
        pytest.param("Mon, 30 Nov 2026 10:00:00 IST", id="a zone of two meanings"),
        pytest.param("Mon, 30 Nov 2026 10:00:00", id="RFC 822 without a zone"),
    ],
)
def test_b024_what_is_not_known_to_the_second_is_a_day(text: str) -> None:
    """A day without a time, and a time of an unknown zone."""
    assert read_date(text) == Stated(datetime(2026, 11, 30, tzinfo=UTC), Precision.DAY)


@pytest.mark.parametrize(
    "text",
    ["", "2026-13-45T00:00:00Z", "1700000000", "30/11/2026", "30 Feb 2026", "Mon, 30 Feb 2026 10:00:00 GMT",
     "Mon, 30 Nov 2026 25:00:00 GMT", "yesterday", "0001-01-01T00:00:00+14:00", "2026-11-30T" + "0" * 500,
     "２０２６-11-30"],
)  # fmt: skip
def test_b022_what_is_no_date_is_none(text: str) -> None:
    """No month 13, no year 1699."""
    assert read_date(text) is None


@pytest.mark.parametrize(
    ("away", "believed"),
    [
        pytest.param(-OLDEST - timedelta(seconds=1), False, id="older than 30 days"),
        pytest.param(-OLDEST, True, id="30 days"),
        pytest.param(-OLDEST + timedelta(seconds=1), True, id="younger than 30 days"),
        pytest.param(NEWEST - timedelta(seconds=1), True, id="less than a day ahead"),
        pytest.param(NEWEST, True, id="a day ahead"),
        pytest.param(NEWEST + timedelta(seconds=1), False, id="more than a day ahead"),
    ],
)
def test_c24_dates_are_believed_near_the_first_sight(away: timedelta, believed: bool) -> None:
    """[first seen - 30 d, first seen + 1 d]; else the moment of first sight, as a day."""
    stated = Stated(NOW + away, Precision.SECOND)
    assert is_believable(stated, NOW) is believed
    assert dated(stated, NOW) == (stated if believed else Stated(NOW, Precision.DAY))


@given(st.text(max_size=60))
def test_any_text_is_a_date_or_none(text: str) -> None:
    """Nothing raises."""
    found = read_date(text)
    assert found is None or found.at.tzinfo is UTC
