"""How long 20,000 daily messages take that become due at one hour: composed and put into the outbox.

    pytest tests/bench/bench_dms.py

Goal: 120 s on two cores. 20,000 people have one daily subscription each, of 2,000 distinct conditions, over a day of
500 updates of tests/bench/corpus.py.
"""

from __future__ import annotations

import asyncio
import resource
from dataclasses import replace
from datetime import timedelta
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from bot.domain.query import Query
from bot.domain.question.lexicon import Lexicon
from bot.domain.subscription import Cadence
from bot.domain.tag import Facet, Tag
from bot.domain.update import Update
from config.catalog import load_projects
from config.vocabulary import load_vocabulary
from handlers.deps import Deps
from handlers.jobs.publish import publish
from storage.store import Store
from tests.bench.corpus import in_order, updates
from tests.factories import NOW, a_recipient, a_subscription

PEOPLE, CONDITIONS, UPDATES = 20_000, 2_000, 500
GOAL = 120.0


def _conditions() -> list[Query]:
    """As many different ones as are wanted: a project or a tag of the day, and several of them."""
    day = _day()
    projects = sorted({Tag(Facet.PROJECT, update.project) for update in day}, key=str)
    tags = sorted({found.tag for update in day for found in update.tags}, key=str)
    names = list(dict.fromkeys((*projects, *tags)))
    some = (frozenset(few) for size in range(1, 5) for few in combinations(names, size))
    found = [Query(tags=tags) for tags in islice(some, CONDITIONS)]
    assert len(found) == CONDITIONS
    return found


def _day() -> list[Update]:
    """A day's updates, from all over the corpus."""
    day = timedelta(days=1)
    return [
        replace(one, published=NOW - day * ((n + 1) / (UPDATES + 2)), first_seen=NOW - day * ((n + 1) / (UPDATES + 2)))
        for n, one in enumerate(islice(updates(UPDATES * 40), 0, None, 40))
    ]


def _field(path: Path) -> Deps:
    """A store with the day's updates and everybody's subscriptions, and the field of config/."""
    vocabulary = load_vocabulary()
    projects = load_projects(vocabulary=vocabulary)
    store = Store.open(f"sqlite:///{path}", closure=vocabulary.closure)
    deps = Deps(store, projects, vocabulary, Lexicon(vocabulary, projects), lambda: NOW)
    day = timedelta(days=1)
    store.updates.save(in_order(_day()))
    conditions = _conditions()
    with store.together():
        for n in range(PEOPLE):
            store.subscriptions.add(
                a_subscription(
                    id=0,
                    recipient=a_recipient(id=f"U{n}"),
                    owner=f"U{n}",
                    query=conditions[n % CONDITIONS],
                    cadence=Cadence.DAILY,
                    created=NOW - 3 * day,
                )
            )
    return deps


def test_twenty_thousand_messages(benchmark: Any, tmp_path: Path) -> None:
    """Everybody's message of the day stands in the outbox, each condition being asked once."""
    deps = _field(tmp_path / "store.db")
    asyncio.run(publish([], replace(deps, now=lambda: NOW - timedelta(days=2))))
    made = benchmark.pedantic(lambda: asyncio.run(publish([], deps)), rounds=1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    benchmark.extra_info.update(made=made, megabytes=round(peak))
    assert benchmark.stats["max"] <= GOAL
    deps.store.close()


if __name__ == "__main__":
    pytest.main([__file__, "-o", "addopts="])
