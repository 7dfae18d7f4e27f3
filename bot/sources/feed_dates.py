"""Dates of feeds: read strictly, and believed only near the time when we first saw what they date (C24).

Feed readers turn a month 13 into January and a number of seconds into the year 1699; here such a date is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_tz

from bot.domain.update import Precision

OLDEST = timedelta(days=30)
"""An entry that says it is older than this when it is first seen is dated by that moment; its date is an edit's, or no
date at all (B023)."""
NEWEST = timedelta(days=1)
"""An entry may be dated so far ahead; further ahead it would stay on top for ever (B021)."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_WRITTEN_DAY = re.compile(r"(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\.?,?\s+(\d{4})")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}")
_MAIL = re.compile(r"(?:[A-Za-z]{3,9},?\s+)?\d{1,2}\s+[A-Za-z]{3,9}\s+\d{2,4}\s+\d{1,2}:\d{2}")
_MAIL_ZONE = re.compile(r"(?:[+-]\d{4}|GMT|UTC?|Z|[ECMP][SD]T)\s*(?:\([^)]*\))?$")
_READ = 100
"""A longer text is no date."""


@dataclass(frozen=True, slots=True)
class Stated:
    """An instant, in UTC and to the second, and how well it is known."""

    at: datetime
    precision: Precision


def read_date(text: str) -> Stated | None:
    """What a date of a feed says (RFC 822 or ISO 8601); a day without a time, or a time whose zone is not known, is a
    day (B024). None for anything that is no date of the calendar (B022)."""
    text = text.strip()
    if len(text) > _READ or not text.isascii():
        return None
    try:
        return _read(text)
    except (ValueError, OverflowError, TypeError, IndexError):
        return None


def _read(text: str) -> Stated | None:
    if found := _DAY.fullmatch(text):
        return _day(int(found[1]), int(found[2]), int(found[3]))
    if found := _WRITTEN_DAY.fullmatch(text):
        month = found[2].casefold()
        return _day(int(found[3]), _MONTHS.index(month) + 1, int(found[1]))
    if _ISO.match(text):
        at = datetime.fromisoformat(text)
        return Stated(_utc(at), Precision.SECOND) if at.tzinfo else _day(at.year, at.month, at.day)
    if _MAIL.match(text):
        parts = parsedate_tz(text)
        if parts is None:
            return None
        year, month, day, hour, minute, second, *_, offset = parts
        local = datetime(year, month, day, hour, minute, min(second, 59), tzinfo=UTC)
        if not _MAIL_ZONE.search(text):
            return _day(year, month, day)
        return Stated(local - timedelta(seconds=offset or 0), Precision.SECOND)
    return None


def _day(year: int, month: int, day: int) -> Stated:
    return Stated(datetime(year, month, day, tzinfo=UTC), Precision.DAY)


def _utc(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(microsecond=0)


def is_believable(stated: Stated | None, first_seen: datetime) -> bool:
    """Whether a date lies where an entry that is first seen now may be dated: [first seen - 30 d, first seen + 1 d]."""
    return stated is not None and first_seen - OLDEST <= stated.at <= first_seen + NEWEST


def dated(stated: Stated | None, first_seen: datetime) -> Stated:
    """The date if it can be believed, else the moment of first sight, of which only the day means something."""
    if stated is not None and is_believable(stated, first_seen):
        return stated
    return Stated(first_seen.astimezone(UTC).replace(microsecond=0), Precision.DAY)
