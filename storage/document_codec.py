"""A Document as JSON text and back: what the outbox holds until it is sent, perhaps by a later version of the bot.

Each element is a list whose first item names it. An unknown name raises ValueError.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, assert_never

from bot.domain.document import (
    Action,
    Actions,
    Block,
    Button,
    ChannelName,
    Code,
    Divider,
    Document,
    Heading,
    Image,
    Inline,
    Link,
    LinkButton,
    List,
    Option,
    Paragraph,
    Select,
    Small,
    Strike,
    Strong,
    Table,
    Text,
    Time,
)

Shape = list[Any]


def encode_documents(documents: Iterable[Document]) -> str:
    """Documents, the parts of a delivery, as JSON."""
    return json.dumps([[_block(block) for block in document.blocks] for document in documents])


def decode_documents(text: str) -> tuple[Document, ...]:
    """The documents of a JSON text; ValueError for anything else."""
    shape = json.loads(text)
    if not isinstance(shape, list):
        raise ValueError("stored documents are no list")
    return tuple(Document(tuple(map(_block_of, blocks))) for blocks in shape)


def _block(block: Block) -> Shape:
    match block:
        case Heading(level, children):
            return ["heading", level, _line(children)]
        case Paragraph(children):
            return ["paragraph", _line(children)]
        case Small(children):
            return ["small", _line(children)]
        case List(items, ordered):
            return ["list", ordered, _lines(items)]
        case Table(header, rows):
            return ["table", _lines(header), [_lines(row) for row in rows]]
        case Divider():
            return ["divider"]
        case Image(url, alt):
            return ["image", url, alt]
        case Actions(elements):
            return ["actions", [_action(element) for element in elements]]
        case _:
            assert_never(block)


def _action(action: Action) -> Shape:
    match action:
        case Button(label, command):
            return ["button", label, command]
        case LinkButton(label, url):
            return ["link", label, url]
        case Select(placeholder, options):
            return ["select", placeholder, [[option.label, option.command] for option in options]]
        case _:
            assert_never(action)


def _line(children: Iterable[Inline]) -> Shape:
    return [_inline(child) for child in children]


def _lines(lines: Iterable[Iterable[Inline]]) -> Shape:
    return [_line(line) for line in lines]


def _inline(child: Inline) -> Shape:
    match child:
        case Text(text):
            return ["text", text]
        case Strong(text):
            return ["strong", text]
        case Code(text):
            return ["code", text]
        case Strike(children):
            return ["strike", _line(children)]
        case Link(label, url):
            return ["link", label, url]
        case Time(at, text):
            return ["time", at.isoformat(), text]
        case ChannelName(platform, identifier, text):
            return ["channel", platform, identifier, text]
        case _:
            assert_never(child)


def _line_of(shape: Sequence[Shape]) -> tuple[Inline, ...]:
    return tuple(_known(_INLINES, child) for child in shape)


def _lines_of(shape: Sequence[Sequence[Shape]]) -> tuple[tuple[Inline, ...], ...]:
    return tuple(map(_line_of, shape))


def _block_of(shape: Shape) -> Block:
    block: Block = _known(_BLOCKS, shape)
    return block


def _known(makers: Mapping[str, Callable[..., Any]], shape: Shape) -> Any:
    name, *values = shape
    if name not in makers:
        raise ValueError(f"a stored document has an element {name!r}")
    return makers[name](*values)


_INLINES: Mapping[str, Callable[..., Inline]] = {
    "text": Text,
    "strong": Strong,
    "code": Code,
    "strike": lambda children: Strike(_line_of(children)),
    "link": Link,
    "channel": ChannelName,
    "time": lambda at, text: Time(datetime.fromisoformat(at), text),
}

_ACTIONS: Mapping[str, Callable[..., Action]] = {
    "button": Button,
    "link": LinkButton,
    "select": lambda placeholder, options: Select(placeholder, tuple(Option(*option) for option in options)),
}

_BLOCKS: Mapping[str, Callable[..., Block]] = {
    "heading": lambda level, children: Heading(level, _line_of(children)),
    "paragraph": lambda children: Paragraph(_line_of(children)),
    "small": lambda children: Small(_line_of(children)),
    "list": lambda ordered, items: List(_lines_of(items), ordered),
    "table": lambda header, rows: Table(_lines_of(header), tuple(map(_lines_of, rows))),
    "divider": Divider,
    "image": Image,
    "actions": lambda elements: Actions(tuple(_known(_ACTIONS, element) for element in elements)),
}
