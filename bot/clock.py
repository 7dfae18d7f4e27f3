"""The wall clock: short ticks, nothing else.

What is due is asked of the store by the jobs; no plan is kept in memory. A clock that was set, or a machine that slept,
is noticed within a minute: ticks are counted on the wall's clock, and one that was set back would let them wait for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from apscheduler.schedulers.asyncio import AsyncIOScheduler  # type: ignore[import-untyped]  # APScheduler 3 ships no types
from apscheduler.triggers.interval import IntervalTrigger  # type: ignore[import-untyped]  # the same

from bot.log import Logger

LOOK_SECONDS = 15.0
"""How often the wall's clock is compared with the one that only counts on."""
STEP_SECONDS = 5.0
"""A difference that is no drift any more: somebody set the clock, or the machine slept."""

log = Logger("bot.clock")


@dataclass(frozen=True, slots=True)
class Tick:
    """A job that is called every so many seconds; one that still runs is not started twice."""

    name: str
    seconds: float
    job: Callable[[], Awaitable[None]]


class Steps:
    """Compares two clocks: the wall's, which people set, and one that only counts on while the machine is awake."""

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Both give seconds."""
        self._wall, self._monotonic = wall, monotonic
        self._apart = wall() - monotonic()
        self.count = 0

    def look(self) -> float:
        """How many seconds the wall's clock has gone ahead (or back, below 0) since the last look; 0 for drift."""
        apart = self._wall() - self._monotonic()
        step = apart - self._apart
        self._apart = apart
        if abs(step) < STEP_SECONDS:
            return 0.0
        self.count += 1
        return step


class Clock:
    """A clock that is going in the running event loop, until `shutdown`."""

    def __init__(self, ticks: tuple[Tick, ...], steps: Steps | None = None, look_seconds: float = LOOK_SECONDS) -> None:
        """Starts at once; each tick comes for the first time after its seconds."""
        self.steps = steps or Steps()
        self._look_seconds = look_seconds
        self._scheduler = AsyncIOScheduler(timezone="UTC")
        for tick in ticks:
            self._scheduler.add_job(
                partial(_called, tick.job),
                IntervalTrigger(seconds=tick.seconds, timezone="UTC"),
                id=tick.name,
                max_instances=1,
                coalesce=True,
                misfire_grace_time=None,
            )
        self._scheduler.start()
        self._watching = asyncio.create_task(self._watch())

    def shutdown(self, wait: bool = False) -> None:
        """No tick comes any more; one that waits for something is broken off."""
        self._watching.cancel()
        self._scheduler.shutdown(wait=wait)

    async def _watch(self) -> None:
        """After a step every tick comes at once, whatever the wall's clock says."""
        while True:
            await asyncio.sleep(self._look_seconds)
            step = self.steps.look()
            if not step:
                continue
            log.warning("the clock was set or the machine slept", seconds=round(step), times=self.steps.count)
            for job in self._scheduler.get_jobs():
                job.modify(next_run_time=datetime.now(UTC))


async def _called(job: Callable[[], Awaitable[None]]) -> None:
    """A tick. One that is broken off because the clock stops is no fault that the scheduler should tell of."""
    with suppress(asyncio.CancelledError):
        await job()


def wind(*ticks: Tick, steps: Steps | None = None) -> Clock:
    """A clock that is going, in the running event loop; `shutdown` stops it."""
    return Clock(ticks, steps)
