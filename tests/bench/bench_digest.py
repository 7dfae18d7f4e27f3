"""How long a weekly of 2,000 updates takes, with 4,000 before it, and how long 200 scopes of it.

    pytest tests/bench/bench_digest.py

Goals: an issue in 0.5 s on one core and 150 MB, 200 scopes in 20 s; the processor's time is counted. With the weights,
the vocabulary and the editions of config/; the updates are those of tests/bench/corpus.py, moved into three weeks, and
two issues before are remembered.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest

from bot.domain.digest import Digest
from bot.domain.editing.composing import compose, compose_from
from bot.domain.editing.groundwork import groundwork
from bot.domain.editing.material import Field, Material, Memory, Scope
from bot.domain.edition import Edition
from bot.domain.label import labelled
from bot.domain.posted import Posted
from bot.domain.query import Query
from bot.domain.stack import Pin, Stack
from bot.domain.tag import Facet, Tag
from bot.domain.update import Update
from bot.domain.window import Window
from config.catalog import load_projects
from config.editions import shipped_editions
from config.ranking import load_ranking
from config.vocabulary import load_vocabulary
from tests.bench.corpus import updates

WEEK, BEFORE = 2_000, 4_000
SCOPES = 200
ISSUE_END = datetime(2026, 7, 13, 1, tzinfo=UTC)
TOLD = 70
ISSUE_GOAL, MEMORY_GOAL, SCOPES_GOAL = 0.5, 150, 20.0


def _edition() -> Edition:
    """The edition with the most sections."""
    return next(edition for edition in shipped_editions().all if edition.key == "deployment-weekly")


def _window() -> Window:
    return _edition().window_ending(ISSUE_END)


@cache
def _material() -> Material:
    weeks = timedelta(weeks=3)
    batch = list(updates(WEEK + BEFORE))
    spread = [
        replace(one, published=ISSUE_END - weeks * ((n + 1) / (len(batch) + 1)), first_seen=ISSUE_END - weeks)
        for n, one in enumerate(batch)
    ]
    window = _window()
    before = tuple(one for one in spread if window.start and one.published < window.start)
    return Material(tuple(one for one in spread if window.holds(one.published)), before, memory=_memory(before, window))


def _memory(before: Sequence[Update], window: Window) -> Memory:
    """Two issues of as many items as there may be."""
    told = [one for one in before if not one.noise][: 2 * TOLD]
    posted = tuple(
        Posted(
            "deployment-weekly", f"2026-W{27 - n // TOLD}", one.key, ISSUE_END - timedelta(days=7), labelled(one).label
        )
        for n, one in enumerate(told)
    )
    return Memory(posted, held={one.key: one for one in told})


@cache
def _known() -> Field:
    vocabulary = load_vocabulary()
    return Field(load_projects(vocabulary=vocabulary), vocabulary, load_ranking().digest)


def _scopes() -> list[Scope]:
    """200 different ones: tags and pairs of them, with and without a stack."""
    names = ("hardware:sm90", "hardware:sm100", "hardware:sm120", "hardware:ascend", "format:fp8", "format:nvfp4")
    topics = ("topic:moe", "topic:attention", "topic:kv-cache", "topic:lora", "topic:gemm", "topic:scheduler")
    tags = [Tag.parse(name) for name in (*names, *topics)]
    pairs = [frozenset({one, two}) for n, one in enumerate(tags) for two in tags[n:]]
    questions = [Query(tags=pair) for pair in pairs]
    stack = Stack((Pin("vllm"), Pin("flashinfer")), frozenset({Tag(Facet.HARDWARE, "sm120")}))
    found = [Scope(query, str(query.tags)) for query in questions]
    found += [Scope(query, str(query.tags), stack) for query in questions]
    found += [Scope(about=str(n), stack=Stack((Pin("vllm", str(n)),))) for n in range(SCOPES - len(found))]
    return found[:SCOPES]


def _issue() -> Digest:
    return compose(_edition(), _window(), _material(), _known())


def _issues(scopes: Sequence[Scope]) -> list[Digest]:
    ground = groundwork(_edition(), _window(), _material(), _known())
    return [compose_from(ground, scope) for scope in scopes]


@pytest.mark.benchmark(timer=time.process_time)
def test_a_week(benchmark: Any) -> None:
    """One issue; `extra_info` says what it holds and how much memory it took beyond its material."""
    digest = _issue()
    tracemalloc.start()
    _issue()
    peak = tracemalloc.get_traced_memory()[1] / 1_000_000
    tracemalloc.stop()
    benchmark.pedantic(_issue, rounds=5, warmup_rounds=1)
    benchmark.extra_info.update(read=digest.read, told=len(digest.stories), megabytes=round(peak, 1))
    assert digest.read == len(_material().updates)
    assert benchmark.stats["min"] <= ISSUE_GOAL
    assert peak <= MEMORY_GOAL


@pytest.mark.benchmark(timer=time.process_time)
def test_two_hundred_scopes(benchmark: Any) -> None:
    """Issues of one window for 200 different scopes."""
    scopes = _scopes()
    assert len(set(scopes)) == SCOPES
    benchmark.pedantic(lambda: _issues(scopes), rounds=1)
    assert benchmark.stats["max"] <= SCOPES_GOAL


@pytest.mark.benchmark(timer=time.process_time)
def test_twenty_thousand(benchmark: Any) -> None:
    """A window of 20,000 updates is composed, if not in the same time."""
    window = _window()
    many = tuple(
        replace(one, published=ISSUE_END - timedelta(days=7) * ((n + 1) / 20_001))
        for n, one in enumerate(updates(20_000))
    )
    material = Material(many)
    digest = benchmark.pedantic(lambda: compose(_edition(), window, material, _known()), rounds=1)
    assert digest.read == len(many)


if __name__ == "__main__":
    pytest.main([__file__, "-o", "addopts="])
