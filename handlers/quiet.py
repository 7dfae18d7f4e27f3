"""Quiet hours as people type them: `quiet 21:00 9:00`, `quiet hours from 10pm to 8am`, `免打扰 22点到8点`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time

from bot.domain.text import fold
from bot.domain.urgency import NO_QUIET_HOURS, QuietHours
from handlers.clocks import clock_of
from handlers.phrases import from_front

QUIET = "quiet"
NEVER = "no quiet hours"
"""How it is typed that there are none."""

_CALLED = re.compile(r"(?:quiet|免打扰|勿扰|静默)(?: hours|时间|时段)?:?", re.IGNORECASE)
_NONE_BEFORE = frozenset({"no", "without", "无", "不要", "关闭", "取消"})
_NONE_BEHIND = frozenset({"no", "none", "off", "无", "关闭"})
_BETWEEN = frozenset({"from", "between", "-", "to", "until", "till", "and", "从", "到", "至"})
_FROM_TO = re.compile(r"[-~到至]")


@dataclass(frozen=True, slots=True)
class QuietSaid:
    """Quiet hours that a line says (None: it names them without saying which), and the rest of the line."""

    hours: QuietHours | None
    rest: str


def quiet_words(hours: QuietHours) -> str:
    """Quiet hours as a command line carries them."""
    return NEVER if hours.is_none else f"{QUIET} {hours.start:%H:%M} {hours.end:%H:%M}"


def quiet_said(text: str) -> QuietSaid | None:
    """What a line says of quiet hours; None where it does not name them."""
    called = _CALLED.search(text)
    if not called:
        return None
    before, behind = text[: called.start()].split(), text[called.end() :].split()
    if before and fold(before[-1]) in _NONE_BEFORE:
        return QuietSaid(NO_QUIET_HOURS, " ".join((*before[:-1], *behind)))
    if behind and fold(behind[0]) in _NONE_BEHIND:
        return QuietSaid(NO_QUIET_HOURS, " ".join((*before, *behind[1:])))
    start, behind = _clock(_opened(behind))
    end, behind = _clock(behind)
    hours = QuietHours(start, end) if start is not None and end is not None else None
    return QuietSaid(hours, " ".join((*before, *behind)))


def _opened(words: list[str]) -> list[str]:
    """The words, the first of two hours in one (`21:00-9:00`) taken apart."""
    for place, word in enumerate(words):
        start, *ends = _FROM_TO.split(fold(word))
        if len(ends) == 1 and clock_of(start) is not None and clock_of(ends[0]) is not None:
            return [*words[:place], start, *ends, *words[place + 1 :]]
    return words


def _clock(words: list[str]) -> tuple[time | None, list[str]]:
    """The hour that stands first, and the words behind it."""
    while words and fold(words[0]) in _BETWEEN:
        words = words[1:]
    length = from_front(words, lambda phrase: clock_of(phrase) is not None)
    return (clock_of(" ".join(words[:length])), words[length:]) if length else (None, words)
