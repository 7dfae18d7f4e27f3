"""The wall clock: short ticks, nothing else.

What is due is asked of the store by the jobs; no plan is kept in memory.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from apscheduler.schedulers.asyncio import AsyncIOScheduler  # type: ignore[import-untyped]  # APScheduler 3 ships no types
from apscheduler.triggers.interval import IntervalTrigger  # type: ignore[import-untyped]  # the same


@dataclass(frozen=True, slots=True)
class Tick:
    """A job that is called every so many seconds; one that still runs is not started twice."""

    name: str
    seconds: float
    job: Callable[[], Awaitable[None]]


def wind(*ticks: Tick) -> AsyncIOScheduler:
    """A clock that is going, in the running event loop; `shutdown(wait=False)` stops it."""
    scheduler = AsyncIOScheduler(timezone="UTC")
    for tick in ticks:
        scheduler.add_job(
            tick.job,
            IntervalTrigger(seconds=tick.seconds, timezone="UTC"),
            id=tick.name,
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )
    scheduler.start()
    return scheduler
