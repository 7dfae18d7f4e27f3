"""The outbox under kill -9 and a platform that loses replies: nothing is lost, nothing is doubled, doubt is told.

    python -m pytest tests/soak/soak_outbox.py                       a short run with a fixed seed
    python -m tests.soak.soak_outbox --runs 500 [--seed 7] [--engine sqlite]

In each run a process that owes four deliveries and sends what is due is killed at a named point, or at any. Another one
takes over at once, within the lease, or after it. In the end everything is sent or in doubt; somebody looks at the
platform for each that is in doubt; then there is a quiet hour, in which nothing may come.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any

import pytest

from bot.domain.delivery import Delivery, DeliveryState
from handlers.deps import Deps
from handlers.jobs.sending import LEASE
from tests.factories import NOW
from tests.handlers.conftest import deps_over
from tests.postgres import PostgresForTests, running_postgres
from tests.soak.outbox_child import Errand, Point, Stop, main, owed, publish, send, shift
from tests.soak.outbox_peer import Peer, Taken, listening

RUNS, SEED = 45, 7
INSTANTS = 100
QUIET = 12
"""Looks into the outbox in the quiet hour, five minutes apart."""
ROUNDS = 200
"""Rounds after which an outbox that is not done never will be."""
LATEST_KILL = 0.08
"""Seconds after its start until which a child is killed anywhere."""
GAPS = (timedelta(seconds=10), LEASE / 2, LEASE + timedelta(seconds=1))
"""How long after a kill the next process comes: at once, within the lease, after it."""
FIRST = (Point.COMPOSED, Point.ENQUEUED, Point.CLAIMED)
"""Points that a child comes to once."""


@contextmanager
def children() -> Iterator[Any]:
    """Processes that are forked from one that has everything imported and nothing under way."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.soak.outbox_child", "storage.dialect_postgres", "psycopg"])
    yield context


def killed_at(context: Any, errand: Errand, random: Random) -> bool:
    """Runs a child; True if it was killed and did not come to its end."""
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=main, args=(errand, there))
    child.start()
    there.close()
    if errand.point is Point.ANYWHERE:
        assert here.recv()
        sleep(random.uniform(0, LATEST_KILL))
        child.kill()
    child.join(60)
    here.close()
    assert child.exitcode in (0, -signal.SIGKILL), f"{errand} ended with {child.exitcode}"
    return bool(child.exitcode)


def soak(url: str, folder: Path, runs: int, seed: int) -> dict[str, Any]:
    """Runs it all on one database; gives what happened. AssertionError where a promise was broken."""
    random, killed, now = Random(seed), Counter[Point](), NOW
    closed = {
        place: place.rpartition("-")[2]
        for run in range(1, runs + 1)
        for one in owed(run, NOW)
        if (place := one.recipient.id).count("-") > 1
    }
    peer, socket, started = Peer(Random(seed), closed=closed), folder / "peer", perf_counter()
    deps = deps_over(url)
    with listening(peer, socket), children() as context:
        for run in range(1, runs + 1):
            point = list(Point)[run % len(Point)]
            errand = Errand(url, str(socket), run, now, point, random.randrange(4) if point not in FIRST else 0)
            killed[point] += killed_at(context, errand, random)
            now += random.choice(GAPS)
        publish(deps, runs, now, Stop(None, 0))
        asyncio.run(_emptied(deps, socket, now))
        now += timedelta(days=1)
        doubtful = deps.store.deliveries.numbers().get(DeliveryState.UNKNOWN, 0)
        parked = deps.store.deliveries.numbers().get(DeliveryState.PARKED, 0)
        _check(deps, peer, runs)
        sent = len(peer.ledger)
        asyncio.run(_quiet(deps, socket, now))
        assert len(peer.ledger) == sent, "a late double in the quiet hour"
        now += timedelta(days=1)
        asyncio.run(_mended(deps, peer, socket, now))
        _check(deps, peer, runs)
    assert {one.state for one in deps.store.deliveries.all()} == {DeliveryState.SENT}
    deps.store.close()
    return {
        "runs": runs,
        "killed": {point.value: number for point, number in killed.items()},
        "deliveries": runs * len(owed(1, NOW)),
        "messages": len(peer.ledger),
        "in doubt": doubtful,
        "parked": parked,
        "met": peer.met,
        "seconds": round(perf_counter() - started, 1),
    }


async def _emptied(deps: Deps, socket: Path, now: datetime) -> None:
    """What is left is sent by a process that nobody kills, with the clock going on until nothing waits."""
    for _ in range(ROUNDS):
        await send(deps, str(socket), now)
        if not {DeliveryState.PENDING, DeliveryState.CLAIMED} & set(deps.store.deliveries.numbers()):
            return
        now += timedelta(minutes=1)
    raise AssertionError(f"never done: {deps.store.deliveries.numbers()}")


async def _quiet(deps: Deps, socket: Path, now: datetime) -> None:
    for look in range(QUIET):
        await send(deps, str(socket), now + look * timedelta(minutes=5))


async def _mended(deps: Deps, peer: Peer, socket: Path, now: datetime) -> None:
    """Closed places are opened, and somebody says of each message in doubt whether it is there, until all is sent."""
    peer.closed.clear()
    for one in deps.store.deliveries.all():
        deps.store.deliveries.unpark(one.recipient)
    for _ in range(ROUNDS):
        out = {taken.part_id for taken in peer.ledger}
        for one in deps.store.deliveries.all():
            if one.state is DeliveryState.UNKNOWN:
                arrived = f"{one.key}/{len(one.sent_ids)}" in out
                assert deps.store.deliveries.settle(one.key, arrived=arrived)
        await _emptied(deps, socket, now)
        now += timedelta(hours=3)
        if set(deps.store.deliveries.numbers()) == {DeliveryState.SENT}:
            return
    raise AssertionError("never mended")


def _check(deps: Deps, peer: Peer, runs: int) -> None:
    """Nothing is lost, nothing doubled, and what nobody knows is told to be unknown."""
    rows = {one.key: one for one in deps.store.deliveries.all()}
    assert sorted(rows) == sorted(one.key for run in range(1, runs + 1) for one in owed(run, NOW)), "lost"
    # The line that replies hang on is repeated where somebody says of the part behind it that it is not there.
    taken = Counter(one.part_id for one in peer.ledger if not one.part_id.endswith("/thread"))
    doubled = {part: number for part, number in taken.items() if number > 1}
    assert not doubled, f"doubled: {doubled}"
    hung = {one.part_id: one for one in peer.ledger}
    for row in rows.values():
        _check_row(row, [hung.get(f"{row.key}/{index}") for index in range(len(row.parts))])


def _check_row(row: Delivery, out: list[Taken | None]) -> None:
    known = len(row.sent_ids)
    for sent_id, one in zip(row.sent_ids, out, strict=False):
        assert one is not None, f"{row.key}: told as sent, and not out"
        # Somebody who only saw that it arrived gives no id.
        assert sent_id in ("", one.id), row.key
    beyond = out[known + (row.state is DeliveryState.UNKNOWN) :]
    assert not any(beyond), f"{row.key}: out, and nobody knows"
    match row.state:
        case DeliveryState.SENT:
            assert known == len(row.parts), row.key
        case DeliveryState.UNKNOWN | DeliveryState.PARKED:
            assert row.reason, row.key
        case _:
            raise AssertionError(f"{row.key} is {row.state}")
    first = (row.sent_ids[0] if row.sent_ids else "") or (row.thread.first if row.thread else "")
    for one in out[1:known]:
        assert one is not None
        assert one.first == first or not first, f"{row.key}: hangs on {one.first}, not on {first}"


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_nothing_lost_nothing_doubled(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Killed at every named point, over a platform that loses replies, the outbox loses nothing, doubles nothing and
    says of what it does not know; a quiet hour later nothing more has come, and every reply hangs where it belongs
    (B001-B004, B007)."""
    url = f"sqlite:///{tmp_path}/soak.db"
    if engine == "postgresql":
        server: PostgresForTests = request.getfixturevalue("postgres")
        url = server.new()
    told = soak(url, tmp_path, RUNS, SEED)
    assert all(told["killed"].values()), told["killed"]


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_two_of_everything(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Of two processes that publish and send at the same 100 instants, each instant is delivered once (B008, B009)."""
    url, socket = f"sqlite:///{tmp_path}/two.db", tmp_path / "peer"
    if engine == "postgresql":
        server: PostgresForTests = request.getfixturevalue("postgres")
        url = server.new()
    deps_over(url).store.close()
    peer = Peer(Random(SEED), kind=True)
    with listening(peer, socket), children() as context:
        together = context.Barrier(2)
        both = [context.Process(target=shift, args=(url, str(socket), INSTANTS, together)) for _ in range(2)]
        for child in both:
            child.start()
        for child in both:
            child.join(120)
            assert child.exitcode == 0
    out = Counter(one.part_id for one in peer.ledger)
    assert out == {f"{owed(run, NOW)[0].key}/0": 1 for run in range(1, INSTANTS + 1)}


def _by_hand() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--engine", choices=("sqlite", "postgresql"), default="sqlite")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if wanted.engine == "sqlite":
            print(json.dumps(soak(f"sqlite:///{folder}/soak.db", folder, wanted.runs, wanted.seed)))
            return
        with running_postgres() as server:
            print(json.dumps(soak(server.new(), folder, wanted.runs, wanted.seed)))


if __name__ == "__main__":
    _by_hand()
