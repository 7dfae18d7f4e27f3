"""How much is asked: conditional requests, ETags by address and token, and pauses when GitHub asks for them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.sources.github.looks import LOOKS_A_ROUND, QuietLooks
from bot.sources.http.client import Http
from bot.sources.polling import RateLimited
from tests.sources.github.reading import NAME, Reader, an_http, raws
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import OTHER_TOKEN, TOKEN, Counted, Fault, Repository, World

MOST_REQUESTS = 80


async def test_a_quiet_round_of_35_repositories(github: GitHubStandIn, http: Http, world: World) -> None:
    """35 repositories without news take 80 requests at most, all of them 304, in any round of a day."""
    looks = QuietLooks()
    repos = [world.repository(f"ada/r{number}", commits=3) for number in range(35)]
    for repo in repos[::2]:
        repo.release("v1.0.0")
    readers = [Reader(github, http, repo.name, looks=looks) for repo in repos]
    for reader in readers:
        await reader.poll()
    for minutes in (0, 15, 60, 60, 180, 24 * 60, 7 * 24 * 60):
        world.tick(minutes)
        start = Counted(world)
        for reader in readers:
            assert await reader.poll() == []
        assert 70 <= len(start.calls) <= MOST_REQUESTS
        assert {call.status for call in start.calls} == {304}


def test_every_quiet_repository_is_looked_at_in_turn() -> None:
    """No repository starves, and no round has more than its share."""
    looks = QuietLooks()
    seen: dict[int, int] = {}
    now = World().now
    looked = dict.fromkeys(range(100, 135), now)
    for _ in looked:
        looks.join()
    for _ in range(7 * 24 * 4):
        now += timedelta(minutes=15)
        taken = [number for number, at in looked.items() if looks.take(number, at, now)]
        assert len(taken) <= LOOKS_A_ROUND
        for number in taken:
            looked[number] = now
            seen[number] = seen.get(number, 0) + 1
    assert set(seen) == set(looked)
    assert all(now - at < timedelta(hours=6) for at in looked.values())


async def test_a_tag_alone_is_found_by_a_look(reader: Reader, repo: Repository) -> None:
    """A tag that is set without a commit or a release comes with the next look."""
    repo.tag("v1.0.0")
    for _ in range(20):
        reader.world.tick(30)
        await reader.poll()
    assert reader.times_given["ada/kernels:v1.0.0"] == 1


async def test_c03_an_etag_is_used_with_its_own_token_only(github: GitHubStandIn, http: Http, reader: Reader) -> None:
    """C03: with another token everything is asked without an ETag, and nothing is given again."""
    other = Reader(github, http, token=OTHER_TOKEN)
    other.state = reader.state
    start = Counted(github.world)
    assert await other.poll() == []
    assert not any(call.conditional for call in start.calls)
    start = Counted(github.world)
    assert await other.poll() == []
    assert all(call.conditional for call in start.calls)


async def test_the_cursor_holds_no_token(reader: Reader) -> None:
    """What is stored says nothing of the token but a fingerprint."""
    assert reader.state is not None
    assert TOKEN not in reader.state
    assert TOKEN.removeprefix("ghp_")[:10] not in reader.state


async def test_b048_only_what_changed_is_asked_further(reader: Reader, repo: Repository) -> None:
    """B048: a poll with one new commit takes six requests: two, then which repository, its tags, the range, details."""
    repo.squash(4, "One")
    start = Counted(reader.world)
    await reader.poll()
    assert len(start.calls) == 6


@pytest.mark.parametrize(
    ("fault", "seconds"),
    [
        pytest.param(Fault.PRIMARY_LIMIT, 1700, id="primary: until the reset"),
        pytest.param(Fault.SECONDARY_LIMIT, 60, id="B050 secondary without a header: a minute at least"),
        pytest.param(Fault.SECONDARY_WITH_HEADER, 119, id="secondary with Retry-After"),
        pytest.param(Fault.TOO_MANY, 89, id="429"),
    ],
)
async def test_b050_a_limit_rests_all_repositories(
    github: GitHubStandIn, world: World, fault: Fault, seconds: int
) -> None:
    """B050: after a limit nothing is asked of GitHub by anybody until the pause is over, and nothing is lost."""
    repo, other = world.repository(NAME), world.repository("ada/other")
    async with an_http(github) as http:
        reader, second = Reader(github, http), Reader(github, http, other.name)
        await reader.poll()
        repo.squash(6, "Faster")
        world.fail(fault, "/compare/")
        with pytest.raises(RateLimited) as raised:
            await reader.poll()
        assert raised.value.until >= datetime.now(UTC) + timedelta(seconds=seconds - 5)
        start = Counted(world)
        with pytest.raises(RateLimited):
            await second.poll()
        assert start.calls == []
    async with an_http(github) as http:
        later = Reader(github, http)
        later.state, later.times_given = reader.state, reader.times_given
        await later.poll()
        assert later.times_given["ada/kernels#6"] == 1


async def test_accept_is_said_and_what_is_no_json_is_a_fault(reader: Reader) -> None:
    """B051: JSON is asked for by its own type, in every request."""
    assert {call.accept for call in reader.world.calls} == {"application/vnd.github+json"}


async def test_keys_of_one_poll_are_those_of_another_reader(
    github: GitHubStandIn, http: Http, reader: Reader, repo: Repository
) -> None:
    """Two processes that read the same repository come to the same keys."""
    repo.merge(12, "A merge", ["One", "Two"])
    await reader.poll()
    second = Reader(github, http)
    await second.poll()
    assert {raw.key for raw in raws(second.items)} == reader.keys
