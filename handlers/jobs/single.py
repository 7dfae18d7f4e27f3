"""Sends single deliveries as a job queue hands them out. The outbox has the last word: what is not due, or is somebody
else's, is left alone, so that a job may come twice."""

from __future__ import annotations

import asyncio

from bot.domain.delivery import Delivery
from bot.platforms.base import Platform
from handlers.deps import Deps
from handlers.jobs.sending import LEASE, Means, Sending, kept, reachable
from handlers.jobs.under_way import UnderWay
from handlers.pausing import is_paused

CLAIMS_AT_ONCE = 2
"""So many are being taken at the same time: of a thousand that come together the first ones are sent meanwhile, and no
word about them waits behind all that are still to be taken."""


class SingleDeliveries:
    """What one process sends on one platform."""

    def __init__(self, deps: Deps, platform: Platform, means: Means) -> None:
        self._deps = deps
        self._platform = platform
        self._under_way = UnderWay()
        self._sending = Sending(deps, platform, means, self._under_way.waiting)
        self._claims = asyncio.Semaphore(CLAIMS_AT_ONCE)
        self._is_settled = False

    async def deliver(self, key: str) -> None:
        """Sends a delivery if it is due and free; returns when it is sent, put off, or in doubt."""
        sending = self._under_way.begin(self._deliver(key))
        await asyncio.wait((sending,))
        if not sending.cancelled():
            sending.result()

    async def settle(self) -> None:
        """Nothing is taken any more, and nothing is left under a claim."""
        self._is_settled = True
        await self._under_way.settle()

    async def _deliver(self, key: str) -> None:
        if self._is_settled:
            return
        task, waiting = asyncio.current_task(), self._under_way.waiting
        assert task is not None
        waiting.add(task)
        try:
            async with self._claims:
                taken = await kept(lambda: self._claim(key), self._deps)
        finally:
            waiting.discard(task)
        for one in taken:
            await self._sending.send(one)

    def _claim(self, key: str) -> tuple[Delivery, ...]:
        if is_paused(self._deps):
            return ()
        resumes = bool(self._platform.repeats_for)
        one = self._deps.store.deliveries.claim_one(key, self._deps.now(), LEASE, resumes=resumes)
        return reachable((one,) if one else (), self._deps)
