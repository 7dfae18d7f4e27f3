"""Words of time in both languages: "since:7d", "last week", 上周, 近两周. Each gives a span with a canonical spelling.

Days, weeks and months are the asker's own (zone); `7d` and `近两周` roll back from now. `until:` holds the whole day,
week or month that it names. Versions after `since` are bot/domain/question/versions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.domain.question.time_words import (
    ALL,
    ALONE,
    CHINESE_SINCE,
    DIMENSIONS,
    MONTHS,
    NUMBER_WORDS,
    POINT,
    SINCE,
    UNIT_DAYS,
    UNTIL,
    WEEKDAY_NAMES,
    WEEKDAYS,
    is_loose,
    unit_of,
)

MAX_DAYS = 36_500
"""A longer span is the whole past."""
FIRST_YEAR = 1990
"""An earlier date is the whole past."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time: instants in UTC, None for an open end; `has_start` tells "since ever" from "not said".

    `text` is how it is written so that it reads back. `day` is the first local day, for a start that has not come.
    """

    text: str
    start: datetime | None
    end: datetime | None
    has_start: bool = True
    day: date | None = None


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A named stretch: local days, or instants for one that rolls; `text` without since: or until:."""

    text: str
    start: datetime | None
    end: datetime | None
    day: date | None = None


class Times:
    """Reads words of time against one clock and one zone."""

    def __init__(self, now: datetime, zone: ZoneInfo) -> None:
        self.now = now.astimezone(UTC)
        self.zone = zone
        self.today = now.astimezone(zone).date()

    def at(self, text: str, place: int) -> tuple[int, Span] | None:
        """The longest words of time that begin at a place of the plain question, and where they end; None for none."""
        if opened := SINCE.match(text, place):
            return self._since(text, opened.end())
        if opened := UNTIL.match(text, place):
            return self._until(text, opened.end())
        if found := CHINESE_SINCE.match(text, place):
            return self._closed(found, self._stretch(found), _since_span)
        found = ALONE.match(text, place)
        if found is None or found[0].casefold() in DIMENSIONS or is_loose(found):
            return None
        return self._closed(found, self._stretch(found), _alone_span)

    def _since(self, text: str, place: int) -> tuple[int, Span] | None:
        if found := ALL.match(text, place):
            return found.end(), Span("since:all", None, None)
        found = POINT.match(text, place)
        return self._closed(found, self._stretch(found), _since_span) if found else None

    def _until(self, text: str, place: int) -> tuple[int, Span] | None:
        found = POINT.match(text, place)
        return self._closed(found, self._stretch(found), _until_span) if found else None

    @staticmethod
    def _closed(
        found: re.Match[str], stretch: _Stretch | None, make: Callable[[_Stretch], Span]
    ) -> tuple[int, Span] | None:
        return (found.end(), make(stretch)) if stretch else None

    def _stretch(self, found: re.Match[str]) -> _Stretch | None:
        """The stretch that a match names; None for a day that no calendar has."""
        said = {name: text.casefold() for name, text in found.groupdict().items() if text is not None}
        return self._rolling(said) or self._calendar(said) or self._named(said)

    def _rolling(self, said: dict[str, str]) -> _Stretch | None:
        if short := said.get("short"):
            count, unit = int(short[:-1]), short[-1]
        else:
            number = said.get("count") or said.get("count2") or said.get("zhcount") or said.get("zhcount2")
            unit_word = said.get("unit") or said.get("unit2") or said.get("zhunit") or said.get("zhunit2")
            if number is None or unit_word is None:
                return None
            number = number.removesuffix(" of")
            count, unit = int(number) if number.isdigit() else NUMBER_WORDS[number], unit_of(unit_word)
        hours = count if unit == "h" else count * UNIT_DAYS[unit] * 24
        if hours == 0:
            return None
        if hours > MAX_DAYS * 24:
            return _Stretch("all", None, None)
        return _Stretch(f"{count}{unit}", self.now - timedelta(hours=hours), None)

    def _calendar(self, said: dict[str, str]) -> _Stretch | None:
        day = self.today
        monday = day - timedelta(days=day.weekday())
        if "today" in said:
            return self._days("today", day, day + timedelta(days=1))
        if "yesterday" in said:
            return self._days("yesterday", day - timedelta(days=1), day)
        if "before" in said:
            return self._days((day - timedelta(days=2)).isoformat(), day - timedelta(days=2), day - timedelta(days=1))
        if "thisyear" in said or "lastyear" in said:
            year = day.year - ("lastyear" in said)
            return self._days(
                "this year" if "thisyear" in said else "last year", date(year, 1, 1), date(year + 1, 1, 1)
            )
        which = "this" if "this" in said else "last" if "last" in said else ""
        if not which:
            return None
        match unit_of(said["thisunit" if which == "this" else "lastunit"]):
            case "w":
                start = monday if which == "this" else monday - timedelta(days=7)
                return self._days(f"{which} week", start, start + timedelta(days=7))
            case "m":
                first = day.replace(day=1)
                start = first if which == "this" else (first - timedelta(days=1)).replace(day=1)
                return self._days(f"{which} month", start, _next_month(start))
            case _:
                year = day.year - (which == "last")
                return self._days(f"{which} year", date(year, 1, 1), date(year + 1, 1, 1))

    def _named(self, said: dict[str, str]) -> _Stretch | None:
        weekday = said.get("weekdayname") or said.get("zhweekday")
        if weekday:
            day = self.today - timedelta(days=(self.today.weekday() - WEEKDAYS[weekday]) % 7)
            return self._days(WEEKDAY_NAMES[day.weekday()], day, day + timedelta(days=1))
        try:
            if iso := said.get("iso"):
                return self._iso(iso)
            return self._month_day(said)
        except (ValueError, OverflowError):
            return None

    def _iso(self, iso: str) -> _Stretch:
        parts = [int(part) for part in re.split("[-/]", iso)]
        if len(iso) == 8 and len(parts) == 1:
            parts = [int(iso[:4]), int(iso[4:6]), int(iso[6:])]
        if parts[0] < FIRST_YEAR:
            date(parts[0], *[*parts[1:], 1, 1][:2])
            return _Stretch("all", None, None)
        match parts:
            case [year]:
                return self._days(f"{year}", date(year, 1, 1), date(year + 1, 1, 1))
            case [year, month]:
                first = date(year, month, 1)
                return self._days(f"{year:04}-{month:02}", first, _next_month(first))
            case _:
                day = date(*parts)
                return self._days(day.isoformat(), day, day + timedelta(days=1))

    def _month_day(self, said: dict[str, str]) -> _Stretch | None:
        """A month or a day of one without its year: the latest that has begun."""
        written = said.get("zhmonth") or said.get("month") or said.get("month2") or said.get("month3")
        if written is None:
            return None
        month = int(written) if written.isdigit() else MONTHS[written]
        number = said.get("zhday") or said.get("day") or said.get("day2")
        if year := said.get("zhyear"):
            first = date(int(year.removesuffix("年").strip()), month, int(number or 1))
        else:
            first = date(self.today.year, month, int(number or 1))
            if first > self.today:
                first = date(self.today.year - 1, month, int(number or 1))
        if number:
            return self._days(first.isoformat(), first, first + timedelta(days=1))
        return self._days(f"{first.year:04}-{first.month:02}", first, _next_month(first))

    def _days(self, text: str, start: date, end: date) -> _Stretch:
        return _Stretch(text, self._midnight(start), self._midnight(end), start)

    def _midnight(self, day: date) -> datetime:
        return datetime.combine(day, time(), self.zone).astimezone(UTC)


def _since_span(stretch: _Stretch) -> Span:
    return Span(f"since:{stretch.text.replace(' ', '-')}", stretch.start, None, day=stretch.day)


def _until_span(stretch: _Stretch) -> Span:
    """Up to the end of a named day, week or month, or up to the moment that a rolling span begins."""
    text = f"until:{stretch.text.replace(' ', '-')}"
    return Span(text, None, stretch.end or stretch.start, has_start=False, day=stretch.day)


def _alone_span(stretch: _Stretch) -> Span:
    if stretch.end is None:
        return _since_span(stretch)
    return Span(stretch.text, stretch.start, stretch.end, day=stretch.day)


def _next_month(first: date) -> date:
    return (first + timedelta(days=32)).replace(day=1)
