"""One question, asked of the index and of each update by itself: the answers are the same, whatever the question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.matching import matches
from bot.domain.query import Query, Sort
from bot.domain.tag import FoundTag, Place, Role, Tag
from bot.domain.update import Kind, Update
from bot.domain.window import Window
from storage.store import Store
from tests.factories import FLASHINFER, SHANGHAI, VLLM, a_vocabulary, an_update
from tests.postgres import PostgresForTests
from tests.storage.conftest import BOTH

VOCABULARY = a_vocabulary()
START = datetime(2026, 7, 1, tzinfo=UTC)

PIECES = (
    "fp8", "FP8", "mm_fp4", "--kv-cache-dtype", "KimiK25", "kimi", "k25", "v0.6.15", "0.6.15", "0.6", "量化",
    "支持量化", "稀疏注意力", "hangs", "hang", "GPUs", "gpu", "|", '"', "a:hardware:sm90", "q", "NOT", "é", "（",
    "ｆｐ８", "\u202e",
)  # fmt: skip
TEXTS = st.builds(
    lambda pieces, glue: glue.join(pieces),
    st.lists(st.sampled_from(PIECES), max_size=5),
    st.sampled_from([" ", "", "，", "_", "\n"]),
)
HARDWARE = ("hardware:sm90", "hardware:sm100", "hardware:sm120", "hardware:hopper", "hardware:blackwell")
OTHER_TAGS = ("format:fp8", "format:nvfp4", "topic:moe")
ASKED_TAGS = (*HARDWARE, *OTHER_TAGS, "kind:fix", "kind:docs", "project:flashinfer", "project:vllm")
INSTANTS = st.integers(0, 40).map(lambda halves: START + timedelta(seconds=halves / 2))
FOUND_TAGS = st.lists(
    st.builds(
        FoundTag,
        st.sampled_from((*HARDWARE, *OTHER_TAGS)).map(Tag.parse),
        st.sampled_from((Place.TITLE, Place.BODY)),
        st.sampled_from(Role),
    ),
    max_size=4,
).map(tuple)
TAG_SETS = st.frozensets(st.sampled_from(ASKED_TAGS).map(Tag.parse), max_size=3)


@st.composite
def an_any_update(draw: st.DrawFn, number: int) -> Update:
    """An update of one of two projects within a few seconds."""
    update = an_update(
        draw(TEXTS),
        number=number,
        repository=draw(st.sampled_from((FLASHINFER, VLLM))),
        body=draw(TEXTS),
        kind=draw(st.sampled_from((Kind.FIX, Kind.FEATURE, Kind.DOCS, Kind.CI))),
        noise=draw(st.booleans()),
        published=START + timedelta(seconds=draw(st.integers(0, 20))),
    )
    return replace(update, tags=draw(FOUND_TAGS))


UPDATES = st.integers(1, 8).flatmap(lambda count: st.tuples(*(an_any_update(number + 1) for number in range(count))))
WINDOWS = st.builds(Window, st.none() | INSTANTS, INSTANTS, st.just(SHANGHAI))
RUNS = st.lists(TEXTS, max_size=2).map(tuple)
QUERIES = st.builds(
    Query,
    tags=TAG_SETS,
    excluded=TAG_SETS.map(lambda tags: frozenset(list(tags)[:1])),
    words=RUNS,
    excluded_words=st.lists(st.sampled_from(PIECES), max_size=1).map(tuple),
    phrases=RUNS.map(lambda runs: runs[:1]),
    window=st.none() | WINDOWS,
    sort=st.sampled_from(Sort),
    either=st.just(()) | st.tuples(TAG_SETS.filter(bool)),
)


@pytest.fixture(scope="module", params=BOTH)
def a_new_store(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[], AbstractContextManager[Store]]:
    """Makes empty stores of one database: tables are made once."""
    if request.param == "postgresql":
        return partial(_emptied, request.getfixturevalue("postgres"))
    folder = tmp_path_factory.mktemp("stores")
    Store.open(f"sqlite:///{folder}/empty.db").close()

    def make() -> Store:
        copyfile(folder / "empty.db", folder / "one.db")
        for left in ("one.db-wal", "one.db-shm"):
            Path(folder / left).unlink(missing_ok=True)
        return Store.open(f"sqlite:///{folder}/one.db", closure=VOCABULARY.closure)

    return make


@contextmanager
def _emptied(server: PostgresForTests) -> Iterator[Store]:
    with Store.open(server.emptied(), closure=VOCABULARY.closure) as store:
        yield store


def with_mentions(update: Update) -> Update:
    """The update as if it were about all that it mentions."""
    return replace(update, tags=tuple(replace(found, role=Role.ABOUT) for found in update.tags))


def is_about(update: Update, query: Query) -> bool:
    """Whether an update is about a query, noise not looked at."""
    return matches(replace(update, noise=False), query, VOCABULARY)


def only_mentions(update: Update, query: Query) -> bool:
    """Whether an update carries what is asked for and is not about it; what it mentions is never excluded."""
    tags_alone = replace(query, excluded=frozenset())
    kept = replace(query, tags=frozenset(), either=(), words=query.words if query.words_required else ())
    return (
        (query.wants_noise or not update.noise)
        and is_about(with_mentions(update), tags_alone)
        and not is_about(update, tags_alone)
        and is_about(update, replace(kept, words=()))
    )


@settings(max_examples=60)
@given(updates=UPDATES, query=QUERIES)
def test_index_and_matching_agree(
    a_new_store: Callable[[], AbstractContextManager[Store]], updates: tuple[Update, ...], query: Query
) -> None:
    """The index finds exactly what `matches` says of each update, counts what only mentions it and what is noise, and
    goes on doing so after every update was changed."""
    with a_new_store() as store:
        for batch in (updates, tuple(replace(one, title=f"{one.body} {one.title}") for one in reversed(updates))):
            store.updates.save(batch)
            found = store.updates.search(query, 100)
            expected = {update.key for update in batch if matches(update, query, VOCABULARY)}
            assert {update.key for update in found.updates} == expected
            assert found.about == len(expected) == store.updates.count(query)
            dates = [update.published for update in found.updates]
            assert query.sort is Sort.BEST or dates == sorted(dates, reverse=True)
            mentioning = {update.key for update in batch if only_mentions(update, query)}
            assert {update.key for update in store.updates.search_mentions(query, 100)} == mentioning
            assert found.mentions == len(mentioning)
            noise = [update for update in batch if update.noise and is_about(update, query)]
            assert found.noise == (0 if query.wants_noise else len(noise))
