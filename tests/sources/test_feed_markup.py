"""HTML made plain text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sources.markup import HTML_READ, text_of


@pytest.mark.parametrize(
    ("html", "text"),
    [
        pytest.param("plain text", "plain text", id="plain"),
        pytest.param("<p>One</p>\n<p>Two<br/>lines</p>", "One\n\nTwo\nlines", id="blocks"),
        pytest.param("a &amp; b &lt;c&gt; &hellip; &#x1F600;", "a & b <c> … 😀", id="entities"),
        pytest.param("<ul><li>One</li><li>Two</li></ul>", "- One\n- Two", id="list"),
        pytest.param("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\n\nc", id="table"),
        pytest.param("<pre>a\n  b</pre>", "a\nb", id="lines of code"),
        pytest.param("a\n   b", "a b", id="line ends are blanks"),
        pytest.param("a<script>x<b>y</b></script>b<style>z</style>", "ab", id="scripts and styles"),
        pytest.param("a<!-- <b> c --> d", "a d", id="comment"),
        pytest.param("5 < 6 and a <b>c</b>", "5 < 6 and a c", id="a sign that is no tag"),
        pytest.param('<a href="https://x.example">here</a>', "here", id="link"),
        pytest.param("<b>bold", "bold", id="unclosed"),
        pytest.param("a<script>never closed", "a", id="script that is not closed"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_words_and_lines_are_kept(html: str, text: str) -> None:
    """What readers would see."""
    assert text_of(html) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        pytest.param(
            'x <a href="https://a.example/?b=1&amp;c=2">[3]</a>.', "x [3](https://a.example/?b=1&c=2).", id="number"
        ),
        pytest.param("<a href=https://a.example>there</a>", "there https://a.example", id="words"),
        pytest.param('<a href="https://a.example">https://a.example</a>', "https://a.example", id="the address itself"),
        pytest.param('<sup><a href="#r1">[1]</a></sup>', "[1]", id="within the page"),
        pytest.param('<a href="javascript:x">y</a>', "y", id="no address"),
    ],
)
def test_addresses_are_kept_for_digests(html: str, text: str) -> None:
    """As digest articles write them."""
    assert text_of(html, addresses=True) == text


def test_no_more_than_the_limit_is_read() -> None:
    """At the limit all of it, beyond it nothing."""
    assert len(text_of("x" * HTML_READ)) == HTML_READ
    assert len(text_of("x" * (HTML_READ + 1))) == HTML_READ


@pytest.mark.parametrize("piece", ["<", "<!--", "<script>", "<a href='", "<p>", "&", "<!", "</", "-->", "<svg><b>"])
def test_hostile_text_is_read_to_its_limit(piece: str) -> None:
    """Whatever is repeated: each character is looked at once."""
    text_of(piece * (HTML_READ // len(piece)), addresses=True)


@given(st.text(alphabet="<>/!-ab c\"'&;=\n", max_size=100))
def test_any_text_is_read(html: str) -> None:
    """Nothing raises, and no line ends in blanks."""
    assert all(line == line.strip() for line in text_of(html, addresses=True).split("\n"))
