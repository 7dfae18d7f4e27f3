"""The span of time that an article covers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sources.article_range import HEAD_LINES, Span, span_of

NOW = datetime(2026, 7, 22, 1, tzinfo=UTC)
CHINA = timezone(timedelta(hours=8))


def days(start: tuple[int, int, int], end: tuple[int, int, int], zone: timezone = UTC) -> Span:
    """From the beginning of one day to the beginning of another."""
    return Span(datetime(*start, tzinfo=zone), datetime(*end, tzinfo=zone))


@pytest.mark.parametrize(
    ("text", "span"),
    [
        pytest.param("样例 · 2026-06-28~07-05", days((2026, 6, 28), (2026, 7, 6)), id="numbers, second year left out"),
        pytest.param("2026-11-04 ~ 2026-11-10", days((2026, 11, 4), (2026, 11, 11)), id="numbers"),
        pytest.param("2025/12/28 至 01/03", days((2025, 12, 28), (2026, 1, 4)), id="over the new year"),
        pytest.param("2026年12月28日至1月3日", days((2026, 12, 28), (2027, 1, 4)), id="Chinese over the new year"),
        pytest.param("7 月 1 日至 3 日", days((2026, 7, 1), (2026, 7, 4)), id="a month for both"),
        pytest.param("12 月 1 日至 3 日", days((2025, 12, 1), (2025, 12, 4)), id="the latest that has been"),
        pytest.param("28 June to 5 July 2026", days((2026, 6, 28), (2026, 7, 6)), id="English"),
        pytest.param("28–30 June 2026", days((2026, 6, 28), (2026, 7, 1)), id="English, one month"),
        pytest.param("Jun 28 – Jul 5, 2026", days((2026, 6, 28), (2026, 7, 6)), id="American"),
        pytest.param("June 28-30, 2026", days((2026, 6, 28), (2026, 7, 1)), id="American, one month"),
        pytest.param("Dec 28 to Jan 3, 2026", days((2025, 12, 28), (2026, 1, 4)), id="American over the new year"),
        pytest.param("8月1日 日报 2026-07", days((2026, 8, 1), (2026, 8, 2)), id="one day, the head's year"),
        pytest.param("Published 5 July 2026", days((2026, 7, 5), (2026, 7, 6)), id="one day in English"),
        pytest.param("Daily of July 5, 2026", days((2026, 7, 5), (2026, 7, 6)), id="one day in American"),
        pytest.param("2026-07-08 (UTC+8)", days((2026, 7, 8), (2026, 7, 9), CHINA), id="a zone"),
        pytest.param("发布于 2026-07-09\n2026-07-01~07-07", days((2026, 7, 1), (2026, 7, 8)), id="a span before a day"),
        pytest.param("2026-13-40 and 2026-07-08", days((2026, 7, 8), (2026, 7, 9)), id="no such day is passed over"),
        pytest.param("v0.6.15 of 12.9", None, id="versions are no dates"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_the_forms_of_a_span(text: str, span: Span | None) -> None:
    """Each form gives the first instant and the end of the last day."""
    assert span_of(text, NOW) == span


def test_a_span_with_times() -> None:
    """Times and an offset are kept."""
    text = "速览\n\n窗口是 2026 年 7 月 31 日 07:00 至 8 月 1 日 07:00（UTC+08:00）"
    assert span_of(text, NOW) == Span(datetime(2026, 7, 31, 7, tzinfo=CHINA), datetime(2026, 8, 1, 7, tzinfo=CHINA))


@pytest.mark.parametrize(("before", "is_found"), [(HEAD_LINES - 1, True), (HEAD_LINES, False)])
def test_only_the_first_lines_are_searched(before: int, is_found: bool) -> None:
    """A date further down is about something else; blank lines do not count."""
    text = "line\n\n" * before + "2026-07-08"
    assert (span_of(text, NOW) is not None) is is_found


@given(st.text(alphabet="0123456789-/. 年月日至~UTC+:JunJuly\n", max_size=80))
def test_any_head_is_read_without_an_error(text: str) -> None:
    """Whatever stands there, a span has its end after its start."""
    span = span_of(text, NOW)
    assert span is None or span.start < span.end
