"""How words of time are written, in both languages: the expressions, and what their words count.

What days they mean is bot/domain/question/times.
"""

from __future__ import annotations

import re

UNIT_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
NUMBER_WORDS = {
    **dict(
        zip(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], range(1, 11), strict=True)
    ),
    **dict(zip("一二三四五六七八九十", range(1, 11), strict=True)),
    "a": 1,
    "an": 1,
    "the": 1,
    "two": 2,
    "couple": 2,
    "few": 3,
    "两": 2,
    "几": 7,
    "半": 15,
}
WEEKDAYS = {
    **{
        name: at
        for at, name in enumerate(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])
    },
    **{name: at for at, name in enumerate(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])},
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
    **{name: at for at, name in enumerate("一二三四五六日")},
    "天": 6,
}
WEEKDAY_NAMES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
MONTHS = {
    name: at
    for at, names in enumerate(
        [
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ],
        start=1,
    )
    for name in names.split()
}

_COUNT = r"(?:[0-9]{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|a|an|few|couple of)"
_LONG_UNIT = r"(?:hours?|days?|weeks?|months?|years?)"
_CHINESE_COUNT = r"(?:[0-9]{1,6}|[一二两三四五六七八九十几半])"
_CHINESE_UNIT = r"(?:个?小时|天|日|个?星期|个?礼拜|周|个?月|年)"
_WEEKDAY = "|".join(sorted((name for name in WEEKDAYS if name.isascii()), key=len, reverse=True))
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_NAMED_DAY = (
    rf"(?P<iso>[0-9]{{4}}-[0-9]{{1,2}}(?:-[0-9]{{1,2}})?|[0-9]{{4}}/[0-9]{{1,2}}(?:/[0-9]{{1,2}})?"
    rf"|(?:19|20)[0-9]{{2}}(?:(?:0[1-9]|1[0-2])(?:[0-3][0-9]))?)(?![0-9.])"
    rf"|(?P<zhyear>[0-9]{{4}}\s?年)?\s?(?P<zhmonth>[0-9]{{1,2}})\s?月(?:\s?(?P<zhday>[0-9]{{1,2}})\s?[日号])?"
    rf"|(?P<day>[0-9]{{1,2}})\s(?P<month>{_MONTH})\b|(?P<month2>{_MONTH})\s(?P<day2>[0-9]{{1,2}})\b|(?P<month3>{_MONTH})\b"
)
_NAMED_SPAN = (
    r"(?P<today>today|tonight|今天|今日)|(?P<yesterday>yesterday|昨天|昨日)|(?P<before>前天)"
    r"|(?P<this>this|本|这个?|这一)[\s-]?(?P<thisunit>week|month|year|周|星期|礼拜|月|年)"
    r"|(?P<thisyear>今年)|(?P<lastyear>去年)"
    r"|(?P<last>last|previous|上个?|上一个?)[\s-]?(?P<lastunit>week|month|year|周|星期|礼拜|月)"
)
_ROLLING = (
    rf"(?P<short>[0-9]{{1,6}}[dwmyh])"
    rf"|(?:(?:in|over|for|within)\s)?(?:the\s)?(?:last|past|previous|recent)\s(?P<count>{_COUNT})\s?(?P<unit>{_LONG_UNIT})"
    rf"|(?P<count2>{_COUNT})\s?(?P<unit2>{_LONG_UNIT})(?:\sago)?"
    rf"|(?:最近|近|过去|这)\s?(?P<zhcount>{_CHINESE_COUNT})\s?(?P<zhunit>{_CHINESE_UNIT})(?:以来|之内|内|里|间)?"
    rf"|(?P<zhcount2>{_CHINESE_COUNT})\s?(?P<zhunit2>{_CHINESE_UNIT})(?:以来|之内|内|以内)"
)
ALONE = re.compile(rf"(?:{_NAMED_SPAN}|{_ROLLING})", re.IGNORECASE)
SINCE = re.compile(r"(?:since|from|after|自从?|从)(?:\s?:\s?|\s|(?=[^\x00-\x7f])|(?<=[^\x00-\x7f]))", re.IGNORECASE)
UNTIL = re.compile(
    r"(?:until|till|before|直到|截至|到)(?:\s?:\s?|\s|(?=[^\x00-\x7f])|(?<=[^\x00-\x7f]))", re.IGNORECASE
)
ALL = re.compile(r"all|ever|forever|the\sbeginning|全部|所有", re.IGNORECASE)
POINT = re.compile(
    rf"(?:{_NAMED_SPAN}|{_ROLLING}|(?P<weekday>last\s)?(?P<weekdayname>{_WEEKDAY})\b|(?:上|本|这)?(?:周|星期|礼拜)(?P<zhweekday>[一二三四五六日天])"
    rf"|{_NAMED_DAY})",
    re.IGNORECASE,
)
CHINESE_SINCE = re.compile(
    rf"(?:(?:上|本|这)?(?:周|星期|礼拜)(?P<zhweekday>[一二三四五六日天])|{_NAMED_DAY})\s?(?:以来|之后|起|以后|至今)",
    re.IGNORECASE,
)
DIMENSIONS = frozenset({"1d", "2d", "3d", "4d", "5d"})
"""Not days when they stand alone: 3D parallelism, 2D tensors."""


def is_loose(found: re.Match[str]) -> bool:
    """Whether it only looks like time where nothing says so: "1m context", "8h", "one day"."""
    short, count = found["short"], found["count2"]
    if short is not None:
        return short[-1] in "my" or (short[-1] == "h" and len(short) < 3)
    return count is not None and not count.isdigit()


def unit_of(word: str) -> str:
    if "小时" in word or word.startswith("hour"):
        return "h"
    if word.startswith("day") or word in ("天", "日"):
        return "d"
    if word.startswith("week") or any(sign in word for sign in ("周", "星期", "礼拜")):
        return "w"
    return "m" if word.startswith("month") or "月" in word else "y"
