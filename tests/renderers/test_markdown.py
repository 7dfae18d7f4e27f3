"""Markdown: what is seen is what the source wrote, and nothing of it formats, links or pings."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.domain.document import (
    Actions,
    Block,
    Button,
    Code,
    Divider,
    Document,
    Heading,
    Image,
    Link,
    LinkButton,
    List,
    Paragraph,
    Small,
    Strike,
    Strong,
    Table,
    Text,
    line,
)
from bot.domain.text import clean
from bot.renderers.markdown import render

PULL = "https://github.com/flashinfer-ai/flashinfer/pull/3682"
NASTY = [
    "fix <!channel> <@U123> @here",
    "`__init__.py`: add *args, snake_case_name",
    "[RFC] a|b > c](http://evil)",
    "a" * 80 + "&&&& &amp; &#39;",
    'don\'t "quote" $x$ ~~gone~~ ![i](http://e/p.png)',
    "# heading",
    "1. item",
    "12) item",
    "- item",
    "+ item",
    "=====",
    "---",
    "> quote",
    "    code",
    "```fence",
    "https://evil.example www.evil.example a@b.example mailto:a@b.example",
    "ends with a backslash\\",
    "*a* _b_ **c** __d__ `e``f`",
    "<script>alert(1)</script> <!-- x -->",
    "see owner/repo#12 and #345 by @someone",
    "[x]: http://evil",
    "\\[1\\][1] [1] [#3682 [1]][1]",
    "_*_*_*" * 50,
]


def markdown(*blocks: Block) -> str:
    """A document of these blocks, in Markdown."""
    return render(Document(blocks))


def tokens(text: str) -> list[Token]:
    """The inline tokens of a Markdown text, with GitHub's tables and strike-through."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return [child for token in parser.parse(text) for child in (token.children or [])]


def seen(found: list[Token]) -> str:
    """The text that a reader sees."""
    return "".join(token.content for token in found if token.type in {"text", "code_inline", "text_special"})


@pytest.mark.parametrize("title", NASTY)
@pytest.mark.parametrize("wrap", ["paragraph", "list", "heading", "strong", "small"])
def test_nasty_titles_are_seen_byte_for_byte(title: str, wrap: str) -> None:
    """Wherever a title stands, it is seen as it was written and makes no link, picture or emphasis."""
    blocks: dict[str, Block] = {
        "paragraph": Paragraph(line(title)),
        "list": List((line(title),)),
        "heading": Heading(2, line(title)),
        "strong": Paragraph(line("x ", Strong(title), " y")),
        "small": Small(line(title)),
    }
    found = tokens(markdown(blocks[wrap]))
    text = seen(found).replace("  ", " ")
    assert text == (f"x {clean(title)} y" if wrap == "strong" else clean(title))
    allowed = {"text", "text_special", "html_inline", "strong_open", "strong_close"}
    assert {token.type for token in found} <= allowed
    assert {token.content for token in found if token.type == "html_inline"} <= {"<!-- -->", "<small>", "</small>"}


@given(st.text(max_size=120))
@example("a\\")
@example("*\u2003*")
@example("\u00a0#")
def test_any_title_is_seen_byte_for_byte(title: str) -> None:
    """What stands in an item's line is seen as it was written, after cleaning."""
    item = List((line(Strong("Fix"), " ", Text(title), " ", Link("#1", PULL)),))
    found = tokens(markdown(item).split("\n\n")[0] + f"\n\n[1]: <{PULL}>")
    between = f" {clean(title)} " if clean(title) else None
    assert re.sub(r"\s+", " ", seen(found)) == re.sub(r"\s+", " ", f"Fix{between or '  '}#1 [1]")
    assert [token.type for token in found].count("link_open") == 1
    assert not {token.type for token in found} & {"image", "em_open", "code_inline", "softbreak", "hardbreak"}


@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=40))
def test_bold_text_is_bold_wherever_it_stands(before: str, bold: str, after: str) -> None:
    """Bold text is read as bold and its neighbours are not, whatever characters meet."""
    found = tokens(markdown(Paragraph(line("a", before, Strong(bold), after, "z"))))
    wanted = "".join(clean(part) for part in ("a", before, bold, after, "z"))
    assert seen(found).replace(" ", "") == wanted.replace(" ", "")


@given(st.text(max_size=60))
def test_code_is_literal(text: str) -> None:
    """A code span holds exactly its text, backticks too."""
    found = tokens(markdown(Paragraph(line("see ", Code(text), " there"))))
    wanted = clean(text)
    assert not wanted or [token.content.strip() for token in found if token.type == "code_inline"] == [wanted]


def test_links_are_references_with_a_visible_number() -> None:
    """A link shows its label and number; the numbered addresses follow once each."""
    text = markdown(Paragraph(line(Link("#3682", PULL), " ", Link("again", PULL))))
    assert text.split("\n\n") == [
        "[#3682 \\[1\\]][1] [again \\[1\\]][1]",
        f"1. <{PULL}>",
        f"[1]: <{PULL}>",
    ]


def test_an_address_cannot_leave_its_link() -> None:
    """Brackets, blanks and quotes in an address are encoded; what is no http(s) address makes no link."""
    text = markdown(Paragraph(line(Link("x", 'https://h/a b>"c'), Link("y", "javascript:alert(1)"))))
    found = tokens(text)
    assert {token.attrs["href"] for token in found if token.type == "link_open"} == {"https://h/a%20b%3E%22c"}
    assert "javascript" not in text


def test_blocks_have_their_markdown_form() -> None:
    """Headings, small lines, lists, tables, rules, pictures and buttons in Markdown."""
    text = markdown(
        Heading(1, line(Strong("FlashInfer, SM120"), " · 22 Jul")),
        Small(line("16 stories")),
        List((line("a"), line("b")), ordered=True),
        Table((line("a|b"), line("c")), ((line(Code("d|e")), line(Strong("f"))),)),
        Divider(),
        Image("https://h/p.png", "a chart"),
        Paragraph(line(Strike(line("gone")))),
        Actions((Button("8 more", "more 8 flashinfer"), LinkButton("Open", "https://h/x"))),
    )
    assert text.split("\n\n") == [
        "# **FlashInfer, SM120** · 22 Jul",
        "<small>16 stories</small>",
        "1. a\n2. b",
        "| a\\|b | c |\n| --- | --- |\n| d\\|e | **f** |",
        "---",
        "![a chart](<https://h/p.png>)",
        "<del>gone</del>",
        "* 8 more: `more 8 flashinfer`\n* [Open \\[1\\]][1]",
        "1. <https://h/x>",
        "[1]: <https://h/x>",
    ]


def test_empty_blocks_leave_nothing_behind() -> None:
    """A block without content writes no mark."""
    assert markdown(Heading(1, ()), Paragraph(()), Small(line("")), List(((),))) == ""
