"""How long several worker processes on one PostgreSQL take to empty the outbox, in real time, and whether they stay
below what the platforms take from all of them together.

    python -m tests.bench.bench_workers [--benchmark-json FILE]

A clock and one, two or three workers run as `clock` and `worker` do; their platforms are behind a socket, in the
process of the benchmark, which counts what all of them send and answers 429 where more comes than Discord takes from a
bot (50 requests in any second, B-16), or Slack in a channel (one a second) and a workspace (300 in any minute, A30).
A request takes a fifth of a second. Time runs from the moment at which all is enqueued, with every process idle, to the
last answer; the best is what the limits allow at an even pace. Goals: 1.15 times the best, no 429, 250 MB a worker.
Told beside that: messages a second, and what the processor gave workers, clock and server. Takes about eight minutes,
on a quiet machine.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.domain.delivery import Delivery, DeliveryState, RecipientKind, Sent, Thread
from bot.queue.schema import schema, steps
from storage.store import Store
from tests.bench.bench_outbox import DISCORD_A_SECOND, REQUEST_SECONDS, SLACK_A_MINUTE, Limited, discord, slack
from tests.factories import a_delivery, a_document, a_recipient
from tests.postgres import PostgresForTests

ROOT = Path(__file__).parents[2]
MOST_TIMES_BEST, MEMORY_GOAL = 1.15, 250
PATIENCE = 600.0
TEXT = "An item of an issue, as long as such items are, with a name, what it is about and since when. " * 20
TICKS_A_SECOND = 100


@dataclass(frozen=True, slots=True)
class Load:
    """So many channels, evenly in so many workspaces, each with one delivery of so many parts."""

    platform: str
    channels: int
    workspaces: int
    parts: int

    def deliveries(self, now: datetime) -> list[Delivery]:
        """All of them, due now; those of a workspace stand together, which is the worst order."""
        parts = tuple(a_document(f"{number} {TEXT}") for number in range(self.parts))
        size = self.channels // self.workspaces
        return [
            a_delivery(
                f"edition/weekly/28/{self.platform}/{n}",
                recipient=a_recipient(
                    RecipientKind.CHANNEL, platform=self.platform, workspace=f"T{n // size}", id=f"C{n}"
                ),
                parts=parts,
                due=now,
                thread=Thread("28 weekly"),
            )
            for n in range(self.channels)
        ]

    @property
    def messages(self) -> int:
        """All that is sent."""
        return self.channels * self.parts

    @property
    def best(self) -> float:
        """Seconds that the limits take at an even pace, with the last request."""
        if self.platform == "slack":
            return self.messages / self.workspaces / SLACK_A_MINUTE * 60 + REQUEST_SECONDS
        return self.messages / DISCORD_A_SECOND + REQUEST_SECONDS


DISCORD = Load("discord", channels=1_500, workspaces=300, parts=2)
SLACK = Load("slack", channels=1_000, workspaces=20, parts=3)


@pytest.fixture
def url(postgres: PostgresForTests) -> Iterator[str]:
    """A database of its own, with the queue's tables."""
    address = postgres.new()
    with Store.open(address) as store:
        store.queued.prepare(schema(), steps())
    yield address
    postgres.drop(address)


async def _answer(limited: Limited, writer: asyncio.StreamWriter, number: int, workspace: str, channel: str) -> None:
    place = a_recipient(RecipientKind.CHANNEL, platform=limited.name, workspace=workspace, id=channel)
    outcome = await limited.post(place, a_document(), "")
    writer.write(json.dumps([number, outcome.id if isinstance(outcome, Sent) else None]).encode() + b"\n")


async def _listen(limited: Limited, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Takes what a worker sends, many requests at a time."""
    async with asyncio.TaskGroup() as under_way:
        async for line in reader:
            number, _, workspace, channel = json.loads(line)
            under_way.create_task(_answer(limited, writer, number, workspace, channel))
    writer.close()


@asynccontextmanager
async def child(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A worker or a clock; it is told to stop in the end."""
    words = (sys.executable, "-m", "tests.bench.worker_child", *arguments)
    process = await asyncio.create_subprocess_exec(*words, cwd=ROOT)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        assert await process.wait() == 0


async def _until_idle(url: str, workers: int) -> None:
    """Waits until every process works: each has a worker of the queue for its duties and one for what it sends."""
    async with asyncio.timeout(PATIENCE):
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            while True:
                row = await (await connection.execute("SELECT count(*) FROM procrastinate_workers")).fetchone()
                if row and row[0] >= 2 * workers:
                    return
                await asyncio.sleep(0.1)


async def _until_sent(store: Store, limited: Limited, load: Load) -> None:
    """Waits until all is sent and written down. The store is asked then only: while the answer is awaited, what comes
    from the workers would pile up here, and seem to come at once."""
    async with asyncio.timeout(PATIENCE):
        while limited.sent < load.messages:  # noqa: ASYNC110 (the platform sets no event)
            await asyncio.sleep(0.2)
        while await asyncio.to_thread(store.deliveries.numbers) != {DeliveryState.SENT: load.channels}:  # noqa: ASYNC110
            await asyncio.sleep(0.2)


def _peak(pid: int) -> float:
    """Megabytes that a process held at the most."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")) / 1024


def _worked(pid: int, *, with_children: bool = False) -> float:
    """Seconds of the processor that a process had, and those of its children that are gone."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if with_children else 13])) / TICKS_A_SECOND


def _server_worked(url: str) -> float:
    """The same of the database server and all its processes, of which some may end meanwhile."""
    data = Path(url.partition("?host=")[2])
    server = int((data / "postmaster.pid").read_text(encoding="ascii").split()[0])
    seconds = _worked(server, with_children=True)
    for pid in map(int, Path(f"/proc/{server}/task/{server}/children").read_text(encoding="ascii").split()):
        with suppress(FileNotFoundError):
            seconds += _worked(pid)
    return seconds


async def emptied(url: str, socket: str, load: Load, workers: int, told: dict[str, Any]) -> Limited:
    """What the platform has counted when all is sent."""
    limited = slack() if load.platform == "slack" else discord()
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(_closed, await asyncio.start_unix_server(partial(_listen, limited), socket))
        processes = [
            await stack.enter_async_context(child(part, url, socket)) for part in ("clock", *["worker"] * workers)
        ]
        await _until_idle(url, workers)
        with Store.open(url) as store:
            pids = [process.pid for process in processes]
            before, server = [_worked(pid) for pid in pids], _server_worked(url)
            store.deliveries.enqueue(load.deliveries(datetime.now(UTC)))
            started = loop.time()
            await _until_sent(store, limited, load)
        seconds = limited.last - started
        used = [round(_worked(pid) - earlier, 1) for pid, earlier in zip(pids, before, strict=True)]
        told.update(
            workers=workers,
            seconds=round(seconds, 1),
            best=round(load.best, 1),
            times_best=round(seconds / load.best, 3),
            refused=limited.refused,
            a_second=round(load.messages / seconds, 1),
            megabytes=[round(_peak(pid)) for pid in pids[1:]],
            worked={"clock": used[0], "workers": used[1:], "server": round(_server_worked(url) - server, 1)},
        )
    return limited


async def _closed(server: asyncio.Server) -> None:
    server.close()


@pytest.mark.benchmark(timer=time.monotonic)
@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("load", [pytest.param(DISCORD, id="discord"), pytest.param(SLACK, id="slack")])
def test_workers_share_the_limits(load: Load, workers: int, benchmark: Any, url: str, tmp_path: Path) -> None:
    """However many workers send, everything is out soon after the limits allow it, and nothing came too fast."""
    told: dict[str, Any] = {}
    arguments = (url, f"{tmp_path}/socket", load, workers, told)
    limited = benchmark.pedantic(lambda: asyncio.run(emptied(*arguments)), rounds=1)
    benchmark.extra_info.update(told)
    print(load.platform, told)
    assert limited.sent == load.messages
    assert limited.refused == 0
    assert told["times_best"] <= MOST_TIMES_BEST
    assert max(told["megabytes"]) <= MEMORY_GOAL


if __name__ == "__main__":
    pytest.main([__file__, "-o", "addopts=", "-s", *sys.argv[1:]])
