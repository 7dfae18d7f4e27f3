"""How long GitHub's answers take to be read, against json.loads; what a quiet round of polls costs; memory of history.

    pytest tests/bench/bench_github.py

The goals: 10 MB of commits in a quarter of json.loads' time, 35 quiet repositories in 2 s of CPU, and no more memory
at the end of a back-fill of 100,000 updates than at its beginning.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.memory import keep_one_arena
from bot.sources.github.answers import compared_in, history_in
from bot.sources.github.api import Page
from bot.sources.github.changes import CommitFact, Home
from bot.sources.github.looks import QuietLooks
from tests.soak.bot import Bot
from tests.sources.github.reading import Reader, an_http
from tests.standins import github_payloads as payloads
from tests.standins.github import GitHubStandIn
from tests.standins.github_world import BEGIN, World

SIZE = 10_000_000
GOAL = 0.25
HOME = Home("ada/kernels", "kernels", "ada/kernels", "main")
ROUNDS = 7
UPDATES = 100_000
REPOSITORIES = 10
NAMES = [f"ada/r{number}" for number in range(REPOSITORIES)]
SAMPLED_EVERY = 0.05
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
    """Seconds of CPU that the quickest of ROUNDS takes."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return min(times)


def test_reading_10_mb_of_commits(benchmark: Any) -> None:
    """From the answer to typed facts, as every poll reads it; `extra_info` has the part of json.loads' time."""
    body = _body()

    def facts() -> tuple[CommitFact, ...]:
        return compared_in(Page(200, body), "x").commits

    assert facts()[0].number == 17
    part = _part_of_json_loads(benchmark, body, facts)
    assert part <= GOAL


def _history() -> bytes:
    """A history of 10 MB in GraphQL, each commit with its pull request and eight changed files."""
    repo = World().repository("ada/kernels", commits=1)
    paths = tuple(f"csrc/kernels/moe/gemm_{at}.cu" for at in range(8))
    made = repo.squash(17, "Add an FP8 MoE GEMM", "Why and how.\n" * 20, labels=("perf", "kernels"), paths=paths)
    node = payloads.commit_node(made, repo)
    history = {"pageInfo": {"hasNextPage": False}, "nodes": [node] * (SIZE // len(json.dumps(node)))}
    return json.dumps({"data": {"repository": {"object": {"history": history}}}}).encode()


def test_reading_10_mb_of_graphql(benchmark: Any) -> None:
    """The same of a page of history; changed files are read later, and `with_files` is the part of the time with
    them."""
    body = _history()

    def facts() -> tuple[CommitFact, ...]:
        return history_in(body, HOME, 1, "x").commits

    def with_files() -> int:
        return sum(len(fact.pull.paths) for fact in facts() if fact.pull)

    assert with_files() == 8 * len(facts())
    part = _part_of_json_loads(benchmark, body, facts)
    benchmark.extra_info["with_files"] = round(_best(with_files) / _best(lambda: json.loads(body)), 3)
    assert part <= GOAL


def _part_of_json_loads(benchmark: Any, body: bytes, facts: Callable[[], object]) -> float:
    benchmark.pedantic(facts, rounds=ROUNDS, warmup_rounds=1)
    part = _best(facts) / _best(lambda: json.loads(body))
    benchmark.extra_info["megabytes"] = round(len(body) / 1e6, 1)
    benchmark.extra_info["part_of_json_loads"] = round(part, 3)
    return part


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


@asynccontextmanager
async def _histories() -> AsyncIterator[tuple[str, str, str]]:
    """Where a GitHub of REPOSITORIES with UPDATES between them is, in a process of its own."""
    command = ("-m", "tests.bench.github_pages", str(UPDATES // REPOSITORIES), *NAMES)
    github = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE)
    try:
        assert github.stdout is not None
        api, web, host = (await github.stdout.readline()).decode().split()
        yield api, web, host
    finally:
        github.terminate()
        await github.wait()


async def _height(file: Path) -> tuple[int, int]:
    """Kilobytes of memory, at most, in the second and in the last third of a back-fill of UPDATES by the job over a
    real store. In the first third the caches fill, SQLite's and our own."""
    highest = [0, 0, 0]
    async with _histories() as places:
        bot = Bot(file, places, NAMES, lambda: BEGIN, feeds=False)
        reading = asyncio.create_task(bot.ingester.once())
        while not reading.done():
            third = min(3 * bot.ingester.taken // UPDATES, 2)
            highest[third] = max(highest[third], _resident())
            await asyncio.wait([reading], timeout=SAMPLED_EVERY)
        report = await reading
        stored = bot.store.updates.total()
        await bot.close()
    assert not report.failed, report
    assert stored >= UPDATES
    return highest[1], highest[2]


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
