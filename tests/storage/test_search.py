"""Questions answered from the index: what is about them, what mentions them, what is left out, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.domain.query import Query, Sort, VersionRange
from bot.domain.state import Stage, State
from bot.domain.tag import Facet, FoundTag, Place, Tag
from bot.domain.update import Kind, Update
from storage.store import Store
from tests.factories import VLLM, a_query, a_window, an_update, at


def numbers(updates: Iterable[Update]) -> list[int | None]:
    """The pull requests of updates, in their order."""
    return [update.links.pull for update in updates]


def asked(store: Store, query: Query, limit: int = 100) -> tuple[list[int | None], int, int, int]:
    """What a search gives: the numbers of its updates, then how many are about it, mention it, or are noise."""
    found = store.updates.search(query, limit)
    return numbers(found.updates), found.about, found.mentions, found.noise


@pytest.fixture
def filled(store: Store) -> Store:
    """Six updates of two projects."""
    store.updates.save(
        [
            an_update("FP8 attention", number=1, tags=("hardware:sm90", "format:fp8"), published=at(1)),
            an_update("NVFP4 KV cache", number=2, tags=("hardware:sm120", "format:nvfp4"), published=at(2)),
            an_update("Ring", number=3, tags=("hardware:sm100",), mentions=("hardware:sm120",), published=at(3)),
            an_update("Docs", number=4, tags=("hardware:sm120",), noise=True, kind=Kind.DOCS, published=at(4)),
            an_update("FP8 MoE", number=5, repository=VLLM, tags=("format:fp8", "topic:moe"), published=at(5)),
            an_update("Router", number=6, repository=VLLM, kind=Kind.FEATURE, body="KimiK25 量化", published=at(6)),
        ]
    )
    return store


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param(a_query(), ([6, 5, 3, 2, 1], 5, 0, 1), id="everything"),
        pytest.param(a_query("project:flashinfer"), ([3, 2, 1], 3, 0, 1), id="project"),
        pytest.param(a_query("hardware:sm120"), ([2], 1, 1, 1), id="mention-and-noise"),
        pytest.param(a_query("hardware:blackwell"), ([3, 2], 2, 0, 1), id="family"),
        pytest.param(a_query("hardware:sm90", "hardware:sm120"), ([2, 1], 2, 1, 1), id="or-within-a-facet"),
        pytest.param(a_query("hardware:sm90", "format:fp8"), ([1], 1, 0, 0), id="and-across-facets"),
        pytest.param(a_query("project:vllm", "format:fp8"), ([5], 1, 0, 0), id="project-and-tag"),
        pytest.param(a_query("project:vllm", "project:flashinfer", "format:fp8"), ([5, 1], 2, 0, 0), id="two-projects"),
        pytest.param(a_query("kind:docs", "hardware:sm120"), ([4], 1, 0, 0), id="noise-asked-for"),
        pytest.param(a_query("kind:feature"), ([6], 1, 0, 0), id="kind"),
        pytest.param(a_query("hardware:gfx950"), ([], 0, 0, 0), id="tag-of-none"),
        pytest.param(
            a_query("project:vllm", "format:nvfp4", either=(a_query("project:flashinfer", "format:nvfp4").tags,)),
            ([2], 1, 0, 0),
            id="either",
        ),
        pytest.param(
            a_query("project:flashinfer", excluded=a_query("hardware:blackwell").tags), ([1], 1, 0, 0), id="-tag"
        ),
        pytest.param(a_query(excluded=a_query("project:vllm").tags), ([3, 2, 1], 3, 0, 1), id="only-an-exclusion"),
        pytest.param(a_query("format:fp8", excluded_words=("moe",)), ([1], 1, 0, 0), id="-word"),
        pytest.param(a_query("format:fp8", excluded_words=("fp8 moe",)), ([1], 1, 0, 0), id="-phrase"),
        pytest.param(a_query(words=("kv-cache",)), ([2], 1, 0, 0), id="word-required"),
        pytest.param(a_query(words=("fp8", "moe")), ([5], 1, 0, 0), id="every-word-required"),
        pytest.param(a_query(words=("kimi",)), ([6], 1, 0, 0), id="hump"),
        pytest.param(a_query(words=("量化",)), ([6], 1, 0, 0), id="chinese"),
        pytest.param(a_query(phrases=("kv cache",)), ([2], 1, 0, 0), id="phrase"),
        pytest.param(a_query(phrases=("cache kv",)), ([], 0, 0, 0), id="phrase-in-order"),
        pytest.param(a_query("project:flashinfer", words=("zzz",)), ([3, 2, 1], 3, 0, 1), id="a-word-never-empties"),
        pytest.param(a_query(words=("!!",)), ([6, 5, 3, 2, 1], 5, 0, 1), id="no-word-in-the-words"),
        pytest.param(a_query("project:flashinfer", window=a_window(at(2), at(4))), ([3, 2], 2, 0, 0), id="window"),
        pytest.param(a_query(window=a_window(at(20), at(21))), ([], 0, 0, 0), id="empty-window"),
        pytest.param(a_query("hardware:sm120", window=a_window(at(3), at(9))), ([], 0, 1, 1), id="window-counts"),
        pytest.param(a_query(words=('x" OR "y', "tags:q")), ([], 0, 0, 0), id="no-syntax"),
    ],
)
@pytest.mark.parametrize("sort", list(Sort))
def test_search(filled: Store, query: Query, expected: tuple[list[int], int, int, int], sort: Sort) -> None:
    """Each rule of a query, newest first; sort:best finds and counts the same."""
    found = asked(filled, replace(query, sort=sort))
    assert (sorted(found[0], key=str), *found[1:]) == (sorted(expected[0], key=str), *expected[1:])
    if sort is Sort.NEW:
        assert found[0] == expected[0]


def test_text_cannot_feign_a_tag(store: Store) -> None:
    """A commit whose words are those of the index is found by no tag and no count."""
    words = "a:hardware:sm120 q z t:hardware:sm120 hardware sm120"
    store.updates.save([an_update(words, body=words)])
    assert asked(store, a_query("hardware:sm120")) == ([], 0, 0, 0)
    assert asked(store, a_query(words=("a:hardware:sm120",)))[1] == 1


def test_limit(filled: Store) -> None:
    """The limit cuts the rows and not the counts."""
    assert asked(filled, a_query("project:flashinfer"), 2) == ([3, 2], 3, 0, 1)
    assert asked(filled, a_query("project:flashinfer"), 0) == ([], 3, 0, 1)
    assert asked(filled, a_query("project:flashinfer", "hardware:blackwell"), 1) == ([3], 2, 0, 1)


def test_mentions(filled: Store) -> None:
    """What only mentions is given apart from what is about it."""
    assert numbers(filled.updates.search_mentions(a_query("hardware:sm120"), 10)) == [3]
    assert filled.updates.search_mentions(a_query("hardware:sm90"), 10) == ()
    assert filled.updates.search_mentions(a_query(words=("ring",)), 10) == ()


def test_words_bring_their_rows_into_the_limit(store: Store) -> None:
    """Words that only rank choose which rows are given where there are more than the limit; the rest fills up."""
    store.updates.save([an_update(f"Change {n}", number=n, published=at(1, minute=n)) for n in range(1, 31)])
    store.updates.save([an_update("Change 3 hangs", number=40, published=at(1, hour=1))])
    query = a_query("project:flashinfer", words=("hang",))
    assert numbers(store.updates.search(query, 3).updates) == [30, 29, 40]
    assert numbers(store.updates.search(replace(query, sort=Sort.BEST), 3).updates) == [40, 30, 29]


def test_best_first(store: Store) -> None:
    """sort:best puts words in the title before words in the body, and tags of the title before other ones."""
    store.updates.save(
        [
            an_update("Memory leak", number=1, tags=("hardware:sm90",), published=at(1)),
            an_update("Other", number=2, body="a memory leak", published=at(2)),
            an_update("Memory", number=3, published=at(3)),
            replace(
                an_update("Other", number=4, published=at(4)),
                tags=(FoundTag(Tag(Facet.HARDWARE, "sm90"), Place.BODY),),
            ),
        ]
    )
    words = a_query("project:flashinfer", words=("memory", "leak"), sort=Sort.BEST)
    assert numbers(store.updates.search(words, 10).updates) == [1, 2, 3, 4]
    tags = a_query("hardware:hopper", sort=Sort.BEST)
    assert numbers(store.updates.search(tags, 10).updates) == [1, 4]


def test_versions(store: Store) -> None:
    """A range of versions holds the changes whose first release is in it, and not those that wait for the next."""
    for number, state in enumerate(
        (
            State(Stage.RELEASED, "0.6.14"),
            State(Stage.RELEASED, "0.6.15"),
            State(Stage.PRERELEASE, "0.6.15rc1"),
            State(Stage.UNRELEASED, "0.6.15"),
        ),
        start=1,
    ):
        store.updates.save([an_update(number=number, state=state, published=at(number))])
    versions = VersionRange("flashinfer", "0.6.14", "0.6.15", ("0.6.15rc1", "0.6.15"))
    query = a_query("project:flashinfer", versions=versions)
    assert asked(store, query) == ([3, 2], 2, 0, 0)
    assert store.updates.count(replace(query, versions=replace(versions, covered=()))) == 0


def test_a_thousand_words(store: Store) -> None:
    """A question of very many words is answered like any other."""
    text = [f"word{n}" for n in range(1_000)]
    store.updates.save([an_update(body=" ".join(text))])
    assert store.updates.search(a_query(words=tuple(text)), 10).about == 1
    assert store.updates.search(a_query("project:flashinfer", words=tuple(text), sort=Sort.BEST), 10).about == 1
    assert store.updates.search(a_query(excluded_words=tuple(text)), 10).about == 0


def test_batches_in_any_order(store: Store) -> None:
    """Rows that are filled in at old dates are found in the order of their dates."""
    days = (9, 2, 14, 1, 8)
    for day in days:
        store.updates.save([an_update(number=day, published=at(day))])
    assert numbers(store.updates.search(a_query(), 10).updates) == sorted(days, reverse=True)
