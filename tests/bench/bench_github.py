"""How long GitHub's answers take to be read, against json.loads; what a quiet round of polls costs; memory of history.

    pytest tests/bench/bench_github.py

The goals: 10 MB of commits in a quarter of json.loads' time, 35 quiet repositories in 2 s of CPU, and no more memory
for 100,000 updates of history than for 10,000.
"""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.project import Projects
from bot.sources.github.api import Api
from bot.sources.github.asking import Asking
from bot.sources.github.branch import Branch
from bot.sources.github.changes import Home, fact_of_row
from bot.sources.github.cursor import Backfill, Cursor
from bot.sources.github.looks import QuietLooks
from bot.sources.github.payloads import CommitRow, read_comparison
from tests.factories import a_project
from tests.sources.github.reading import Reader, an_http
from tests.standins import github_payloads as payloads
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import Repository, World

SIZE = 10_000_000
ROUNDS = 7


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


class _History:
    """Gives pages of history without end, as the API would."""

    def __init__(self, repo: Repository, pages: int) -> None:
        made = repo.squash(17, "Add an FP8 MoE GEMM for SM120", "Why and how.\n" * 200)
        self._node = payloads.commit_node(made, repo)
        self._pages = pages

    def page(self, number: int) -> bytes:
        """One page; every commit has another hash."""
        nodes = [{**self._node, "oid": f"{number * 50 + at:040x}"} for at in range(50)]
        more = {"hasNextPage": number + 1 < self._pages, "endCursor": f"{number + 1}"}
        return json.dumps(
            {"data": {"repository": {"object": {"history": {"pageInfo": more, "nodes": nodes}}}}}
        ).encode()


async def _peak(updates: int) -> int:
    """Bytes at most while so many updates of history are read and dropped."""
    world = World()
    history = _History(world.repository("ada/kernels", commits=0), updates // 50)
    projects = Projects((a_project("kernels", "Kernels", repositories=("ada/kernels",)),))
    home = Home.of("ada/kernels", "ada/kernels", "kernels", "main", projects)

    class Answers(Api):
        async def ask(self, query: str, variables: dict[str, Any], what: str, now: Any) -> bytes:
            return history.page(int(variables["after"] or 0))

    asking = Asking(Answers(None, None), home, 1)  # type: ignore[arg-type]  # nothing is fetched
    backfill = Backfill("0" * 40, world.now - timedelta(days=900))
    branch = Branch(asking, home, Cursor(1, "ada/kernels", "main", backfill=backfill), world.now)
    seen = 0
    tracemalloc.start()
    async for batch in branch.history():
        seen += len(batch.items)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert branch.cursor.backfill is None
    return peak


async def test_memory_of_a_long_history(benchmark: Any) -> None:
    """The peak of ten times the history is no higher."""
    small, large = await _peak(2_000), await _peak(20_000)
    benchmark.pedantic(lambda: None, rounds=1)
    benchmark.extra_info["peak_kilobytes"] = [small // 1000, large // 1000]
    assert large <= small * 1.3


if __name__ == "__main__":
    pytest.main([__file__, "-o", "addopts="])
