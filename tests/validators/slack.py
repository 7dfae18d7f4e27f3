"""What Slack would refuse in a message or a view: by its SDK's models, by slackblocks, and by what both miss.

Both judge a block by itself. Totals over a message, ids that must differ, empty texts and what a message must say
itself (no unfurling, no parsing) are counted here, with the numbers of field/platform-facts.md rather than the
renderer's own constants.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from tests.readers.slack import strings
from tests.validators import slack_blocks, slack_models
from tests.validators.finding import Json, doubled, objects, too_many

BLOCKS, VIEW_BLOCKS = 50, 100
CHARACTERS = 13_000
"""Of all strings in a message's blocks: from about 13,172 on it was refused (A07). Rendering aims at 12,000."""
TEXT, BLOCK_TEXT = 4000, 3000
ACTIONS, CONTEXT = 25, 10
ID = 255
METADATA, VIEW_BYTES, MODAL_TEXT = 3000, 250_000, 24
URL, VALUE, OPTION_VALUE, LABEL = 3000, 2000, 150, 75
MENTIONS = ("<!channel", "<!here", "<!everyone", "<!subteam", "<@", "<#")
POSTING = {"unfurl_links": False, "unfurl_media": False}
"""What every message says (A29)."""

METHODS = ("chat.postMessage", "chat.postEphemeral", "chat.update", "response_url")
VIEW_METHODS = ("views.open", "views.update", "views.push", "views.publish")


def faults(method: str, arguments: Json) -> list[str]:
    """What is wrong with a call of the Web API or of a response_url; nothing for one that carries no content."""
    if method in METHODS:
        return message_faults(arguments, updates=method == "chat.update")
    if method in VIEW_METHODS:
        return view_faults(arguments["view"])
    return []


def message_faults(payload: Json, *, updates: bool = False) -> list[str]:
    """What is wrong with a message."""
    blocks = payload.get("blocks") or []
    return [
        *_top(payload, updates=updates),
        *too_many("blocks", len(blocks), BLOCKS),
        *too_many("characters of all blocks (A07)", sum(map(len, strings(blocks))), CHARACTERS),
        *_blocks(blocks),
        *slack_models.block_faults(blocks),
        *slack_blocks.message_faults(payload),
    ]


def view_faults(view: Json) -> list[str]:
    """What is wrong with a modal or a home tab."""
    blocks = view.get("blocks") or []
    size = len(json.dumps(view, ensure_ascii=False).encode())
    titles = [view[key]["text"] for key in ("title", "submit", "close") if key in view]
    return [
        *too_many("blocks", len(blocks), VIEW_BLOCKS),
        *too_many("bytes of the view (A01)", size, VIEW_BYTES),
        *too_many("characters of private_metadata", len(view.get("private_metadata", "")), METADATA),
        *(fault for title in titles for fault in too_many(f"characters of {title!r}", len(title), MODAL_TEXT)),
        *_blocks(blocks),
        *slack_models.view_faults(view),
        *slack_models.block_faults(blocks),
        *slack_blocks.view_faults(view),
    ]


def _top(payload: Json, *, updates: bool) -> Iterator[str]:
    text = payload.get("text") or ""
    yield from too_many("characters of text (A10)", len(text), TEXT)
    if not text.strip() and any(block["type"] not in ("divider", "actions") for block in payload.get("blocks") or ()):
        yield "no text for who hears the message read aloud (A12)"
    if not text.strip() and not payload.get("blocks"):
        yield "no_text"
    if payload.get("link_names") or payload.get("parse", "none") != "none" or payload.get("mrkdwn"):
        yield "text that Slack would parse (A23)"
    for mention in MENTIONS:
        if mention in text:
            yield f"{mention} is live in the text (A22)"
    if not updates:
        yield from (f"{key} is not {value} (A29)" for key, value in POSTING.items() if payload.get(key) is not value)


def _blocks(blocks: Sequence[Json]) -> Iterator[str]:
    yield from doubled("block_id", (block["block_id"] for block in blocks if "block_id" in block))
    for block in blocks:
        elements = block.get("elements", ())
        name = f"{block['type']} {block.get('block_id', '')}"
        yield from too_many(f"characters of {name}", len(_seen(block)), BLOCK_TEXT * _texts(block))
        yield from doubled(
            f"action_id in {name}", (part["action_id"] for part in objects(block) if "action_id" in part)
        )
        if block["type"] in ("rich_text", "actions", "context") and not elements:
            yield f"{name} is empty"
        if block["type"] == "actions":
            yield from too_many(f"elements of {name}", len(elements), ACTIONS)
        if block["type"] == "context":
            yield from too_many(f"elements of {name}", len(elements), CONTEXT)
    for part in objects(blocks):
        yield from _part(part)


def _texts(block: Json) -> int:
    """How many texts of a block are limited each for itself."""
    return max(1, len(block.get("elements", ())))


def _seen(block: Json) -> str:
    return "".join(str(part.get("text", "")) for part in objects(block) if isinstance(part.get("text"), str))


def _part(part: Json) -> Iterator[str]:
    """One object of a payload, wherever it stands."""
    for key in ("block_id", "action_id", "callback_id"):
        yield from too_many(f"characters of {key}", len(part.get(key, "")), ID)
    kind = part.get("type")
    if kind in ("text", "link", "plain_text", "mrkdwn") and not part.get("text"):
        yield f"an empty {kind} (B090)"
    if kind in ("plain_text", "mrkdwn") and not part["text"].strip():
        yield f"a {kind} without a visible character (B090)"
    if kind == "mrkdwn":
        yield from _mrkdwn(part)
    if kind == "button":
        yield from _button(part)
    if kind in ("rich_text_section", "rich_text_list") and not part["elements"]:
        yield f"an empty {kind}"
    if "options" in part:
        yield from _options(part)
    if kind == "plain_text_input" and len(part.get("initial_value", "")) > part.get("max_length", BLOCK_TEXT):
        yield "an input whose value is longer than it takes"
    for key in ("url", "image_url"):
        address = part.get(key)
        if isinstance(address, str):
            yield from too_many(f"characters of {key}", len(address), URL)
            if urlsplit(address).scheme not in ("http", "https"):
                yield f"{key} {address!r} is no web address"


def _mrkdwn(part: Json) -> Iterator[str]:
    if not part.get("verbatim"):
        yield "mrkdwn that is not verbatim (A23)"
    yield from (f"{mention} is live in mrkdwn (A22)" for mention in MENTIONS if mention in part["text"])


def _button(part: Json) -> Iterator[str]:
    yield from too_many("characters of a button", len(part["text"]["text"]), LABEL)
    yield from too_many("characters of a button's value", len(part.get("value", "")), VALUE)
    if not part.get("value") and not part.get("url"):
        yield "a button that does nothing"


def _options(part: Mapping[str, Any]) -> Iterator[str]:
    """A menu's options, and a chosen one that is among them as it is."""
    for option in part["options"]:
        yield from too_many("characters of an option's value", len(option["value"]), OPTION_VALUE)
        yield from too_many("characters of an option", len(option["text"]["text"]), LABEL)
        if not option["value"]:
            yield "an option without a value"
    chosen = [part["initial_option"]] if "initial_option" in part else part.get("initial_options", [])
    yield from ("a chosen option that is not offered" for option in chosen if option not in part["options"])
