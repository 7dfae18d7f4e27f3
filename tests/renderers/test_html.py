"""The page: what is seen is what the source wrote, and nothing of it formats, links, runs or is fetched."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given

from bot.domain.document import (
    Actions,
    Button,
    Code,
    Divider,
    Document,
    Heading,
    Image,
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
    line,
)
from bot.renderers.html import CONTENTS_FROM, Picture, render
from tests.renderers.documents import HOSTILE, documents

PULL = "https://github.com/flashinfer-ai/flashinfer/pull/3682"


class Seen(HTMLParser):
    """What a browser would make of a page: its text, its elements and its addresses."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self.elements: list[str] = []
        self.addresses: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += [(tag, name) for name, _ in attrs]
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.text += data


def body(document: Document, **options: object) -> Seen:
    """The page's part that readers see."""
    return Seen(render(document, **options).partition("<main>")[2])  # type: ignore[arg-type]


@pytest.mark.parametrize("text", [*HOSTILE, "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7*7 }}"])
def test_foreign_text_is_shown_as_it_is(text: str) -> None:
    """Whatever a title holds stands in the page literally and makes no element and no address."""
    seen = body(Document((Paragraph((Text(text),)), List(((Strong(text), Code(text)),)))))
    assert seen.text.count(" ".join(text.split())) == 3
    assert set(seen.elements) <= {"p", "ul", "li", "strong", "code"}
    assert seen.addresses == []


@given(documents())
def test_no_document_makes_what_runs_or_is_fetched(document: Document) -> None:
    """No document makes a script, a style, a form, a handler or an address of another scheme than http(s)."""
    seen = body(document)
    assert {"script", "style", "iframe", "form", "input", "object", "link", "meta", "base"}.isdisjoint(seen.elements)
    assert all(not name.startswith("on") for _, name in seen.attributes)
    assert all(address.startswith(("https://", "http://", "#")) for address in seen.addresses)


def test_a_link_is_its_label_with_its_number() -> None:
    """A link shows its label and a number; one address has one number, and the list of addresses follows."""
    links = Document((List(((Link("#3682", PULL),), (Link("again", PULL),), (Link("other", PULL + "/files"),))),))
    seen = body(links)
    assert " ".join(seen.text.split()) == f"#3682 [1] again [1] other [2] {PULL} {PULL}/files"
    assert seen.addresses.count("#ref-1") == 2


def test_an_address_that_may_not_be_linked_is_text() -> None:
    """A link to another scheme, or with a password in it, is its label alone."""
    seen = body(
        Document((Paragraph((Link("a", "javascript:alert(1)"), Text(" "), Link("b", "https://u:p@h.example/"))),))
    )
    assert (seen.text.split(), seen.addresses) == (["a", "b"], [])


@pytest.mark.parametrize("sections", [CONTENTS_FROM - 1, CONTENTS_FROM, CONTENTS_FROM + 1])
def test_a_long_page_begins_with_its_contents(sections: int) -> None:
    """From four sections on the page begins with links to them, by their bold words."""
    headings = [Heading(2, line(Strong(f"Part {number}"), " · latest 1.0")) for number in range(sections)]
    page = render(Document((Heading(1, line("Daily")), *headings)))
    assert page.count('<a href="#section-') == (sections if sections >= CONTENTS_FROM else 0)
    assert (">Part 0</a>" in page) == (sections >= CONTENTS_FROM)


def test_every_block_has_its_element() -> None:
    """Tables, pictures, rules, small lines, struck-out words and what may be typed each have their form."""
    blocks = Document(
        (
            Heading(1, line("Title")),
            Small(line("small")),
            Table((line("a"),), ((line("b"),),)),
            Divider(),
            Image("https://host.example/p.png", "what it shows"),
            Image("file:///etc/passwd", "no picture"),
            Paragraph((Strike((Text("gone"),)),)),
            Actions((Button("Subscribe", "subscribe vllm"), LinkButton("Open", PULL))),
            Actions((Select("pick", (Option("Weekly", "weekly"),)),)),
        )
    )
    page = render(blocks)
    for markup in (
        "<title>Title</title>",
        "<th>a</th>",
        "<hr>",
        '<img src="https://host.example/p.png" alt="what it shows">',
        "<p dir=auto>no picture</p>",
        "<del>gone</del>",
        "Subscribe: <code>/whatsnew subscribe vllm</code>",
        "Weekly: <code>/whatsnew weekly</code>",
    ):
        assert markup in page
    assert "file:" not in page


def test_an_empty_document_is_a_page() -> None:
    """Nothing to show makes a page without blocks, under the bot's name."""
    assert "<title>whatsnew</title>" in render(Document((Paragraph(()), List(()), Heading(1, ()))))


def test_pictures_stand_in_the_page_itself() -> None:
    """A chart needs no second file, and says in words what it shows."""
    page = render(Document(()), "zh-CN", (Picture(b"\x89PNG", 'vLLM "64" <b>', "Updates"),))
    assert 'src="data:image/png;base64,iVBORw=="' in page
    assert 'alt="vLLM &#34;64&#34; &lt;b&gt;"' in page
    assert '<html lang="zh-CN">' in page


def test_what_is_read_is_all_there() -> None:
    """A reader sees every text of a document once, in order."""
    document = Document((Heading(1, line("One")), Paragraph(line("Two & three")), List((line("Four"), line("Five")))))
    expected = ["One", "Two & three", "Four", "Five"]
    assert [text for text in body(document).text.split("\n") if text.strip()] == expected
