"""`digest daily 2026-07-21`, `digest weekly 2026-W29 mine`, `share weekly 2026-W29`: an issue by its number."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.command import Command, Rights
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.reply import Shared, Shows
from bot.domain.window import Window
from handlers.deps import Deps
from handlers.issues import issue_of, remember
from handlers.numbered import is_number, window_numbered
from handlers.router import answer, dispatch, shows
from tests.editions import FRAMEWORKS_WEEKLY, SYSTEMS_DAILY
from tests.factories import NOW, VLLM, a_command, an_actor, an_update
from tests.fakes import texts

PLACE = Recipient("slack", "T1", RecipientKind.CHANNEL, "C1")
BOSS = an_actor(platform="slack", workspace="T1", user="boss", rights=Rights(manager=True))
DAILY = SYSTEMS_DAILY.latest_window(NOW)
NUMBER = SYSTEMS_DAILY.number(DAILY)
WEEK = FRAMEWORKS_WEEKLY.number(FRAMEWORKS_WEEKLY.latest_window(NOW))


@pytest.fixture
def filled(deps: Deps) -> Deps:
    """A change of the latest daily's window for SM120, one for another project."""
    within = DAILY.end - timedelta(hours=1)
    deps.store.updates.save(
        [
            an_update("Repair a path of the card", number=1, published=within, tags=["hardware:sm120"]),
            an_update("Mend another", number=2, repository=VLLM, published=within),
        ]
    )
    return deps


def said_by(text: str) -> Command:
    """A line in the channel, by its manager."""
    return a_command(text, actor=BOSS, place=PLACE)


async def said(text: str, deps: Deps) -> str:
    """What a line is answered with, errors too."""
    (shown,) = texts([await answer(said_by(text), deps)])
    return shown


@pytest.mark.parametrize("line", ["digest daily {}", "daily {}"])
async def test_a_number_brings_that_issue(line: str, filled: Deps) -> None:
    """Not the latest one: what a button says is read later, too. [ Settings ] stands there, for this is a channel."""
    before = SYSTEMS_DAILY.number(SYSTEMS_DAILY.window_ending(DAILY.end - timedelta(days=1)))
    assert "Repair a path of the card" in await said(line.format(NUMBER), filled)
    older = await said(line.format(before), filled)
    assert "Repair a path" not in older


async def test_a_number_brings_what_the_place_gets(filled: Deps) -> None:
    """A channel that asked for SM120 reads all of its own issue, not of everybody's."""
    await said("setup daily 10:30 Europe/Berlin no nothing en owner about: sm120", filled)
    shown = await said(f"digest daily {NUMBER}", filled)
    assert "Repair a path of the card" in shown
    assert "Mend another" not in shown


@pytest.mark.parametrize(
    ("edition", "number", "days"),
    [
        pytest.param(SYSTEMS_DAILY, NUMBER, 1, id="a daily"),
        pytest.param(FRAMEWORKS_WEEKLY, WEEK, 7, id="a weekly"),
        pytest.param(FRAMEWORKS_WEEKLY, WEEK.replace("-W", "w"), 7, id="as people write it"),
    ],
)
def test_a_number_is_a_window(edition: object, number: str, days: int, deps: Deps) -> None:
    """The edition's own window of that number, also where no issue went out."""
    chosen = SYSTEMS_DAILY if edition is SYSTEMS_DAILY else FRAMEWORKS_WEEKLY
    window = window_numbered(chosen, number, deps)
    assert chosen.number(window) == (NUMBER if days == 1 else WEEK)
    assert window.start == window.end - timedelta(days=days)


async def test_an_issue_that_went_out_has_its_own_window(filled: Deps) -> None:
    """After an outage one issue covered two days, and does so when it is read again."""
    wide = Window(DAILY.end - timedelta(days=2), DAILY.end, DAILY.zone)
    remember(issue_of(SYSTEMS_DAILY, wide, filled), filled)
    assert window_numbered(SYSTEMS_DAILY, NUMBER, filled) == wide


@pytest.mark.parametrize("number", ["2027-01-01", "2026-W28", "2026-W99", "2027-W01"])
async def test_an_issue_that_there_is_not(number: str, filled: Deps) -> None:
    """A day that has not come, a week of a daily: the latest is offered."""
    edition = "daily" if "W28" in number or number == "2027-01-01" else "weekly"
    assert f'There is no issue "{number}"; the latest is ' in await said(f"digest {edition} {number}", filled)


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        pytest.param("digest weekly W28", "2026-W28", id="a week"),
        pytest.param("weekly w50", "2025-W50", id="a week that is still to come this year"),
        pytest.param("digest daily 07-08", "2026-07-08", id="a day"),
    ],
)
async def test_a_number_without_its_year(line: str, whole: str, filled: Deps) -> None:
    """It is no question: the last issue of that number is offered."""
    assert f'Say the year too: "{whole}".' in await said(line, filled)


@pytest.mark.parametrize(
    ("word", "is_one"),
    [
        ("W28", True),
        ("28", False),
        ("2026-07-08", True),
        ("2026-W28", True),
        ("2026W28", True),
        ("yesterday", False),
        ("2026-13-01", False),
    ],
)
def test_what_is_a_number(word: str, is_one: bool) -> None:
    """A date or an ISO week; anything else is another word."""
    assert is_number(word) is is_one


async def test_mine_is_for_what_the_asker_runs(filled: Deps) -> None:
    """Who has not said what that is gets told how; then it stands first."""
    line = f"digest daily {NUMBER} mine"
    assert "I do not know yet what you run." in await said(line, filled)
    await dispatch(replace(said_by("stack vllm"), place=PLACE), filled)
    filled.store.updates.save(
        [an_update(f"Repair thing {n}", number=10 + n, published=DAILY.end - timedelta(hours=2)) for n in range(3)]
    )
    shown = await said(line, filled)
    assert shown.index("Your stack") < shown.index("Mend another") < shown.index("Everyone")


async def test_an_issue_is_shared_with_the_channel(filled: Deps) -> None:
    """Everybody sees the message of the issue, as all get it; a question is still shared as before."""
    for line in (f"share daily {NUMBER}", "share daily"):
        assert shows(line, filled) is Shows.EVERYBODY
        reply = await dispatch(said_by(line), filled)
        assert isinstance(reply, Shared)
        assert "Mend another" in texts([reply.document])[0]
    assert isinstance(await dispatch(said_by("share flashinfer sm120"), filled), Shared)
