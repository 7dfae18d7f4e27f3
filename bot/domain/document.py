"""The Document: everything that goes out, whatever the platform.

Pure structure in CommonMark's terms. All text is literal: a renderer escapes it, so that it never pings, links or
breaks markup. A button carries a command line. No length is limited here; each renderer knows its platform's limits and
splits at block borders.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Text:
    """Literal text."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Bold literal text."""

    text: str


@dataclass(frozen=True, slots=True)
class Strike:
    """Struck-out content, for corrections."""

    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """A literal code span."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A label that is shown and an http(s) address; numbered references are made by the renderers that want them."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Time:
    """An instant that a platform may show in each reader's zone; `text` is how it is written where it cannot."""

    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class ChannelName:
    """A channel by its id, which is the platform's own and no text from outside: on that platform its name is shown,
    elsewhere `text`."""

    platform: str
    id: str
    text: str


Inline: TypeAlias = Text | Strong | Strike | Code | Link | Time | ChannelName


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: level 1 for the document, 2 for a section, 3 for a group in it."""

    level: int
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class List:
    """A bulleted or numbered list of lines."""

    items: tuple[tuple[Inline, ...], ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    header: tuple[tuple[Inline, ...], ...]
    rows: tuple[tuple[tuple[Inline, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Divider:
    """A thin rule."""


@dataclass(frozen=True, slots=True)
class Small:
    """A line of small grey text (Slack context, Discord -#)."""

    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Image:
    """A picture with its text alternative."""

    url: str
    alt: str


@dataclass(frozen=True, slots=True)
class Button:
    """Pressing it sends `command` down the road that typing takes."""

    label: str
    command: str


@dataclass(frozen=True, slots=True)
class LinkButton:
    """Pressing it opens an address."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Option:
    label: str
    command: str


@dataclass(frozen=True, slots=True)
class Select:
    """Choosing an option sends its command line."""

    placeholder: str
    options: tuple[Option, ...]


Action: TypeAlias = Button | LinkButton | Select


@dataclass(frozen=True, slots=True)
class Actions:
    elements: tuple[Action, ...]


Block: TypeAlias = Heading | Paragraph | List | Table | Divider | Small | Image | Actions


@dataclass(frozen=True, slots=True)
class Document:
    """Blocks in reading order."""

    blocks: tuple[Block, ...]


def plain(children: Iterable[Inline]) -> str:
    """The characters that a reader sees."""
    return "".join(_seen(child) for child in children)


def _seen(child: Inline) -> str:
    match child:
        case Strike(children):
            return plain(children)
        case Link(label, _):
            return label
        case _:
            return child.text


def line(*parts: Inline | str | None) -> tuple[Inline, ...]:
    """Inline children from parts; a str is literal text, None is left out."""
    return tuple(Text(part) if isinstance(part, str) else part for part in parts if part is not None)


def joined(groups: Sequence[tuple[Inline, ...]], separator: str = " · ") -> tuple[Inline, ...]:
    """Groups of inline children with literal separators between those that are not empty."""
    out: list[Inline] = []
    for group in groups:
        if group and out:
            out.append(Text(separator))
        out.extend(group)
    return tuple(out)


def addresses(document: Document) -> frozenset[str]:
    """The addresses of all links that stand in a document's lines."""
    lines: list[tuple[Inline, ...]] = []
    for block in document.blocks:
        match block:
            case List(items):
                lines += items
            case Paragraph(children) | Small(children) | Heading(_, children):
                lines.append(children)
    return frozenset(child.url for line_ in lines for child in line_ if isinstance(child, Link))
