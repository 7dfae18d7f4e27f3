"""For how long somebody wants to hear nothing: `3 days`, `a week`, `1 month`, `until monday`, 一周, 到周一.

A duration begins now, a day begins at its midnight in the zone of who asks.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.domain.errors import Suggestion, UserError
from bot.domain.question.time_words import NUMBER_WORDS, UNIT_DAYS, WEEKDAYS, unit_of
from bot.domain.text import fold

LONGEST_PAUSE = timedelta(days=90)
"""A longer one is a `stop` without an end."""

_WEEKDAY = "|".join(sorted((name for name in WEEKDAYS if name.isascii()), key=len, reverse=True))
_DURATION = re.compile(
    r"(?:for )?(?:the )?(?:next )?(?:(?P<count>[0-9]{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|an?)"
    r" ?(?P<unit>hours?|days?|weeks?|months?|years?)|(?P<short>[0-9]{1,6})(?P<letter>[hdwmy]))"
    r"|(?P<zhcount>[0-9]{1,6}|[一二两三四五六七八九十]) ?(?P<zhunit>个?小时|天|日|个?星期|个?礼拜|周|个?月|年)"
)
_UNTIL = re.compile(
    rf"(?:until|till) (?:(?:next |on )?(?P<weekday>{_WEEKDAY})|(?P<tomorrow>tomorrow)|(?P<week>next week))"
    r"|(?:直?到|至) ?(?:下?(?:周|星期|礼拜)(?P<zhweekday>[一二三四五六日天])|(?P<zhtomorrow>明天))"
    r"|(?:until |till |(?:直?到|至) ?)(?P<iso>[0-9]{4}-[0-9]{2}-[0-9]{2})"
)


def asks_for_pause(text: str) -> bool:
    """Whether a text says how long or until when, be it possible or not."""
    words = fold(text)
    return _DURATION.fullmatch(words) is not None or _UNTIL.fullmatch(words) is not None


def pause_end(text: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """When the pause that a text asks for ends, at the latest LONGEST_PAUSE from now; None for a text that asks for
    none. UserError for a pause that is none, is too long or ends on a day that is past or that no calendar has."""
    words = fold(text)
    if found := _DURATION.fullmatch(words):
        span = _span(found)
        return _checked(now + span if span <= LONGEST_PAUSE else None, now)
    if found := _UNTIL.fullmatch(words):
        day = _day(found, now.astimezone(zone).date())
        return _checked(datetime.combine(day, time(), zone), now)
    return None


def _span(found: re.Match[str]) -> timedelta:
    said = found["count"] or found["short"] or found["zhcount"]
    count = int(said) if said.isdecimal() else NUMBER_WORDS[said]
    unit = found["letter"] or unit_of(found["unit"] or found["zhunit"])
    return timedelta(hours=count) if unit == "h" else timedelta(days=count * UNIT_DAYS[unit])


def _day(found: re.Match[str], today: date) -> date:
    if found["iso"]:
        try:
            return date.fromisoformat(found["iso"])
        except ValueError:
            raise UserError(
                'No calendar has the day "{day}".', Suggestion("stop a week", "stop a week"), day=found["iso"]
            ) from None
    if found["tomorrow"] or found["zhtomorrow"]:
        return today + timedelta(days=1)
    weekday = WEEKDAYS[found["weekday"] or found["zhweekday"] or "monday"]
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def _checked(end: datetime | None, now: datetime) -> datetime:
    if end is None or end - now > LONGEST_PAUSE:
        raise UserError(
            "The longest pause is {days} days. Without a time it lasts until you resume.",
            Suggestion(f"stop {LONGEST_PAUSE.days} days", f"stop {LONGEST_PAUSE.days} days"),
            Suggestion("stop", "stop"),
            days=LONGEST_PAUSE.days,
        )
    if end <= now:
        raise UserError(
            "That pause would be over at once. Say how long, or until which day.",
            Suggestion("stop a week", "stop a week"),
            Suggestion("stop until monday", "stop until monday"),
        )
    return end
