"""What Discord would refuse in a request's body: by its official description, and by what that misses.

The description knows no totals over a message, no undocumented byte limit, no rule between fields; those are counted
here, with the numbers of field/platform-facts.md rather than the renderer's own constants.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from tests.readers.discord import component_count, text_bytes, texts
from tests.validators import discord_description as description
from tests.validators.finding import Json, doubled, objects, too_many

COMPONENTS_V2 = 1 << 15
MESSAGE_FLAGS = COMPONENTS_V2 | (1 << 12) | (1 << 2)
"""Flags that a bot may set on a message: Components V2, no notification, no previews."""
EPHEMERAL = 1 << 6

ROUTES = (
    ("POST", r"/channels/\d+/messages", "/channels/{channel_id}/messages"),
    ("PATCH", r"/channels/\d+/messages/\d+", "/channels/{channel_id}/messages/{message_id}"),
    ("POST", r"/channels/\d+/messages/\d+/threads", "/channels/{channel_id}/messages/{message_id}/threads"),
    ("POST", r"/channels/\d+/threads", "/channels/{channel_id}/threads"),
    (
        "POST",
        r"/interactions/\d+/[^/]+/callback",
        "/interactions/{interaction_id}/{interaction_token}/callback",
    ),
    (
        "PATCH",
        r"/webhooks/\d+/[^/]+/messages/@original",
        "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
    ),
    ("POST", r"/webhooks/\d+/[^/]+", "/webhooks/{webhook_id}/{webhook_token}"),
    ("POST", r"/users/@me/channels", "/users/@me/channels"),
    ("PUT", r"/applications/\d+/commands", "/applications/{application_id}/commands"),
)
"""Requests with a body: method, path as it is sent, and the path as the description writes it."""

ROW, BUTTON, MENU, TEXT_INPUT, CONTAINER, LABEL = 1, 2, 3, 4, 17, 18
LINK_STYLE = 5
CALLBACK_MESSAGES = {4, 5, 7}
MODAL_CALLBACK = 9
ROW_BUTTONS = 5
MODAL_COMPONENTS = 5
CONTENT, CV2_TEXT, CV2_BYTES, CV2_COMPONENTS = 2000, 4000, 10_170, 40
NONCE = 25
THREAD_NAME = 100


def faults(method: str, path: str, body: Any) -> list[str]:
    """What is wrong with a request; `path` behind /api/v10. A request without a body has nothing wrong, one that no
    route takes is wrong."""
    if method in ("GET", "DELETE") or not body:
        return []
    for known, pattern, route in ROUTES:
        if method == known and re.fullmatch(pattern, path):
            return [*description.faults(method, route, body), *_own(route, body)]
    return [f"{method} {path} is no route with a body that the bot may use"]


def _own(route: str, body: Any) -> list[str]:
    if route.endswith("/callback"):
        return list(_callback(body))
    if route.endswith("/threads"):
        return list(_thread(body))
    if "messages" in route or "webhooks" in route:
        return list(_message(body, webhook="webhooks" in route, edited=route.endswith(("@original", "{message_id}"))))
    return []


def _thread(body: Json) -> Iterator[str]:
    if not str(body.get("name", "")).strip():
        yield "a thread without a name"
    yield from too_many("characters of a thread's name", len(str(body.get("name", ""))), THREAD_NAME)
    if "message" in body:
        yield from _message(body["message"], webhook=False, edited=False)


def _callback(body: Json) -> Iterator[str]:
    kind, data = body.get("type"), body.get("data") or {}
    if kind == MODAL_CALLBACK:
        yield from _modal(data)
    elif kind in CALLBACK_MESSAGES and "components" in data:
        yield from _message(data, webhook=True, edited=False)
    if kind in CALLBACK_MESSAGES and set(data.get("allowed_mentions", {}).get("parse", ())):
        yield "somebody could be pinged"


def _message(body: Json, *, webhook: bool, edited: bool) -> Iterator[str]:
    components, flags = body.get("components") or [], body.get("flags") or 0
    yield from too_many("characters of content", len(body.get("content") or ""), CONTENT)
    if body.get("allowed_mentions") != {"parse": []}:
        yield "allowed_mentions does not forbid every ping (B-08)"
    if flags & ~(MESSAGE_FLAGS | (EPHEMERAL if webhook else 0)):
        yield f"flags {flags} hold one that may not be set here"
    if not flags & COMPONENTS_V2:
        if not (body.get("content") or "").strip():
            yield "nothing to see (50006)"
        if components:
            yield "components without the flag for Components V2"
    elif body.get("content") or body.get("embeds") or body.get("poll"):
        yield "Components V2 beside content, embeds or a poll (B-04)"
    elif not components and not edited:
        yield "Components V2 without a component"
    yield from _nonce(body)
    yield from _components(components)


def _nonce(body: Json) -> Iterator[str]:
    yield from too_many("characters of the nonce", len(str(body.get("nonce", ""))), NONCE)
    if body.get("enforce_nonce") and not body.get("nonce"):
        yield "enforce_nonce without a nonce (B-11)"


def _components(components: list[Json]) -> Iterator[str]:
    yield from too_many("components", component_count(components), CV2_COMPONENTS)
    yield from too_many("characters of all texts", sum(map(len, texts(components))), CV2_TEXT)
    yield from too_many("bytes of all texts and 12 for each (B-05)", text_bytes(components), CV2_BYTES)
    yield from doubled("custom_id", _custom_ids(components))
    for component in objects(components):
        match component.get("type"):
            case 1:
                yield from _row(component)
            case 2:
                yield from _button(component)
            case 3:
                yield from _menu(component)
            case 10 if not component["content"].strip():
                yield "a text without a visible character"


def _row(row: Json) -> Iterator[str]:
    kinds = [inner.get("type") for inner in row.get("components", ())]
    if set(kinds) != {BUTTON} and len(kinds) != 1:
        yield f"a row with {kinds}: up to five buttons or one menu"


def _button(button: Json) -> Iterator[str]:
    has = {key for key in ("custom_id", "url", "sku_id") if button.get(key)}
    if has != ({"url"} if button.get("style") == LINK_STYLE else {"custom_id"}):
        yield f"a button of style {button.get('style')} with {sorted(has)}"
    if not (button.get("label") or "").strip() and not button.get("emoji"):
        yield "a button without a label"
    if button.get("url") and urlsplit(button["url"]).scheme not in ("http", "https", "discord"):
        yield f"a button that opens {button['url']!r}"


def _menu(menu: Json) -> Iterator[str]:
    options = menu.get("options", ())
    yield from doubled("option value", (option.get("value", "") for option in options))
    if sum(bool(option.get("default")) for option in options) > (menu.get("max_values") or 1):
        yield "more options chosen than may be"
    for option in options:
        if not str(option.get("label", "")).strip() or not str(option.get("value", "")).strip():
            yield "an option without a label or value (B110)"


def _modal(data: Mapping[str, Any]) -> Iterator[str]:
    components = data.get("components", [])
    yield from too_many("components of a modal", len(components), MODAL_COMPONENTS)
    yield from doubled("custom_id", _custom_ids(components))
    for component in objects(components):
        match component.get("type"):
            case 3:
                yield from _menu(component)
            case 4 if len(component.get("value") or "") > (component.get("max_length") or 4000):
                yield "a text input whose value is longer than it takes"
    if not str(data.get("title", "")).strip():
        yield "a modal without a title"


def _custom_ids(components: list[Json]) -> list[str]:
    return [str(component["custom_id"]) for component in objects(components) if component.get("custom_id")]
