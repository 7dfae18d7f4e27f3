"""Document -> a standalone HTML page: light and dark, phone and print, no script and nothing fetched.

Foreign text is escaped by Jinja2 and markupsafe; it never formats, links or runs. Links are their label and a number,
the numbered addresses follow. A button shows the command line that typing would take.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

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

CONTENTS_FROM = 4
"""Sections from which on a page begins with links to them."""
DEEPEST_HEADING = 3


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG that stands in the page, with its text alternative and its caption."""

    png: bytes
    alt: str
    title: str

    @property
    def data(self) -> str:
        """The picture as it stands in an address."""
        return base64.b64encode(self.png).decode()


def render(document: Document, language: str = "en", pictures: Sequence[Picture] = ()) -> str:
    """The document as a page in the language of its words ("en", "zh-CN"), pictures below its text."""
    page = _Page()
    blocks = [markup for block in document.blocks if (markup := page.block(block))]
    return _template().render(
        language=language,
        title=_title(document),
        blocks=blocks,
        contents=page.contents if len(page.contents) >= CONTENTS_FROM else (),
        pictures=pictures,
        references=page.references.listed(),
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("bot.renderers"), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
    )
    return environment.get_template("page.html.j2")


def _title(document: Document) -> str:
    headings = (one_line(plain(block.children)).strip() for block in document.blocks if isinstance(block, Heading))
    return next(filter(None, headings), "whatsnew")


class _Page:
    """One document being written: its addresses, and its sections by anchor."""

    def __init__(self) -> None:
        self.references = References()
        self.contents: list[tuple[str, str]] = []

    def block(self, block: Block) -> Markup:
        """A block as markup, nothing for one that shows nothing."""
        match block:
            case Heading():
                return self._heading(block)
            case Paragraph(children):
                return _element("p", self._line(children))
            case Small(children):
                return _element("small", self._line(children))
            case List(items, ordered):
                return _list("ol" if ordered else "ul", (self._line(item) for item in items))
            case Table():
                return self._table(block)
            case Divider():
                return Markup("<hr>")
            case Image(url, alt):
                return self._image(url, one_line(alt).strip())
            case Actions(elements):
                shown = (line for element in elements for line in self._typed(element))
                return _list("ul", shown, "typed")

    def _heading(self, heading: Heading) -> Markup:
        text = self._line(heading.children)
        if not text:
            return text
        level = min(max(heading.level, 1), DEEPEST_HEADING)
        if level != 2:
            return Markup("<h{0} dir=auto>{1}</h{0}>").format(level, text)
        anchor = f"section-{len(self.contents) + 1}"
        strong = [child.text for child in heading.children if isinstance(child, Strong)]
        self.contents.append((anchor, one_line(" ".join(strong) or plain(heading.children)).strip()))
        return Markup('<h2 id="{}" dir=auto>{}</h2>').format(anchor, text)

    def _line(self, children: Iterable[Inline]) -> Markup:
        return Markup("").join(self._child(child) for child in children).strip()

    def _child(self, child: Inline) -> Markup:
        match child:
            case Text(text) | ChannelName(_, _, text):
                return Markup.escape(one_line(text))
            case Time(at, text):
                return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), one_line(text))
            case Strong(text):
                return Markup("<strong>{}</strong>").format(one_line(text))
            case Code(text):
                return Markup("<code>{}</code>").format(one_line(text))
            case Strike(children):
                return Markup("<del>{}</del>").format(Markup("").join(map(self._child, children)))
            case Link(label, url):
                return self._link(one_line(label).strip(), url)

    def _link(self, label: str, url: str) -> Markup:
        address, number = safe_address(url), self.references.number(url)
        if address is None:
            return Markup.escape(label)
        link = Markup('<a href="{}" rel="nofollow noopener noreferrer">{}</a>').format(address, label)
        return link + Markup(' <a class="ref" href="#ref-{0}">[{0}]</a>').format(number)

    def _image(self, url: str, alt: str) -> Markup:
        address = safe_address(url)
        if address is None:
            return _element("p", Markup.escape(alt))
        return Markup('<figure><img src="{}" alt="{}"></figure>').format(address, alt)

    def _table(self, table: Table) -> Markup:
        head = Markup("").join(Markup("<th>{}</th>").format(self._line(cell)) for cell in table.header)
        rows = Markup("").join(
            Markup("<tr>{}</tr>").format(
                Markup("").join(Markup("<td dir=auto>{}</td>").format(self._line(cell)) for cell in row)
            )
            for row in table.rows
        )
        return Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(head, rows)

    def _typed(self, action: Action) -> Iterator[Markup]:
        match action:
            case Button(label, command):
                yield _command(label, command)
            case LinkButton(label, url):
                yield self._link(one_line(label).strip(), url)
            case Select(_, options):
                for option in options:
                    yield _command(option.label, option.command)


def _command(label: str, command: str) -> Markup:
    return Markup("{}: <code>/whatsnew {}</code>").format(one_line(label).strip(), one_line(command).strip())


def _element(name: str, text: Markup) -> Markup:
    return Markup("<{0} dir=auto>{1}</{0}>").format(name, text) if text else text


def _list(name: str, lines: Iterable[Markup], kind: str = "plain") -> Markup:
    items = Markup("\n").join(Markup("<li dir=auto>{}</li>").format(line) for line in lines if line)
    if not items:
        return items
    return Markup('<{0} class="{1}">\n{2}\n</{0}>').format(name, kind, items)
