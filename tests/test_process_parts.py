"""The bot in separate processes, as Procfile starts them."""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path

from handlers.jobs.leading import PUBLISHING
from storage.store import Store
from tests.processes import environment, finished, running

PATIENCE = 40.0


async def asked(port: int, address: str) -> str:
    """What the web door answers, as soon as it is there."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.1)
                continue
            writer.write(f"GET {address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            answer = await reader.read()
            writer.close()
            await writer.wait_closed()
            return answer.decode()


def a_free_port() -> int:
    """A port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def test_a_web_process_answers_and_leaves(tmp_path: Path) -> None:
    """`web` serves the list of issues and its checks over an empty store, is not ready while no clock ever ticked, and
    leaves when it is told to."""

    async def run() -> tuple[str, str, str]:
        port = a_free_port()
        env = environment(tmp_path / "store.sqlite3", WEB_PORT=str(port))
        async with running("web", env=env):
            return await asked(port, "/"), await asked(port, "/healthz"), await asked(port, "/readyz")

    page, alive, ready = asyncio.run(run())
    assert "No issue has gone out yet." in page
    assert alive.startswith("HTTP/1.1 200")
    assert ready.startswith("HTTP/1.1 503")
    assert "the clock has not ticked yet" in ready


async def led(store: Store, other_than: str | None = None) -> str:
    """The process that publishes, as soon as there is one (another one than before)."""
    async with asyncio.timeout(PATIENCE):
        while True:
            holder = store.leases.holder(PUBLISHING, datetime.now(UTC))
            if holder is not None and holder != other_than:
                return holder
            await asyncio.sleep(0.1)


def test_a_clock_takes_over(tmp_path: Path) -> None:
    """Of two clocks over one file the first one publishes; it leaves in time and gives that up, and the second one
    publishes from then on."""

    async def run(store: Store) -> tuple[str, str]:
        env = environment(tmp_path / "store.sqlite3")
        clock = ("--now", "2026-07-22T09:00+08:00", "clock")
        async with AsyncExitStack() as leaving:
            await leaving.enter_async_context(running(*clock, env=env))
            first = await led(store)
            async with running(*clock, env=env):
                await leaving.aclose()
                return first, await led(store, other_than=first)

    with Store.open(f"sqlite:///{tmp_path}/store.sqlite3") as store:
        first, second = asyncio.run(run(store))
    assert first != second


def test_a_worker_without_a_platform_says_so(tmp_path: Path) -> None:
    """A worker that nobody could reach ends with a sentence."""
    status, _, told = asyncio.run(finished("worker", env=environment(tmp_path / "store.sqlite3")))
    assert status == 1
    assert told == "A worker needs a platform: set the tokens of Slack or Discord.\n"
