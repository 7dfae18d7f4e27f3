"""A long document as several that each fit into one message of a platform.

The outbox records part after part (B003), so a part must be exactly one message. The platform's renderer says how many
messages a document takes; here it is cut at block borders, and inside a list between items.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.domain.document import (
    Actions,
    Block,
    Document,
    Heading,
    Inline,
    List,
    Paragraph,
    Select,
    Small,
    Table,
    Text,
    plain,
)
from bot.domain.grapheme import head
from bot.renderers.tables import table_lines

RendersTo = Callable[[Document], int]
"""How many messages a document takes."""


def split(document: Document, renders_to: RendersTo) -> tuple[Document, ...]:
    """Documents of one message each, in order; none of them ends in a heading unless it consists of headings."""
    if renders_to(document) <= 1:
        return (document,)
    blocks = [small for block in document.blocks for small in _fitting(block, renders_to)]
    parts: list[Document] = []
    start = 0
    while start < len(blocks):
        end = _last_that_fits(blocks, start, renders_to)
        parts.append(Document(tuple(_joined(blocks[start:end]))))
        start = end
    return tuple(parts)


def _last_that_fits(blocks: Sequence[Block], start: int, renders_to: RendersTo) -> int:
    low, high = start + 1, len(blocks)
    while low < high:
        middle = (low + high + 1) // 2
        if renders_to(Document(tuple(_joined(blocks[start:middle])))) <= 1:
            low = middle
        else:
            high = middle - 1
    end = low
    while end < len(blocks) and end > start + 1 and isinstance(blocks[end - 1], Heading):
        end -= 1
    return end if not isinstance(blocks[end - 1], Heading) or end == len(blocks) else low


def _fitting(block: Block, renders_to: RendersTo) -> Iterator[Block]:
    """The block in pieces that each fit: a list item by item, a table row by row, a text by halves."""
    if renders_to(Document((block,))) <= 1 and not (isinstance(block, List) and len(block.items) > 1):
        yield block
        return
    smaller = tuple(_smaller(block))
    if not smaller:
        yield block
    for piece in smaller:
        yield from _fitting(piece, renders_to)


def _smaller(block: Block) -> Iterator[Block]:
    """The block in several; nothing where it cannot be cut."""
    match block:
        case List(items, ordered) if len(items) > 1:
            yield from (List((item,), ordered) for item in items)
        case Table(header, rows) if len(rows) > 1:
            yield from (Table(header, (row,)) for row in rows)
        case Table():
            yield List(table_lines(block))
        case Actions(elements) if len(elements) > 1:
            yield from (Actions((element,)) for element in elements)
        case Actions((Select(placeholder, options),)) if len(options) > 1:
            middle = len(options) // 2
            yield from (Actions((Select(placeholder, half),)) for half in (options[:middle], options[middle:]))
        case List((item,), ordered):
            yield from (List((half,), ordered) for half in _cut(item))
        case Paragraph(children):
            yield from map(Paragraph, _cut(children))
        case Small(children):
            yield from map(Small, _cut(children))


def _cut(children: tuple[Inline, ...]) -> tuple[tuple[Inline, ...], tuple[Inline, ...]]:
    """Two halves of a line: between its parts, or inside its only one."""
    if len(children) > 1:
        middle = len(children) // 2
        return children[:middle], children[middle:]
    text = plain(children)
    first = head(text, max(1, len(text) // 2))
    return (Text(first),), (Text(text[len(first) :]),)


def _joined(blocks: Sequence[Block]) -> Iterator[Block]:
    """Neighbouring lists of one kind as one list again."""
    group: list[Block] = []
    for block in blocks:
        last = group[-1] if group else None
        if isinstance(last, List) and isinstance(block, List) and last.ordered == block.ordered:
            group[-1] = List((*last.items, *block.items), last.ordered)
        else:
            group.append(block)
    yield from group
