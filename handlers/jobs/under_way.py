"""What a process is sending at the moment, and how that ends when the process stops."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

CLAIM_SECONDS = 1.0
"""How long what became due, or a slot that is free, waits at most while others are under way."""
SETTLE_SECONDS = 8.0
"""How long a stop waits for what is being sent; the process leaves within ten."""


class UnderWay:
    """What is being sent on one platform."""

    def __init__(self) -> None:
        self.waiting: set[asyncio.Task[None]] = set()
        """Those whose turn has not come, so that nothing of theirs can be out."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._fault: BaseException | None = None
        self._awaited = 0
        self._reached = asyncio.Event()

    def __len__(self) -> int:
        return len(self._tasks)

    def begin(self, sending: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """One more."""
        task = asyncio.create_task(sending)
        self._tasks.add(task)
        task.add_done_callback(self._end)
        return task

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            self._fault = self._fault or task.exception()
        if len(self._tasks) <= self._awaited or self._fault:
            self._reached.set()

    async def shrunk(self, size: int) -> None:
        """Waits until no more than so many are left, at most for a moment; raises what one of them raised."""
        self._awaited = size
        self._reached.clear()
        if len(self._tasks) > size and not self._fault:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLAIM_SECONDS):
                    await self._reached.wait()
        if self._fault:
            raise self._fault

    async def settle(self) -> None:
        """What waits for its turn goes back into the outbox; what is on its way may arrive, and is written down, for as
        long as somebody who stops the process would wait. What hangs longer is broken off."""
        for task in self.waiting:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=SETTLE_SECONDS)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
