"""How long `ask` takes from the shell, process start included, over a store of 24,000 updates; goal: 0.5 s.

Process time (user and system) is counted, so that what else runs on the machine matters little. Not part of the suite.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.app import load_field
from bot.domain.tagging.build import build
from bot.domain.tagging.tagger import Tagger
from bot.domain.template import EMPTY
from storage.store import Store
from tests.factories import a_raw_update

UPDATES = 24_000
BATCH = 500
GOAL = 0.5
"""Seconds of process time."""
END = datetime(2026, 7, 22, tzinfo=UTC)
SUBJECTS = (
    "fix: sm120 nvfp4 attention gives wrong results",
    "feat: fp8 moe gemm on hopper",
    "perf: faster mla decode for deepseek v4",
    "docs: describe kv cache offloading",
    "chore: bump cutlass",
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store of 24,000 updates, ten minutes apart."""
    url = f"sqlite:///{tmp_path_factory.mktemp('ask') / 'store.sqlite3'}"
    field = load_field()
    tagger = Tagger(field.vocabulary, field.projects)
    with Store.open(url, closure=field.vocabulary.closure) as store:
        for first in range(0, UPDATES, BATCH):
            raws = [
                a_raw_update(
                    f"{SUBJECTS[number % len(SUBJECTS)]} {number}",
                    number=number + 1,
                    published=END - timedelta(minutes=10 * (UPDATES - number)),
                )
                for number in range(first, first + BATCH)
            ]
            store.updates.save([build(raw, tagger.tag(raw, EMPTY), END) for raw in raws])
    return url


def asker(address: str, *arguments: str) -> Callable[[], float]:
    """Asks in a process of its own and gives its process time in seconds."""

    def ask() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "bot", "--now", END.isoformat(), "ask", *arguments],
            env={**os.environ, "DATABASE_URL": address},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)

    return ask


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["whatsnew flashinfer sm120"], id="words"),
        pytest.param(["--json", "--limit", "15", "whatsnew flashinfer sm120 since:all sort:best"], id="json"),
        pytest.param(["whatsnew 昇腾950量化最近更新"], id="Chinese"),
        pytest.param(["help"], id="help"),
    ],
)
def test_ask(arguments: list[str], address: str, benchmark: BenchmarkFixture) -> None:
    """A question is answered within half a second of process time."""
    ask = asker(address, *arguments)
    times = [ask() for _ in range(5)]
    benchmark.extra_info["process seconds"] = median(times)
    benchmark(ask)
    assert Path(address.removeprefix("sqlite:///")).exists()
    assert median(times) <= GOAL
