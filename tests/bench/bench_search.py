"""How fast questions are answered, beside the plain driver running the very same statements.

    python -m tests.bench.bench_search [--updates 1000000] [--store FILE_OR_ADDRESS] [--rounds 5] [--writer]
                                         [--smaller 100000]
    python -m tests.bench.bench_search --postgres [--updates 1000000] [--rounds 5] [--writer] [--smaller 100000]

Fills a store (or takes one that is there), asks twelve classes of questions, and replays the statements of each call on
a plain connection, interleaved. With --writer another process saves updates all the while. With --smaller the same is
done over a smaller store, for the growth. With --postgres the stores are databases of a server that is started for it.
Prints one JSON object; times are milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter
from typing import Any
from unittest.mock import patch

import psycopg

from bot.domain.query import Query, Sort
from bot.domain.tag import Facet, Tag
from bot.domain.update import Kind
from bot.domain.window import UTC_ZONE, Window
from storage.dialect_postgres import SESSION
from storage.execution import fetch
from storage.store import Store
from tests.bench.bench_store import fill
from tests.bench.corpus import END, updates
from tests.postgres import running_postgres

ROWS = 10
QUESTIONS = 20
RANKED = ("2 words, best", "project+tag, best")
Statement = tuple[str, tuple[Any, ...]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=100_000)
    parser.add_argument("--smaller", type=int, default=0)
    parser.add_argument("--store")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--writer", action="store_true")
    wanted = parser.parse_args()
    with _addresses(wanted.postgres, wanted.store) as new_address:
        result = measure(new_address(), wanted.updates, wanted.rounds, wanted.writer)
        if wanted.smaller:
            small = measure(new_address(), wanted.smaller, wanted.rounds, writer=False)
            result["smaller"] = small
            result["growth"] = round(result["mean of medians"] / small["mean of medians"], 2)
        print(json.dumps(result, indent=1, ensure_ascii=False))


@contextmanager
def _addresses(postgres: bool, store: str | None) -> Iterator[Callable[[], str]]:
    """Gives the address of a new store with each call; the first one is `store` where that is named."""
    if postgres:
        with running_postgres() as server:
            yield server.new
        return
    with tempfile.TemporaryDirectory() as folder:
        names = iter([store or f"{folder}/large.db", f"{folder}/small.db"])
        yield lambda: name if "://" in (name := next(names)) else f"sqlite:///{name}"


def measure(url: str, number: int, rounds: int, writer: bool) -> dict[str, Any]:
    """Medians and 99th percentiles by class, of the store call and of its statements alone."""
    started = perf_counter()
    with Store.open(url) as store, closing(Plain(url)) as plain_driver:
        if store.updates.total() == 0:
            fill(store, number)
            store.updates.optimize()
        filled = perf_counter() - started
        queries = questions()
        load = os.getloadavg()[0]
        if writer:
            with subprocess.Popen([sys.executable, "-c", _WRITER, url]) as process:
                times = _asked(store, plain_driver, queries, rounds)
                process.kill()
        else:
            times = _asked(store, plain_driver, queries, rounds)
        total, megabytes = store.updates.total(), plain_driver.megabytes()
        chinese = _chinese_agrees(store, plain_driver)
    classes = {
        name: {
            "store": _ms(median(ours)),
            "plain": _ms(median(plain)),
            "added": _ms(median(ours) - median(plain)),
            "p99": _ms(_percentile(ours, 0.99)),
            "plain p99": _ms(_percentile(plain, 0.99)),
        }
        for name, (ours, plain) in times.items()
    }
    medians = [one["store"] for one in classes.values()]
    plain_medians = [one["plain"] for one in classes.values()]
    unranked = [second for name, (ours, _) in times.items() if name not in RANKED for second in ours]
    return {
        "updates": total,
        "megabytes": megabytes,
        "filled in": round(filled),
        "mean of medians": round(mean(medians), 3),
        "plain mean of medians": round(mean(plain_medians), 3),
        "ratio": round(mean(medians) / mean(plain_medians), 2),
        "most added": max(one["added"] for one in classes.values()),
        "p99 without ranking": _ms(_percentile(unranked, 0.99)),
        "writer": writer,
        "chinese words found as LIKE": chinese,
        "load before": load,
        "load after": os.getloadavg()[0],
        "classes": classes,
    }


def questions() -> dict[str, list[Query]]:
    """Twelve classes and two that rank, twenty questions each, the same in every run."""
    random = Random(11)
    some = [update for update in updates(20_000) if update.tags and not update.noise]
    words = sorted({word for update in some[:4_000] for word in _plain_words(update.title)})
    pairs = [
        tuple(random.sample(_plain_words(update.title), 2)) for update in some if len(_plain_words(update.title)) > 1
    ]

    def tagged(facets: Sequence[Facet], **changes: Any) -> Callable[[], Query]:
        return lambda: replace(Query(tags=_tags(random, some, facets)), **changes)

    month, week = (Window(END - timedelta(days=days), END, UTC_ZONE) for days in (30, 7))
    project, any_tag = Facet.PROJECT, (Facet.HARDWARE, Facet.TOPIC)
    makers: dict[str, Callable[[], Query]] = {
        "1 project": tagged([project]),
        "project+tag": tagged([project, Facet.HARDWARE]),
        "2 tags, 30 d": tagged(any_tag, window=month),
        "project+2 tags+kind": lambda: Query(
            tags=_tags(random, some, [project, *any_tag]) | {Tag(Facet.KIND, random.choice(list(Kind)[:12]).value)}
        ),
        "1 tag": tagged([Facet.HARDWARE]),
        "kind, 7 d": lambda: Query(tags=frozenset({Tag(Facet.KIND, random.choice(("fix", "feature")))}), window=week),
        "2 words": lambda: Query(words=random.choice(pairs)),
        "project+word": lambda: replace(tagged([project])(), words=(random.choice(words),)),
        "tag+word, 30 d": lambda: replace(tagged([Facet.HARDWARE])(), words=(random.choice(words),), window=month),
        "project+phrase": lambda: replace(tagged([project])(), phrases=(" ".join(random.choice(pairs)),)),
        "chinese 2": lambda: Query(words=(random.choice(_CHINESE_WORDS),)),
        "chinese phrase": lambda: Query(phrases=(random.choice(_CHINESE_PHRASES),)),
        "2 words, best": lambda: Query(words=random.choice(pairs), sort=Sort.BEST),
        "project+tag, best": tagged([project, Facet.HARDWARE], sort=Sort.BEST),
    }
    return {name: [make() for _ in range(QUESTIONS)] for name, make in makers.items()}


_CHINESE_WORDS = (
    "量化",
    "稀疏",
    "算子",
    "显存",
    "昇腾",
    "推理",
    "通信",
    "长序列",
    "图模式",
    "投机解码",
    "注意力",
    "报错",
)
_CHINESE_PHRASES = ("稀疏注意力", "融合实现", "分块预填充", "动态形状下", "通信重叠", "图模式适配")

_WRITER = """
import sys
from itertools import count
from storage.execution import fetch
from storage.store import Store
from tests.bench.bench_store import _as_new, _batches
from tests.bench.corpus import in_order, updates
from dataclasses import replace
with Store.open(sys.argv[1]) as store:
    batches = _batches([_as_new(update) for update in in_order(updates(20_000))], 100)
    for turn in count():
        for batch in batches:
            store.updates.save([replace(one, key=f"{turn}-{one.key}", repository=f"{turn}-x/y") for one in batch])
"""


def _plain_words(title: str) -> list[str]:
    return sorted({word.casefold() for word in title.split() if word.isalpha() and word.isascii() and len(word) > 3})


def _tags(random: Random, some: Sequence[Any], facets: Sequence[Facet]) -> frozenset[Tag]:
    """Tags of one update that has all the facets, so that the question has an answer."""
    while True:
        update = random.choice(some)
        about = sorted(update.about())
        picked = [next((tag for tag in about if tag.facet is facet), None) for facet in facets]
        if all(picked):
            return frozenset(tag for tag in picked if tag)


def _asked(
    store: Store, plain: Plain, queries: dict[str, list[Query]], rounds: int
) -> dict[str, tuple[list[float], list[float]]]:
    """Seconds of every call and of its statements alone, in turn; the first round warms and is not counted."""
    statements = {name: [_statements(store, query) for query in asked] for name, asked in queries.items()}
    times: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in queries}
    for turn in range(rounds + 1):
        for name, asked in queries.items():
            for query, replayed in zip(asked, statements[name], strict=True):
                # Whoever goes second finds the pages in the system's cache, so they take turns.
                theirs = _seconds(_replay, plain, replayed) if turn % 2 else 0.0
                ours = _seconds(store.updates.search, query, ROWS)
                theirs = theirs or _seconds(_replay, plain, replayed)
                if turn:
                    times[name][0].append(ours)
                    times[name][1].append(theirs)
    return times


def _statements(store: Store, query: Query) -> list[Statement]:
    """What a call sends to the database."""
    seen: list[Statement] = []

    def noting(connection: Any, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        seen.append((statement, tuple(values)))
        return fetch(connection, statement, values)

    with patch("storage.searching.fetch", noting):
        store.updates.search(query, ROWS)
    return seen


def _replay(plain: Plain, statements: Sequence[Statement]) -> None:
    for statement, values in statements:
        plain.run(statement, values)


class Plain:
    """The driver of a store's database, with nothing between."""

    def __init__(self, url: str) -> None:
        self._connection: Any
        self._postgres = not url.startswith("sqlite:")
        if self._postgres:
            self._connection = psycopg.connect(url, autocommit=True, prepare_threshold=None)
            self._connection.execute(SESSION)
        else:
            self._path = Path(url.removeprefix("sqlite:///"))
            self._connection = sqlite3.connect(self._path, isolation_level=None)
            self._connection.execute("PRAGMA cache_size=-32768")

    def run(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a statement whose values are marked by `?`."""
        if self._postgres:
            statement = statement.replace("%", "%%").replace("?", "%s")
        return list(self._connection.execute(statement, values).fetchall())

    def megabytes(self) -> int:
        """The size of the store."""
        if self._postgres:
            return round(int(self.run("SELECT pg_database_size(current_database())")[0][0]) / 1e6)
        return round(self._path.stat().st_size / 1e6)

    def close(self) -> None:
        """Gives the connection back."""
        self._connection.close()


def _seconds(run: Callable[..., object], *values: object) -> float:
    started = perf_counter()
    run(*values)
    return perf_counter() - started


def _chinese_agrees(store: Store, plain: Plain) -> bool:
    """Whether the first Chinese words find exactly the rows in which LIKE finds them."""
    question = "SELECT key FROM updates WHERE NOT noise AND (title LIKE ? OR body LIKE ?)"
    return all(
        {update.key for update in store.updates.search(Query(words=(word,)), 1 << 20).updates}
        == {row[0] for row in plain.run(question, (f"%{word}%",) * 2)}
        for word in _CHINESE_WORDS[:3]
    )


def _percentile(seconds: Sequence[float], share: float) -> float:
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _ms(seconds: float) -> float:
    return round(seconds * 1_000, 3)


if __name__ == "__main__":
    main()
