"""Bodies as paragraphs with sections."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.tagging.body import BODY_READ, HEADING_LENGTH, SectionKind, Shape, paragraphs, section_of
from bot.domain.template import EMPTY, Template, folded

HEADINGS = (
    pytest.param("What does this PR do / why we need it?", SectionKind.PROSE, id="description"),
    pytest.param("How was this patch tested?", SectionKind.TEST, id="test"),
    pytest.param("Performance numbers on RTX 5090", SectionKind.RESULTS, id="results"),
    pytest.param("🚀 Pull Request Checklist", SectionKind.FORM, id="form"),
    pytest.param("Summary by CodeRabbit", SectionKind.BOT, id="bot"),
    pytest.param("Known limitations", SectionKind.LIMITS, id="limits"),
)


@pytest.mark.parametrize(("heading", "kind"), HEADINGS)
def test_headings_tell_sections(heading: str, kind: SectionKind) -> None:
    """The heading of a section says what it is good for."""
    assert section_of(heading) is kind


def _texts(body: str, template: Template = EMPTY) -> list[str]:
    return [part.text for part in paragraphs(body, template)]


def test_hard_line_breaks_are_undone() -> None:
    """A sentence over two lines is one paragraph; bullets are their own."""
    assert _texts("The kernel\nhangs.\n- one\n  more\n- two") == ["The kernel hangs.", "- one more", "- two"]


def test_forms_are_left_out() -> None:
    """Comments, checklists, trailers, addresses and template lines go; the text of a link stays."""
    body = (
        "<!-- say what\nyou did -->\n- [ ] I ran the tests\nSigned-off-by: A <a@b.c>\nSee [the issue](https://a.b/c) "
        "or https://d.e/f\nForm line\n\n## Checklist\n\nDone all."
    )
    assert _texts(body, Template(frozenset((folded("form LINE"),)))) == ["See the issue or"]


def test_an_unclosed_comment_hides_the_rest() -> None:
    """A comment without an end runs to the end."""
    assert _texts("Seen.\n<!-- never closed") == ["Seen."]


def test_code_and_tables_are_told_apart() -> None:
    """Fenced lines are code, lines with bars are rows."""
    shapes = [part.shape for part in paragraphs("Text.\n```\nx = 1\n```\n| a | b |", EMPTY)]
    assert shapes == [Shape.TEXT, Shape.CODE, Shape.ROW]


@pytest.mark.parametrize(("length", "is_heading"), [(HEADING_LENGTH, True), (HEADING_LENGTH + 1, False)])
def test_a_long_bold_line_is_no_heading(length: int, is_heading: bool) -> None:
    """A bold line up to the limit opens a section, one character more is text."""
    bold = "**" + "x" * (length - 4) + "**"
    assert (_texts(bold) == []) is is_heading


@pytest.mark.parametrize(("length", "seen"), [(BODY_READ - 4, True), (BODY_READ - 3, False)])
def test_bodies_are_read_up_to_a_limit(length: int, seen: bool) -> None:
    """The last word inside the limit is read, one over it is cut."""
    text = " ".join(_texts("x" * (length - 1) + "\nlast"))
    assert text.endswith("last") is seen


@given(st.text(alphabet="#-*[]x |`~<>!ab\n:：1.", max_size=300))
def test_any_body_can_be_read(body: str) -> None:
    """Every fragment of markup gives paragraphs that are not empty."""
    assert all(part.text.strip() for part in paragraphs(body, EMPTY))
