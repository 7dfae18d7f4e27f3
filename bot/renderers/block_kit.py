"""Document -> Slack messages in Block Kit.

Foreign text stands in rich_text and plain_text elements, which Slack does not parse (A13): it is shown as it is and
never pings, links or formats. Only small lines need mrkdwn; there text is escaped (A20) and `verbatim` set (A23).
What a message may hold is in block_kit_limits.py. Sending is platforms/slack's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.domain.document import (
    Action,
    Actions,
    Block,
    Divider,
    Document,
    Heading,
    Image,
    Inline,
    Link,
    List,
    Paragraph,
    Small,
    Strong,
    Table,
    Text,
    plain,
)
from bot.domain.grapheme import shortened
from bot.renderers.address import safe_address
from bot.renderers.block_kit_actions import made_action
from bot.renderers.block_kit_inline import Json, context_elements, escaped, rich_text
from bot.renderers.block_kit_limits import (
    ACTIONS_ELEMENTS,
    ALT_TEXT,
    BLOCK_TEXT,
    BLOCKS,
    CONTEXT_ELEMENTS,
    LIST_ITEMS,
    MESSAGE_CHARACTERS,
    TEXT,
)
from bot.renderers.command_value import Remembered
from bot.renderers.inline_split import split_inline
from bot.renderers.packing import pack
from bot.renderers.tables import table_lines


@dataclass(frozen=True, slots=True)
class SlackMessage:
    """One message: blocks as Slack takes them, the same content as top-level text (A12), and what its buttons need
    remembered."""

    text: str
    blocks: tuple[Json, ...]
    remembered: tuple[Remembered, ...] = ()

    def payload(self) -> Json:
        """The arguments of chat.postMessage apart from the channel: no unfurling (A29), no parsing (A23)."""
        return {
            "text": self.text,
            "blocks": list(self.blocks),
            "mrkdwn": False,
            "parse": "none",
            "unfurl_links": False,
            "unfurl_media": False,
        }


@dataclass(frozen=True, slots=True)
class _Piece:
    """A block, or an element of a rich_text block. Lists `join` the block before them; sections begin their own, since
    two of them side by side are drawn as one line."""

    json: Json
    text: str
    element: bool = False
    opens: bool = False
    joins: bool = False
    remembered: tuple[Remembered, ...] = ()


def render(document: Document) -> tuple[SlackMessage, ...]:
    """The messages in order; none for a document that shows nothing. Splits only at block and list item borders, and
    inside a single text that is too long."""
    pieces = [piece for block in document.blocks for piece in _pieces(block)]
    packed = pack(pieces, _weigh, (BLOCKS, TEXT, MESSAGE_CHARACTERS), lambda piece: piece.opens)
    return tuple(_message(message) for message in packed)


def _size(child: Inline) -> int:
    """Seen characters and a link's address: many long addresses in one line would exceed a message by themselves."""
    return len(escaped(plain((child,)))) + (len(child.url) if isinstance(child, Link) else 0)


def _weigh(piece: _Piece) -> tuple[int, int, int]:
    return 1, len(piece.text) + 1, _characters(piece.json)


def _characters(value: object) -> int:
    """All characters of a block's strings: the undocumented total of A07 is counted on the safe side."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(_characters(inner) for inner in value.values())
    if isinstance(value, list):
        return sum(_characters(inner) for inner in value)
    return 0


def _message(pieces: Sequence[_Piece]) -> SlackMessage:
    blocks: list[Json] = []
    elements: list[object] = []
    for piece in pieces:
        if piece.element and (piece.joins or not elements):
            elements.append(piece.json)
            continue
        _close(blocks, elements)
        if piece.element:
            elements = [piece.json]
        else:
            elements = []
            blocks.append(piece.json)
    _close(blocks, elements)
    numbered = tuple(_numbered(block, at) for at, block in enumerate(blocks))
    text = "\n".join(piece.text for piece in pieces if piece.text)
    remembered = tuple(entry for piece in pieces for entry in piece.remembered)
    return SlackMessage(text, numbered, remembered)


def _close(blocks: list[Json], elements: list[object]) -> None:
    if elements:
        blocks.append({"type": "rich_text", "elements": list(elements)})


def _numbered(block: Json, at: int) -> Json:
    return {**block, "block_id": f"b{at}"}


def _pieces(block: Block) -> Iterator[_Piece]:
    match block:
        case Heading(_, children):
            yield from _sections(_bold_if_bare(children), opens=True)
        case Paragraph(children):
            yield from _sections(children)
        case List(items, ordered):
            yield from _list_pieces(items, ordered)
        case Table():
            yield from _list_pieces(table_lines(block), ordered=False)
        case Small(children):
            yield from _context(children)
        case Divider():
            yield _Piece({"type": "divider"}, "")
        case Image(url, alt):
            yield from _image(url, alt)
        case Actions(elements):
            yield from _actions(elements)


def _bold_if_bare(children: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """A heading that marks nothing itself is bold as a whole."""
    if any(isinstance(child, Strong) for child in children):
        return children
    return tuple(Strong(child.text) if isinstance(child, Text) else child for child in children)


def _sections(children: tuple[Inline, ...], *, opens: bool = False) -> Iterator[_Piece]:
    for part in split_inline(children, BLOCK_TEXT, _size):
        if elements := rich_text(part):
            yield _Piece({"type": "rich_text_section", "elements": elements}, escaped(plain(part)), True, opens)


def _list_pieces(items: Iterable[tuple[Inline, ...]], ordered: bool) -> Iterator[_Piece]:
    """Items in groups that are small enough to fill a message well; groups that meet in a message are one block."""
    style = "ordered" if ordered else "bullet"
    group: list[Json] = []
    texts: list[str] = []
    first = number = 0
    for part in (part for item in items for part in split_inline(item, BLOCK_TEXT, _size)):
        elements = rich_text(part)
        if not elements:
            continue
        text = (f"{number + 1}. " if ordered else "• ") + escaped(plain(part))
        if group and (
            len(group) == LIST_ITEMS or sum(map(_characters, group)) + _characters(elements) > BLOCK_TEXT // 3
        ):
            yield _list_piece(style, group, texts, first)
            group, texts, first = [], [], number
        group.append({"type": "rich_text_section", "elements": elements})
        texts.append(text)
        number += 1
    if group:
        yield _list_piece(style, group, texts, first)


def _list_piece(style: str, group: list[Json], texts: list[str], offset: int) -> _Piece:
    json: Json = {"type": "rich_text_list", "style": style, "elements": group}
    if style == "ordered" and offset:
        json["offset"] = offset
    return _Piece(json, "\n".join(texts), element=True, joins=True)


def _context(children: tuple[Inline, ...]) -> Iterator[_Piece]:
    for part in split_inline(children, BLOCK_TEXT, _size):
        text = escaped(plain(part))
        if not text.strip():
            continue
        elements = context_elements(part)
        for at in range(0, len(elements), CONTEXT_ELEMENTS):
            chunk = elements[at : at + CONTEXT_ELEMENTS]
            yield _Piece({"type": "context", "elements": chunk}, text if at == 0 else "")


def _image(url: str, alt: str) -> Iterator[_Piece]:
    """A rejected picture rejects its whole message (A05), so one without a safe address is its text alone."""
    alt = shortened(alt, ALT_TEXT)
    address = safe_address(url)
    if address and alt:
        yield _Piece({"type": "image", "image_url": address, "alt_text": alt}, escaped(alt))
    elif alt:
        yield from _sections((Strong(alt),))


def _actions(elements: Sequence[Action]) -> Iterator[_Piece]:
    made = [shown for at, action in enumerate(elements) for shown in made_action(action, at)]
    for at in range(0, len(made), ACTIONS_ELEMENTS):
        chunk = made[at : at + ACTIONS_ELEMENTS]
        remembered = tuple(entry for _, entries in chunk for entry in entries)
        yield _Piece({"type": "actions", "elements": [json for json, _ in chunk]}, "", remembered=remembered)
