"""Reads Block Kit as Slack shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]

_LINK = re.compile(r"<([^>|]+)\|([^>]*)>")


def seen(blocks: Sequence[Json]) -> str:
    """The characters that a reader sees, a line for each section, item and context."""
    return "\n".join(line for block in blocks for line in _lines(block))


def strings(value: object) -> Iterator[str]:
    """Every string of a payload, wherever it stands."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, Sequence):
        for inner in value:
            yield from strings(inner)


def _lines(block: Json) -> Iterator[str]:
    match block["type"]:
        case "rich_text":
            for element in block["elements"]:
                yield from _rich_lines(element)
        case "context":
            yield "".join(map(_text_object, block["elements"]))
        case "image":
            yield block["alt_text"]
        case "actions":
            yield " ".join(f"[ {_label(element)} ]" for element in block["elements"])
        case "input":
            yield _text_object(block["label"])
        case "section":
            yield _text_object(block["text"])


def _rich_lines(element: Json) -> Iterator[str]:
    if element["type"] == "rich_text_list":
        for item in element["elements"]:
            yield "".join(map(_rich, item["elements"]))
    else:
        yield "".join(map(_rich, element["elements"]))


def _rich(element: Json) -> str:
    if element["type"] == "channel":
        return f"#{element['channel_id']}"
    return str(element["fallback"] if element["type"] == "date" else element["text"])


def _label(element: Json) -> str:
    return str((element.get("text") or element["placeholder"])["text"])


def _text_object(value: Json) -> str:
    if value["type"] == "plain_text":
        return str(value["text"])
    return mrkdwn(value["text"])


def mrkdwn(text: str) -> str:
    """What is seen of verbatim mrkdwn: links by their labels, marks gone, three entities decoded."""
    shown = _LINK.sub(lambda match: match[2], text)
    shown = re.sub(r"(?<!\w)([*~])(\S(?:.*?\S)?)\1(?!\w)", lambda match: match[2], shown)
    return shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
