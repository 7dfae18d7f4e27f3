"""Which repository it is: renamed, taken over, gone, blocked, private."""

from __future__ import annotations

import pytest

from bot.sources.github.identity import repository_named
from bot.sources.http.client import Http
from bot.sources.polling import Condition, PrivateRepository, Renamed, Unavailable
from tests.sources.github.reading import NAME, Reader, of, raws
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import TOKEN, Repository, World


async def test_b041_a_renamed_repository_is_followed(reader: Reader, repo: Repository) -> None:
    """B041: the 301 is followed, the new name is told once, history is not given again, keys stay."""
    reader.world.rename(repo, "ada/kernels2")
    repo.squash(5, "Under the new name")
    found = await reader.poll()
    assert of(found, Renamed) == [Renamed("ada/kernels", "ada/kernels2")]
    (raw,) = raws(found)
    assert raw.key == "ada/kernels#5"
    assert raw.url == "https://github.com/ada/kernels2/pull/5"
    assert await reader.poll() == []
    repo.squash(6, "And later")
    assert [raw.key for raw in raws(await reader.poll())] == ["ada/kernels#6"]
    assert len(reader.found(Renamed)) == 1


async def test_b041_a_renaming_alone_is_told(reader: Reader, repo: Repository) -> None:
    """A renaming is noticed by its redirect even if nothing else has changed."""
    reader.world.rename(repo, "bo/kernels")
    assert await reader.poll() == [Renamed("ada/kernels", "bo/kernels")]
    assert await reader.poll() == []


async def test_b042_a_stranger_under_the_old_name_is_never_told(reader: Reader, repo: Repository) -> None:
    """B042: the name was taken by another repository: the reader stays with the number."""
    reader.world.rename(repo, "ada/kernels2")
    stranger = reader.world.repository(NAME, commits=4)
    stranger.squash(99, "Not ours")
    stranger.release("v9.9.9")
    repo.squash(5, "Ours")
    found = await reader.poll()
    assert of(found, Renamed) == [Renamed("ada/kernels", "ada/kernels2")]
    assert [raw.key for raw in raws(found)] == ["ada/kernels#5"]
    assert await reader.poll() == []


async def test_b042_ours_is_gone_and_a_stranger_is_there(reader: Reader, repo: Repository) -> None:
    """Where the number is gone the source is missing, and the stranger is not told."""
    reader.world.delete(repo)
    reader.world.repository(NAME, commits=4)
    with pytest.raises(Unavailable) as raised:
        await reader.poll()
    assert raised.value.condition is Condition.MISSING
    assert "another repository" in raised.value.sentence


@pytest.mark.parametrize(
    ("status", "condition"),
    [
        pytest.param(404, Condition.MISSING, id="gone"),
        pytest.param(451, Condition.BLOCKED, id="B049: blocked by law"),
        pytest.param(403, Condition.BLOCKED, id="blocked by GitHub"),
    ],
)
@pytest.mark.parametrize("first", [True, False], ids=["at first", "later"])
async def test_b049_what_github_does_not_give(
    github: GitHubStandIn, http: Http, repo: Repository, status: int, condition: Condition, first: bool
) -> None:
    """Gone and blocked repositories are conditions of their source, with a sentence; and they may come back."""
    reader = Reader(github, http)
    if not first:
        await reader.poll()
    repo.status = status
    with pytest.raises(Unavailable) as raised:
        await reader.poll()
    assert raised.value.condition is condition
    assert raised.value.sentence.startswith(("ada/kernels", "GitHub refuses ada/kernels"))
    repo.status = 200
    repo.squash(7, "Back again")
    await reader.poll()
    assert "ada/kernels#7" in reader.keys


async def test_b049_one_of_ten_does_not_stop_the_others(github: GitHubStandIn, http: Http, world: World) -> None:
    """Repository 3 of 10 answers 451: nine are read."""
    repos = [world.repository(f"ada/r{number}") for number in range(10)]
    repos[2].status = 451
    read = 0
    for repo in repos:
        reader = Reader(github, http, repo.name)
        try:
            await reader.poll()
        except Unavailable:
            continue
        read += len(reader.keys) > 0
    assert read == 9


async def test_b043_names_are_the_same_in_any_case(github: GitHubStandIn, http: Http, repo: Repository) -> None:
    """B043: a repository written in another case has the same keys and no renaming is told."""
    repo.squash(3, "Something")
    reader = Reader(github, http, "ADA/Kernels")
    found = await reader.poll()
    assert of(found, Renamed) == []
    assert "ada/kernels#3" in reader.keys
    assert reader.source.name == "github:ada/kernels"


async def test_a_private_repository_is_refused(github: GitHubStandIn, http: Http, repo: Repository) -> None:
    """E11: the token may see it, the catalogue names no audience: nothing of it is read."""
    repo.private = True
    reader = Reader(github, http)
    with pytest.raises(PrivateRepository):
        await reader.poll()
    assert reader.items == []
    with pytest.raises(PrivateRepository):
        await repository_named(NAME, http, token=TOKEN, api_url=github.api)


async def test_a_private_repository_with_an_audience_is_read(
    github: GitHubStandIn, http: Http, repo: Repository
) -> None:
    """With an audience in the catalogue it is a repository like any other."""
    repo.private = True
    reader = Reader(github, http, audience=True)
    await reader.poll()
    assert len(reader.keys) == 3


async def test_a_repository_that_became_private_is_not_told(reader: Reader, repo: Repository) -> None:
    """What is pushed after it became private is never given; once it is public again, all is."""
    repo.private = True
    repo.squash(8, "A secret")
    for _ in range(2):
        with pytest.raises(PrivateRepository):
            await reader.poll()
    assert "ada/kernels#8" not in reader.keys
    repo.private = False
    await reader.poll()
    assert "ada/kernels#8" in reader.keys


async def test_a_redirect_into_a_private_repository_is_refused(reader: Reader, repo: Repository) -> None:
    """A public name that leads to what is private now is refused."""
    reader.world.rename(repo, "ada/hidden")
    repo.private = True
    with pytest.raises(PrivateRepository):
        await reader.poll()


async def test_a_name_leads_to_a_repository(github: GitHubStandIn, http: Http, repo: Repository) -> None:
    """For /track: the number, the name as GitHub writes it and the branch, renamings followed."""
    github.world.rename(repo, "ada/Kernels2")
    row = await repository_named(NAME, http, token=TOKEN, api_url=github.api)
    assert (row.id, row.full_name, row.default_branch) == (repo.id, "ada/Kernels2", "main")
    with pytest.raises(Unavailable):
        await repository_named("ada/none", http, token=TOKEN, api_url=github.api)
