"""The terminal: width, references, buttons, and nothing alive from outside."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.document import (
    Actions,
    Block,
    Button,
    Code,
    Divider,
    Document,
    Heading,
    Image,
    Inline,
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
    Time,
    line,
)
from bot.domain.text import clean
from bot.renderers.styled import columns
from bot.renderers.terminal import NARROWEST, render
from tests.factories import NOW

PULL = "https://github.com/flashinfer-ai/flashinfer/pull/3682"
OUR_CODES = re.compile(r"\x1b\[(?:1|2|4|9|22|24|29)m")
HOSTILE = "\x1b[31mred\x1b[0m [bold]x[/bold] \u202eevil\u202c <!channel> @everyone\nnext \x9b2J\x07 a\u200bb"


def document(*blocks: Block) -> Document:
    """A document of these blocks."""
    return Document(blocks)


def test_headings_lists_and_small_lines_are_parted_by_empty_lines() -> None:
    """A section stands off from what is above it; its list and a small line follow closely."""
    drawn = render(
        document(
            Heading(1, line(Strong("FlashInfer, SM120"), " · 22 Jun to 22 Jul")),
            Small(line("16 stories")),
            Heading(2, line(Strong("New"))),
            List((line("one"), line("two"))),
            Small(line("footer")),
        )
    )
    assert drawn.split("\n") == [
        "FlashInfer, SM120 · 22 Jun to 22 Jul",
        "16 stories",
        "",
        "New",
        "• one",
        "• two",
        "footer",
    ]


def test_links_are_numbered_and_listed_once() -> None:
    """One address has one number, however often it is linked to, and stands below once."""
    drawn = render(document(Paragraph(line(Link("#3682", PULL), " and ", Link("the fix", PULL)))))
    assert drawn == f"#3682 [1] and the fix [1]\n\n[1] {PULL}"


@pytest.mark.parametrize("address", ["javascript:alert(1)", "ftp://x/y", "https://u:p@host/", "not an address", ""])
def test_unsafe_addresses_are_shown_as_their_label_only(address: str) -> None:
    """What is no plain http(s) address gets no number."""
    assert render(document(Paragraph(line(Link("label", address))))) == "label"


def test_buttons_show_what_to_type() -> None:
    """A button is its label and its command line, a link button its address, a choice one line each."""
    drawn = render(
        document(
            Actions(
                (
                    Button("8 more", "more 8 flashinfer sm120"),
                    LinkButton("Open", PULL),
                    Select("Hour", (Option("09:00", "subscriptions 1 09:00"),)),
                )
            )
        )
    )
    assert drawn.split("\n") == [
        "[ 8 more ]  more 8 flashinfer sm120",
        f"[ Open ]    {PULL}",
        "[ 09:00 ]   subscriptions 1 09:00",
    ]


def test_lines_are_broken_at_blanks_with_a_hanging_indent() -> None:
    """A list item's later lines stand under its text."""
    drawn = render(document(List((line("word " * 12),))), width=30)
    assert drawn.split("\n") == ["• word word word word word", "  word word word word word", "  word word"]


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_a_line_is_broken_where_it_would_pass_the_width(extra: int) -> None:
    """A line of exactly the width stays whole, one column more breaks it."""
    text = f"{'a' * 20} {'b' * (NARROWEST - 1 + extra)}"
    drawn = render(document(Paragraph(line(text))), width=40)
    assert (drawn == text) is (extra <= 0)


def test_long_words_are_never_cut() -> None:
    """An address or identifier longer than the width stands alone on its line."""
    drawn = render(document(Paragraph(line("see " + "x" * 50 + " there"))), width=30)
    assert drawn.split("\n") == ["see", "x" * 50, "there"]


def test_wide_characters_take_two_columns() -> None:
    """Chinese text is broken by what it needs on the screen."""
    assert columns("量化 FP8") == 8
    drawn = render(document(Paragraph(line("量化量化量化 注意力注意力"))), width=20)
    assert drawn == "量化量化量化\n注意力注意力"


def test_colours_are_ours_alone() -> None:
    """With colour only the codes for bold, dim, underline and strike are written, each closed again."""
    drawn = render(
        document(
            Heading(1, line("Title")),
            Small(line("small")),
            Paragraph(line(Strong("Fix"), " ", Text(HOSTILE), Strike(line("gone")), Link("#1", PULL))),
        ),
        colour=True,
    )
    assert "\x1b[1mTitle\x1b[22m" in drawn
    assert "\x1b[2msmall\x1b[22m" in drawn
    assert "\x1b[9mgone\x1b[29m" in drawn
    assert "\x1b" not in OUR_CODES.sub("", drawn)


def test_tables_stand_in_columns() -> None:
    """Columns stand side by side, and the last one's later lines under its beginning."""
    table = Table((line("Project"), line("State")), ((line("vLLM"), line("quiet " * 8)), (line("verl"),)))
    assert render(document(table), width=30).split("\n") == [
        "Project  State",
        "vLLM     quiet quiet quiet",
        "         quiet quiet quiet",
        "         quiet quiet",
        "verl",
    ]


def test_tables_without_room_are_a_line_a_row() -> None:
    """Where the first columns take the width, the headings stand in the line."""
    table = Table((line("Project"), line("State")), ((line("v" * 40), line("quiet")),))
    assert render(document(table), width=50) == f"{'v' * 40} · State:\nquiet"


def test_labels_stand_off_where_bold_cannot_be_seen() -> None:
    """Without colour a wider gap follows the label of an item."""
    item = List((line(Strong("May break"), " ", Text("CUTLASS 4.6")),))
    assert render(document(item)) == "• May break  CUTLASS 4.6"
    assert render(document(item), colour=True) == "• \x1b[1mMay break\x1b[22m CUTLASS 4.6"


def test_other_blocks_have_their_plain_form() -> None:
    """Rules, pictures, code and times are drawn without markup."""
    drawn = render(document(Divider(), Image(PULL, "a chart"), Paragraph(line(Code("a_b"), " ", Time(NOW, "9:00")))))
    assert "─" * 10 in drawn
    assert "[a chart [1]]" in drawn
    assert "a_b 9:00" in drawn


INLINE = st.one_of(
    st.builds(Text, st.text(max_size=60)),
    st.builds(Strong, st.text(max_size=20)),
    st.builds(Code, st.text(max_size=20)),
    st.builds(Link, st.text(max_size=20), st.text(max_size=30) | st.just(PULL)),
)
CHILDREN: st.SearchStrategy[tuple[Inline, ...]] = st.lists(INLINE, max_size=5).map(tuple)
BLOCKS: st.SearchStrategy[Block] = st.one_of(
    st.builds(Heading, st.integers(1, 3), CHILDREN),
    st.builds(Paragraph, CHILDREN),
    st.builds(Small, CHILDREN),
    st.builds(List, st.lists(CHILDREN, max_size=3).map(tuple), st.booleans()),
    st.builds(Actions, st.lists(st.builds(Button, st.text(max_size=9), st.text(max_size=9)), max_size=2).map(tuple)),
)


@given(st.lists(BLOCKS, max_size=4), st.integers(1, 120), st.booleans())
def test_no_control_character_reaches_the_terminal(blocks: list[Block], width: int, colour: bool) -> None:
    """Whatever a document holds, its drawing has line ends and our own codes, and no other control character."""
    drawn = OUR_CODES.sub("", render(Document(tuple(blocks)), width=width, colour=colour))
    assert all(sign == "\n" or (sign.isprintable() or sign == "\u3000" or clean(sign) != "") for sign in drawn)
    assert "\x1b" not in drawn


@given(st.text(max_size=200))
def test_foreign_text_is_seen_as_it_is(title: str) -> None:
    """A cleaned title stands in the drawing byte for byte."""
    drawn = render(document(List((line(Strong("Fix"), " ", Text(title), " · ", Link("#1", PULL)),))), width=10_000)
    assert clean(title) in drawn


def test_hostile_titles_are_tame() -> None:
    """Escapes, direction marks and line ends are gone, markup of other worlds is literal."""
    drawn = render(document(Paragraph(line(Text(HOSTILE)))), width=200)
    assert drawn == "red [bold]x[/bold] evil <!channel> @everyone next 2J ab"
