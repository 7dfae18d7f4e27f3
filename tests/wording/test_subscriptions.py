"""Subscriptions in words, each change with its undo (WORDING.md 4 and 10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.delivery import RecipientKind
from bot.domain.document import Actions, Button, Document
from bot.domain.form import ChoiceField
from bot.domain.label import Label
from bot.domain.subscription import Cadence, Subscription
from bot.domain.update import Kind
from bot.renderers.terminal import render
from bot.wording.forms import subscription_form
from bot.wording.subscription_lists import subscriptions_document
from bot.wording.subscriptions import (
    Preview,
    changed_document,
    stopped_document,
    subscribed_document,
    which_document,
)
from tests.factories import a_query, a_recipient, a_subscription, at
from tests.golden_files import assert_golden
from tests.wording.scenes import found, some_facts

FACTS = some_facts()
PREVIEW = Preview(
    16,
    (
        found(3983, 21, "b12x in the unified MoE API", Label.NEW, Kind.FEATURE),
        found(3947, 18, "smaller wheel", Label.PERF, Kind.PERFORMANCE),
        found(3016, 17, "third", Label.PERF, Kind.PERFORMANCE),
    ),
    upcoming=at(23, hour=1),
)


def commands(document: Document) -> list[str]:
    """The command lines of a document's buttons."""
    return [
        element.command
        for block in document.blocks
        if isinstance(block, Actions)
        for element in block.elements
        if isinstance(element, Button)
    ]


def test_golden() -> None:
    """The confirmation and the list."""
    confirmed = subscribed_document(a_subscription(), PREVIEW, FACTS, "subscribe 1")
    listed = subscriptions_document([a_subscription(), a_subscription("verl breaking", id=2, paused=True)], FACTS)
    assert_golden("subscriptions.txt", f"{render(confirmed)}\n\n{render(listed)}")


def test_the_confirmation_says_what_to_expect() -> None:
    """How much, when, what it would have brought, and how to take it back."""
    document = subscribed_document(a_subscription(), PREVIEW, FACTS, "subscribe 1")
    assert render(document, width=400).split("\n")[:5] == [
        "Subscribed: FlashInfer, SM120",
        "About 4 lines a week (16 in the last 30 days). "
        "Daily at 09:00 Asia/Shanghai, Monday to Friday; first tomorrow.",
        "At once: Breaking (proven), Security, Withdrawn. Held from 22:00 to 08:00.",
        "",
        "The last two it would have brought: b12x in the unified MoE API #3983 [1] · smaller wheel #3947 [2]",
    ]
    changes = ["subscriptions 1 at-once", "subscriptions 1 weekly", "edit 1", "try 1"]
    assert commands(document) == ["undo subscribe 1", *changes]


def test_examples_that_were_taken_back() -> None:
    """A revert is not told as the change that it undoes."""
    reverted = found(49033, 21, "Stop upcasting logits", Label.REVERTED, Kind.REVERT)
    document = subscribed_document(a_subscription(), Preview(9, (reverted,)), FACTS, "subscribe 1")
    assert "Reverted Stop upcasting logits #49033" in render(document, width=400)


def test_the_others_are_paused() -> None:
    """Who paused everything is told that a new one comes all the same."""
    others = Preview(9, others_paused=True)
    assert "All other subscriptions are paused" in render(
        subscribed_document(a_subscription(), others, FACTS, "subscribe 1"), width=400
    )


@pytest.mark.parametrize(
    ("count", "wanted"),
    [
        (0, "Nothing in the last 30 days, so it may be silent for long."),
        (2, "Less than one line a week (2 in the last 30 days)."),
        (4, "About 1 line a week (4 in the last 30 days)."),
        (257, "About 60 lines a week (257 in the last 30 days)."),
        (1_200, "All of FlashInfer, SM120 is about 280 updates a week. A message has room for 10 of them"),
    ],
)
def test_how_much_to_expect(count: int, wanted: str) -> None:
    """From silence to flood."""
    document = subscribed_document(a_subscription(), Preview(count), FACTS, "subscribe 1")
    assert wanted in render(document, width=400)


@pytest.mark.parametrize(
    ("cadence", "days", "wanted"),
    [
        (Cadence.AT_ONCE, {1}, "At once, as they come."),
        (Cadence.WEEKLY, {1}, "Weekly at 09:00 Asia/Shanghai, Mon."),
        (Cadence.DAILY, {1, 2, 3, 4, 5, 6, 7}, "Daily at 09:00 Asia/Shanghai, every day."),
        (Cadence.DAILY, {6, 7}, "Daily at 09:00 Asia/Shanghai, Saturday and Sunday."),
    ],
)
def test_rhythms(cadence: Cadence, days: set[int], wanted: str) -> None:
    """Each cadence in words."""
    subscription = a_subscription(cadence=cadence, days=frozenset(days))
    assert wanted in render(subscribed_document(subscription, Preview(9), FACTS, "subscribe 1"), width=400)
    after = changed_document(subscription, Preview(9), FACTS, "subscriptions 1 daily")
    assert wanted in render(after, width=400)
    assert "undo" not in "".join(commands(after))


def test_changed_and_paused() -> None:
    """Of one that is paused no next message is promised."""
    paused = changed_document(a_subscription(paused=True), PREVIEW, FACTS, "subscriptions 1 daily")
    assert "Paused. Daily at 09:00 Asia/Shanghai, Monday to Friday." in render(paused, width=400)


def test_a_channel_gets_it() -> None:
    """A subscription of a channel does not speak of "you"."""
    channel = a_subscription(recipient=a_recipient(RecipientKind.CHANNEL))
    assert render(subscribed_document(channel, PREVIEW, FACTS, "subscribe 1")).startswith(
        "This channel gets FlashInfer"
    )


def test_what_was_there_already_says_so() -> None:
    """Subscribing twice is no second subscription."""
    document = subscribed_document(a_subscription(), PREVIEW, FACTS, "subscribe 1", was_there=True)
    assert render(document).startswith("Already subscribed: FlashInfer, SM120")
    assert commands(document)[0] == "unsubscribe 1"


@pytest.mark.parametrize(
    ("count", "offered"),
    [
        pytest.param(257, ["subscriptions 1 at-once", "subscriptions 1 weekly"], id="60 a week"),
        pytest.param(
            260, ["edit 1 at-once 09:00 no vllm releases", "subscriptions 1 everything weekly"], id="61 a week"
        ),
    ],
)
def test_a_flood_is_made_bearable(count: int, offered: list[str]) -> None:
    """What would drown its owner is offered as releases alone, or once a week, and never all at once."""
    subscription = a_subscription("vllm", query=a_query("project:vllm"))
    document = subscribed_document(subscription, Preview(count), FACTS, "subscribe 1")
    assert commands(document) == ["undo subscribe 1", *offered, "edit 1", "try 1"]


@pytest.mark.parametrize(
    ("kind", "heading"),
    [
        (RecipientKind.CHANNEL, "This channel gets vLLM releases, as they come (stable ones)\n"),
        (RecipientKind.USER, "Subscribed: vLLM releases, as they come (stable ones)\n"),
    ],
)
def test_releases_come_as_they_are(kind: RecipientKind, heading: str) -> None:
    """The first line says what comes, when and which (WORDING.md 10)."""
    query = a_query("project:vllm", "kind:release")
    releases = a_subscription("vllm releases", query=query, cadence=Cadence.AT_ONCE, recipient=a_recipient(kind))
    assert render(subscribed_document(releases, Preview(3), FACTS, "subscribe 1")).startswith(heading)


def test_stopped_and_which() -> None:
    """What was stopped can be undone; where several fit, each is a button."""
    assert render(stopped_document([a_subscription()], "unsubscribe 1")).startswith("Stopped: flashinfer sm120")
    assert commands(stopped_document([a_subscription()], "unsubscribe 1")) == ["undo unsubscribe 1"]
    channels = replace(a_subscription(), recipient=a_recipient(RecipientKind.CHANNEL))
    assert render(stopped_document([channels], "unsubscribe 1")).startswith("The channel no longer gets flashinfer")
    several = which_document([a_subscription(), a_subscription("flashinfer", id=2)])
    assert render(several).startswith("2 subscriptions fit. Which one?")
    assert commands(several) == ["unsubscribe 1", "unsubscribe 2"]


@pytest.mark.parametrize(
    ("subscription", "count", "chosen"),
    [
        pytest.param(a_subscription(), 10, "daily mon-fri", id="as it is by default"),
        pytest.param(a_subscription(days=frozenset({1, 4})), 11, "daily mon,thu", id="on days of its own"),
        pytest.param(a_subscription(cadence=Cadence.WEEKLY, days=frozenset({5})), 10, "weekly fri", id="weekly"),
        pytest.param(a_subscription(cadence=Cadence.AT_ONCE), 10, "at-once", id="at once"),
    ],
)
def test_the_form_has_the_days(subscription: Subscription, count: int, chosen: str) -> None:
    """How often and on which days is one choice, what stands among its few; the form keeps to five fields (B-07)."""
    form = subscription_form(subscription, "edit 1 {cadence}")
    (rhythm,) = [field for field in form.fields if field.key == "cadence"]
    assert isinstance(rhythm, ChoiceField)
    assert (len(rhythm.choices), rhythm.chosen, len(form.fields)) == (count, chosen, 5)
    assert chosen in [choice.value for choice in rhythm.choices]
