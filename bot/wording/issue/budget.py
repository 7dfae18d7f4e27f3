"""How much an issue may say where (WORDING.md 0.4), and how much a document says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.domain.document import (
    Actions,
    Block,
    Button,
    Heading,
    Image,
    LinkButton,
    List,
    Paragraph,
    Select,
    Small,
    Table,
    plain,
)

DAILY_MESSAGE = 1_500
"""Characters of a daily's message in the channel."""

WEEKLY_MESSAGE = 2_500
"""Characters of a weekly's message in the channel."""

REPLY = 3_000
"""Characters of a reply in an issue's thread."""

DAILY_REPLIES, WEEKLY_REPLIES = 5, 8
"""Replies in an issue's thread."""

DAILY_ITEMS, WEEKLY_ITEMS = 25, 70
"""Items in an issue's thread."""

CHANNEL_ITEMS = 5
"""Items, or highlights, of the message in the channel."""

CARDS = 3
"""Cards of an issue."""


def seen(blocks: Iterable[Block]) -> int:
    """The characters that a reader sees, line ends among them."""
    return sum(len(text) + 1 for block in blocks for text in _lines(block))


def fits(blocks: Iterable[Block], characters: int) -> bool:
    """Whether the blocks say no more than that."""
    return seen(blocks) <= characters


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(_, children) | Paragraph(children) | Small(children):
            yield plain(children)
        case List(items):
            yield from (f"• {plain(item)}" for item in items)
        case Table(header, rows):
            yield from (" ".join(plain(cell) for cell in row) for row in (header, *rows))
        case Image(_, alt):
            yield alt
        case Actions(elements):
            yield " ".join(f"[ {_label(element)} ]" for element in elements)
        case _:
            yield ""


def _label(element: Button | LinkButton | Select) -> str:
    return element.placeholder if isinstance(element, Select) else element.label
