"""The document's small tools."""

from __future__ import annotations

from bot.domain.document import Code, Link, Strike, Strong, Text, Time, joined, line, plain
from tests.factories import NOW


def test_plain_is_what_a_reader_sees() -> None:
    """Labels of links, the text of times, the content of strikes."""
    children = line(
        Strong("Fix"),
        " ",
        Code("a_b"),
        None,
        " ",
        Link("#1", "https://h/1"),
        " ",
        Time(NOW, "9:00"),
        Strike((Text("!"),)),
    )
    assert plain(children) == "Fix a_b #1 9:00!"


def test_line_makes_text_of_strings_and_drops_none() -> None:
    """A str is literal text."""
    assert line("a", None, Strong("b")) == (Text("a"), Strong("b"))


def test_joined_puts_separators_between_what_is_not_empty() -> None:
    """An empty group leaves no separator behind."""
    assert plain(joined([line("a"), (), line("b")])) == "a · b"
    assert joined([]) == ()
