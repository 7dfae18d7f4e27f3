"""Days of the week as people type them: `friday`, `mon-fri`, `on weekdays`, `mon, wed and fri`, `weekdays except fri`,
`周一到周五`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from bot.domain.rhythm import DAY_NAMES
from bot.domain.schedule import EVERY_DAY, WORK_DAYS
from bot.domain.text import fold

_WEEKEND = frozenset({6, 7})
_GROUPS: Mapping[str, frozenset[int]] = MappingProxyType(
    {
        **dict.fromkeys(("weekdays", "weekday", "workdays", "workday", "working days", "business days"), WORK_DAYS),
        **dict.fromkeys(("weekends", "weekend", "the weekend", "周末"), _WEEKEND),
        **dict.fromkeys(("every day", "everyday", "each day", "all days", "all week", "天天"), EVERY_DAY),
        "工作日": WORK_DAYS,
    }
)
_LONG = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYS: Mapping[str, int] = MappingProxyType(
    {
        **{name: number for names in (DAY_NAMES, _LONG) for number, name in enumerate(names, 1)},
        **{f"{name}s": number for number, name in enumerate(_LONG, 1)},
        "tues": 2,
        "weds": 3,
        "thur": 4,
        "thurs": 4,
    }
)
_CHINESE_DAYS = MappingProxyType(dict(zip("一二三四五六日天", (*DAY_NAMES, DAY_NAMES[6]), strict=True)))
_LEAD = re.compile(r"每个?|(?:only )?(?:(?:on|every|each) )?")
_RANGE = re.compile(r" ?(?:-|–|\bto\b|\bthrough\b|\bthru\b|\buntil\b|至|到) ?")
_ALL_BUT = re.compile(
    r"除了?(?P<never_first>.+?)[以之]?外的?(?P<base_last>.*)"
    r"|(?P<base>.*?) ?(?:\b(?:except(?: for)?|excluding|but not)\b ?|除了?)(?P<never>.+?)(?:[以之]?外)?"
)
_DAILY = frozenset({"", "daily", "每天", "每日"})
_BETWEEN = re.compile(r"(?:,|/|\+|&|\band\b|和|及| )+")
_CHINESE = re.compile(r"每?(?:周|星期|礼拜)[一二三四五六日天](?:[至到和-]?(?:周|星期|礼拜)?[一二三四五六日天])*")
_CHINESE_DAY = re.compile(r"(?:周|星期|礼拜)?([一二三四五六日天])([至到和-])?")


def days_said(text: str) -> frozenset[int] | None:
    """The ISO weekdays that a phrase says, as a whole; None for anything else."""
    folded = fold(text)
    if match := _ALL_BUT.fullmatch(folded):
        return _all_but(match["base"] or match["base_last"] or "", match["never"] or match["never_first"])
    if _RANGE.search(folded):
        folded = folded.removeprefix("from ").removeprefix("从")
    if folded in _GROUPS:
        return _GROUPS[folded]
    if _CHINESE.fullmatch(folded):
        folded = _CHINESE_DAY.sub(lambda day: f"{_CHINESE_DAYS[day[1]]}{day[2] or ' '}", folded.lstrip("每"))
    lead = _LEAD.match(folded)
    folded = folded[lead.end() :] if lead else folded
    if folded in _GROUPS:
        return _GROUPS[folded]
    spans = [_span(one) for one in _BETWEEN.split(_RANGE.sub("-", folded)) if one]
    return frozenset().union(*(span for span in spans if span)) if spans and all(spans) else None


def _all_but(base: str, never: str) -> frozenset[int] | None:
    """The days of a base without others; what is daily comes on work days. None where no day is left."""
    days, others = WORK_DAYS if base in _DAILY else days_said(base), days_said(never)
    return (days - others or None) if days and others else None


def _span(text: str) -> frozenset[int] | None:
    """A day, or all from one to another, over the end of a week too; None for anything else."""
    first, dash, last = text.partition("-")
    start, end = _DAYS.get(first), _DAYS.get(last if dash else first)
    if start is None or end is None:
        return None
    return frozenset((start + step - 1) % 7 + 1 for step in range((end - start) % 7 + 1))
