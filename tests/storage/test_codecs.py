"""Documents and queries as JSON and back: what waits in the outbox and what a subscription asks survive unchanged."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import get_args
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    Option,
    Paragraph,
    Select,
    Small,
    Strike,
    Strong,
    Table,
    Text,
    Time,
)
from bot.domain.query import Query, Sort, VersionRange
from bot.domain.tag import Facet, Tag
from bot.domain.window import Window
from storage.document_codec import decode_documents, encode_documents
from storage.query_codec import decode_query, encode_query
from tests.factories import a_document, a_query

WORDS = st.text(max_size=12)
INSTANTS = st.datetimes(timezones=st.just(UTC))
SIMPLE = st.one_of(
    st.builds(Text, WORDS),
    st.builds(Strong, WORDS),
    st.builds(Code, WORDS),
    st.builds(Link, WORDS, WORDS),
    st.builds(Time, INSTANTS, WORDS),
    st.builds(ChannelName, WORDS, WORDS, WORDS),
)
INLINE = st.recursive(SIMPLE, lambda inner: st.builds(Strike, st.lists(inner, max_size=2).map(tuple)), max_leaves=4)
LINES = st.lists(INLINE, max_size=3).map(tuple)
ACTIONS = st.one_of(
    st.builds(Button, WORDS, WORDS),
    st.builds(LinkButton, WORDS, WORDS),
    st.builds(Select, WORDS, st.lists(st.builds(Option, WORDS, WORDS), max_size=2).map(tuple)),
)
GROUPS = st.lists(LINES, max_size=3).map(tuple)
BLOCKS = st.one_of(
    st.builds(Heading, st.integers(1, 3), LINES),
    st.builds(Paragraph, LINES),
    st.builds(Small, LINES),
    st.builds(List, GROUPS, st.booleans()),
    st.builds(Table, GROUPS, st.lists(GROUPS, max_size=2).map(tuple)),
    st.just(Divider()),
    st.builds(Image, WORDS, WORDS),
    st.builds(Actions, st.lists(ACTIONS, max_size=2).map(tuple)),
)
DOCUMENTS = st.lists(st.builds(Document, st.lists(BLOCKS, max_size=4).map(tuple)), max_size=3).map(tuple)

TAGS = st.frozensets(st.builds(Tag, st.sampled_from(Facet), st.text(min_size=1, max_size=8)), max_size=3)
RUNS = st.lists(WORDS, max_size=2).map(tuple)
ZONES = st.sampled_from(["UTC", "Asia/Shanghai", "America/New_York"]).map(ZoneInfo)
QUERIES = st.builds(
    Query,
    tags=TAGS,
    excluded=TAGS,
    words=RUNS,
    excluded_words=RUNS,
    phrases=RUNS,
    window=st.none() | st.builds(Window, st.none() | INSTANTS, INSTANTS, ZONES),
    versions=st.none() | st.builds(VersionRange, WORDS, st.none() | WORDS, st.none() | WORDS, RUNS),
    sort=st.sampled_from(Sort),
    limit=st.none() | st.integers(0, 50),
    either=st.lists(TAGS, max_size=2).map(tuple),
)


@given(documents=DOCUMENTS)
def test_documents(documents: tuple[Document, ...]) -> None:
    """Any documents come back as they were."""
    assert decode_documents(encode_documents(documents)) == documents


def test_every_element_is_tried() -> None:
    """The strategies above make every kind of block, action and inline that a document may hold."""
    tried = {Heading, Paragraph, Small, List, Table, Divider, Image, Actions}
    assert tried == set(get_args(Block))
    assert {Button, LinkButton, Select} == set(get_args(Action))
    assert {Text, Strong, Strike, Code, Link, Time, ChannelName} == set(get_args(Inline))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('[[["marquee", "x"]]]', id="unknown-block"),
        pytest.param('[[["paragraph", [["blink", "x"]]]]]', id="unknown-inline"),
        pytest.param('{"a": 1}', id="object"),
        pytest.param("{", id="no-json"),
    ],
)
def test_what_is_no_document(text: str) -> None:
    """Anything else is refused and not half read."""
    with pytest.raises(ValueError):
        decode_documents(text)


@given(query=QUERIES)
def test_queries(query: Query) -> None:
    """Any query comes back as it was, and equal queries have one text."""
    text = encode_query(query)
    assert decode_query(text) == query
    assert encode_query(decode_query(text)) == text


def test_a_query_of_an_earlier_version() -> None:
    """Fields that an older text does not have take their defaults; the plain query is almost nothing."""
    assert encode_query(Query()) == "{}"
    assert decode_query('{"tags": ["hardware:sm120"]}') == a_query("hardware:sm120")


@pytest.mark.parametrize("text", ["[]", "{", '{"sort": "loudest"}', '{"tags": ["colour:red"]}'])
def test_what_is_no_query(text: str) -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError):
        decode_query(text)


def test_documents_are_plain_json() -> None:
    """The outbox can be read by eye and by other programs."""
    assert isinstance(json.loads(encode_documents([a_document()])), list)


def test_instants_keep_their_zone() -> None:
    """An instant comes back with an offset."""
    at = datetime(2026, 7, 7, 15, 56, tzinfo=ZoneInfo("Asia/Shanghai"))
    (document,) = decode_documents(encode_documents([Document((Paragraph((Time(at, "15:56"),)),))]))
    assert document.blocks == (Paragraph((Time(at, "15:56"),)),)
