"""What somebody wishes who subscribes: the question, and around it in any order how often, on which days, when.

`flashinfer sm120 weekly friday 9:00 New York`, `weekly trl`, `here vllm on weekdays at 8am`, `vllm 每周五早上9点`.
What is wrong with an hour or a zone is said by handlers/hours.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.domain.errors import Suggestion, UserError
from bot.domain.rhythm import DAY_NAMES, day_words
from bot.domain.subscription import CADENCE_WORDS, Cadence
from bot.domain.text import fold
from config.zone_places import zone_of_city
from config.zones import zones_called
from handlers.clocks import clock_of
from handlers.here import HERE
from handlers.hours import BETWEEN, When, is_when, says_when, when_of
from handlers.out_of_reach import OutOfReach, out_of_reach
from handlers.phrases import from_back, from_front, quoted, unglued
from handlers.weekdays import days_said

EVERYTHING = frozenset({"everything", "全部更新"})
"""What asks for all of a flood."""
CADENCES: Mapping[str, Cadence] = MappingProxyType(
    {
        **dict.fromkeys(("at-once", "at once", "all at once", "immediately", "instantly"), Cadence.AT_ONCE),
        **dict.fromkeys(("right away", "立即", "立刻", "即时", "马上"), Cadence.AT_ONCE),
        **dict.fromkeys(("daily", "once a day", "每日", "每天"), Cadence.DAILY),
        **dict.fromkeys(("weekly", "every week", "each week", "once a week", "每周", "每星期"), Cadence.WEEKLY),
    }
)


_BARE = re.compile(r"[0-9]{1,2}")
"""An hour without its half of the day; more digits are a card."""
_HOURS_APART = re.compile(r"(?:(?<=:\d\d)|(?<=[ap]m))[-–](?=\d{1,2}(?::\d\d|[ap]m))", re.IGNORECASE)
"""What stands between two hours without blanks: `9:00-17:00`."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for: the question, where to, how often, on which ISO weekdays, the words that say at which hour in
    which zone, whether all of a flood, and words of time that no subscription has room for."""

    question: str
    here: bool = False
    cadence: Cadence | None = None
    days: frozenset[int] | None = None
    when: str = ""
    everything: bool = False
    beyond: tuple[OutOfReach, ...] = ()

    @property
    def says_when(self) -> bool:
        """Whether more than a question was said."""
        return bool(self.cadence or self.days or self.when or self.everything)

    def line(self, command: str) -> str:
        """The command line that says it."""
        words = (
            command,
            "here" if self.here else "",
            self.question,
            "everything" if self.everything else "",
            CADENCE_WORDS[self.cadence] if self.cadence else "",
            day_words(self.days) if self.days else "",
            self.when,
            *(one.words for one in self.beyond),
        )
        return " ".join(filter(None, words))


Line = Callable[[Wish], str]
"""The whole command line that says a wish."""


def wish_of(text: str) -> Wish:
    """`[here] QUESTION [everything] [at-once|daily|weekly] [DAYS] [HH:MM [ZONE]]`; what is said beside the question
    stands in any order, before it too. What comes behind an hour and is nothing else is meant to be a zone."""
    words, beyond = out_of_reach(unglued(_HOURS_APART.sub(" - ", text).split(), _says), _says)
    here, words = _without_here(words)
    length = _said_in_front(words)
    front, words = words[:length], words[length:]
    if not here:
        here, words = _without_here(words)
    at = next((place for place in range(1, len(words)) if _begins_hour(words[place:])), len(words))
    words, tail = words[:at], words[at:]
    while length := _meant_by_last(words, tail):
        words, tail = words[:-length], [*words[-length:], *tail]
    words, amid = _parted(words)
    return replace(said_of([*front, *amid, *tail]), question=" ".join(words), here=here, beyond=beyond)


def _without_here(words: list[str]) -> tuple[bool, list[str]]:
    here = bool(words) and fold(words[0]) in HERE
    return here, words[1:] if here else words


def when_wished(wish: Wish, line: Line) -> When:
    """The hour and zone of a wish whose other words agree with each other; UserError with ways out for what is
    wrong."""
    _refuse_beyond(wish, line)
    _refuse_disagreeing(wish, line)
    return when_of(wish.when, lambda words: line(replace(wish, when=words)))


def cadence_wished(wish: Wish) -> Cadence | None:
    """How often: as it was said, else once a week for one day and daily for several."""
    if wish.cadence or not wish.days:
        return wish.cadence
    return Cadence.WEEKLY if len(wish.days) == 1 else Cadence.DAILY


def _refuse_beyond(wish: Wish, line: Line) -> None:
    """Raises UserError for words of time that no subscription has room for."""
    if not wish.beyond:
        return
    first = wish.beyond[0]
    without = replace(wish, beyond=tuple(one for one in wish.beyond if one.words != first.words))
    if first.interval:
        cadences = (replace(without, cadence=cadence, days=None) for cadence in Cadence)
        raise UserError(
            'A subscription comes at once, daily or weekly, not "{words}". Which one?',
            *(Suggestion(CADENCE_WORDS[one.cadence], line(one)) for one in cadences if one.cadence),
            words=first.words,
        )
    if first.hour:
        raise UserError('Hours are written like 9:30 or 9:30 pm, not "{words}".', words=first.words)
    raise UserError(
        'A subscription comes from now on until you stop it, which leaves no room for "{words}".',
        Suggestion(line(without), line(without)),
        words=first.words,
    )


def _refuse_disagreeing(wish: Wish, line: Line) -> None:
    """Raises UserError where days were said that the cadence has no room for."""
    if not wish.days:
        return
    days, day_by_day = day_words(wish.days), replace(wish, cadence=Cadence.DAILY)
    if wish.cadence is Cadence.AT_ONCE:
        raise UserError(
            "At once comes on any day, daily and weekly on the days that you say. Which one?",
            Suggestion("At once", line(replace(wish, days=None))),
            Suggestion(f"daily {days}", line(day_by_day)),
        )
    if wish.cadence is Cadence.WEEKLY and len(wish.days) > 1:
        raise UserError(
            "Weekly comes on one day, daily on several. Which one?",
            *(Suggestion(DAY_NAMES[day - 1], line(replace(wish, days=frozenset({day})))) for day in sorted(wish.days)),
            Suggestion(f"daily {days}", line(day_by_day)),
        )


def said_of(words: Sequence[str]) -> Wish:
    """What words say that stand where no question is; `when` is what is left."""
    tail, wish, when = unglued(words, _says), Wish(""), list[str]()
    while tail:
        length = from_front(tail, _says) or 1
        phrase, tail = " ".join(tail[:length]), tail[length:]
        if (cadence := CADENCES.get(fold(phrase))) is not None:
            wish = replace(wish, cadence=cadence)
        elif days := days_said(phrase):
            wish = replace(wish, days=days | (wish.days or frozenset()))
        elif fold(phrase) in EVERYTHING:
            wish = replace(wish, everything=True)
        elif fold(phrase) not in BETWEEN:
            when.append(phrase)
    return replace(wish, when=" ".join(when))


def _says(phrase: str) -> bool:
    """Whether words say how often, on which days, at which hour, or all."""
    return _says_how_often(phrase) or clock_of(phrase) is not None or _is_chinese_city(phrase)


def _says_how_often(phrase: str) -> bool:
    folded = fold(phrase)
    return folded in CADENCES or folded in EVERYTHING or days_said(phrase) is not None


def _is_chinese_city(word: str) -> bool:
    """Whether a word is a city that is no word of a question: one in Chinese."""
    return not word.isascii() and zone_of_city(word) is not None and " " not in word


def _begins_hour(words: Sequence[str]) -> bool:
    """Whether an hour stands there, right or wrong: `9:00`, `9 am`, `at 9`, `25:00`."""
    bare = len(words) > 1 and fold(words[0]) == "at" and bool(_BARE.fullmatch(words[1]))
    return bare or is_when(words[0]) or from_front(words, lambda phrase: clock_of(phrase) is not None) > 0


def _said_in_front(words: Sequence[str]) -> int:
    """How many of the first words say how often, on which days, when, or all; a zone only where an hour is said."""
    at, was_hour, was_rhythm = 0, False, False
    while at < len(words):
        rest = words[at:]
        between = int(len(rest) > 1 and fold(rest[0]) in BETWEEN)
        if length := from_front(rest, _says_how_often):
            was_rhythm = True
        elif _begins_hour(rest):
            length = from_front(rest, lambda phrase: clock_of(phrase) is not None) or 1 + (fold(rest[0]) == "at")
            was_hour = True
        elif was_rhythm and _BARE.fullmatch(rest[0]):
            length, was_hour = 1, True
        elif zone := from_front(rest[between:], _is_zone if was_hour else _is_chinese_city):
            length = between + zone
        elif was_hour and between and _begins_hour(rest[1:]):
            length = 1
        else:
            break
        at += length
    return at


def _is_zone(phrase: str) -> bool:
    """Whether words behind an hour are a zone, a misspelt one and one of several of an abbreviation too."""
    return says_when(phrase) or is_when(phrase) or bool(zones_called(phrase))


def _parted(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words of a question, and those amid them, outside of quotes, that say how often or on which days."""
    question, amid, at, is_quoted = list[str](), list[str](), 0, quoted(words)
    while at < len(words):
        length = 0 if is_quoted[at] else from_front(words[at:], _says_how_often)
        (amid if length else question).extend(words[at : at + (length or 1)])
        at += length or 1
    return question, amid


def _meant_by_last(words: Sequence[str], tail: Sequence[str]) -> int:
    """How many of the last words belong to what is said behind a question; 0 for none."""
    if not words:
        return 0
    if length := from_back(words, lambda phrase: _says(phrase) or is_when(phrase)):
        return length
    is_bare_hour = _BARE.fullmatch(words[-1]) and from_back(words[:-1], _says_how_often)
    is_between = tail and fold(words[-1]) in BETWEEN
    return 1 if is_bare_hour or is_between else 0
