"""Document -> Discord messages in Components V2: one container a message, text displays, rows of buttons and menus.

What a message may hold is in components_v2_limits.py; discord.py checks none of the text limits (B-02, B-04), and one
byte too many is answered with HTTP 500 (B-05). Sending is platforms/discord's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.domain.document import (
    Actions,
    Block,
    Divider,
    Document,
    Heading,
    Image,
    Inline,
    List,
    Paragraph,
    Small,
    Strong,
    Table,
    Text,
    plain,
)
from bot.domain.grapheme import head, shortened
from bot.renderers.address import safe_address
from bot.renderers.command_value import Remembered
from bot.renderers.components_v2_actions import action_rows
from bot.renderers.components_v2_limits import (
    ALT_TEXT,
    COMPONENTS,
    CONTENT,
    DISPLAY_BYTES,
    TEXT,
    TEXT_BYTES,
)
from bot.renderers.components_v2_text import Json, markdown
from bot.renderers.inline_split import split_inline
from bot.renderers.packing import pack
from bot.renderers.tables import table_lines

IS_COMPONENTS_V2 = 1 << 15
SUPPRESS_NOTIFICATIONS = 1 << 12

SEPARATOR = " · "
"""What stands between the title of a document and the rest of its line."""

CONTAINER, TEXT_DISPLAY, MEDIA_GALLERY, RULE = 17, 10, 12, 14

LINE = TEXT // 2
"""Longer lines are split, so that two pieces always fit into a message."""


@dataclass(frozen=True, slots=True)
class DiscordMessage:
    """One message's components, its text as plain content for the fallback, and what its buttons need remembered."""

    components: tuple[Json, ...]
    content: str
    remembered: tuple[Remembered, ...] = ()

    def payload(self, *, silent: bool = False) -> Json:
        """The body of a message: nothing in it can ping (B-08)."""
        flags = IS_COMPONENTS_V2 | (SUPPRESS_NOTIFICATIONS if silent else 0)
        return {"flags": flags, "components": list(self.components), "allowed_mentions": {"parse": []}}


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line of text, or a component with `size` components in it."""

    text: str = ""
    seen: str = ""
    json: Json | None = None
    size: int = 1
    opens: bool = False
    remembered: tuple[Remembered, ...] = ()


def render(document: Document) -> tuple[DiscordMessage, ...]:
    """The messages in order; none for a document that shows nothing. Splits only at block and list item borders, and
    inside a single text that is too long."""
    used: set[str] = set()
    pieces = [piece for block in document.blocks for piece in _pieces(block, used)]
    packed = pack(pieces, _weigh, (COMPONENTS - 1, TEXT, TEXT_BYTES), lambda piece: piece.opens)
    return tuple(_message(message) for message in packed)


def _weigh(piece: _Piece) -> tuple[int, int, int]:
    if piece.json is not None:
        return piece.size, 0, 0
    return 1, len(piece.text) + 1, len(piece.text.encode()) + 1 + DISPLAY_BYTES


def _message(pieces: Sequence[_Piece]) -> DiscordMessage:
    inside: list[Json] = []
    lines: list[str] = []
    for piece in pieces:
        if piece.json is None:
            lines.append(piece.text)
            continue
        _close(inside, lines)
        inside.append(piece.json)
    _close(inside, lines)
    container: Json = {"type": CONTAINER, "components": inside}
    content = head("\n".join(piece.seen for piece in pieces if piece.seen), CONTENT)
    return DiscordMessage((container,), content, tuple(entry for piece in pieces for entry in piece.remembered))


def _close(inside: list[Json], lines: list[str]) -> None:
    if lines:
        inside.append({"type": TEXT_DISPLAY, "content": "\n".join(lines)})
        lines.clear()


def _pieces(block: Block, used: set[str]) -> Iterator[_Piece]:
    match block:
        case Heading(1, (Strong() as title, *rest)):
            yield from _lines("## ", _unbolded((title,)), opens=True)
            yield from _lines("-# ", _after_dot(tuple(rest)), opens=True)
        case Heading(level, children):
            yield from _lines("#" * min(level + 1, 3) + " ", _unbolded(children), opens=True)
        case Paragraph(children):
            yield from _lines("", children)
        case Small(children):
            yield from _lines("-# ", children)
        case List(items, ordered):
            yield from _items(items, ordered)
        case Table():
            yield from _items(table_lines(block), ordered=False)
        case Divider():
            yield _Piece(json={"type": RULE, "divider": True, "spacing": 1})
        case Image(url, alt):
            yield from _image(url, alt)
        case Actions(elements):
            for row, size, remembered in action_rows(elements, used):
                yield _Piece(json=row, size=size, remembered=remembered)


def _unbolded(children: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Discord's headings are bold already."""
    return tuple(Text(child.text) if isinstance(child, Strong) else child for child in children)


def _after_dot(children: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """What follows a title on its line, without the dot between them: here it has a line of its own."""
    match children:
        case (Text(text), *rest):
            return (Text(text.removeprefix(SEPARATOR)), *rest)
        case _:
            return children


def _items(items: Iterable[tuple[Inline, ...]], ordered: bool) -> Iterator[_Piece]:
    for number, item in enumerate(items, start=1):
        yield from _lines(f"{number}. " if ordered else "- ", item)


def _lines(prefix: str, children: tuple[Inline, ...], *, opens: bool = False) -> Iterator[_Piece]:
    """A line, in parts where it is too long; Markdown would take an empty one for something else."""
    for part in split_inline(children, LINE, lambda child: len(markdown((child,)))):
        written = markdown(part).replace("\n", " ").strip()
        if written:
            yield _Piece(prefix + written, plain(part), opens=opens)


def _image(url: str, alt: str) -> Iterator[_Piece]:
    address, alt = safe_address(url), shortened(alt, ALT_TEXT)
    if address:
        media: Json = {"media": {"url": address}, **({"description": alt} if alt else {})}
        yield _Piece(json={"type": MEDIA_GALLERY, "items": [media]}, seen=alt)
    elif alt:
        yield from _lines("", (Strong(alt),))
