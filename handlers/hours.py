"""Hours and time zones as people type them: `9:00`, `9am`, `Asia/Shanghai`. What is not clear is asked, not guessed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import time
from functools import partial
from zoneinfo import ZoneInfo

from bot.domain.errors import Suggestion, UserError
from bot.domain.grapheme import shortened
from bot.domain.text import fold
from config.zone_places import zone_of_city, zones_at
from config.zones import is_area, zone_named, zones_called

QUOTED = 40
"""Characters of a word that a sentence quotes."""

_CLOCK = re.compile(r"(\d{1,2})(?::(\d{2}))?(am|pm)?")
_APART = re.compile(r"(\d)\s+(am|pm)\b", re.IGNORECASE)
_TIME = re.compile(r"[+-]?\d{1,3}(?::\d{2}(?:am|pm)?|am|pm)", re.ASCII)
_LOOKS_LIKE_AN_HOUR = re.compile(r"[+-]?\d+(?:[:.]\d+)*(?:am|pm|h)?")


@dataclass(frozen=True, slots=True)
class When:
    """An hour and a zone, None where none was typed."""

    hour: time | None = None
    zone: ZoneInfo | None = None


def when_of(words: str, line: Callable[[str], str]) -> When:
    """What `9:00`, `9am Asia/Shanghai` and the like say. UserError with a sentence for anything else; `line` gives the
    whole command line with other words in the place of these, for its ways out."""
    found = When()
    parts = _APART.sub(r"\1\2", words).split()
    for at, word in enumerate(parts):
        if (hour := clock_of(word)) is not None and found.hour is None:
            found = When(hour, found.zone)
        elif _LOOKS_LIKE_AN_HOUR.fullmatch(fold(word)):
            raise UserError(
                '"{word}" is no hour of a day. Hours are 0:00 to 23:59.',
                Suggestion("9:00", _again(parts, at, line, "9:00")),
                word=shortened(word, QUOTED),
            )
        else:
            found = When(found.hour, zone_of(word, partial(_again, parts, at, line)))
    return found


def clock_of(word: str) -> time | None:
    """The time of day that 9:00, 21:30, 9am or 9:30pm are; None for anything else, 25:00 and a bare 9 too."""
    match = _CLOCK.fullmatch(fold(word))
    if not match or not (match[2] or match[3]):
        return None
    hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def is_about_hours(word: str) -> bool:
    """Whether a word is meant as an hour or a zone, right or wrong: `25:00`, `9am`, `EST`, `Asia`, `Asia/Shanghai`,
    `../../etc/passwd`; a bare number is not."""
    folded = fold(word)
    hour = _LOOKS_LIKE_AN_HOUR.fullmatch(folded) is not None and not folded.isdecimal()
    return hour or "/" in word or is_area(word) or bool(zones_called(word)) or folded == "utc"


def may_be_when(word: str) -> bool:
    """Whether a word behind `profile` can be told what is wrong with it as an hour or a zone: `is_about_hours`, half an
    hour of two words (`9 am`), a city, a distance from UTC."""
    folded = fold(word)
    is_half = folded.isdecimal() or folded in {"am", "pm"}
    return is_half or is_about_hours(word) or is_place(word)


def is_place(word: str) -> bool:
    """Whether a word is a city without its area or a distance from UTC: `Berlin`, `UTC+8`."""
    return zone_of_city(word) is not None or bool(zones_at(word))


def is_when(word: str) -> bool:
    """Whether a word behind a question says when: an hour, right or wrong, or a place with its area. A version
    (`0.24.0`) and an abbreviation, which may be a word of the question, do not."""
    folded = fold(word)
    hour = _TIME.fullmatch(folded) is not None
    return hour or ("/" in word and is_area(word.partition("/")[0]))


def zone_of(word: str, line: Callable[[str], str]) -> ZoneInfo:
    """The zone of an Area/City name; UserError with what may be meant for anything else."""
    meant = zones_called(word) or zones_at(word)
    shown = shortened(word, QUOTED)
    if city := zone_of_city(word):
        raise UserError("A time zone is written with its area: {zone}?", Suggestion(city, line(city)), zone=city)
    ways = tuple(Suggestion(name, line(name)) for name in meant)
    if len(meant) > 1:
        raise UserError('"{word}" is the time of several places. Which one?', *ways, word=shown)
    if meant:
        raise UserError('"{word}" has no summer time of its own. A city has: {zone}?', *ways, word=shown, zone=meant[0])
    try:
        return zone_named(word)
    except ValueError:
        raise UserError(
            '"{word}" is no hour and no time zone. Zones are written like Asia/Shanghai or Europe/Berlin.',
            Suggestion("Asia/Shanghai", line("Asia/Shanghai")),
            word=shown,
        ) from None


def _again(parts: Sequence[str], at: int, line: Callable[[str], str], word: str) -> str:
    """The whole command line with this word in the place of the one that was not understood."""
    return line(" ".join((*parts[:at], word, *parts[at + 1 :])))
