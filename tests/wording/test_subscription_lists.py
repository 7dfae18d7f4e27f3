"""Subscriptions in lists: one's own, and what a channel gets (WORDING.md 7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.delivery import RecipientKind
from bot.domain.document import Actions, ChannelName, Select
from bot.domain.subscription import Cadence
from bot.renderers.terminal import render
from bot.wording.subscription_lists import (
    BUTTONS,
    ChannelList,
    channel_subscriptions_document,
    subscriptions_document,
)
from bot.wording.subscriptions import LISTED
from tests.factories import a_recipient, a_subscription
from tests.wording.scenes import some_facts
from tests.wording.test_subscriptions import commands

FACTS = some_facts()
CHANNELS = tuple(
    replace(a_subscription(text, id=number), recipient=a_recipient(RecipientKind.CHANNEL))
    for number, text in ((7, "flashinfer"), (8, "verl"))
)


@pytest.mark.parametrize("count", [BUTTONS, BUTTONS + 2])
def test_what_edits_and_what_stops_are_told_apart(count: int) -> None:
    """No two choices of a list have the same label."""
    document = subscriptions_document([a_subscription(f"vllm t{id}", id=id) for id in range(count)], FACTS)
    (actions,) = [block for block in document.blocks if isinstance(block, Actions)]
    labels = [
        choice.label
        for element in actions.elements
        for choice in (element.options if isinstance(element, Select) else (element,))
    ]
    assert len(set(labels)) == len(labels) == 2 * count + 2


def test_the_list_stops_and_pauses() -> None:
    """Each subscription has its stop, all together a pause; paused ones are resumed."""
    document = subscriptions_document([a_subscription()], FACTS)
    assert "flashinfer sm120 · daily 09:00 Asia/Shanghai, Monday to Friday · next tomorrow · number 1" in render(
        document
    )
    assert commands(document) == ["edit 1", "unsubscribe 1", "profile", "stop"]
    paused = subscriptions_document([a_subscription(paused=True)], FACTS)
    assert commands(paused) == ["edit 1", "unsubscribe 1", "profile", "resume"]
    at_once = subscriptions_document([a_subscription(cadence=Cadence.AT_ONCE)], FACTS)
    assert "at once · number 1" in render(at_once)


@pytest.mark.parametrize(("count", "menus"), [(BUTTONS, 0), (BUTTONS + 1, 2)])
def test_many_subscriptions_have_menus(count: int, menus: int) -> None:
    """A few have buttons, more have a menu to edit and one to stop, so that the list stays one message."""
    document = subscriptions_document([a_subscription(id=at + 1) for at in range(count)], FACTS)
    selects = [
        element
        for block in document.blocks
        if isinstance(block, Actions)
        for element in block.elements
        if isinstance(element, Select)
    ]
    assert len(selects) == menus
    assert all(len(select.options) == count for select in selects)


def test_an_empty_list_shows_how_to_begin() -> None:
    """Nobody is left with an empty page."""
    assert "subscribe flashinfer sm120" in render(subscriptions_document([], FACTS))


def test_a_long_list_is_cut_and_counted() -> None:
    """Beyond the limit the rest is counted."""
    many = [a_subscription(id=number) for number in range(LISTED + 1)]
    assert "1 more." in render(subscriptions_document(many, FACTS))
    assert "more." not in render(subscriptions_document(many[:LISTED], FACTS))


def test_a_channels_list() -> None:
    """It is called the channel's, and each has its buttons for who may change it, and for nobody else."""
    document = channel_subscriptions_document(ChannelList(CHANNELS, frozenset({7})), FACTS)
    seen = render(document, width=400)
    assert seen.startswith("This channel's subscriptions (2)")
    assert "number 7" in seen
    assert "number 8" in seen
    assert "Who set one up, or manages the channel, can change it." in seen
    assert commands(document) == ["edit 7", "unsubscribe 7", "stop here"]
    assert commands(channel_subscriptions_document(ChannelList(CHANNELS), FACTS)) == []
    paused = [replace(one, paused=True) for one in CHANNELS]
    everybodys = channel_subscriptions_document(ChannelList(paused, frozenset({7, 8})), FACTS)
    assert commands(everybodys)[-1] == "resume here"
    assert "Who set one up" not in render(everybodys)


def test_an_empty_channel_shows_how_to_begin() -> None:
    """The example is one for the channel."""
    assert "subscribe here flashinfer sm120" in render(channel_subscriptions_document(ChannelList(()), FACTS))


def test_a_channel_that_is_elsewhere_is_named() -> None:
    """Lines that mean the place in which they are pressed are not offered somewhere else."""
    channel = ChannelList(CHANNELS, frozenset({7, 8}), elsewhere=ChannelName("slack", "C1", "channel C1"))
    document = channel_subscriptions_document(channel, FACTS)
    assert render(document).startswith("Subscriptions of channel C1 (2)")
    assert not any("here" in command for command in commands(document))


def test_ones_own_and_the_channels() -> None:
    """In a channel its own come after the reader's."""
    document = subscriptions_document([a_subscription()], FACTS, channel=ChannelList(CHANNELS, frozenset({7, 8})))
    seen = render(document)
    assert seen.startswith("Subscriptions (1)")
    assert seen.index("number 1") < seen.index("This channel's subscriptions (2)") < seen.index("number 7")


def test_why_messages_wait() -> None:
    """What is in the way of messages stands with the subscriptions (B086), of each place."""
    channel = ChannelList(CHANNELS, held_up="is_archived")
    seen = render(subscriptions_document([a_subscription()], FACTS, "Cannot send messages to this user.", channel))
    assert "A message waits: Cannot send messages to this user. It is tried again." in seen
    assert "A message waits: is_archived. It is tried again." in seen
