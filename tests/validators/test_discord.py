"""The Discord validator finds what is wrong, by the official description and by our own counting."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from bot.domain.document import Document
from bot.renderers import components_v2
from bot.renderers.components_v2_form import modal
from tests.platforms.echo import FORM
from tests.renderers.documents import documents
from tests.validators import discord

Json = dict[str, Any]

CHANNEL = "/channels/8001/messages"
CALLBACK = "/interactions/1/t-1/callback"
CHOICE = {"name": "a", "value": "a"}
ORIGINAL = "/webhooks/9001/t-1/messages/@original"


def said(text: str) -> Json:
    return {"type": 10, "content": text}


def button(**values: Any) -> Json:
    return {"type": 2, "style": 2, "label": "More", "custom_id": "more 8", **values}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def menu(*values: str, **others: Any) -> Json:
    options = [{"label": value or "x", "value": value} for value in values]
    return {"type": 3, "custom_id": "select:0", "options": options, **others}


def message(*components: Json, **values: Any) -> Json:
    container = [{"type": 17, "components": list(components)}] if components else []
    return {"flags": 1 << 15, "components": container, "allowed_mentions": {"parse": []}, **values}


def without(body: Json, key: str) -> Json:
    return {name: value for name, value in body.items() if name != key}


GOOD = message(said("hello"), {"type": 14, "divider": True, "spacing": 1}, row(button()), row(menu("a", "b")))


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        pytest.param("POST", CHANNEL, {**GOOD, "nonce": "n" * 25, "enforce_nonce": True}, id="message"),
        pytest.param("POST", CHANNEL, without(message(content="x", flags=1 << 12), "components"), id="plain text"),
        pytest.param("PATCH", CHANNEL + "/5", GOOD, id="edit"),
        pytest.param("PATCH", ORIGINAL, GOOD, id="answer"),
        pytest.param("POST", "/webhooks/9001/t-1", {**GOOD, "flags": 1 << 15 | 1 << 6}, id="further answer"),
        pytest.param("POST", CALLBACK, {"type": 5, "data": {"flags": 64}}, id="deferred"),
        pytest.param("POST", CALLBACK, {"type": 4, "data": {**GOOD, "flags": 1 << 15 | 1 << 6}}, id="at once"),
        pytest.param("POST", CALLBACK, {"type": 9, "data": modal(FORM, "form x")}, id="form"),
        pytest.param(
            "POST", CALLBACK, {"type": 8, "data": {"choices": [{"name": "a", "value": "a"}]}}, id="completion"
        ),
        pytest.param("POST", "/users/@me/channels", {"recipient_id": "502"}, id="direct messages"),
        pytest.param("POST", "/users/@me/channels", {"recipient_id": 502}, id="discord.py's integer"),
        pytest.param("GET", "/gateway/bot", {}, id="nothing sent"),
    ],
)
def test_good_requests_have_no_fault(method: str, path: str, body: Json) -> None:
    """What Discord takes is not complained about."""
    assert discord.faults(method, path, body) == []


@pytest.mark.parametrize(
    ("method", "path", "body", "words"),
    [
        pytest.param("POST", CHANNEL, message(said("")), "content: ''", id="empty text display"),
        pytest.param("POST", CHANNEL, message(row(button(label="x" * 81))), "too long", id="B-07 label"),
        pytest.param("POST", CHANNEL, message(row(button(custom_id="x" * 101))), "too long", id="B-07 custom id"),
        pytest.param("POST", CHANNEL, message(row(menu(*map(str, range(26))))), "too long", id="B-07 options"),
        pytest.param("POST", CHANNEL, message({"type": 99}), "99", id="unknown component"),
        pytest.param("POST", CHANNEL, message(row(button(colour=1))), "colour", id="unknown property"),
        pytest.param("POST", CHANNEL, message({"type": 17, "components": []}), "17", id="container in a container"),
        pytest.param("POST", CALLBACK, {"type": 9, "data": {"title": "x", "components": []}}, "custom_id", id="modal"),
        pytest.param("POST", CALLBACK, {"type": 4, "data": {"content": 5}}, "5", id="callback's message"),
        pytest.param("PATCH", ORIGINAL, {**GOOD, "content": "x" * 2001}, "2001", id="answer's text"),
        pytest.param("PUT", "/applications/1/commands", [{"name": "x" * 33}], "too long", id="command's name"),
    ],
)
@pytest.mark.usefixtures("official")
def test_the_official_description_judges(method: str, path: str, body: Any, words: str) -> None:
    """What the description forbids is found, with the place where it stands."""
    faults = discord.faults(method, path, body)
    assert any(words in fault for fault in faults), faults


@pytest.mark.parametrize(
    ("body", "words"),
    [
        pytest.param(message(*[said("x")] * 40), "components: 41", id="B-04 components"),
        pytest.param(message(said("x" * 2001), said("y" * 2000)), "4001", id="B-04 characters"),
        pytest.param(message(said("漢" * 3387)), "10173", id="B-05 bytes"),
        pytest.param(message(said("x"), row(button(), button())), "stands 2 times", id="custom ids"),
        pytest.param(message(said(" ")), "visible", id="blank text"),
        pytest.param(message(said("x"), content="y"), "beside", id="B-04 content"),
        pytest.param(message(said("x"), allowed_mentions={"parse": ["everyone"]}), "ping", id="B-08 ping"),
        pytest.param(without(message(said("x")), "allowed_mentions"), "ping", id="B-08 default"),
        pytest.param(message(said("x"), flags=0), "without the flag", id="flag"),
        pytest.param(message(said("x"), flags=1 << 15 | 1 << 6), "may not be set", id="ephemeral in a channel"),
        pytest.param(message(), "without a component", id="nothing"),
        pytest.param(message(said("x"), nonce="n" * 26), "26", id="B-11 nonce"),
        pytest.param(message(said("x"), enforce_nonce=True), "without a nonce", id="B-11 no nonce"),
        pytest.param(message(row(button(), menu("a"))), "a row with", id="button beside a menu"),
        pytest.param(message(row(button(style=5))), "style 5", id="link without an address"),
        pytest.param(message(row(button(label=" "))), "label", id="B110 label"),
        pytest.param(
            message(row(without(button(style=5, url="file:///x"), "custom_id"))), "opens", id="B028 button's address"
        ),
        pytest.param(message(row(menu("a", "a"))), "option value", id="option twice"),
        pytest.param(message(row(menu(" "))), "B110", id="B110 option"),
    ],
)
def test_own_checks(body: Json, words: str) -> None:
    """Each rule that the description misses can fail."""
    faults = discord.faults("POST", CHANNEL, body)
    assert any(words in fault for fault in faults), faults


def form(**values: Any) -> Json:
    return {"type": 9, "data": {**modal(FORM, "form x"), **values}}


def with_input(**values: Any) -> Json:
    first, *rest = modal(FORM, "x")["components"]
    return form(components=[{**first, "component": {**first["component"], **values}}, *rest])


@pytest.mark.parametrize(
    ("body", "words"),
    [
        pytest.param(form(components=modal(FORM, "x")["components"] * 2), "components of a modal: 6", id="too many"),
        pytest.param(form(components=[modal(FORM, "x")["components"][0]] * 2), "custom_id", id="ids"),
        pytest.param(form(title=" "), "title", id="no title"),
        pytest.param(with_input(max_length=3), "longer than it takes", id="value and length"),
    ],
)
def test_own_checks_of_modals(body: Json, words: str) -> None:
    """What the description misses in a form is found."""
    faults = discord.faults("POST", CALLBACK, body)
    assert any(words in fault for fault in faults), faults


def test_a_route_that_nobody_knows() -> None:
    """A body that goes where nothing takes it is a fault of ours."""
    assert discord.faults("POST", "/channels/8001/pins", {"x": 1})


@given(documents())
@settings(max_examples=60, deadline=None)
def test_whatever_is_rendered_can_be_sent(document: Document) -> None:
    """No document makes a message that a judge refuses."""
    for rendered in components_v2.render(document):
        assert discord.faults("POST", CHANNEL, rendered.payload()) == []
