"""A pace: one request at a time, and no two closer than so many seconds (arXiv asks for 3, C20)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import TracebackType

ARXIV_SECONDS = 3.0
"""Between the end of one request to arXiv and the beginning of the next, all its hosts taken together (C20)."""


class Pace:
    """Held with `async with` around each request; one object for all that share the pace."""

    def __init__(
        self,
        seconds: float = ARXIV_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._seconds = seconds
        self._clock = clock
        self._sleep = sleep
        self._lock = asyncio.Lock()
        self._free: float | None = None

    async def __aenter__(self) -> None:
        await self._lock.acquire()
        try:
            if self._free is not None and (rest := self._free - self._clock()) > 0:
                await self._sleep(rest)
        except BaseException:
            self._lock.release()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None
    ) -> None:
        self._free = self._clock() + self._seconds
        self._lock.release()
