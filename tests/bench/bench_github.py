"""How long GitHub's answers take to be read, against json.loads; what a quiet round of polls costs; memory of history.

    pytest tests/bench/bench_github.py

The goals: 10 MB of commits in a quarter of json.loads' time, 35 quiet repositories in 2 s of CPU, and no more memory
at the end of a back-fill of 100,000 updates than at its beginning.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.memory import keep_one_arena
from bot.sources.github.changes import fact_of_row
from bot.sources.github.graphql import CommitNode, HistoryAnswer
from bot.sources.github.looks import QuietLooks
from bot.sources.github.payloads import CommitRow, read, read_comparison
from tests.soak.bot import Bot
from tests.sources.github.reading import Reader, an_http
from tests.standins import github_payloads as payloads
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import World

SIZE = 10_000_000
ROUNDS = 7
UPDATES = 100_000
REPOSITORIES = 10
SLACK_KB = 8_000
"""What an allocator and SQLite's pages may take at one time and not at another."""


def _body() -> bytes:
    """A comparison of 10 MB, its commits as GitHub gives them, with the files that we have no use for."""
    repo = World().repository("ada/kernels", commits=1)
    made = repo.squash(17, "Add an FP8 MoE GEMM for SM120", "Why and how.\n" * 20)
    commit = payloads.commit(made, repo, "https://api.github.com")
    commit["commit"]["verification"] = {"verified": True, "signature": "-----BEGIN PGP SIGNATURE-----\n" + "x" * 800}
    whole = payloads.comparison(repo, made.sha, made.sha, [], "https://api.github.com")
    count = SIZE // len(json.dumps(commit))
    return json.dumps({**whole, "commits": [commit] * count}).encode()


def _best(action: Callable[[], Any]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def test_reading_10_mb_of_commits(benchmark: Any) -> None:
    """The answer as typed rows; `extra_info` has the part of json.loads' time."""
    body = _body()

    def rows() -> tuple[CommitRow, ...]:
        return read_comparison(body, "x")[1]

    assert fact_of_row(rows()[0]).number == 17
    benchmark.pedantic(rows, rounds=ROUNDS, warmup_rounds=1)
    part = _best(rows) / _best(lambda: json.loads(body))
    benchmark.extra_info["megabytes"] = round(len(body) / 1e6, 1)
    benchmark.extra_info["part_of_json_loads"] = round(part, 3)
    assert part <= 0.25


def _history() -> bytes:
    """A history of 10 MB in GraphQL, each commit with its pull request and eight changed files."""
    repo = World().repository("ada/kernels", commits=1)
    paths = tuple(f"csrc/kernels/moe/gemm_{at}.cu" for at in range(8))
    made = repo.squash(17, "Add an FP8 MoE GEMM", "Why and how.\n" * 20, labels=("perf", "kernels"), paths=paths)
    node = payloads.commit_node(made, repo)
    history = {"pageInfo": {"hasNextPage": False}, "nodes": [node] * (SIZE // len(json.dumps(node)))}
    return json.dumps({"data": {"repository": {"object": {"history": history}}}}).encode()


def test_reading_10_mb_of_graphql(benchmark: Any) -> None:
    """The same of GraphQL; changed files are read later, and `with_files` is the part of the time with them."""
    body = _history()

    def nodes() -> tuple[CommitNode, ...]:
        answer = read(body, HistoryAnswer[CommitNode], "x")
        repository = answer.data.repository if answer.data else None
        history = repository.object.history if repository and repository.object else None
        return history.nodes if history else ()

    def with_files() -> int:
        pulls = (node.associated_pull_requests for node in nodes())
        return sum(len(pull.paths) for found in pulls if found for pull in found.nodes or () if pull)

    assert with_files() == 8 * len(nodes())
    benchmark.pedantic(nodes, rounds=ROUNDS, warmup_rounds=1)
    whole = _best(lambda: json.loads(body))
    part = _best(nodes) / whole
    benchmark.extra_info["part_of_json_loads"] = round(part, 3)
    benchmark.extra_info["with_files"] = round(_best(with_files) / whole, 3)
    assert part <= 0.25


async def test_a_quiet_round_of_35(benchmark: Any) -> None:
    """CPU of one round over real sockets, the stand-in's share among it."""
    async with GitHubStandIn() as github, an_http(github) as http:
        looks = QuietLooks()
        repos = [github.world.repository(f"ada/r{number}", commits=20) for number in range(35)]
        readers = [Reader(github, http, repo.name, looks=looks) for repo in repos]
        for reader in readers:
            await reader.poll()
        start = time.process_time()
        for reader in readers:
            await reader.poll()
        spent = time.process_time() - start
    benchmark.pedantic(lambda: None, rounds=1)
    benchmark.extra_info["cpu_seconds"] = round(spent, 3)
    assert spent <= 2


def _pages(each: int) -> Callable[[str, Any], Any]:
    """Gives each repository a history of so many changes, a page at a time: the stand-in would have to hold them."""
    repo = World().repository("ada/r0", commits=0)
    node = {**payloads.commit_node(repo.commit("Change"), repo), "associatedPullRequests": None}
    body = "Why and how.\n" * 40
    read_of: Counter[int] = Counter()

    def page(payload: Any) -> Any:
        number = payload["databaseId"]
        first = read_of[number]
        read_of[number] += 50
        span = range(first, first + 50)
        nodes = [{**node, "oid": f"{number:08x}{at:032x}", "message": f"Change {at}\n\n{body}"} for at in span]
        info = {"hasNextPage": first + 50 < each, "endCursor": f"x {first + 49}"}
        return {"object": {"history": {"pageInfo": info, "nodes": nodes}}}

    return lambda path, payload: page(payload) if path == "/graphql" else payload


async def _height(file: Path) -> tuple[int, int]:
    """Kilobytes of memory, at most, in the second and in the last third of a back-fill of UPDATES by the job over a
    real store. In the first third the caches fill, SQLite's and our own."""
    world = World()
    sizes: list[int] = []
    names = [f"ada/r{number}" for number in range(REPOSITORIES)]
    for name in names:
        world.repository(name, commits=1)
    pages = _pages(UPDATES // REPOSITORIES)

    def mangle(path: str, payload: Any) -> Any:
        sizes.append(_resident())
        world.calls.clear()
        return pages(path, payload)

    world.mangle = mangle
    async with GitHubStandIn(world) as github:
        bot = Bot(file, (github.api, github.web, github.host), names, lambda: world.now, feeds=False)
        report = await bot.ingester.once()
        stored = bot.store.updates.total()
        await bot.close()
    assert not report.failed, report
    assert stored >= UPDATES
    third = len(sizes) // 3
    return max(sizes[third : 2 * third]), max(sizes[2 * third :])


def _resident() -> int:
    """Kilobytes of memory that are the process's own: not the store's file, which SQLite maps and the system may drop
    at any time."""
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon:"))


async def test_memory_of_a_back_fill_of_100_000(benchmark: Any, tmp_path: Path) -> None:
    """The last third of the history needs no more memory than the one before it, where threads share one arena."""
    keep_one_arena()
    before, at_last = await _height(tmp_path / "store.db")
    benchmark.pedantic(lambda: None, rounds=1)
    benchmark.extra_info["kilobytes"] = [before, at_last]
    assert at_last <= before + SLACK_KB


if __name__ == "__main__":
    pytest.main([__file__, "-o", "addopts="])
