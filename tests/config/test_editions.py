"""Reading editions.toml: what a table becomes, and what is refused with file, table and key."""

from __future__ import annotations

from datetime import time, timedelta
from pathlib import Path

import pytest

from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.digest import Layout, Section
from bot.domain.edition import Edition, Editions, Limits
from bot.domain.errors import ConfigError
from bot.domain.schedule import Schedule
from bot.domain.text import fold
from config.editions import MOST_ITEMS, MOST_TOP, QUOTED, RESERVED, load_editions, shipped_editions
from handlers.command_table import COMMANDS, UNLISTED
from tests.factories import SHANGHAI, a_vocabulary, some_projects

DAILY = """
[daily-one]
words = ["morning"]
layout = "verdict"
zone = "Asia/Shanghai"
closes = "07:00"
posted = "08:00"
days = ["monday", "tuesday"]
sections = ["verdict", "cards"]
items = 25
top = 5
"""


def load(tmp_path: Path, text: str) -> Editions:
    file = tmp_path / "editions.toml"
    file.write_text(text, encoding="utf-8")
    return load_editions(file, some_projects(), a_vocabulary())


def test_a_table_becomes_an_edition(tmp_path: Path) -> None:
    """All keys end in their fields."""
    more = 'about = "flashinfer sm120"\npost_to = ["slack:T0123/C0123", "discord:7001/8001"]\n'
    (edition,) = load(tmp_path, DAILY + more).all
    assert edition.query is not None
    assert {str(tag) for tag in edition.query.tags} == {"project:flashinfer", "hardware:sm120"}
    assert edition == Edition(
        key="daily-one",
        words=("morning",),
        closes=Schedule(SHANGHAI, time(7), frozenset({1, 2})),
        delay=timedelta(hours=1),
        layout=Layout.VERDICT,
        sections=frozenset({Section.VERDICT, Section.CARDS}),
        limits=Limits(25, 5),
        query=edition.query,
        about="flashinfer sm120",
        post_to=(
            Recipient("slack", "T0123", RecipientKind.CHANNEL, "C0123"),
            Recipient("discord", "7001", RecipientKind.CHANNEL, "8001"),
        ),
    )


def _changed(old: str, new: str) -> str:
    assert old in DAILY
    return DAILY.replace(old, new)


def _with(line: str) -> str:
    return f"{DAILY}{line}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("", "names no edition", id="nothing"),
        pytest.param(_changed("daily-one", '"Daily One"'), "is no name for an edition", id="a key with blanks"),
        pytest.param(_changed("daily-one", "here"), "a command or one of its words", id="a command word as key"),
        pytest.param(_changed("daily-one", "vllm"), "which is a project", id="a project as key"),
        pytest.param(_changed('"verdict", "cards"', '"verdikt"'), 'sections has "verdikt"; there are', id="a section"),
        pytest.param(_changed('"verdict", "cards"', ""), "sections must name at least one", id="no section"),
        pytest.param(_changed('"cards"', '"verdict"'), 'sections has "verdict" twice', id="a section twice"),
        pytest.param(_changed("Asia/Shanghai", "Mars/Base"), 'zone is "Mars/Base"', id="a zone"),
        pytest.param(_changed("Asia/Shanghai", "../../etc/passwd"), "which is no zone", id="a path for a zone"),
        pytest.param(_changed('"07:00"', '"7:00"'), "closes must be an hour", id="an hour"),
        pytest.param(_changed('"07:00"', '"24:00"'), "closes must be an hour", id="an hour too late"),
        pytest.param(_changed('"08:00"', '"06:59"'), "posted must not be before closes", id="out before it is over"),
        pytest.param(_changed('"tuesday"', '"tomorrow"'), 'days has "tomorrow"', id="a day"),
        pytest.param(_changed('"tuesday"', '"monday"'), 'days has "monday" twice', id="a day twice"),
        pytest.param(_changed('"monday", "tuesday"', ""), "days must name at least one", id="no day"),
        pytest.param(_changed('layout = "verdict"', 'layout = "poster"'), 'layout is "poster"', id="a layout"),
        pytest.param(_changed("items = 25", "items = 0"), f"items must be 1 to {MOST_ITEMS}", id="no items"),
        pytest.param(_changed("items = 25", f"items = {MOST_ITEMS + 1}"), "items must be 1 to", id="too many items"),
        pytest.param(_changed("items = 25", "items = true"), "items must be a whole number", id="yes for a number"),
        pytest.param(
            _changed("top = 5", f"top = {MOST_TOP + 1}"), f"top must be 1 to {MOST_TOP}", id="too many on top"
        ),
        pytest.param(_changed('"morning"', ""), "words must name at least one", id="no word"),
        pytest.param(_changed('"morning"', '""'), "words must be a list of texts", id="an empty word"),
        pytest.param(_changed('"morning"', '"good morning"'), "is not one word", id="two words"),
        pytest.param(_changed('"morning"', '"mor\\u202Ening"'), 'has "morning", which is not one', id="B132 bidi"),
        pytest.param(_changed('"morning"', f'"{"m" * 41}"'), "is not one word of at most 40", id="a long word"),
        pytest.param(_changed('"morning"', '"Here"'), "which is a command", id="a command's word"),
        pytest.param(_changed('"morning"', '"本频道"'), "which is a command", id="a command's word in Chinese"),
        pytest.param(_changed('"morning"', '"FA"'), "which is a project", id="a project's other name"),
        pytest.param(_changed("daily-one", "daily-"), "is no name for an edition", id="a key that ends in a hyphen"),
        pytest.param(_changed('"morning"', '"7"'), "is not a letter and then", id="a number as a word"),
        pytest.param(_changed('"morning"', '"2026-07-08"'), "is not a letter and then", id="an issue as a word"),
        pytest.param(_changed('"morning"', '"-rocm"'), "is not a letter and then", id="an exclusion as a word"),
        pytest.param(_changed('"morning"', '"since:1w"'), "is not a letter and then", id="an operator as a word"),
        pytest.param(_changed('"morning"', '"@owner"'), "is not a letter and then", id="a mention as a word"),
        pytest.param(_changed('"morning"', '"🎉"'), "is not a letter and then", id="a picture as a word"),
        pytest.param(_changed('"morning"', '"sm120"'), "means something else", id="a card as a word"),
        pytest.param(_changed('"morning"', '"security"'), "means something else", id="a kind as a word"),
        pytest.param(_changed('"morning"', '"本周"'), "means something else", id="a time as a word"),
        pytest.param(_changed('"morning"', '"today"'), "means something else", id="today as a word"),
        pytest.param(_changed('"morning"', '"mine"'), "which is a command", id="a verb as a word"),
        pytest.param(_changed('"morning"', '"Dawn", "dawn"'), 'has "dawn" twice', id="a word in two cases"),
        pytest.param(_changed('"morning"', '"daily-one"'), "or as the edition's key", id="the key as a word"),
        pytest.param(
            _changed('"monday", "tuesday"', '"monday"'), "verdict goes with several days", id="a week's verdict"
        ),
        pytest.param(
            _changed('layout = "verdict"', 'layout = "selected"'), "the others with one", id="a day's selection"
        ),
        pytest.param(_changed('"cards"', '"highlights"'), "the layout verdict has no place", id="a section elsewhere"),
        pytest.param(
            _changed("items = 25", "items = 4"), "top must not be more than items", id="more on top than in all"
        ),
        pytest.param(_with('about = "sm120 or h200"'), 'has "or": names alone', id="a joined question"),
        pytest.param(_with('about = "sm120 sort:best"'), "is not its affair", id="an order"),
        pytest.param(_with('about = "sm120 limit:5"'), "is not its affair", id="a limit"),
        pytest.param(_with('post_to = ["slack:t1/c1"]'), "which is not like", id="a place in small letters"),
        pytest.param(_with('post_to = ["discord:guild/1"]'), "which is not like", id="a place of Discord by name"),
        pytest.param(_with('about = "flashinfr"'), "may be flashinfer; write it as it is called", id="a slip"),
        pytest.param(_with('about = "rtx6000"'), "can mean several things", id="an ambiguous card"),
        pytest.param(_with('about = "quarterly results"'), "must be names of projects", id="words"),
        pytest.param(_with('about = "sm120 last week"'), "must be names of projects", id="a window"),
        pytest.param(_with('about = "flashinfer#3682"'), "must be names of projects", id="a reference"),
        pytest.param(_with(f'about = "{"sm120 " * 40}"'), "one line of at most 200", id="a long question"),
        pytest.param(_with('about = "sm120\\u0000"'), "one line of at most 200", id="a control character"),
        pytest.param(_with('post_to = ["slack:x"]'), "which is not like slack:T0123/C0123", id="a place"),
        pytest.param(_with('post_to = ["slack:T1/C1\\n"]'), "which is not like", id="a place with a line's end"),
        pytest.param(_with('post_to = ["slack:T1/C1", "slack:T1/C1"]'), '"slack:T1/C1" twice', id="a place twice"),
        pytest.param(_with("colour = 1"), "colour is not a key that is known here", id="an unknown key"),
        pytest.param(
            DAILY + DAILY.replace("daily-one", "other"), 'has "morning", which is daily-one', id="a word twice"
        ),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, said: str) -> None:
    """A fault is a ConfigError that names file, table and what is wrong."""
    with pytest.raises(ConfigError, match=r"editions\.toml: (?:\[|top level)") as refused:
        load(tmp_path, text)
    assert said in refused.value.sentence


def test_a_wrong_value_is_shown_clean_and_cut(tmp_path: Path) -> None:
    """What stands in the file is not written to a terminal as it is."""
    with pytest.raises(ConfigError) as refused:
        load(tmp_path, _changed('"morning"', f'"\\u001b[31m{"m" * 5_000}"'))
    assert "\x1b" not in refused.value.sentence
    assert "m" * (QUOTED + 1) not in refused.value.sentence


def test_no_command_is_an_editions_name() -> None:
    """Every command's word is reserved, but those that are called after an edition."""
    words = {fold(word) for entry in (*COMMANDS, *UNLISTED) for word in (entry.name, *entry.aliases)}
    named = {fold(word) for edition in shipped_editions().all for word in (edition.key, *edition.words)}
    assert words - named <= RESERVED


def test_the_shipped_editions_can_be_read() -> None:
    """A daily, a weekly and a deployment weekly, in this order and found by their commands' words."""
    editions = shipped_editions()
    assert [edition.is_weekly for edition in editions.all] == [False, True, True]
    assert [editions.named(word) for word in ("daily", "周报", "deployment")] == list(editions.all)
