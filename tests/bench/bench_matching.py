"""How fast an update meets a million standing questions in memory, and what it costs when one of them is changed.

    python -m tests.bench.bench_matching [--subscriptions 1000000] [--updates 1000]
    python -m tests.bench.bench_matching --stored [--at-once 50000] [--changes 100] [--url postgresql://...]

Each question has one to four tags, a quarter of them a kind; each update six tags and more, as field/performance.md 2
has them. Prints one JSON object; `ms` is the mean processor time of an update, `found` how many subscriptions
one meets on average.

With `--stored` they stand in a store, a file that is made for it unless an empty one is named, and are asked there as a
worker asks, one urgent update at a time. `made_s` is the time until the first answer, `idle_ms` that of an answer after
which nothing was changed, `changed_ms` that of one after a change by another process, `change_ms` that of the change
itself; all are medians, by the clock on the wall, but for `made_s` and `worst_ms`, the slowest answer after a change.
"""

from __future__ import annotations

import argparse
import json
import resource
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from itertools import accumulate, islice
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from sqlalchemy import insert

from bot.domain.delivery import RecipientKind
from bot.domain.matching_index import MatchingIndex
from bot.domain.query import Query
from bot.domain.subscription import Cadence, Subscription
from bot.domain.tag import Facet, Tag
from bot.domain.update import Kind
from config.catalog import load_projects
from config.vocabulary import load_vocabulary
from handlers.kept_index import kept_index
from storage.database import Database
from storage.schema import subscriptions
from storage.store import Store
from storage.subscriptions import _values
from tests.factories import NOW, a_recipient, a_subscription, an_update

SEED = 17
OF_ONE = 5
"""Subscriptions of one person."""
ROWS_AT_ONCE = 10_000
SKEW = 0.8
"""How much more the first names of a facet are asked for than the last ones."""


def names() -> dict[Facet, list[Tag]]:
    """The tags of the shipped field by facet."""
    tags: dict[Facet, list[Tag]] = {facet: [] for facet in Facet}
    for tag in load_vocabulary().entries:
        tags[tag.facet].append(tag)
    tags[Facet.PROJECT] = [Tag(Facet.PROJECT, project.key) for project in load_projects().all]
    tags[Facet.KIND] = [Tag(Facet.KIND, kind) for kind in ("fix", "feature", "performance", "release", "security")]
    return tags


def queries(count: int, field: dict[Facet, list[Tag]], chance: Random) -> Iterator[tuple[int, Query]]:
    """Questions of one to four tags of different facets."""
    known: dict[frozenset[Tag], Query] = {}
    facets: list[Facet] = [facet for facet in field if facet is not Facet.KIND and field[facet]]
    for number in range(count):
        chosen = chance.sample(facets, chance.randint(1, min(3, len(facets))))
        if chance.random() < 0.25:
            chosen.append(Facet.KIND)
        tags = frozenset(_one(field[facet], chance) for facet in chosen)
        yield number, known.setdefault(tags, Query(tags=tags))


def _one(tags: list[Tag], chance: Random) -> Tag:
    return chance.choices(tags, cum_weights=_weights(len(tags)))[0]


@cache
def _weights(count: int) -> list[float]:
    """How often each of so many names is asked for, added up."""
    return list(accumulate(1 / (place + 1) ** SKEW for place in range(count)))


def main() -> None:
    """Measures what is asked for, and prints it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--subscriptions", type=int, default=1_000_000)
    parser.add_argument("--updates", type=int, default=1_000)
    parser.add_argument("--stored", action="store_true")
    parser.add_argument("--at-once", type=int, default=50_000)
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--url")
    asked = parser.parse_args()
    if not asked.stored:
        figures = in_memory(asked.subscriptions, asked.updates)
    elif asked.url:
        figures = in_store(asked.url, asked.subscriptions, asked.at_once, asked.changes)
    else:
        with TemporaryDirectory() as folder:
            url = f"sqlite:///{Path(folder) / 'store.db'}"
            figures = in_store(url, asked.subscriptions, asked.at_once, asked.changes)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps({"subscriptions": asked.subscriptions, **figures, "peak_mib": peak}))


def in_memory(count: int, update_count: int) -> dict[str, float]:
    """Fills the index and asks it."""
    chance, field = Random(SEED), names()
    index = MatchingIndex(load_vocabulary())
    begun = process_time()
    for number, query in queries(count, field, chance):
        index.put(number, query)
    built = process_time() - begun
    updates = [
        an_update(number=number, tags=[str(_one(field[facet], chance)) for facet in Facet if field[facet]])
        for number in range(1, update_count + 1)
    ]
    begun = process_time()
    found = sum(len(index.of(update)) for update in updates)
    spent = process_time() - begun
    return {
        "ms": round(spent * 1000 / update_count, 3),
        "found": round(found / update_count),
        "built_s": round(built, 1),
    }


def in_store(url: str, count: int, at_once: int, change_count: int) -> dict[str, float]:
    """Fills a store, and changes and asks it in turn."""
    with Store.open(url) as here, Store.open(url) as there:
        _fill(url, count, at_once)
        vocabulary = load_vocabulary()
        update = an_update(kind=Kind.SECURITY, tags=("hardware:sm120",))

        def ask() -> None:
            kept_index(here.standing_queries, vocabulary).ids([update])

        made = _seconds(ask)
        idle = [_seconds(ask) for _ in range(change_count)]
        spent = [(_seconds(change), _seconds(ask)) for change in islice(_changes(there), change_count)]
    after = [answer for _, answer in spent]
    return {
        "at_once": at_once,
        "made_s": round(made, 1),
        "idle_ms": round(median(idle) * 1000, 2),
        "changed_ms": round(median(after) * 1000, 2),
        "worst_ms": round(max(after) * 1000, 2),
        "change_ms": round(median(change for change, _ in spent) * 1000, 2),
    }


def _seconds(act: Callable[[], object]) -> float:
    begun = perf_counter()
    act()
    return perf_counter() - begun


def _fill(url: str, count: int, at_once: int) -> None:
    """Subscriptions of persons, so many of them at once, without noting that they were changed: they always stood."""
    standing = _standing(count, at_once)
    with closing(Database(url)) as database:
        while some := [{**_values(one), "removed": False} for one in islice(standing, ROWS_AT_ONCE)]:
            with database.writing() as connection:
                connection.execute(insert(subscriptions), some)


def _standing(count: int, at_once: int) -> Iterator[Subscription]:
    for number, query in queries(count, names(), Random(SEED)):
        yield a_subscription(
            f"question {number}",
            recipient=a_recipient(kind=RecipientKind.USER, id=f"U{number // OF_ONE}"),
            query=query,
            cadence=Cadence.AT_ONCE if number % (count // at_once) == 0 else Cadence.DAILY,
            created=NOW,
        )


def _changes(store: Store) -> Iterator[Callable[[], object]]:
    """What people do, one after the other, each to what is theirs."""
    for number in range(1, 1_000_000, OF_ONE):
        one = store.subscriptions.get(number)
        assert one is not None
        yield from (
            lambda one=one: store.subscriptions.remove(one.id),
            lambda one=one: store.subscriptions.restore(one.id),
            lambda one=one: store.subscriptions.pause(one.recipient),
            lambda one=one: store.subscriptions.resume(one.recipient),
            lambda one=one: store.subscriptions.add(a_subscription("new", recipient=one.recipient)),
        )


if __name__ == "__main__":
    main()
