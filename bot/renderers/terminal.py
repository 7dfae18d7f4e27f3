"""Document -> text for a terminal.

No control character of a source passes; the only escape codes are our own, and only where colour is wanted. Links are
their label with a number, the numbered addresses follow. A button shows the command line that typing would take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

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
    Paragraph,
    Select,
    Small,
    Strike,
    Strong,
    Table,
    Text,
    Time,
)
from bot.renderers.base import References, one_line
from bot.renderers.styled import Run, Style, columns, painted, wrapped
from bot.renderers.tables import table_lines

DEFAULT_WIDTH = 100
NARROWEST = 20
"""Columns below which lines are not broken any narrower."""

_BULLET = "• "
_COLUMN_GAP = "  "
_LEADING_SHARE = 2 / 3
"""The share of the width that a table's columns before the last may take."""


def render(document: Document, width: int = DEFAULT_WIDTH, colour: bool = False) -> str:
    """The document as text of `width` columns, without a line end at its end; bold, dim and underline with `colour`."""
    return _Page(max(width, NARROWEST), colour).drawn(document)


class _Page:
    """One document being drawn: its lines and the addresses that it points at."""

    def __init__(self, width: int, colour: bool) -> None:
        self._width = width
        self._colour = colour
        self._references = References()

    def drawn(self, document: Document) -> str:
        lines: list[str] = []
        before: Block | None = None
        for block in document.blocks:
            drawn = list(self._block(block))
            if drawn and before is not None and _parted(before, block):
                lines.append("")
            lines += drawn
            before = block if drawn else before
        listed = [f"[{number}] {address}" for number, address in self._references.listed()]
        return "\n".join((*lines, *([""] if listed and lines else []), *listed))

    def _block(self, block: Block) -> Iterator[str]:
        match block:
            case Heading(_, children):
                whole = not any(isinstance(child, Strong) for child in children)
                yield from self._lines(self._runs(children, Style.BOLD if whole else Style.PLAIN))
            case Paragraph(children):
                yield from self._lines(self._runs(children))
            case Small(children):
                yield from self._lines(self._runs(children, Style.DIM))
            case List(items, ordered):
                for at, item in enumerate(items, start=1):
                    mark = f"{at}. " if ordered else _BULLET
                    yield from self._lines(self._item(item), mark, " " * columns(mark))
            case Table():
                yield from self._table(block)
            case Divider():
                yield "─" * min(self._width, DEFAULT_WIDTH)
            case Image(url, alt):
                yield from self._lines(self._runs((Text("["), Link(alt or url, url), Text("]"))))
            case Actions(elements):
                yield from self._actions(elements)

    def _lines(self, runs: Sequence[Run], first: str = "", rest: str = "") -> Iterator[str]:
        if any(run.text.strip() for run in runs):
            for line in wrapped(runs, self._width, first, rest):
                yield painted(line, self._colour)

    def _item(self, children: Sequence[Inline]) -> list[Run]:
        """An item's content. Where bold cannot be seen, a wider gap sets a bold label off from its sentence."""
        runs = self._runs(children)
        if not self._colour and len(runs) > 1 and runs[0].style is Style.BOLD and runs[1].text == " ":
            return [runs[0], Run(" "), *runs[1:]]
        return runs

    def _runs(self, children: Iterable[Inline], style: Style = Style.PLAIN) -> list[Run]:
        return [run for child in children for run in self._inline(child, style) if run.text]

    def _inline(self, child: Inline, style: Style) -> Iterator[Run]:
        match child:
            case Text(text) | Code(text) | Time(_, text) | ChannelName(_, _, text):
                yield Run(one_line(text), style)
            case Strong(text):
                yield Run(one_line(text), Style.BOLD)
            case Strike(children):
                mark = "" if self._colour else "~~"
                yield Run(mark, style)
                yield from (replace(run, style=Style.STRIKE) for run in self._runs(children))
                yield Run(mark, style)
            case Link(label, url):
                number = self._references.number(url)
                yield Run(one_line(label), style if number is None else Style.LINK)
                if number is not None:
                    yield from (Run(" ", style), Run(f"[{number}]", style))

    def _table(self, table: Table) -> Iterator[str]:
        """Columns side by side, the last one broken into lines; a line a row where the others leave it no room."""
        rows = [[self._runs(cell) for cell in row] for row in (table.header, *table.rows)]
        count = max(len(row) for row in rows)
        widths = [max((columns(_text(row[at])) for row in rows if at < len(row)), default=0) for at in range(count - 1)]
        indent = sum(width + len(_COLUMN_GAP) for width in widths)
        if indent > self._width * _LEADING_SHARE:
            for line in table_lines(table):
                yield from self._lines(self._runs(line))
            return
        for at, row in enumerate(rows):
            last = row[-1] if len(row) == count else []
            leading = row[: count - 1]
            texts = [
                _text(cell) + " " * (width - columns(_text(cell))) for cell, width in zip(leading, widths, strict=False)
            ]
            first = "".join(text + _COLUMN_GAP for text in texts)
            runs = [replace(run, style=Style.BOLD) for run in last] if at == 0 else last
            yield from (painted(line, self._colour) for line in wrapped(runs, self._width, first, " " * indent))

    def _actions(self, elements: Iterable[Action]) -> Iterator[str]:
        """A button a line: its label, and the command line to type (or the address to open)."""
        pairs = [pair for element in elements for pair in _typed(element)]
        longest = max((columns(label) for label, _ in pairs), default=0)
        for label, command in pairs:
            yield f"{label}{' ' * (longest - columns(label))}  {command}".rstrip()


def _text(runs: Iterable[Run]) -> str:
    return "".join(run.text for run in runs)


def _typed(action: Action) -> Iterator[tuple[str, str]]:
    match action:
        case Button(label, command):
            yield f"[ {one_line(label).strip()} ]", one_line(command).strip()
        case LinkButton(label, url):
            yield f"[ {one_line(label).strip()} ]", one_line(url).strip()
        case Select(_, options):
            for option in options:
                yield f"[ {one_line(option.label).strip()} ]", one_line(option.command).strip()


def _parted(before: Block, block: Block) -> bool:
    """Whether an empty line stands between two blocks."""
    match block:
        case Paragraph():
            return not isinstance(before, Paragraph | Heading)
        case Small():
            return isinstance(before, Table | Image | Divider)
        case List():
            return isinstance(before, List | Small | Table | Image | Divider)
        case _:
            return True
