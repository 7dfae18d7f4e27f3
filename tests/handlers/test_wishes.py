"""When somebody wishes to hear, in the words that people use; and what is said where those are wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.errors import UserError
from bot.domain.rhythm import day_words
from bot.domain.schedule import EVERY_DAY, WORK_DAYS
from bot.domain.subscription import Cadence
from bot.domain.urgency import NO_QUIET_HOURS, QuietHours
from handlers.clocks import clock_of
from handlers.commands import profile
from handlers.hours import parts_of, when_of
from handlers.quiet import QuietSaid, quiet_said, quiet_words
from handlers.weekdays import days_said
from handlers.wishes import Wish, cadence_wished, when_wished, wish_of

FRIDAY = frozenset({5})
MOST_PRESSES = 8


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        pytest.param("9:00", time(9), id="with a colon"),
        pytest.param("9 a.m.", time(9), id="with points"),
        pytest.param("at 9:30 pm", time(21, 30), id="behind at"),
        pytest.param("9 in the morning", time(9), id="in the morning"),
        pytest.param("9 in the evening", time(21), id="in the evening"),
        pytest.param("12 at night", time(0), id="at night"),
        pytest.param("12am", time(0), id="twelve before noon"),
        pytest.param("12pm", time(12), id="twelve after noon"),
        pytest.param("9 o'clock", time(9), id="o'clock"),
        pytest.param("noon", time(12), id="noon"),
        pytest.param("早上9点", time(9), id="in Chinese"),
        pytest.param("下午三点半", time(15, 30), id="half past, in Chinese numerals"),
        pytest.param("晚上十一点", time(23), id="eleven in Chinese"),
        pytest.param("23:59", time(23, 59), id="the last minute"),
        pytest.param("24:00", None, id="no hour of a day"),
        pytest.param("9:60", None, id="no minute"),
        pytest.param("13pm", None, id="no hour of a half"),
        pytest.param("25点", None, id="no hour in Chinese"),
        pytest.param("9", None, id="a bare number"),
        pytest.param("2:4", None, id="a ratio"),
    ],
)
def test_clock(text: str, hour: time | None) -> None:
    """A time of day as people say it; what could be something else is none."""
    assert clock_of(text) == hour


@pytest.mark.parametrize(
    ("text", "days"),
    [
        pytest.param("fri", "fri", id="short"),
        pytest.param("Every Friday", "fri", id="every"),
        pytest.param("on fridays", "fri", id="several of them"),
        pytest.param("on weekdays", "mon-fri", id="weekdays"),
        pytest.param("monday to friday", "mon-fri", id="from to"),
        pytest.param("mon–fri", "mon-fri", id="a dash"),
        pytest.param("fri-mon", "mon,fri,sat,sun", id="over the end of the week"),
        pytest.param("mon, wed and fri", "mon,wed,fri", id="some"),
        pytest.param("every day", "mon-sun", id="all"),
        pytest.param("from mon to wed", "mon,tue,wed", id="from to, said in full"),
        pytest.param("weekdays except fri", "mon,tue,wed,thu", id="all but one"),
        pytest.param("except fridays", "mon,tue,wed,thu", id="work days but one"),
        pytest.param("every day except weekends", "mon-fri", id="all but two"),
        pytest.param("工作日除了周五", "mon,tue,wed,thu", id="all but one, in Chinese"),
        pytest.param("除周五外的工作日", "mon,tue,wed,thu", id="all but one, the one first"),
        pytest.param("每周五", "fri", id="every, in Chinese"),
        pytest.param("周一到周五", "mon-fri", id="from to, in Chinese"),
        pytest.param("周一三五", "mon,wed,fri", id="some, in Chinese"),
        pytest.param("工作日", "mon-fri", id="weekdays in Chinese"),
    ],
)
def test_days(text: str, days: str) -> None:
    """Days of the week as people say them."""
    assert day_words(days_said(text) or frozenset()) == days


@pytest.mark.parametrize(
    "text",
    [
        "",
        "on",
        "every",
        "until friday",
        "from monday",
        "fri except fri",
        "每周",
        "每天",
        "month",
        "mon-",
        "一",
        "vllm",
        "sunlight",
    ],
)
def test_no_days(text: str) -> None:
    """What is no day, or more than days, is none."""
    assert days_said(text) is None


@given(st.frozensets(st.sampled_from(sorted(EVERY_DAY)), min_size=1))
def test_days_read_back(days: frozenset[int]) -> None:
    """Days that a command line carries are the days that it was made of."""
    assert days_said(day_words(days)) == days


@pytest.mark.parametrize(
    ("text", "wish", "cadence"),
    [
        pytest.param("vllm weekly friday 9:00", Wish("vllm", days=FRIDAY, when="9:00"), Cadence.WEEKLY, id="weekly"),
        pytest.param("vllm every friday", Wish("vllm", days=FRIDAY), Cadence.WEEKLY, id="a day is weekly"),
        pytest.param("vllm on weekdays at 8am", Wish("vllm", days=WORK_DAYS, when="at 8am"), Cadence.DAILY, id="days"),
        pytest.param("vllm daily every day", Wish("vllm", days=EVERY_DAY), Cadence.DAILY, id="every day"),
        pytest.param("vllm sm120 at once", Wish("vllm sm120"), Cadence.AT_ONCE, id="at once"),
        pytest.param("vllm 立即", Wish("vllm"), Cadence.AT_ONCE, id="at once in Chinese"),
        pytest.param("vllm 每天9点", Wish("vllm", when="9点"), Cadence.DAILY, id="without blanks"),
        pytest.param(
            "vllm 每周五北京时间早上9点",
            Wish("vllm", days=FRIDAY, when="北京时间 早上9点"),
            Cadence.WEEKLY,
            id="all of it",
        ),
        pytest.param("vllm daily at 9", Wish("vllm", when="9"), Cadence.DAILY, id="half an hour"),
        pytest.param(
            "vllm 9:00 New York on mon and thu",
            Wish("vllm", days=frozenset({1, 4}), when="9:00 New York"),
            Cadence.DAILY,
            id="behind a zone",
        ),
    ],
)
def test_wished(text: str, wish: Wish, cadence: Cadence) -> None:
    """How often, the days and the hour are read in the words that people use."""
    read = wish_of(text)
    assert (read.question, read.days, read.when) == (wish.question, wish.days, wish.when)
    assert cadence_wished(read) is cadence


@pytest.mark.parametrize(
    "when",
    [
        "weekly",
        "at once",
        "fri",
        "9:00",
        "9:00 Europe/Berlin fri",
        "9 am IST",
        "daily at 9:00 in New York",
        "daily 9",
        "25:00",
        "weekdays except fri",
        "每周五9点",
        "每天早上9点",
        "9:00 on mon and thu",
        "everything weekly",
        "until friday",
        "every 2 hours",
    ],
)
def test_before_the_question_or_behind_it(when: str) -> None:
    """What is said of time means the same before the question as behind it."""
    before, behind = wish_of(f"{when} vllm sm120"), wish_of(f"vllm sm120 {when}")
    assert before.question == behind.question == "vllm sm120"
    assert replace(before, when="") == replace(behind, when="")
    assert [part.text for part in parts_of(before.when)] == [part.text for part in parts_of(behind.when)]


_HOURS = ["9:00", "10:00", "9 am", "9", "25:00", "at 9", "早上9点"]
_ZONES = [
    "Asia/Shanghai",
    "Berlin",
    "New York",
    "São Paulo",
    "IST",
    "EST",
    "+08:00",
    "UTC+8",
    "Asia",
    "北京",
    "Mars/Base",
]
_RHYTHMS = ["daily", "weekly", "at once", "fri", "mon-fri", "every day", "每周五", "on weekdays", "每天9点"]
_OTHERS = [
    "York",
    "until fri",
    "to",
    "every 2 hours",
    "half past nine",
    "except fri",
    "foo",
    "in",
    "quiet 22:00 8:00",
    "quiet 9:00",
    "no quiet hours",
    "zh",
    "-9:00",
    "0.24.0",
]
_SAID = st.lists(st.sampled_from([*_HOURS, *_ZONES, *_RHYTHMS, *_OTHERS]), min_size=1, max_size=5).map(" ".join)


def _subscribed(text: str) -> None:
    when_wished(wish_of(text), lambda wish: wish.line("").strip())


def _subscribed_before(text: str) -> None:
    _subscribed(text)


def test_a_repository_behind_an_hour_is_the_question() -> None:
    """What is written like a zone and is none stays what is asked for."""
    assert wish_of("9:00 pytorch/ao weekly 3.5").question == "pytorch/ao 3.5"


def _set_up(text: str) -> None:
    profile.wish_of(text.removeprefix("profile").strip())


def _at(text: str) -> None:
    when_of(text, lambda words: words)


@given(_SAID, st.sampled_from([_subscribed, _subscribed_before, _set_up, _at]))
def test_no_way_out_leads_back(said: str, read: Callable[[str], None]) -> None:
    """Whatever is said, no button of a refusal gets the same refusal, and pressing the first or the last one ends."""
    text = f"vllm {said}" if read is _subscribed else f"{said} vllm" if read is _subscribed_before else said
    for way in (0, -1):
        _pressed(text, read, way)


def _pressed(text: str, read: Callable[[str], None], way: int) -> None:
    seen: set[str] = set()
    for _ in range(MOST_PRESSES):
        error = _refused(text, read)
        if error is None:
            return
        assert error.sentence not in seen
        seen.add(error.sentence)
        for other in error.suggestions:
            again = _refused(other.command, read)
            assert again is None or again.sentence != error.sentence, other.command
        if not error.suggestions:
            return
        text = error.suggestions[way].command
    raise AssertionError(f"{MOST_PRESSES} presses do not end: {seen}")


def _refused(text: str, read: Callable[[str], None]) -> UserError | None:
    try:
        read(text)
    except UserError as error:
        return error
    return None


_MINUTES = st.integers(0, 24 * 60 - 1).map(lambda minute: time(minute // 60, minute % 60))


@given(_MINUTES, _MINUTES)
def test_quiet_hours_read_back(start: time, end: time) -> None:
    """Quiet hours that a command line carries are the ones that it was made of, wherever they stand in it."""
    hours = NO_QUIET_HOURS if start == end else QuietHours(start, end)
    assert quiet_said(f"9:00 {quiet_words(hours)} en") == QuietSaid(hours, "9:00 en")
