"""The index finds exactly the subscriptions that matching finds one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.matching import matches
from bot.domain.matching_index import MOST_CONDITIONS, MOST_TAGS, MatchingIndex
from bot.domain.query import Query
from bot.domain.update import Kind, Update
from tests.factories import a_query, a_tag, a_vocabulary, an_update

VOCABULARY = a_vocabulary()
NAMES = (
    "project:flashinfer",
    "project:vllm",
    "hardware:blackwell",
    "hardware:sm120",
    "hardware:sm90",
    "format:fp8",
    "format:fp4",
    "model:deepseek-v4",
    "topic:moe",
    "topic:attention",
    "kind:fix",
    "kind:breaking",
    "kind:docs",
)


def over(*asked: Query) -> MatchingIndex:
    """An index over these queries, numbered from 1."""
    index = MatchingIndex(VOCABULARY)
    for number, query in enumerate(asked, 1):
        index.put(number, query)
    return index


def ids(index: MatchingIndex, update: Update) -> list[int]:
    """What is found, in order."""
    return sorted(index.of(update))


tags = st.frozensets(st.sampled_from(NAMES).map(a_tag), max_size=6)
queries = st.builds(
    Query,
    tags=tags,
    excluded=st.frozensets(st.sampled_from(NAMES).map(a_tag), max_size=1),
    words=st.sampled_from([(), ("hopper",), ("nothing",)]),
    excluded_words=st.sampled_from([(), ("hopper",)]),
    phrases=st.sampled_from([(), ("prefill",), ("decode",)]),
    either=st.lists(tags, max_size=2).map(tuple),
)


changes = st.tuples(st.integers(1, 6), st.none() | queries)


@given(st.lists(changes, max_size=12), st.lists(st.sampled_from(NAMES), max_size=8), st.booleans())
def test_agrees_with_matching(asked: list[tuple[int, Query | None]], about: list[str], noise: bool) -> None:
    """Whatever is asked, with alternatives, exclusions, words and noise, and whatever was asked before: the same
    subscriptions, each once."""
    update = an_update("Remove the hopper prefill kernel", tags=about, noise=noise, kind=Kind.REFACTOR)
    index, last = over(), dict[int, Query | None]()
    for number, query in asked:
        if query is None:
            index.drop(number)
        else:
            index.put(number, query)
        last[number] = query
    expected = sorted(number for number, query in last.items() if query and matches(update, query, VOCABULARY))
    assert ids(index, update) == expected


@pytest.mark.parametrize(
    ("query", "is_found"),
    [
        pytest.param(a_query("project:flashinfer", "hardware:sm120"), True, id="both"),
        pytest.param(a_query("hardware:blackwell"), True, id="its family"),
        pytest.param(a_query("hardware:sm121"), False, id="a member of its family"),
        pytest.param(a_query("project:flashinfer", "project:vllm"), True, id="one of two projects"),
        pytest.param(a_query(), True, id="everything"),
        pytest.param(a_query("project:flashinfer", words=("zebra",)), True, id="a word that only ranks"),
        pytest.param(a_query("project:flashinfer", phrases=("zebra",)), False, id="words that must stand there"),
    ],
)
def test_found(query: Query, is_found: bool) -> None:
    """Tags with their families, alternatives and words."""
    update = an_update(tags=("project:flashinfer", "hardware:sm120"))
    assert ids(over(query), update) == [1] * is_found


@pytest.mark.parametrize("count", [MOST_TAGS - 1, MOST_TAGS, MOST_TAGS + 1])
def test_many_tags(count: int) -> None:
    """A condition of more tags than are looked up is still asked whole."""
    names = ("project:flashinfer", "hardware:sm120", "format:fp8", "model:deepseek-v4", "topic:moe")
    index = over(a_query(*names[:count]))
    assert ids(index, an_update(tags=names)) == [1]
    assert ids(index, an_update(tags=names[: count - 1])) == []


@pytest.mark.parametrize("count", [MOST_CONDITIONS, MOST_CONDITIONS + 1])
def test_many_alternatives(count: int) -> None:
    """A query with more alternatives than are written out is asked of every update."""
    query = a_query(*(f"project:p{number}" for number in range(count)))
    index = over(query)
    assert ids(index, an_update(tags=(f"project:p{count - 1}",))) == [1]
    assert ids(index, an_update(tags=("project:q",))) == []
