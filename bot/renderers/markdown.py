"""Document -> Markdown (CommonMark, with GitHub's tables), for files and pages.

Foreign text is escaped so that what is seen is what the source wrote, byte for byte: it never formats, links, or pings
anybody. Links are their label and a number, the numbered addresses follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

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
    plain,
)
from bot.renderers.address import safe_address
from bot.renderers.base import References, one_line

_MARKUP = re.compile(r"[\\`*_\[\]<>|~$&]")
_LINK_START = re.compile(r"(?<=[A-Za-z]):(?=//|$)|(?<=\bwww)\.|(?<=\bmailto):|(?<=\bxmpp):", re.IGNORECASE)
_PING = re.compile(r"@(?=[\w.-]|$)|#(?=\d|$)")
_UNSEEN_BORDER = "<!-- -->"
"""Parts a mention or an issue number so that no host makes a link of it; a backslash is gone before hosts look."""
_OPENING = re.compile(r"^(?:[#+\-=]|(\d{1,9})(?=[.)]))")


def render(document: Document) -> str:
    """The document as Markdown, without a line end at its end."""
    return _Page().written(document)


def escaped(text: str) -> str:
    """Literal text for the middle of a line."""
    return _PING.sub(lambda found: found[0] + _UNSEEN_BORDER, _literal(text))


def _literal(text: str) -> str:
    """Literal text for a link's label, in which no host looks for names and numbers."""
    return _LINK_START.sub(lambda found: "\\" + found[0], _MARKUP.sub(lambda found: "\\" + found[0], text))


class _Page:
    """One document being written: its blocks and the addresses that it points at."""

    def __init__(self) -> None:
        self._references = References()

    def written(self, document: Document) -> str:
        blocks = [text for block in document.blocks if (text := self._block(block))]
        listed = self._references.listed()
        if listed:
            blocks.append("\n".join(f"{number}. <{address}>" for number, address in listed))
            blocks.append("\n".join(f"[{number}]: <{address}>" for number, address in listed))
        return "\n\n".join(blocks)

    def _block(self, block: Block) -> str:
        match block:
            case Heading(level, children):
                text = self._line(children)
                return f"{'#' * min(max(level, 1), 6)} {text}" if text else ""
            case Paragraph(children):
                return self._line(children)
            case Small(children):
                text = self._line(children)
                return f"<small>{text}</small>" if text else ""
            case List(items, ordered):
                lines = [text for item in items if (text := self._line(item))]
                return "\n".join(f"{f'{at}.' if ordered else '-'} {text}" for at, text in enumerate(lines, start=1))
            case Table():
                return self._table(block)
            case Divider():
                return "---"
            case Image(url, alt):
                safe = safe_address(url)
                return f"![{escaped(one_line(alt))}](<{safe}>)" if safe else escaped(one_line(alt)).strip()
            case Actions(elements):
                return "\n".join(line for element in elements for line in self._typed(element))

    def _line(self, children: Sequence[Inline]) -> str:
        """Inline content as one line that opens no other block."""
        text = self._inline(children).strip()
        return _OPENING.sub(lambda found: f"{found[1]}\\" if found[1] else "\\" + found[0], text)

    def _inline(self, children: Sequence[Inline]) -> str:
        texts = [one_line(plain((child,))) for child in children]
        return "".join(
            self._child(child, _stands_free("".join(texts[:at]), "".join(texts[at + 1 :])))
            for at, child in enumerate(children)
        )

    def _child(self, child: Inline, free: bool) -> str:
        match child:
            case Text(text) | Time(_, text) | ChannelName(_, _, text):
                return escaped(one_line(text))
            case Strong(text):
                return _marked(escaped(one_line(text)), "**", "strong", free)
            case Strike(children):
                return f"<del>{self._inline(children)}</del>"
            case Code(text):
                return code_span(one_line(text))
            case Link(label, url):
                number = self._references.number(url)
                if number is None:
                    return escaped(one_line(label))
                return f"[{_literal(one_line(label))} \\[{number}\\]][{number}]"

    def _table(self, table: Table) -> str:
        count = max([len(table.header), *(len(row) for row in table.rows)])
        rows = [[self._cell(cell) for cell in row] for row in (table.header, *table.rows)]
        full = [row + [""] * (count - len(row)) for row in rows]
        return "\n".join(f"| {' | '.join(row)} |" for row in (full[0], ["---"] * count, *full[1:]))

    def _cell(self, children: Sequence[Inline]) -> str:
        """A cell's content; code as text, for a bar inside a code span would end the cell."""
        return self._inline([Text(child.text) if isinstance(child, Code) else child for child in children]).strip()

    def _typed(self, action: Action) -> Iterator[str]:
        """A button as a list item; another mark than a list's, so that it begins a list of its own."""
        match action:
            case Button(label, command):
                yield f"* {self._line((Text(label),))}: {code_span(one_line(command).strip())}"
            case LinkButton(label, url):
                yield f"* {self._line((Link(label, url),))}"
            case Select(_, options):
                for option in options:
                    yield f"* {self._line((Text(option.label),))}: {code_span(one_line(option.command).strip())}"


def code_span(text: str) -> str:
    """A literal code span, fenced by more backticks than it holds."""
    if not text.strip():
        return text
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    pad = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _stands_free(before: str, after: str) -> bool:
    """Whether blanks or nothing stand around, so that asterisks are sure to be read as marks."""
    return (not before or before[-1] == " ") and (not after or after[0] == " ")


def _marked(text: str, mark: str, element: str, free: bool) -> str:
    inner = text.strip()
    if not inner:
        return text
    lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    free = free or bool(lead and tail)
    return f"{lead}{mark}{inner}{mark}{tail}" if free else f"{lead}<{element}>{inner}</{element}>{tail}"
