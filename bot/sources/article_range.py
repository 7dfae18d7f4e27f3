"""The span of time that a digest article says it covers, read from its first lines.

Forms that were seen: 2026-06-28~07-05, `2026 年 7 月 31 日 07:00 至 8 月 1 日 07:00（UTC+08:00）`, 28 June to 5 July
2026, Jun 28 – Jul 5, 2026. What the article says is not read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

HEAD_LINES = 20
"""So many lines that are not blank are searched, each up to HEAD_LENGTH characters."""
HEAD_LENGTH = 600
LONGEST = timedelta(days=62)
"""Two dates further apart are no edition's span."""

_TO = r"\s*(?:~|～|〜|-|–|—|―|至|到|to|until|through)\s*"
_CLOCK = r"(?:\s*(?P<{0}hour>\d{{1,2}})[:：](?P<{0}minute>\d{{2}}))?"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?"
_NUMBERS = re.compile(
    r"(?<!\d)(?P<year>20\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})"
    rf"(?:{_TO}(?:(?P<year2>20\d\d)[-/.])?(?P<month2>\d{{1,2}})[-/.](?P<day2>\d{{1,2}}))?(?!\d)"
)
_CHINESE = re.compile(
    r"(?:(?P<year>20\d\d)\s*年\s*)?(?P<month>\d{1,2})\s*月\s*(?P<day>\d{1,2})\s*[日号]"
    + _CLOCK.format("")
    + rf"(?:{_TO}(?:(?P<year2>20\d\d)\s*年\s*)?(?:(?P<month2>\d{{1,2}})\s*月\s*)?(?P<day2>\d{{1,2}})\s*[日号]"
    + _CLOCK.format("to_")
    + ")?"
)
_DAY_FIRST = re.compile(
    rf"(?<![\d:])(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+(?P<month>{_MONTH}))?(?:,?\s+(?P<year>20\d\d))?"
    rf"{_TO}(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<month2>{_MONTH}),?\s+(?P<year2>20\d\d)",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"\b(?P<month>{_MONTH})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<year>20\d\d))?"
    rf"{_TO}(?:(?P<month2>{_MONTH})\s+)?(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year2>20\d\d)",
    re.IGNORECASE,
)
_ONE_DAY_FIRST = re.compile(rf"\b(?P<day>\d{{1,2}})\s+(?P<month>{_MONTH}),?\s+(?P<year>20\d\d)", re.IGNORECASE)
_ONE_MONTH_FIRST = re.compile(rf"\b(?P<month>{_MONTH})\s+(?P<day>\d{{1,2}}),?\s+(?P<year>20\d\d)", re.IGNORECASE)
_FORMS = (_NUMBERS, _CHINESE, _DAY_FIRST, _MONTH_FIRST, _ONE_DAY_FIRST, _ONE_MONTH_FIRST)
_YEAR = re.compile(r"(?<!\d)(20\d\d)\s*(?:年|[-/.]\d)")
_ZONE = re.compile(r"(?:UTC|GMT)\s*([+-])\s*(\d{1,2})(?:[:：]?(\d{2}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Span:
    """[start, end) as instants in the article's zone; days without a time end with their last day."""

    start: datetime
    end: datetime


def span_of(text: str, now: datetime) -> Span | None:
    """The first span of two dates in the article's head, else its first single date as one day; None if there is none.

    A date without a year takes the one that the head names, else the latest that is not after `now`. Without a zone
    dates are UTC's.
    """
    lines = [line[:HEAD_LENGTH] for line in text.split("\n") if line.strip()][:HEAD_LINES]
    head = "\n".join(lines)
    year = _YEAR.search(head)
    zone = _zone_of(head)
    guess = _guess(int(year[1]) if year else None, now)
    found = list(_spans(head, zone, guess))
    return next((span for span, two in found if two), next((span for span, _ in found), None))


def _guess(year: int | None, now: datetime) -> Callable[[int, int], int]:
    def of(month: int, day: int) -> int:
        if year is not None:
            return year
        return now.year if (month, day) <= (now.month, now.day) else now.year - 1

    return of


def _zone_of(head: str) -> timezone:
    found = _ZONE.search(head)
    if found is None:
        return UTC
    offset = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return timezone(offset if found[1] == "+" else -offset) if offset <= timedelta(hours=14) else UTC


def _spans(head: str, zone: timezone, guess: Callable[[int, int], int]) -> Iterator[tuple[Span, bool]]:
    """Every span that can be read, in the order of the text, and whether it has two dates."""
    matches = sorted((found for form in _FORMS for found in form.finditer(head)), key=lambda found: found.start())
    for found in matches:
        parts = found.groupdict()
        try:
            span = _span(parts, zone, guess)
        except ValueError:
            continue
        if timedelta(0) < span.end - span.start <= LONGEST:
            yield span, parts.get("day2") is not None


def _span(parts: dict[str, str | None], zone: timezone, guess: Callable[[int, int], int]) -> Span:
    day, day2 = int(parts["day"] or 0), int(parts.get("day2") or 0)
    month = _month(parts["month"] or parts.get("month2"))
    year = int(parts.get("year") or parts.get("year2") or guess(month, day))
    start = datetime(year, month, day, int(parts.get("hour") or 0), int(parts.get("minute") or 0), tzinfo=zone)
    if not day2:
        return Span(start, start + timedelta(days=1))
    month2 = _month(parts.get("month2")) if parts.get("month2") else month
    year2 = int(parts.get("year2") or (year + 1 if (month2, day2) < (month, day) else year))
    if not parts.get("year") and parts.get("year2") and (month2, day2) < (month, day):
        start = start.replace(year=year2 - 1)
    end = datetime(year2, month2, day2, int(parts.get("to_hour") or 0), int(parts.get("to_minute") or 0), tzinfo=zone)
    return Span(start, end if parts.get("to_hour") else end + timedelta(days=1))


def _month(text: str | None) -> int:
    if text is None:
        raise ValueError("no month")
    return int(text) if text.isdigit() else _MONTHS.index(text[:3].casefold()) + 1
