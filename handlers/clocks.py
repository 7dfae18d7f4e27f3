"""Times of day as people type them: `9:00`, `9 am`, `at 9 in the morning`, `早上9点半`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import time
from types import MappingProxyType

from bot.domain.text import fold

_DIGITAL = re.compile(
    r"""(?:at\ )?(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?
    (?:\ ?(?P<half>[ap])\.?m\.?|\ ?(?P<clock>o'?clock))?
    (?:\ (?:in\ the\ (?P<part>morning|afternoon|evening)|at\ (?P<night>night)))?""",
    re.VERBOSE | re.ASCII,
)
_CHINESE = re.compile(
    r"(?P<part>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里)?(?P<hour>\d{1,2}|[一二两三四五六七八九十]{1,3})"
    r"(?:[点时]整?(?:(?P<minute>\d{1,2})分?|(?P<half>半))?|:(?P<digits>\d{2}))"
)
_NAMED: Mapping[str, time] = MappingProxyType(
    {"noon": time(12), "midnight": time(0), "正午": time(12), "午夜": time(0)}
)
_AFTERNOON = frozenset({"p", "afternoon", "evening", "night", "下午", "傍晚", "晚上", "夜里"})
_NIGHT = frozenset({"night", "晚上", "夜里"})
_MORNING = frozenset({"a", "morning", "凌晨", "清晨", "早上", "早晨", "上午"})
_NUMERALS = MappingProxyType({sign: value for value, sign in enumerate("一二三四五六七八九", 1)} | {"两": 2})


def clock_of(text: str) -> time | None:
    """The time of day that a phrase says, as a whole; None for anything else, 25:00 and a bare 9 too."""
    folded = fold(text)
    if (named := _NAMED.get(folded.removeprefix("at "))) is not None:
        return named
    if match := _DIGITAL.fullmatch(folded):
        half = match["half"] or match["part"] or match["night"]
        said = match["minute"] or half or match["clock"]
        return _time(int(match["hour"]), int(match["minute"] or 0), half or "") if said else None
    if match := _CHINESE.fullmatch(folded):
        minute = 30 if match["half"] else int(match["minute"] or match["digits"] or 0)
        hour = int(match["hour"]) if match["hour"].isdecimal() else _numeral(match["hour"])
        return _time(hour, minute, match["part"] or "") if hour is not None else None
    return None


def _time(hour: int, minute: int, half: str) -> time | None:
    """A time of day; with half of it said, of a clock with twelve hours. None where there is none."""
    if half in {"a", "p"} and not 1 <= hour <= 12:
        return None
    if half in _AFTERNOON and hour < 12:
        hour += 12
    elif half in _MORNING | _NIGHT and hour == 12:
        hour = 0
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _numeral(text: str) -> int | None:
    """A number up to 99 as it is written in Chinese; None for what is none."""
    tens, ten, ones = text.rpartition("十")
    if any(len(part) > 1 or (part and part not in _NUMERALS) for part in (tens, ones)):
        return None
    return (_NUMERALS.get(tens, 1) * 10 if ten else 0) + _NUMERALS.get(ones, 0)
