"""The Slack validator finds what is wrong, whoever of its judges must find it, and nothing where nothing is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from bot.domain.document import Document
from bot.renderers import block_kit
from bot.renderers.block_kit_form import view
from tests.platforms.echo import FORM
from tests.renderers.documents import documents
from tests.validators import slack, slack_blocks, slack_models

Json = dict[str, Any]


def rich(*elements: Json) -> Json:
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": list(elements)}]}


def said(text: str) -> Json:
    return {"type": "text", "text": text}


def button(**values: Any) -> Json:
    return {"type": "button", "text": {"type": "plain_text", "text": "More"}, "action_id": "a0", "value": "v", **values}


def actions(*elements: Json) -> Json:
    return {"type": "actions", "elements": list(elements)}


def context(*elements: Json) -> Json:
    return {"type": "context", "elements": list(elements)}


def mrkdwn(text: str, **values: Any) -> Json:
    return {"type": "mrkdwn", "text": text, "verbatim": True, **values}


def menu(value: str) -> Json:
    option = {"text": {"type": "plain_text", "text": "one"}, "value": value}
    return {"type": "static_select", "action_id": "a1", "options": [option]}


def message(*blocks: Json, text: str = "hello", **values: Any) -> Json:
    flags = {"unfurl_links": False, "unfurl_media": False, "parse": "none", "mrkdwn": False}
    return {"text": text, "blocks": list(blocks), **flags, **values}


GOOD = message(rich(said("hello")), context(mrkdwn("small")), actions(button(), menu("one")))


def test_a_good_message_has_no_fault() -> None:
    """What Slack takes is not complained about."""
    assert slack.message_faults(GOOD) == []


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        pytest.param(message(*[{"type": "divider"}] * 51), "blocks: 51", id="A01 blocks"),
        pytest.param(message(*[rich(said("x" * 2900))] * 5), "13000", id="A07 characters of a message"),
        pytest.param(message(rich(said("x" * 3001))), "3001", id="A02 characters of a block"),
        pytest.param(message(rich(said("x")), text="x" * 4001), "4001", id="A10 text"),
        pytest.param(message(rich(said("x")), text=""), "aloud", id="A12 no text beside blocks"),
        pytest.param(message(text=""), "no_text", id="nothing at all"),
        pytest.param(message(rich(said(""))), "empty text", id="B090 empty text"),
        pytest.param(message(rich()), "empty rich_text_section", id="empty section"),
        pytest.param(message({"type": "rich_text", "elements": []}), "is empty", id="empty block"),
        pytest.param(message(context(mrkdwn(" "))), "visible", id="B090 blank text"),
        pytest.param(message(context(*[mrkdwn("x")] * 11)), "elements of context", id="A02 context"),
        pytest.param(message(context(mrkdwn("x", verbatim=False))), "verbatim", id="A23 verbatim"),
        pytest.param(message(context(mrkdwn("<!here> now"))), "<!here", id="A22 mention in mrkdwn"),
        pytest.param(message(rich(said("x")), text="<@U1>"), "<@", id="A22 mention in text"),
        pytest.param(message(rich(said("x")), parse="full"), "parse", id="A23 parsing"),
        pytest.param(message(rich(said("x")), unfurl_links=True), "unfurl_links", id="A29 unfurling"),
        pytest.param(
            message(actions(*[button(action_id=f"a{at}") for at in range(26)])), "elements of actions", id="A02 actions"
        ),
        pytest.param(message(actions(button(), button())), "action_id", id="ids in a block"),
        pytest.param(
            message({"type": "divider", "block_id": "b"}, {"type": "divider", "block_id": "b"}), "block_id", id="ids"
        ),
        pytest.param(message({"type": "divider", "block_id": "b" * 256}), "256", id="A04 long id"),
        pytest.param(message(actions(button(value="v" * 2001))), "2001", id="A03 value"),
        pytest.param(message(actions(button(value=""))), "does nothing", id="button without a value"),
        pytest.param(message(actions(button(url="javascript:1"))), "web address", id="B028 address"),
        pytest.param(message(actions(menu("v" * 151))), "151", id="A03 option value"),
        pytest.param(message(actions(menu(""))), "without a value", id="option without a value"),
        pytest.param(
            message({"type": "image", "image_url": "file:///x", "alt_text": "x"}), "web address", id="picture's address"
        ),
    ],
)
def test_own_checks(payload: Json, words: str) -> None:
    """Each rule that we count ourselves can fail."""
    assert any(words in fault for fault in slack.message_faults(payload)), slack.message_faults(payload)


@pytest.mark.parametrize(
    ("block", "words"),
    [
        pytest.param({"type": "hologram"}, "reads", id="unknown block"),
        pytest.param(rich({"type": "sparkle", "text": "x"}), "reads", id="unknown element of rich text"),
        pytest.param(actions({"type": "lever", "action_id": "a0"}), "reads", id="unknown element"),
        pytest.param({"type": "divider", "colour": "red"}, "colour", id="unknown key"),
        pytest.param({"type": "section", "block_id": "b"}, "text", id="section without text"),
        pytest.param(actions(button(style="golden")), "style", id="unknown style"),
        pytest.param(
            {"type": "image", "image_url": "https://e.org/" + "x" * 3000, "alt_text": "x"}, "3000", id="long address"
        ),
    ],
)
def test_slack_sdk_judges(block: Json, words: str) -> None:
    """Slack's own models refuse or lose what they do not know."""
    faults = list(slack_models.block_faults([block]))
    assert any(words in fault for fault in faults), faults


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        pytest.param(message(*[{"type": "divider"}] * 51), "max_size", id="blocks"),
        pytest.param(message(actions(button(text={"type": "plain_text", "text": "x" * 76}))), "75", id="button"),
        pytest.param(message(context(*[mrkdwn("x")] * 11)), "ten elements", id="context"),
        pytest.param(message(context(mrkdwn("x" * 3001))), "3000", id="text"),
        pytest.param(message(rich()), "min_size", id="empty section"),
        pytest.param(message(actions(menu("v" * 151))), "150", id="option"),
        pytest.param(message(rich({"type": "sparkle"})), "no class", id="unknown"),
    ],
)
def test_slackblocks_judges(payload: Json, words: str) -> None:
    """The second opinion refuses what is over its limits."""
    faults = list(slack_blocks.message_faults(payload))
    assert any(words in fault for fault in faults), faults


def changed(**values: Any) -> Json:
    return {**view(FORM, "{}"), **values}


def with_element(**values: Any) -> Json:
    first, *rest = view(FORM, "{}")["blocks"]
    return changed(blocks=[{**first, "element": {**first["element"], **values}}, *rest])


@pytest.mark.parametrize(
    ("modal", "words"),
    [
        pytest.param(changed(title={"type": "plain_text", "text": "x" * 25}), "24", id="A04 title"),
        pytest.param(changed(private_metadata="x" * 3001), "3000", id="A04 metadata"),
        pytest.param(changed(blocks=view(FORM, "")["blocks"] * 40), "100", id="A01 blocks"),
        pytest.param(changed(blocks=view(FORM, "")["blocks"] * 2), "block_id", id="ids"),
        pytest.param(changed(type="balcony"), "type", id="unknown view"),
        pytest.param(changed(blocks=[{"type": "markdown", "text": "x"}]), "surfaces", id="block of another surface"),
        pytest.param(with_element(max_length=3001), "3000", id="A03 input"),
        pytest.param(with_element(max_length=3), "longer than it takes", id="value and length"),
        pytest.param(with_element(action_id="a" * 256), "255", id="A04 id"),
    ],
)
def test_views(modal: Json, words: str) -> None:
    """A modal is judged like a message."""
    faults = slack.faults("views.open", {"view": modal})
    assert any(words in fault for fault in faults), faults


def test_a_chosen_option_must_be_offered() -> None:
    """An initial option that differs from the offered one is refused by Slack."""
    choice = {**menu("one"), "initial_option": {"text": {"type": "plain_text", "text": "One"}, "value": "one"}}
    assert "a chosen option that is not offered" in slack.message_faults(message(actions(choice)))


def test_our_form_has_no_fault() -> None:
    """The form of the platforms' tests can be opened."""
    assert slack.faults("views.open", {"view": view(FORM, "{}")}) == []


def test_calls_without_content_are_not_judged() -> None:
    """users.info and its like carry nothing to judge."""
    assert slack.faults("users.info", {"user": "U1"}) == []


@given(documents())
@settings(max_examples=60, deadline=None)
def test_whatever_is_rendered_can_be_sent(document: Document) -> None:
    """No document makes a message that a judge refuses."""
    for rendered in block_kit.render(document):
        assert slack.message_faults(rendered.payload()) == []
