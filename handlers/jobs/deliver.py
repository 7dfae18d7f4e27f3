"""Sends what the outbox holds. It decides nothing about what is sent: publish, match and correct put it there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from bot.domain.delivery import Delivery
from bot.platforms.base import Platform
from handlers.deps import Deps
from handlers.jobs.sending import LEASE, Means, Sending, kept, reachable
from handlers.jobs.under_way import UnderWay
from handlers.pausing import is_paused

BATCH = 150
"""So many slots are filled at a time, so that the outbox is not searched for each."""


async def deliver(deps: Deps, platforms: Mapping[str, Platform], means: Means | None = None) -> int:
    """Sends what is due on these platforms until nothing is, one delivery of each recipient side by side; answers how
    many were claimed. One bad or slow destination stops nobody (B072), nor a platform another. Who cancels it and waits
    for it has nothing left under a claim."""
    means = means or Means()
    runs = [asyncio.create_task(_emptied(name, platform, deps, means)) for name, platform in platforms.items()]
    try:
        return sum(await asyncio.gather(*runs))
    finally:
        for run in runs:
            run.cancel()
        await asyncio.gather(*runs, return_exceptions=True)


async def _emptied(name: str, platform: Platform, deps: Deps, means: Means) -> int:
    """Sends what is due on one platform; answers how many were claimed."""
    under_way, sent = UnderWay(), 0
    sending = Sending(deps, platform, means, under_way.waiting)
    try:
        while True:
            free = means.side_by_side - len(under_way)
            taken = await _claimed(platform, name, free, deps) if free else ()
            sent += len(taken)
            for one in taken:
                under_way.begin(sending.send(one))
            if not under_way:
                return sent
            # Where there was more than slots, a batch of them is awaited; else everything, for a moment.
            await under_way.shrunk(max(0, means.side_by_side - BATCH) if len(taken) == free else 0)
    finally:
        await under_way.settle()


async def _claimed(platform: Platform, name: str, number: int, deps: Deps) -> tuple[Delivery, ...]:
    """Up to so many deliveries that are due on a platform, none while everything is paused."""
    return await kept(lambda: _claim(platform, name, number, deps), deps)


def _claim(platform: Platform, name: str, number: int, deps: Deps) -> tuple[Delivery, ...]:
    if is_paused(deps):
        return ()
    resumes = bool(platform.repeats_for)
    return reachable(deps.store.deliveries.claim(deps.now(), LEASE, number, (name,), resumes=resumes), deps)
