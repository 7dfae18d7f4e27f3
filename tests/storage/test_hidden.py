"""What is hidden from somebody is found by no question of theirs (E11)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.query import Query, Sort
from bot.domain.update import Kind, Links
from bot.domain.version import TaggedVersion
from storage.store import Store
from tests.factories import a_query, a_vocabulary, a_window, an_update, at
from tests.storage.conftest import BOTH

PROJECTS = ("open", "secret", "own/er?x=1:y")
REPOSITORIES = {"open": "a/open", "secret": "b/secret", "own/er?x=1:y": "c/odd"}


@pytest.fixture(scope="module", params=BOTH)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store with everything of each project: loud, noisy, mentioned, reverted, released."""
    path: Path = tmp_path_factory.mktemp("hidden") / "store.db"
    file = f"sqlite:///{path}"
    address = file if request.param == "sqlite" else request.getfixturevalue("postgres").new()
    with Store.open(address, closure=a_vocabulary().closure) as opened:
        for place, project in enumerate(PROJECTS):
            for number in range(6):
                opened.updates.save(
                    [
                        an_update(
                            f"words of {number} illegal memory",
                            number=100 * place + number,
                            repository=REPOSITORIES[project],
                            project=project,
                            tags=("hardware:sm120", "topic:moe") if number % 2 else ("format:fp8",),
                            mentions=("hardware:sm90",),
                            noise=number == 3,
                            kind=Kind.TEST if number == 3 else Kind.FIX,
                            published=at(7) + timedelta(hours=number + place),
                            links=Links(pull=100 * place + number, commits=(f"{100 * place + number:040x}",)),
                        )
                    ]
                )
            opened.versions.save([TaggedVersion(project, "", "1.0", "v1.0", False, at(8), "f" * 40)])
        yield opened


TAGS = ("project:open", "project:secret", "hardware:sm120", "hardware:sm90", "format:fp8", "topic:moe", "kind:test")
QUERIES = st.builds(
    a_query,
    st.sampled_from(TAGS),
    st.sampled_from(TAGS),
    words=st.sampled_from(((), ("memory",), ("words",))),
    phrases=st.sampled_from(((), ("illegal memory",))),
    sort=st.sampled_from(tuple(Sort)),
    window=st.sampled_from((None, a_window())),
) | st.builds(Query, words=st.sampled_from(((), ("memory",))), window=st.sampled_from((None, a_window())))


@given(query=QUERIES, hidden=st.frozensets(st.sampled_from(PROJECTS)))
def test_no_question_finds_it(store: Store, query: Query, hidden: frozenset[str]) -> None:
    """Whatever is asked, nothing of a hidden project is in the answer or in its counts, and all else is."""
    everything, seen = store.updates.search(query, 100), store.without(hidden).updates.search(query, 100)
    assert [update.key for update in seen.updates] == [
        update.key for update in everything.updates if update.project not in hidden
    ]
    assert seen.about == len(seen.updates)
    mentions = store.without(hidden).updates.search_mentions(query, 100)
    assert mentions == tuple(
        update for update in store.updates.search_mentions(query, 100) if update.project not in hidden
    )
    assert seen.mentions == len(mentions)
    assert store.without(hidden).updates.count(query) == seen.about
    noisy = store.without(frozenset(PROJECTS) - hidden).updates.search(query, 100).noise
    assert seen.noise + noisy == everything.noise


@given(hidden=st.frozensets(st.sampled_from(PROJECTS)))
def test_no_other_way_leads_to_it(store: Store, hidden: frozenset[str]) -> None:
    """By key, number, hash, window or count: it is as if it were not there."""
    view = store.without(hidden)
    for place, project in enumerate(PROJECTS):
        there = project not in hidden
        assert (view.updates.get(f"{REPOSITORIES[project]}#{100 * place + 1}") is not None) is there
        assert (view.updates.by_pull(project, 100 * place + 1) is not None) is there
        sha = f"{100 * place + 1:040x}"
        assert bool(view.updates.by_commits([sha])) is there
        assert any(update.project == project for update in view.updates.by_commit(sha)) is there
        assert (project in view.updates.coverage()) is there
        assert bool(view.versions.of(project)) is there
        assert (view.versions.latest(project) is not None) is there
    left = [update.project for update in view.updates.in_window(a_window())]
    assert set(left) == set(PROJECTS) - hidden
    assert view.updates.total() == len(left)
    assert {update.project for update in view.updates.in_window(a_window(), PROJECTS)} == set(PROJECTS) - hidden


def test_hiding_adds_up(store: Store) -> None:
    """What is hidden stays hidden when more is."""
    view = store.without(frozenset({"secret"})).without(frozenset({"open"}))
    assert set(view.updates.coverage()) == {"own/er?x=1:y"}
    assert store.without(frozenset()) is store
