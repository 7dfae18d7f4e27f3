"""Documents for the renderers' tests: hostile texts, and hypothesis strategies for whole documents."""

from __future__ import annotations

from hypothesis import strategies as st

from bot.domain.document import (
    Actions,
    Block,
    Button,
    Divider,
    Document,
    Heading,
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
)

HOSTILE = (
    "fix <!channel> <@U123> <#C12> <!subteam^S1> @here #general",
    "@everyone @here <@1> <@&2> <t:1700000000:R> </cmd:1> <id:customize> <:a:1>",
    "[RFC] a|b > c](http://evil.example)",
    "__init__.py: add *args, snake_case_name, **kwargs ~~x~~ `code`",
    'don\'t "quote" & <b>bold</b> &amp; &lt;',
    ":100: :tada: 12:30:45 a:b:c",
    "1. not a list",
    "- not a list",
    "> not a quote",
    "# not a heading",
    "-# not small",
    "see https://evil.example/?a=b_c_d and www.evil.example",
    "\\*already escaped\\*",
    "<https://evil.example|label>",
    "||spoiler|| ***",
    "a `` b",
)
"""Texts of the kind that B114 to B127 name."""

TRICKY = st.text(alphabet=st.sampled_from("abz09 <>@#!&|*_~`[]()\\:/.-+?=\"'中文é👩‍💻"), min_size=1, max_size=60)
FOREIGN = st.one_of(st.sampled_from(HOSTILE), TRICKY.map(lambda text: " ".join(text.split())).filter(bool))
LINKS = st.builds(Link, FOREIGN, st.sampled_from(("https://github.com/a/b/pull/1", "https://x.example/(a)|b c>d")))


def inlines() -> st.SearchStrategy[tuple[Inline, ...]]:
    """A few inline children with foreign text."""
    texts = st.builds(Text, FOREIGN)
    one = st.one_of(texts, st.builds(Strong, FOREIGN), LINKS, st.builds(Strike, st.tuples(texts)))
    return st.lists(one, min_size=1, max_size=4).map(tuple)


def blocks() -> st.SearchStrategy[Block]:
    """Any block but a picture."""
    button = st.builds(Button, FOREIGN, FOREIGN)
    opener = st.builds(LinkButton, FOREIGN, st.just("https://github.com/a/b"))
    menu = st.builds(Select, FOREIGN, st.lists(st.builds(Option, FOREIGN, FOREIGN), min_size=1, max_size=30).map(tuple))
    action = st.one_of(button, opener, menu)
    return st.one_of(
        st.builds(Heading, st.integers(1, 3), inlines()),
        st.builds(Paragraph, inlines()),
        st.builds(Small, inlines()),
        st.builds(List, st.lists(inlines(), min_size=1, max_size=30).map(tuple), st.booleans()),
        st.builds(Table, st.just(((Text("a"),), (Text("b"),))), st.lists(st.tuples(inlines(), inlines())).map(tuple)),
        st.just(Divider()),
        st.builds(Actions, st.lists(action, min_size=1, max_size=30).map(tuple)),
    )


def documents() -> st.SearchStrategy[Document]:
    """Documents of a few blocks."""
    return st.builds(Document, st.lists(blocks(), min_size=1, max_size=8).map(tuple))
