"""New commits of a default branch: the range since the last one, whatever the dates say."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest

from bot.domain.errors import SourceError
from bot.domain.update import BodyState
from bot.sources.http.client import Http
from bot.sources.polling import HistoryRewritten, RateLimited
from tests.sources.github.reading import NAME, Killed, Reader, of, raws
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import Counted, Fault, Repository, World


async def test_a_first_start_loads_history_newest_first(github: GitHubStandIn, http: Http, world: World) -> None:
    """35 days of history, newest first, in batches that say how far they are."""
    repo = world.repository(NAME, commits=0)
    old = repo.commit("Too old", at=world.now - timedelta(days=36))
    shas = [
        repo.commit(f"Number {at}", at=world.now - timedelta(days=34) + timedelta(hours=at)).sha for at in range(120)
    ]
    reader = Reader(github, http)
    given = [raw.links.commits[0] for raw in raws(await reader.poll())]
    assert given == shas[::-1]
    assert old.sha not in given
    assert reader.progress == sorted(reader.progress, reverse=True)
    assert len(reader.progress) == 2


async def test_new_commits_come_once(reader: Reader, repo: Repository) -> None:
    """A poll gives what was pushed since the last one, and the next poll gives nothing."""
    repo.squash(17, "Faster MoE", "Why and how.", labels=("perf",), paths=("csrc/moe.cu",))
    found = raws(await reader.poll())
    assert [raw.key for raw in found] == ["ada/kernels#17"]
    assert found[0].title == "Faster MoE (#17)"
    assert found[0].body == "Why and how."
    assert found[0].body_state is BodyState.WHOLE
    assert (found[0].labels, found[0].paths) == (("perf",), ("csrc/moe.cu",))
    assert (found[0].additions, found[0].deletions) == (12, 3)
    assert await reader.poll() == []


async def test_b046_a_commit_is_new_by_its_range_not_by_its_date(reader: Reader, repo: Repository) -> None:
    """B046, C10: a commit that was written three months ago and is pushed today is listed."""
    made = repo.commit("Old work", at=reader.world.now - timedelta(days=90))
    assert [raw.links.commits for raw in raws(await reader.poll())] == [(made.sha,)]


async def test_a_merged_pull_request_is_one_update(reader: Reader, repo: Repository) -> None:
    """The commits of a pull request and its merge commit are one update under its number, the merge first."""
    merge = repo.merge(9, "Add FP4", ["First half", "Second half"])
    (found,) = raws(await reader.poll())
    assert (found.key, found.title) == ("ada/kernels#9", "Add FP4 (#9)")
    assert found.links.commits[0] == merge.sha
    assert len(found.links.commits) == 3


async def test_a_long_range_is_read_page_by_page(reader: Reader, repo: Repository) -> None:
    """450 commits after an outage come in pages, each saved with its own cursor; the pages are those of Link."""
    shas = {repo.commit(f"Number {at}").sha for at in range(450)}
    start = Counted(reader.world)
    found = raws(await reader.poll())
    assert {raw.links.commits[0] for raw in found} == shas
    assert max(reader.times_given.values()) == 1
    assert len([call for call in start.calls if "/compare/" in call.path]) == 5


@pytest.mark.parametrize("batches", range(8))
async def test_a_kill_between_batches_loses_and_doubles_nothing(reader: Reader, repo: Repository, batches: int) -> None:
    """Killed after any batch of a long range, the next poll goes on where it was."""
    shas = {repo.commit(f"Number {at}").sha for at in range(450)}
    with suppress(Killed):
        await reader.poll(kill_after=batches)
    shas.add(repo.commit("And one more").sha)
    await reader.poll()
    assert shas <= {raw.links.commits[0] for raw in raws(reader.items)}
    assert max(reader.times_given.values()) == 1


@pytest.mark.parametrize("batches", range(6))
async def test_a_kill_in_a_first_start_loses_and_doubles_nothing(
    github: GitHubStandIn, http: Http, world: World, batches: int
) -> None:
    """History is resumed after a kill, and what is pushed meanwhile comes as well."""
    repo = world.repository(NAME, commits=0)
    shas = {repo.commit(f"Number {at}", at=world.now - timedelta(hours=200 - at)).sha for at in range(180)}
    reader = Reader(github, http)
    with suppress(Killed):
        await reader.poll(kill_after=batches)
    shas.add(repo.commit("And one more").sha)
    await reader.poll()
    assert shas == {raw.links.commits[0] for raw in raws(reader.items)}
    assert max(reader.times_given.values()) == 1


@pytest.mark.parametrize(
    "fault", [Fault.SERVER_ERROR, Fault.DROPPED, Fault.TRUNCATED, Fault.HTML, Fault.FORBIDDEN, Fault.UNAUTHORIZED]
)
@pytest.mark.parametrize("path", ["/commits", "/releases", "/compare/", "/matching-refs", "/graphql"])
async def test_a_fault_anywhere_loses_and_doubles_nothing(
    reader: Reader, repo: Repository, path: str, fault: Fault
) -> None:
    """Whatever request fails, and however, the next poll gives what this one did not, and nothing twice."""
    keys = {f"ada/kernels#{repo.squash(at, f'Number {at}').pull}" for at in range(100, 250)}
    repo.release("v1.0.0")
    reader.world.fail(fault, path, times=1 if path != "/graphql" else 20)
    with pytest.raises(SourceError) as raised:
        await reader.poll()
    assert raised.value.sentence.endswith(".")
    assert "standin" not in raised.value.sentence
    reader.world.faults.clear()
    await reader.poll()
    assert keys | {"ada/kernels:v1.0.0"} <= reader.keys
    assert max(reader.times_given.values()) == 1


async def test_b047_a_rewritten_branch_is_one_line(reader: Reader, repo: Repository) -> None:
    """B047: 400 commits under new hashes with the same words: one line, no flood, and the cursor has moved."""
    base = repo.head
    for at in range(400):
        repo.commit(f"Patch {at}")
    await reader.poll()
    repo.rewrite(base)
    new = repo.commit("Really new")
    found = await reader.poll()
    assert of(found, HistoryRewritten) == [HistoryRewritten("ada/kernels", "main", 400)]
    assert [raw.links.commits for raw in raws(found)] == [(new.sha,)]
    assert await reader.poll() == []
    repo.commit("Later")
    assert [raw.title for raw in raws(await reader.poll())] == ["Later"]


async def test_b047_a_kill_between_the_line_and_the_rest(reader: Reader, repo: Repository) -> None:
    """The line about the rewriting is given once even if the process dies right after it."""
    base = repo.head
    for at in range(20):
        repo.commit(f"Patch {at}")
    await reader.poll()
    repo.rewrite(base)
    new = repo.commit("Really new")
    with pytest.raises(Killed):
        await reader.poll(kill_after=1)
    await reader.poll()
    assert len(reader.found(HistoryRewritten)) == 1
    assert new.sha in {raw.links.commits[0] for raw in raws(reader.items)}
    assert max(reader.times_given.values()) == 1


async def test_commits_that_were_taken_back(reader: Reader, repo: Repository) -> None:
    """A branch that was set back is one line; what is pushed afterwards is new."""
    base = repo.head
    repo.commit("A mistake")
    await reader.poll()
    repo.head = base
    assert await reader.poll() == [HistoryRewritten("ada/kernels", "main", 1)]
    repo.commit("The right thing")
    assert [raw.title for raw in raws(await reader.poll())] == ["The right thing"]


async def test_the_last_commit_is_known_to_nobody_any_more(reader: Reader, repo: Repository) -> None:
    """Where the old commits are collected, the branch's history is read down to words that are known."""
    base = repo.head
    for at in range(30):
        repo.commit(f"Patch {at}")
    await reader.poll()
    old = repo.head
    repo.rewrite(base)
    repo.forget(old)
    new = [repo.commit(f"New {at}").sha for at in range(3)]
    found = await reader.poll()
    assert of(found, HistoryRewritten) == [HistoryRewritten("ada/kernels", "main", 0)]
    assert [raw.links.commits[0] for raw in raws(found)] == new[::-1]
    assert await reader.poll() == []


async def test_an_empty_repository_is_quiet_until_its_first_commit(
    github: GitHubStandIn, http: Http, world: World
) -> None:
    """A repository without a commit (409) is no fault."""
    repo = world.repository(NAME, commits=0)
    reader = Reader(github, http)
    assert await reader.poll() == []
    made = repo.commit("First")
    assert [raw.links.commits for raw in raws(await reader.poll())] == [(made.sha,)]
    assert await reader.poll() == []


async def test_the_default_branch_is_read_not_assumed(github: GitHubStandIn, http: Http, world: World) -> None:
    """A repository whose branch is called trunk is read like any other."""
    repo = world.repository(NAME, branch="trunk")
    reader = Reader(github, http)
    await reader.poll()
    repo.squash(4, "On trunk")
    assert [raw.key for raw in raws(await reader.poll())] == ["ada/kernels#4"]


async def test_a_commit_that_graphql_cannot_give_comes_without_its_pull_request(
    reader: Reader, repo: Repository
) -> None:
    """One commit that makes GraphQL time out costs its own labels and paths, and no other's."""
    heavy = repo.squash(31, "A code drop of 9,000 files", "Long.")
    repo.squash(32, "Small", "Short.", labels=("fix",))
    reader.world.heavy = frozenset({heavy.sha})
    await reader.poll()
    assert reader.update("ada/kernels#31").labels == ()
    assert reader.update("ada/kernels#31").title == "A code drop of 9,000 files (#31)"
    assert reader.update("ada/kernels#32").labels == ("fix",)


async def test_graphql_says_that_it_was_too_much(reader: Reader, repo: Repository) -> None:
    """A limit that comes with status 200 is a limit; nothing is lost."""
    repo.squash(5, "Faster")
    reader.world.fail(Fault.LIMIT_IN_GRAPHQL, "/graphql")
    with pytest.raises(RateLimited) as raised:
        await reader.poll()
    assert raised.value.until > reader.world.now
    await reader.poll()
    assert "ada/kernels#5" in reader.keys


async def test_since_loads_more_history(github: GitHubStandIn, http: Http, world: World) -> None:
    """`since` on a repository that is read already loads what lies before, and nothing twice."""
    repo = world.repository(NAME, commits=0)
    old = [repo.commit(f"Old {at}", at=world.now - timedelta(days=100 - at)).sha for at in range(60)]
    new = repo.commit("New")
    first = Reader(github, http)
    await first.poll()
    again = Reader(github, http, since=world.now - timedelta(days=80))
    again.state = first.state
    await again.poll()
    given = [raw.links.commits[0] for raw in raws(again.items)]
    assert new.sha not in given
    assert given == [sha for sha in old if repo.commits[sha].committed >= world.now - timedelta(days=80)][::-1]
    assert await again.poll() == []
