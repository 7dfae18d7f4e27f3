"""Dates, hours and spans as readers see them: in the zone that is handed in, never converted (WORDING.md 0, rule 7)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.domain.update import Precision
from bot.domain.window import Window
from bot.wording.catalogue import message, say
from bot.wording.joining import commas

_MONTHS = (
    message("Jan"),
    message("Feb"),
    message("Mar"),
    message("Apr"),
    message("May"),
    message("Jun"),
    message("Jul"),
    message("Aug"),
    message("Sep"),
    message("Oct"),
    message("Nov"),
    message("Dec"),
)
_WEEKDAYS = (
    message("Mon"),
    message("Tue"),
    message("Wed"),
    message("Thu"),
    message("Fri"),
    message("Sat"),
    message("Sun"),
)


def day(instant: datetime, now: datetime, zone: ZoneInfo) -> str:
    """The day: "11 Jul", with its year where that is not this one."""
    local = instant.astimezone(zone).date()
    return _day(local, with_year=local.year != now.astimezone(zone).year)


def calendar_day(local: date) -> str:
    """A day with weekday and year: "Wed 8 Jul 2026"."""
    return _weekday_and(local, with_year=True)


def calendar_text(local: date) -> str:
    """A day without weekday and year: "8 Jul"."""
    return _day(local)


def published(instant: datetime, precision: Precision, now: datetime, zone: ZoneInfo) -> str:
    """The day of an update, with how well it is known."""
    if precision is Precision.DAY:
        return day(instant, now.astimezone(UTC), ZoneInfo("UTC"))
    text = day(instant, now, zone)
    match precision:
        case Precision.NOT_BEFORE:
            return say("tagged {day} or later", day=text)
        case Precision.RANGE:
            return say("about {day}", day=text)
        case _:
            return text


def moment(instant: datetime, zone: ZoneInfo) -> str:
    """Day and hour: "7 Jul 23:56"."""
    local = instant.astimezone(zone)
    return say("{day} {hour}", day=_day(local.date()), hour=f"{local:%H:%M}")


def weekday_moment(instant: datetime, zone: ZoneInfo) -> str:
    """Weekday, day and hour: "Thu 9 Jul 08:00"."""
    local = instant.astimezone(zone)
    return say("{weekday} {day} {hour}", weekday=_weekday(local.date()), day=_day(local.date()), hour=f"{local:%H:%M}")


def offset(instant: datetime, zone: ZoneInfo) -> str:
    """The zone's offset at an instant: "UTC+8", "UTC+5:30", "UTC"."""
    delta = instant.astimezone(zone).utcoffset() or timedelta()
    minutes = int(delta.total_seconds()) // 60
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '-'}{hours}{f':{rest:02}' if rest else ''}"


def span(window: Window, now: datetime) -> str:
    """The days that a window touches: "22 Jun to 22 Jul", "15 to 22 Jul", "22 Jul"; "up to 22 Jul" without a start."""
    last = _last_day(window)
    this_year = now.astimezone(window.zone).year
    end = _day(last, with_year=last.year != this_year)
    if window.start is None:
        return say("up to {day}", day=end)
    first = window.start.astimezone(window.zone).date()
    if first >= last:
        return end
    if (first.year, first.month) == (last.year, last.month):
        return _within_a_month(first, last, with_year=last.year != this_year)
    return say("{first} to {last}", first=_day(first, with_year=first.year != last.year), last=end)


def exact_span(window: Window, with_weekday: bool = False) -> str:
    """A window to the minute with its zone's offset: "7 Jul 07:00 to 8 Jul 07:00 (UTC+8)"."""
    write = weekday_moment if with_weekday else moment
    end = write(window.end, window.zone)
    zone = offset(window.end, window.zone)
    if window.start is None:
        return say("up to {end} ({zone})", end=end, zone=zone)
    return say("{start} to {end} ({zone})", start=write(window.start, window.zone), end=end, zone=zone)


def length(window: Window) -> str:
    """How long a window is, in whole days: "30 days", "1 day"; "all time" if its start is open."""
    if window.start is None:
        return say("all time")
    days = max(1, round((window.end - window.start) / timedelta(days=1)))
    return say("1 day") if days == 1 else say("{days} days", days=days)


def _last_day(window: Window) -> date:
    """The last day of which the window holds something: an end at midnight belongs to the day before."""
    return (window.end.astimezone(window.zone) - timedelta(microseconds=1)).date()


def _weekday(local: date) -> str:
    return say(_WEEKDAYS[local.weekday()])


def _day(local: date, with_year: bool = False) -> str:
    month = say(_MONTHS[local.month - 1])
    if with_year:
        return say("{day} {month} {year}", day=local.day, month=month, year=local.year)
    return say("{day} {month}", day=local.day, month=month)


def _weekday_and(local: date, with_year: bool = False) -> str:
    return say("{weekday} {day}", weekday=_weekday(local), day=_day(local, with_year))


def _within_a_month(first: date, last: date, with_year: bool) -> str:
    """ "15 to 22 Jul": English names the month last, Chinese first."""
    month = say(_MONTHS[last.month - 1])
    if with_year:
        return say("{first} to {last} {month} {year}", first=first.day, last=last.day, month=month, year=last.year)
    return say("{first} to {last} {month}", first=first.day, last=last.day, month=month)


def exact_moment(instant: datetime, zone: ZoneInfo) -> str:
    """Day, hour and the zone's offset: "7 Jul 23:56 (UTC+8)"."""
    return say("{moment} ({zone})", moment=moment(instant, zone), zone=offset(instant, zone))


def weekdays(days: frozenset[int]) -> str:
    """Days of the week (1 Monday to 7 Sunday) as people say them: "every day", "Monday to Friday", "Mon, Thu"."""
    if days == frozenset(range(1, 8)):
        return say("every day")
    if days == frozenset(range(1, 6)):
        return say("Monday to Friday")
    if days == frozenset({6, 7}):
        return say("Saturday and Sunday")
    return commas(say(_WEEKDAYS[number - 1]) for number in sorted(days))


def coming_day(instant: datetime, now: datetime, zone: ZoneInfo) -> str:
    """A day that is to come, as people say it: "today", "tomorrow", "Thu 9 Jul"."""
    local, today = instant.astimezone(zone).date(), now.astimezone(zone).date()
    match (local - today).days:
        case 0:
            return say("today")
        case 1:
            return say("tomorrow")
        case _:
            return _weekday_and(local, with_year=local.year != today.year)


def past_moment(instant: datetime, now: datetime, zone: ZoneInfo) -> str:
    """An instant that is past, as people say it: "today 09:00", "yesterday 09:00", "Fri 3 Jul 09:00"."""
    local, today = instant.astimezone(zone), now.astimezone(zone).date()
    match (today - local.date()).days:
        case 0:
            return say("today {hour}", hour=f"{local:%H:%M}")
        case 1:
            return say("yesterday {hour}", hour=f"{local:%H:%M}")
        case _:
            return weekday_moment(instant, zone)


def weekday_day(instant: datetime, zone: ZoneInfo) -> str:
    """Weekday and day: "Wed 8 Jul"."""
    return _weekday_and(instant.astimezone(zone).date())
