"""What subscribers are sent (WORDING.md 4)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.domain.answer import Story
from bot.domain.delivery import RecipientKind
from bot.domain.document import Document, List, plain
from bot.domain.label import Label
from bot.domain.stack import Passed, Pin, Stack
from bot.domain.state import Stage, State
from bot.domain.subscription import Cadence
from bot.domain.update import Kind
from bot.renderers.terminal import render
from bot.wording import message
from bot.wording.message import AT_ONCE_LIMIT, ITEMS, Match, at_once_document, daily_document
from tests.factories import a_query, a_recipient, a_story, a_subscription, an_update, at
from tests.golden_files import assert_golden
from tests.wording.scenes import found, some_facts
from tests.wording.test_subscriptions import commands

FACTS = some_facts(now=at(8, hour=1))
STATE = State(Stage.UNRELEASED, "0.6.14")
PREFILL = found(3682, 7, "FP8 sliding-window prefill no longer hangs", Label.FIX, Kind.FIX, tags=(), state=STATE)

RUN = Stack((Pin("flashinfer", "0.6.13"),))
PASSED = Passed(RUN.pins[0], "0.6.14", at(7))


def many(count: int) -> tuple[Story, ...]:
    """So many stories of one project."""
    return tuple(
        found(number, 7, f"story {number}", Label.FIX, Kind.FIX, state=STATE) for number in range(1, count + 1)
    )


def items(document: Document) -> int:
    """How many lines a message has."""
    return sum(len(block.items) for block in document.blocks if isinstance(block, List))


def test_golden() -> None:
    """A daily of two subscriptions and one message at once."""
    verl = tuple(
        a_story(an_update("", summary=text, repository="verl-project/verl", number=number, state=STATE))
        for number, text in ((6813, "Mooncake checkpoint sync overwrote 4 bytes"), (6957, "The critic's gradient grew"))
    )
    matches = [
        Match("hopper fp8", (PREFILL,), 1, 0, a_query("hardware:hopper", "format:fp8"), since=at(7, hour=1)),
        Match("verl", verl, 8, 2, a_query("project:verl")),
    ]
    at_once = at_once_document([PREFILL], a_subscription(), FACTS, more=250)
    assert_golden("messages.txt", f"{render(daily_document(matches, FACTS))}\n\n{render(at_once)}")


def test_the_shell_tells_the_buttons_of_several_items_apart() -> None:
    """What asks why and what begins the wait name the same changes, under labels of their own."""
    drawn = render(at_once_document(many(3), a_subscription(), FACTS))
    labels = [row.partition(" ]")[0] for row in drawn.splitlines() if row.startswith("[ ")]
    assert "[ Why this? · FlashInfer #1" in labels
    assert len(set(labels)) == len(labels)


def test_a_daily_has_ten_lines_at_most() -> None:
    """However much was found; the rest is counted and a question away."""
    stories = many(25)
    document = daily_document([Match("flashinfer", stories, 25, 0, a_query("project:flashinfer"))], FACTS)
    assert items(document) == ITEMS
    assert "flashinfer (10 of 25, unreleased)" in render(document)
    assert "15 more: whatsnew flashinfer" in render(document)


def test_every_subscription_gets_room() -> None:
    """A flood of one does not push the others out."""
    matches = [
        Match("flashinfer", many(25), 25, 0, a_query("project:flashinfer")),
        Match("verl", (a_story(an_update("x", repository="a/verl")),), 1, 0, a_query("project:verl")),
    ]
    assert "verl" in render(daily_document(matches, FACTS))
    assert items(daily_document(matches, FACTS)) <= ITEMS


def test_a_story_is_told_once() -> None:
    """Two subscriptions that found the same story show it under the first."""
    matches = [Match("hopper", (PREFILL,), 1, 0), Match("fp8", (PREFILL,), 1, 0)]
    document = daily_document(matches, FACTS)
    assert items(document) == 1
    assert render(document).startswith("For you, Wed 8 Jul · 1 new")


def test_a_weekly_says_so() -> None:
    """The heading names the week's end."""
    document = daily_document([Match("hopper", (PREFILL,), 1, 0)], FACTS, Cadence.WEEKLY)
    assert render(document).startswith("For you, week to Wed 8 Jul · 1 new")


def test_a_channels_message_is_the_channels() -> None:
    """Its heading does not speak to "you", and its buttons act on what the channel gets and runs, not its presser."""
    matches = [Match("hopper", (PREFILL,), 1, 0), Match("my stack", many(12), 12, 0, stack=RUN)]
    document = daily_document(matches, FACTS, passed=[PASSED], reader=RecipientKind.CHANNEL)
    seen = render(document, width=400)
    assert seen.startswith("For this channel, Wed 8 Jul · 13 new")
    assert "This channel's stack (" in seen
    assert "This channel's stack says 0.6.13." in seen
    assert not re.search(r"\b[Yy]ou", seen)
    assert commands(document) == ["stack here now flashinfer==0.6.14", "subscriptions here", "pause here a week"]
    weekly = daily_document(matches, FACTS, Cadence.WEEKLY, reader=RecipientKind.CHANNEL)
    assert render(weekly).startswith("For this channel, week to Wed 8 Jul")


def test_ones_own_message_acts_on_ones_own() -> None:
    """The buttons of a person's message have no word for a channel."""
    document = daily_document([Match("hopper", (PREFILL,), 1, 0)], FACTS, passed=[PASSED])
    assert commands(document) == ["stack now flashinfer==0.6.14", "subscriptions", "pause a week"]


@pytest.mark.parametrize(
    ("of_stack", "reason"),
    [
        (False, "This channel gets: flashinfer sm120 · Its stack says 0.6.13."),
        (True, "This channel's stack: FlashInfer. Its stack says 0.6.13."),
    ],
)
def test_a_channels_message_at_once(of_stack: bool, reason: str) -> None:
    """Why it came is said of the channel, and a release is taken over into the channel's stack."""
    channels = replace(a_subscription(), recipient=a_recipient(RecipientKind.CHANNEL), of_stack=of_stack)
    document = at_once_document([PREFILL], channels, FACTS, 3, RUN, [PASSED])
    seen = render(document, width=400)
    assert reason in seen
    assert "3 more" in seen
    assert ("whatsnew" in seen) is not of_stack
    assert not re.search(r"\b[Yy]ou", seen)
    assert "stack here now flashinfer==0.6.14" in commands(document)


def test_at_once_is_one_item_with_its_reason() -> None:
    """The item, why it came, and how to hear less."""
    drawn = render(at_once_document([PREFILL], replace(a_subscription(), id=7), FACTS), width=400)
    assert drawn.startswith(
        "Fix FlashInfer: FP8 sliding-window prefill no longer hangs · unreleased, latest is 0.6.14 #3682 [1]\n"
        "You subscribed to: flashinfer sm120\n"
    )
    assert "subscriptions 7 daily" in drawn
    assert "more" not in drawn


def test_a_flood_is_counted() -> None:
    """What is not sent one by one is named with the question that shows it."""
    assert "and 250 more: whatsnew flashinfer sm120" in render(
        at_once_document([PREFILL], a_subscription(), FACTS, 250)
    )


def test_what_came_together_is_one_list() -> None:
    """Several stories of one run stand in one message, an item each."""
    document = at_once_document(many(3), a_subscription(), FACTS)
    assert items(document) == 3
    assert render(document).count("latest is 0.6.14") == 1


def test_a_message_at_once_keeps_its_budget() -> None:
    """What has no room is counted with the rest."""
    stories = [found(n, 7, f"{n} {'x' * 130}", Label.FIX, Kind.FIX, state=STATE) for n in range(1, 8)]
    document = at_once_document(stories, a_subscription(), FACTS, more=4)
    (shown,) = [block.items for block in document.blocks if isinstance(block, List)]
    assert 1 < len(shown) < 7
    assert sum(len(plain(item)) for item in shown) <= AT_ONCE_LIMIT
    assert f"and {4 + 7 - len(shown)} more" in render(document)


def test_a_message_at_once_has_one_item_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first story is told however long it is."""
    monkeypatch.setattr(message, "AT_ONCE_LIMIT", 1)
    drawn = render(at_once_document(many(2), a_subscription(), FACTS))
    assert "story 1" in drawn
    assert "and 1 more" in drawn
