"""An hour and a time zone as people type them: `9:00 Asia/Shanghai`, `9am New York`, `早上9点 北京`. What is not clear
is asked, not guessed; no way out that is offered leads to the same question again."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import time
from zoneinfo import ZoneInfo

from bot.domain.errors import Suggestion, UserError
from bot.domain.grapheme import shortened
from bot.domain.text import fold
from config.zone_places import zone_of_city, zones_at
from config.zones import is_area, zone_named, zones_called
from handlers.clocks import clock_of
from handlers.phrases import from_front, unglued

QUOTED = 40
"""Characters of a word that a sentence quotes."""
BETWEEN = frozenset({"at", "in", "on", "and", "to", "until", "till", "-", "–", "到", "至"})
"""Words that say nothing between an hour, a zone and days."""

_TIME = re.compile(r"[+-]?\d{1,3}(?::\d{2}(?:am|pm)?|am|pm)", re.ASCII)
_LOOKS_LIKE_AN_HOUR = re.compile(r"[+-]?\d+(?:[:.]\d+)*(?:am|pm|h)?")
_HALF_A_DAY = 12


@dataclass(frozen=True, slots=True)
class When:
    """An hour and a zone, None where none was typed."""

    hour: time | None = None
    zone: ZoneInfo | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Words that say an hour or a zone, or neither."""

    text: str
    hour: time | None = None
    zone: ZoneInfo | None = None

    @property
    def is_clear(self) -> bool:
        """Whether it says one of both."""
        return self.hour is not None or self.zone is not None


def when_of(words: str, line: Callable[[str], str]) -> When:
    """What `9:00`, `9am Asia/Shanghai` and the like say. UserError with a sentence for anything else; `line` gives the
    whole command line with other words in the place of these, for its ways out."""
    parts = parts_of(words)
    for part in parts:
        if not part.is_clear:
            raise _refusal(part.text, parts, line)
    hours = [part for part in parts if part.hour is not None]
    zones = [part for part in parts if part.zone is not None]
    if len({part.hour for part in hours}) > 1:
        raise UserError("Two hours: which one?", *_one_of(hours, parts, line))
    if len({part.zone for part in zones}) > 1:
        raise UserError("Two time zones: which one?", *_one_of(zones, parts, line))
    return When(hours[0].hour if hours else None, zones[0].zone if zones else None)


def parts_of(words: str) -> tuple[Part, ...]:
    """The words parted into what says an hour or a zone, and what does not: of that plain words stay together."""
    found: list[Part] = []
    was_plain = False
    rest = unglued(words.split(), says_when)
    while rest:
        length = from_front(rest, says_when)
        part = _part(" ".join(rest[: length or 1]))
        rest = rest[length or 1 :]
        if not part.is_clear and fold(part.text) in BETWEEN:
            continue
        is_plain = not part.is_clear and not may_be_when(part.text)
        if is_plain and was_plain:
            part = Part(f"{found.pop().text} {part.text}")
        found.append(part)
        was_plain = is_plain
    return tuple(found)


def says_when(text: str) -> bool:
    """Whether words say, as a whole, an hour or a zone."""
    return _part(text).is_clear


def is_about_hours(word: str) -> bool:
    """Whether a word is meant as an hour or a zone, right or wrong: `25:00`, `9am`, `EST`, `Asia`, `Asia/Shanghai`,
    `../../etc/passwd`; a bare number is not."""
    folded = fold(word)
    hour = _LOOKS_LIKE_AN_HOUR.fullmatch(folded) is not None and not folded.isdecimal()
    return hour or "/" in word or is_area(word) or bool(zones_called(word)) or folded == "utc"


def may_be_when(text: str) -> bool:
    """Whether words behind `profile` can be told what is wrong with them as an hour or a zone: `is_about_hours`, a bare
    number, a distance from UTC."""
    folded = fold(text)
    return folded.isdecimal() or folded in {"am", "pm"} or is_about_hours(text) or bool(zones_at(text))


def is_when(word: str) -> bool:
    """Whether a word behind a question says when: an hour, right or wrong, or a place with its area. A version
    (`0.24.0`) and an abbreviation, which may be a word of the question, do not."""
    folded = fold(word)
    hour = _TIME.fullmatch(folded) is not None or clock_of(word) is not None
    return hour or ("/" in word and is_area(word.partition("/")[0]))


def _part(text: str) -> Part:
    if (hour := clock_of(text)) is not None:
        return Part(text, hour)
    if city := zone_of_city(text):
        return Part(text, zone=ZoneInfo(city))
    try:
        return Part(text, zone=zone_named(text.replace(" ", "_")))
    except ValueError:
        return Part(text)


def _refusal(text: str, parts: Sequence[Part], line: Callable[[str], str]) -> UserError:
    """What is wrong with one of the parts that is neither an hour nor a zone, and what may be meant."""
    shown = shortened(text, QUOTED)
    if meant := zones_called(text) or zones_at(text):
        ways = _in_place(parts, text, meant, line, of_zone=True)
        if len(meant) > 1:
            return UserError('"{word}" is the time of several places. Which one?', *ways, word=shown)
        return UserError(
            '"{word}" has no summer time of its own. A city has: {zone}?', *ways, word=shown, zone=meant[0]
        )
    if _LOOKS_LIKE_AN_HOUR.fullmatch(fold(text)):
        ways = _in_place(parts, text, _hours_near(fold(text)), line, of_zone=False)
        return UserError('"{word}" is no hour of a day. Hours are 0:00 to 23:59.', *ways, word=shown)
    return UserError(
        '"{word}" is no hour and no time zone. Zones are written like Asia/Shanghai or Europe/Berlin.',
        *_in_place(parts, text, ["Asia/Shanghai"], line, of_zone=True),
        word=shown,
    )


def _hours_near(text: str) -> Sequence[str]:
    """What a number may mean as an hour: both halves of the day, where it is one of a clock; else nine."""
    number = int(text) if text.isdecimal() else -1
    if 0 < number < _HALF_A_DAY:
        return f"{number}:00", f"{number + _HALF_A_DAY}:00"
    return (f"{number}:00",) if 0 <= number < 2 * _HALF_A_DAY else ("9:00",)


def _in_place(
    parts: Sequence[Part], wrong: str, meant: Sequence[str], line: Callable[[str], str], *, of_zone: bool
) -> tuple[Suggestion, ...]:
    """Ways out: each of these in the place of what is wrong, wherever it stands; where another part says the same
    already, the line without it."""
    if any((part.zone if of_zone else part.hour) is not None for part in parts):
        others = " ".join(part.text for part in parts if part.text != wrong)
        return (Suggestion(others, line(others)),)
    texts = [part.text for part in parts]
    return tuple(Suggestion(word, line(" ".join(word if text == wrong else text for text in texts))) for word in meant)


def _one_of(same: Sequence[Part], parts: Sequence[Part], line: Callable[[str], str]) -> tuple[Suggestion, ...]:
    """Ways out: the line with one of several parts that say the same, each once."""
    ways: dict[time | ZoneInfo | None, Suggestion] = {}
    for one in same:
        kept = " ".join(part.text for part in parts if part is one or part not in same)
        ways.setdefault(one.hour or one.zone, Suggestion(one.text, line(kept)))
    return tuple(ways.values())
