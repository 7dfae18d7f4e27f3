"""A worker or a clock as a process of its own, for tests/bench/bench_workers.py: its platforms are behind a socket.

python -m tests.bench.worker_child PART URL SOCKET
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import count

from bot.app import wall_clock
from bot.cli.process import Part
from bot.cli.queued import on_queue
from bot.domain.delivery import Later, Outcome, Recipient, Sent, Thread
from bot.domain.document import Document
from bot.memory import keep_one_arena, set_aside
from bot.platforms.discord.platform import NONCE_HELD
from tests.bench.posting_only import PostingOnly
from tests.handlers.conftest import deps_over
from tests.parts import a_process


@dataclass
class Line:
    """One connection on which many requests are under way at once; each has a number."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    _numbers: count[int] = field(default_factory=count)
    _asked: dict[int, asyncio.Future[str | None]] = field(default_factory=dict)

    async def ask(self, *words: str) -> str | None:
        """The id of a message that was taken; None where it came too fast."""
        number = next(self._numbers)
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        self.writer.write(json.dumps([number, *words]).encode() + b"\n")
        return await answer

    async def read(self) -> None:
        """Hands answers out until the other side is gone."""
        async for line in self.reader:
            number, sent_id = json.loads(line)
            self._asked.pop(number).set_result(sent_id)


@dataclass
class Remote(PostingOnly):
    """A platform in another process, which all workers share."""

    name: str
    line: Line
    repeats_for: timedelta

    async def post(self, recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None) -> Outcome:
        """Asks it."""
        sent_id = await self.line.ask(self.name, recipient.workspace, recipient.id)
        return Sent(sent_id) if sent_id else Later(1, "429", limited=True)


async def work(part: Part, url: str, socket: str) -> None:
    """Does its part until it is told to stop."""
    deps = replace(deps_over(url), now=wall_clock)
    set_aside()
    line = Line(*await asyncio.open_unix_connection(socket))
    reading = asyncio.create_task(line.read())
    platforms = Remote("slack", line, timedelta()), Remote("discord", line, NONCE_HELD)
    working = asyncio.create_task(on_queue(a_process(part, deps, *platforms), deps.store.queued.address or ""))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, working.cancel)
    with suppress(asyncio.CancelledError):
        await working
    reading.cancel()
    deps.store.close()


if __name__ == "__main__":
    keep_one_arena()
    asyncio.run(work(Part(sys.argv[1]), *sys.argv[2:]))
