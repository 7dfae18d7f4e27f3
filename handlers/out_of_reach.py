"""Words of time that a subscription has no room for: `until friday`, `every 2 hours`, `half past nine`.

They are refused as such: taken for a day they would be the opposite of what was said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.text import fold
from handlers.clocks import clock_of
from handlers.hours import BETWEEN
from handlers.phrases import Says, from_front, quoted
from handlers.weekdays import days_said

_BOUNDS = frozenset(
    {"until", "till", "til", "since", "before", "after", "from", "by", "starting", "through", "except", "excluding"}
    | {"last", "past", "previous", "this", "next", "not"}
)
_LEADS = frozenset({"on", "the", "for", "at"})
_CHINESE_BOUND = re.compile(
    r"(?:直到|到|截至|截止到?|自从?|从)(?P<led>.+?)(?:起|开始|以来|为止)?"
    r"|(?:上个?|下个?|这个?|本)(?P<named>.+)"
    r"|(?P<followed>.+?)(?:之前|以前|为止|前|之后|以后|起|以来|开始)"
)
_INTERVAL = re.compile(
    r"(?:every|each) (?:(?:\d+|other|second|third|few|two|three|four|six|twelve) ?)?"
    r"(?:minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|quarters?)"
    r"|hourly|monthly|quarterly|biweekly|bi-weekly|fortnightly|(?:twice|\d+ times) an? (?:hour|day|week|month)"
    r"|每隔?[\d一二两三四五六七八九十半几]*个?(?:小时|钟头|分钟|天|周|星期|月)|隔天|隔周"
)
_SPOKEN_HOUR = re.compile(
    r"(?:at )?(?:half|quarter|(?:a|\w+) (?:quarter|minutes)) (?:past|to|after) \w+"
    r"|(?:in the |at |every |each |this )?(?:mornings?|afternoons?|evenings?|night)"
    r"|(?:每天|每日|每?(?:周|星期|礼拜)[一二三四五六日天])?(?:早上|早晨|上午|下午|傍晚|晚上|夜里)"
)
_SPOKEN_BOUND = re.compile(
    r"(?:(?:starting|from|until|till|since|by) )?(?:tomorrow|tonight|next (?:week|month|year))"
    r"|(?:从|直?到)?(?:明天|后天|下周|下个?月|明年)(?:起|开始|为止)?"
)


@dataclass(frozen=True, slots=True)
class OutOfReach:
    """Words that say a beginning or an end, an interval, or an hour in words: one of them is not empty."""

    bound: str = ""
    interval: str = ""
    hour: str = ""

    @property
    def words(self) -> str:
        """As they were typed."""
        return self.bound or self.interval or self.hour


def out_of_reach(words: Sequence[str], says: Says) -> tuple[list[str], tuple[OutOfReach, ...]]:
    """The words without those that are out of reach, and these; `says` tells which words are not."""
    kept, found, at, was_hour, is_quoted = list[str](), list[OutOfReach](), 0, False, quoted(words)
    while at < len(words):
        rest = words[at:]
        length = 0 if is_quoted[at] else from_front(rest, says)
        if not (length or is_quoted[at]) and (one := _found(rest, was_hour=was_hour)) is not None:
            found.append(one)
            at += len(one.words.split())
            continue
        was_hour = length > 0 and clock_of(" ".join(rest[:length])) is not None
        kept += rest[: length or 1]
        at += length or 1
    return kept, tuple(found)


def _found(words: Sequence[str], *, was_hour: bool) -> OutOfReach | None:
    """What is out of reach where these words begin."""
    if length := from_front(words, lambda phrase: _INTERVAL.fullmatch(fold(phrase)) is not None):
        return OutOfReach(interval=" ".join(words[:length]))
    if length := from_front(words, lambda phrase: _SPOKEN_HOUR.fullmatch(fold(phrase)) is not None):
        return OutOfReach(hour=" ".join(words[:length]))
    spoken = from_front(words, lambda phrase: _SPOKEN_BOUND.fullmatch(fold(phrase)) is not None)
    if length := spoken or _bound(words, was_hour=was_hour):
        return OutOfReach(bound=" ".join(words[:length]))
    return None


def _bound(words: Sequence[str], *, was_hour: bool) -> int:
    """How many of the first words are a bound with its day or hour; `9:00 until 17:00` are two hours."""
    if match := _CHINESE_BOUND.fullmatch(fold(words[0])):
        return int(days_said(match["led"] or match["named"] or match["followed"]) is not None)
    if fold(words[0]) not in _BOUNDS:
        return 0
    lead = 1 + (len(words) > 1 and fold(words[1]) in _LEADS)
    length = from_front(words[lead:], lambda phrase: days_said(phrase) is not None)
    if not (length or (was_hour and fold(words[0]) in BETWEEN)):
        length = from_front(words[lead:], lambda phrase: clock_of(phrase) is not None)
    return lead + length if length else 0
