"""How fast updates are stored, beside plain sqlite3 writing the same rows and the same index.

    python -m tests.bench.bench_store [--updates 100000] [--batch 100] [--batches 200]

Fills a store with so many updates, then times batches of further ones. `plain` writes rows and streams that were made
beforehand: the bare cost of the database. `plain with streams` makes them itself. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bot.domain.text import stream
from bot.domain.update import Update
from storage.store import Store
from storage.tokens import Tokens, is_counted
from storage.update_rows import COLUMNS, first_id, row_of
from tests.bench.corpus import SPREAD, in_order, updates

FILL = 1_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=100_000)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--batches", type=int, default=200)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(Path(folder), wanted.updates, wanted.batch, wanted.batches)))


def measure(folder: Path, number: int, size: int, batches: int) -> dict[str, Any]:
    """Updates a second of each way, medians of batches, interleaved in one run."""
    ways = ("store", "plain", "plain with streams")
    stores = {way: folder / f"{way}.db" for way in ways}
    further = in_order(updates(size * batches, seed=99))
    first = Store.open(f"sqlite:///{stores['store']}")
    started = perf_counter()
    fill(first, number)
    filled = perf_counter() - started
    first.close()
    for way in ways[1:]:
        stores[way].write_bytes(stores["store"].read_bytes())
    store = Store.open(f"sqlite:///{stores['store']}")
    plain, streaming = (_connect(stores[way]) for way in ways[1:])
    tokens = Tokens(frozenset)
    times: dict[str, list[float]] = {way: [] for way in ways}
    for batch in _batches([_as_new(update) for update in further], size):
        ready = _all_prepared(batch, tokens)
        times["store"].append(_seconds(store.updates.save, batch))
        times["plain"].append(_seconds(_write, plain, ready))
        times["plain with streams"].append(_seconds(_prepare_and_write, streaming, batch, tokens))
    rates = {way: round(size / median(times[way])) for way in ways}
    totals = {way: round(len(further) / sum(times[way])) for way in ways}
    store.close()
    return {
        "updates": number,
        "batch": size,
        "fill per second": round(number / filled),
        "median per second": rates,
        "mean per second": totals,
        "share of plain": round(rates["store"] / rates["plain"], 2),
        "share of plain, mean": round(totals["store"] / totals["plain"], 2),
        "megabytes": round(stores["store"].stat().st_size / 1e6),
        "load": os.getloadavg()[0],
    }


def fill(store: Store, number: int) -> None:
    """Fills a store with so many updates of the corpus, in the order of their dates as far as a batch goes."""
    rest = updates(number)
    while batch := list(islice(rest, FILL)):
        store.updates.save(in_order(batch))
    store.updates.optimize()


def _as_new(update: Update) -> Update:
    """The same update of another repository, later than all that are stored: what comes in every day."""
    return replace(
        update,
        key=f"new-{update.key}",
        repository=f"new-{update.repository}",
        published=update.published + SPREAD,
    )


def _batches(of: Sequence[Update], size: int) -> list[Sequence[Update]]:
    return [of[at : at + size] for at in range(0, len(of), size)]


def _seconds(run: Callable[..., object], *values: object) -> float:
    started = perf_counter()
    run(*values)
    return perf_counter() - started


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "cache_size=-32768"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


Prepared = tuple[tuple[Any, ...], tuple[int, str, str, str], list[str]]


def _prepared(update: Update, n: int, tokens: Tokens) -> Prepared:
    of = tokens.of(update)
    row_id = first_id(int(update.published.timestamp())) + n % 64
    return row_of(update, row_id, of), (row_id, stream(update.title), stream(update.body), of), of.split(" ")


def _all_prepared(batch: Sequence[Update], tokens: Tokens) -> list[Prepared]:
    return [_prepared(update, n, tokens) for n, update in enumerate(batch)]


def _prepare_and_write(connection: sqlite3.Connection, batch: Sequence[Update], tokens: Tokens) -> None:
    _write(connection, _all_prepared(batch, tokens))


def _write(connection: sqlite3.Connection, ready: Sequence[Prepared]) -> None:
    """The same rows, index and counts by hand."""
    rows = sorted(ready, key=lambda one: one[0][0])
    counts = Counter(of for one in rows for of in one[2] if is_counted(of))
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(
        f"INSERT OR IGNORE INTO updates ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})",  # noqa: S608
        [one[0] for one in rows],
    )
    connection.executemany("INSERT INTO search(rowid, title, body, tags) VALUES (?, ?, ?, ?)", [one[1] for one in rows])
    connection.executemany(
        "INSERT INTO token_counts (token, updates) VALUES (?, ?) "
        "ON CONFLICT (token) DO UPDATE SET updates = updates + excluded.updates",
        list(counts.items()),
    )
    connection.execute("COMMIT")


if __name__ == "__main__":
    main()
