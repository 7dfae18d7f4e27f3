"""Sends what the outbox holds. It decides nothing about what is sent: publish, match and correct put it there.

A part is marked before it is posted and recorded before the next one, so that a process that is killed anywhere resumes
at the right part, or knows that it cannot know (B003, B007). An unknown outcome is never sent again by itself (B002):
only where the platform gives the same message back (a nonce, while it holds), and edits, for which twice is once.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from bot.domain.delivery import Delivery, Later, Outcome, Refused, Sent, Thread, Unknown
from bot.domain.document import Document
from bot.domain.retrying import is_given_up, pause_after
from bot.log import Logger
from bot.platforms.base import Platform
from handlers.deps import Deps
from handlers.jobs.send_limits import SendLimits
from handlers.pausing import is_paused

LEASE = timedelta(minutes=5)
SIDE_BY_SIDE = 1_500
"""Deliveries that are under way at the same time on one platform of a process, each to another place: enough that 200
workspaces are kept busy which take five messages a second each, and a place one."""
BATCH = 150
"""So many slots are filled at a time, so that the outbox is not searched for each."""
CLAIM_SECONDS = 1.0
"""How long what became due, or a slot that is free, waits at most while others are under way."""
EDIT_PAUSE = 60.0
"""Seconds until an edit is tried again of which nobody knows what became."""
NONCE_TRIES = 3
"""Attempts at one part under one nonce, within the seconds for which the platform remembers it (B-11)."""
NONCE_PAUSE = 2.0
STOPPED = "its turn had not come when the process stopped"

log = Logger(__name__)


@dataclass(frozen=True, slots=True)
class Means:
    """What sending needs beside the store: the limits of this process, which are kept from run to run, how many
    deliveries of a platform are under way at most, and chance, so that many do not come back together."""

    limits: SendLimits = field(default_factory=SendLimits)
    jitter: Callable[[], float] = random.random
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    side_by_side: int = SIDE_BY_SIDE


class _UnderWay:
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

    def begin(self, sending: Coroutine[Any, Any, None]) -> None:
        """One more."""
        task = asyncio.create_task(sending)
        self._tasks.add(task)
        task.add_done_callback(self._end)

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
        """What waits for its turn goes back into the outbox; what is on its way may arrive, and is written down."""
        for task in self.waiting:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


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
    under_way, sent = _UnderWay(), 0
    try:
        while True:
            free = means.side_by_side - len(under_way)
            claimed = await _claimed(name, free, deps) if free else ()
            sent += len(claimed)
            for one in claimed:
                under_way.begin(_send(one, deps, platform, means, under_way.waiting))
            if not under_way:
                return sent
            # Where there was more than slots, a batch of them is awaited; else everything, for a moment.
            await under_way.shrunk(max(0, means.side_by_side - BATCH) if len(claimed) == free else 0)
    finally:
        await under_way.settle()


def _claim(name: str, number: int, deps: Deps) -> tuple[Delivery, ...]:
    return () if is_paused(deps) else deps.store.deliveries.claim(deps.now(), LEASE, number, (name,))


async def _claimed(name: str, number: int, deps: Deps) -> tuple[Delivery, ...]:
    """Up to so many deliveries that are due on a platform, none while everything is paused. A claim that nobody waits
    for any more is given back."""
    claiming = asyncio.create_task(asyncio.to_thread(_claim, name, number, deps))
    try:
        return await asyncio.shield(claiming)
    except asyncio.CancelledError:
        for one in await claiming:
            await _give_back(one, deps)
        raise


async def _give_back(delivery: Delivery, deps: Deps) -> None:
    release = deps.store.deliveries.release
    await asyncio.to_thread(release, delivery.key, delivery.token, delivery.due, STOPPED, counts=False)


async def _send(
    delivery: Delivery, deps: Deps, platform: Platform, means: Means, waiting: set[asyncio.Task[None]]
) -> None:
    """Posts the parts that are not out yet, up to the first that did not surely arrive, while the lease is ours."""
    deliveries, thread = deps.store.deliveries, _thread_of(delivery)
    for index, part in enumerate(delivery.parts[len(delivery.sent_ids) :], start=len(delivery.sent_ids)):
        if not await _turn(delivery, deps, means, waiting):
            return
        if not await asyncio.to_thread(deliveries.begin_part, delivery.key, delivery.token, deps.now() + LEASE):
            log.warning("lease lost", delivery=delivery.key)
            return
        outcome = await _surely(delivery, platform, part, f"{delivery.key}/{index}", thread, means)
        if not isinstance(outcome, Sent):
            await _stop(delivery, outcome, deps, means)
            return
        if not await asyncio.to_thread(deliveries.record_part, delivery.key, delivery.token, outcome.id):
            # It was so late that somebody else has the delivery, or holds it for unknown: it is told, and not hidden.
            log.error("sent after the lease was lost", delivery=delivery.key, part=index + 1, sent_id=outcome.id)
            return
        thread = _hung_on(thread, outcome.id)
    await asyncio.to_thread(deliveries.finish, delivery.key, delivery.token)


async def _turn(delivery: Delivery, deps: Deps, means: Means, waiting: set[asyncio.Task[None]]) -> bool:
    """Waits until something may be sent there; False if the process stops meanwhile, the delivery being given back."""
    task = asyncio.current_task()
    assert task is not None
    waiting.add(task)
    try:
        await means.limits.turn(delivery.recipient)
    except asyncio.CancelledError:
        await _give_back(delivery, deps)
        return False
    finally:
        waiting.discard(task)
    return True


def _thread_of(delivery: Delivery) -> Thread | None:
    """The thread for the next part: it hangs on the first part where that is out already."""
    return _hung_on(delivery.thread, delivery.sent_ids[0]) if delivery.sent_ids else delivery.thread


def _hung_on(thread: Thread | None, first: str) -> Thread | None:
    return replace(thread, first=first) if thread and not thread.first else thread


async def _surely(
    delivery: Delivery, platform: Platform, part: Document, part_id: str, thread: Thread | None, means: Means
) -> Outcome:
    """What became of a part, asked again under the same nonce where the platform then gives back what is there."""
    outcome = await _post(delivery, platform, part, part_id, thread)
    tries = 1
    while isinstance(outcome, Unknown) and platform.repeats_safely and not delivery.edits and tries < NONCE_TRIES:
        await means.sleep(NONCE_PAUSE)
        outcome = await _post(delivery, platform, part, part_id, thread)
        tries += 1
    return outcome


async def _post(delivery: Delivery, platform: Platform, part: Document, part_id: str, thread: Thread | None) -> Outcome:
    """What became of a part; a platform that raises leaves it unknown, because the part may be out."""
    try:
        if delivery.edits:
            outcome = await platform.edit(delivery.recipient, delivery.edits, part)
            return Later(EDIT_PAUSE, outcome.reason) if isinstance(outcome, Unknown) else outcome
        return await platform.post(delivery.recipient, part, part_id, thread)
    except Exception as error:
        log.exception("post failed", delivery=delivery.key, platform=platform.name)
        return Unknown(type(error).__name__)


async def _stop(delivery: Delivery, outcome: Unknown | Refused | Later, deps: Deps, means: Means) -> None:
    """Writes down why a delivery stops here: in doubt, parked, or put off."""
    deliveries = deps.store.deliveries
    log.warning("not sent", delivery=delivery.key, outcome=type(outcome).__name__, reason=outcome.reason)
    match outcome:
        case Unknown(reason):
            await asyncio.to_thread(deliveries.unknown, delivery.key, delivery.token, reason)
        case Refused(reason):
            await asyncio.to_thread(deliveries.park, delivery.key, delivery.token, reason)
        case Later(reason=reason) if is_given_up(outcome, delivery.attempts):
            await asyncio.to_thread(deliveries.park, delivery.key, delivery.token, reason)
        case Later(reason=reason):
            seconds = pause_after(outcome, delivery.attempts, means.jitter())
            if outcome.limited:
                means.limits.rest(delivery.recipient, seconds)
            due = deps.now() + timedelta(seconds=seconds)
            await asyncio.to_thread(
                deliveries.release, delivery.key, delivery.token, due, reason, counts=not outcome.limited
            )
