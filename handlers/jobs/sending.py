"""Sends one delivery that was claimed, part by part. Which ones are sent, and when, is jobs/deliver and jobs/single.

A part is marked before it is posted and recorded before the next one, so that a process that is killed anywhere resumes
at the right part, or knows that it cannot know (B003, B007). An unknown outcome is never sent again by itself (B002):
only where the platform gives the same message back (a nonce, while it holds), and edits, for which twice is once.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from bot.domain.delivery import Delivery, Later, Outcome, Refused, Sent, Thread, Unknown
from bot.domain.document import Document
from bot.domain.retrying import is_given_up, pause_after
from bot.domain.send_count import SendResult
from bot.log import Logger
from bot.platforms.base import Platform
from handlers.deps import Deps
from handlers.jobs.parts import POSTING_LEASE, head_of, is_adrift, seen, surely, while_renewing
from handlers.jobs.send_limits import OwnLimits, SendLimits
from storage.claims import INTERRUPTED

LEASE = timedelta(minutes=5)
SIDE_BY_SIDE = 1_500
"""Deliveries that are under way at the same time on one platform of a process, each to another place: enough that 200
workspaces are kept busy which take five messages a second each, and a place one."""
AWAY_PAUSE = timedelta(hours=1)
"""How often it is looked whether a workspace that took the bot away has it again."""
UNINSTALLED = "the workspace took the bot away"
STOPPED = "its turn had not come when the process stopped"
BROKEN_OFF = "the process stopped before the platform answered"

log = Logger(__name__)


@dataclass(frozen=True, slots=True)
class Means:
    """What sending needs beside the store: the limits, which are kept from run to run, how many
    deliveries of a platform are under way at most, and chance, so that many do not come back together."""

    limits: SendLimits = field(default_factory=OwnLimits)
    jitter: Callable[[], float] = random.random
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    side_by_side: int = SIDE_BY_SIDE


async def kept(claim: Callable[[], tuple[Delivery, ...]], deps: Deps) -> tuple[Delivery, ...]:
    """What is claimed, in a thread. A claim that nobody waits for any more is given back."""
    claiming = asyncio.create_task(asyncio.to_thread(claim))
    try:
        return await asyncio.shield(claiming)
    except asyncio.CancelledError:
        for one in await claiming:
            await _give_back(one, deps)
        raise


def reachable(claimed: tuple[Delivery, ...], deps: Deps) -> tuple[Delivery, ...]:
    """Those whose workspace has the bot; the others are put off. Reads the store: call it in a thread."""
    gone = {name: deps.store.installations.inactive(name) for name in {one.recipient.platform for one in claimed}}
    away = [one for one in claimed if one.recipient.workspace in gone[one.recipient.platform]]
    for one in away:
        _put_off(one, deps)
    return tuple(one for one in claimed if one not in away)


def _put_off(delivery: Delivery, deps: Deps, reason: str = UNINSTALLED, result: SendResult | None = None) -> None:
    """The workspace took the bot away: nothing was tried, or nothing could be done."""
    due = deps.now() + AWAY_PAUSE
    deps.store.deliveries.release(
        delivery.key, delivery.token, due, delivery.reason or reason, result, doubtful=_is_doubtful(delivery)
    )


async def _give_back(delivery: Delivery, deps: Deps) -> None:
    release = deps.store.deliveries.release
    await asyncio.to_thread(
        release, delivery.key, delivery.token, delivery.due, STOPPED, None, doubtful=_is_doubtful(delivery)
    )


@dataclass(frozen=True, slots=True)
class Sending:
    """Sends deliveries to one platform, part by part. `waiting` are those whose turn has not come."""

    deps: Deps
    platform: Platform
    means: Means
    waiting: set[asyncio.Task[None]]

    async def send(self, delivery: Delivery) -> None:
        """Posts the parts that are not out yet, up to the first that did not surely arrive, while the lease is ours."""
        deliveries, thread = self.deps.store.deliveries, _thread_of(delivery)
        if is_adrift(thread, delivery):
            thread = await self._hung_again(delivery)
            if thread is None:
                return
        for index, part in enumerate(delivery.parts[len(delivery.sent_ids) :], start=len(delivery.sent_ids)):
            sent_id = await self._out(delivery, part, f"{delivery.key}/{index}", thread)
            if sent_id is None:
                return
            until = self.deps.now() + LEASE
            if not await asyncio.to_thread(deliveries.record_part, delivery.key, delivery.token, sent_id, until):
                # It was so late that somebody else has it, or holds it for unknown: it is told, and not hidden.
                log.error("sent after the lease was lost", delivery=delivery.key, part=index + 1, sent_id=sent_id)
                return
            delivery, thread = replace(delivery, posting_since=None), _hung_on(thread, sent_id)
        await asyncio.to_thread(deliveries.finish, delivery.key, delivery.token, self.deps.now())

    async def _hung_again(self, delivery: Delivery) -> Thread | None:
        """The thread for the parts to come, where somebody said that the first one is out: it hangs on that where it
        can be read back, else on a line with the issue's name. None where the delivery stops."""
        thread = delivery.thread
        assert thread is not None
        first = await seen(delivery, self.platform, delivery.parts[0], f"{delivery.key}/0", thread, delivery.due)
        if first is None:
            first = await self._out(delivery, head_of(thread), f"{delivery.key}/thread", thread)
        if first is None:
            return None
        hung, hang = replace(thread, first=first), self.deps.store.deliveries.hang
        return hung if await asyncio.to_thread(hang, delivery.key, delivery.token, hung) else None

    async def _out(self, delivery: Delivery, part: Document, part_id: str, thread: Thread | None) -> str | None:
        """The platform's id of a part that is out now; None where the delivery stops before it, for whatever reason."""
        if not await self._turn(delivery):
            return None
        lease = POSTING_LEASE if self.platform.repeats_for else LEASE
        now, begin = self.deps.now(), self.deps.store.deliveries.begin_part
        if not await asyncio.to_thread(begin, delivery.key, delivery.token, now, lease):
            log.warning("lease lost", delivery=delivery.key)
            return None
        try:
            outcome = await self._outcome_of(delivery, part, part_id, thread, now)
        except asyncio.CancelledError:
            await self._break_off(delivery)
            return None
        if isinstance(outcome, Sent):
            return outcome.id
        await _stop(delivery, outcome, self.deps, self.means)
        return None

    async def _break_off(self, delivery: Delivery) -> None:
        """The process waits for no answer any longer. The part may be out: where the platform can be asked for it the
        next process does, an edit is done again, and else nobody knows."""
        number = len(delivery.sent_ids) + 1
        log.warning("broken off", delivery=delivery.key, part=number)
        deliveries, deps = self.deps.store.deliveries, self.deps
        if delivery.edits or self.platform.repeats_for:
            release = partial(deliveries.release, doubtful=not delivery.edits)
            await asyncio.to_thread(release, delivery.key, delivery.token, deps.now(), BROKEN_OFF, None)
            return
        await asyncio.to_thread(deliveries.unknown, delivery.key, delivery.token, INTERRUPTED.format(part=number))

    async def _outcome_of(
        self, delivery: Delivery, part: Document, part_id: str, thread: Thread | None, now: datetime
    ) -> Outcome:
        """What became of a part. One that somebody else was posting when they stopped is posted again only while the
        platform then gives back what is there; later it is looked for."""
        since, platform = delivery.posting_since, self.platform
        if since is not None and not delivery.edits and now - since > platform.repeats_for:
            found = await seen(delivery, platform, part, part_id, thread, since)
            return Sent(found) if found else Unknown(INTERRUPTED.format(part=len(delivery.sent_ids) + 1))
        posting = surely(delivery, platform, part, part_id, thread, since or now, self.means.sleep)
        return await (while_renewing(posting, delivery, self.deps) if platform.repeats_for else posting)

    async def _turn(self, delivery: Delivery) -> bool:
        """Waits until something may be sent there; False if the process stops meanwhile, the delivery being given
        back."""
        task = asyncio.current_task()
        assert task is not None
        self.waiting.add(task)
        try:
            await self.means.limits.turn(delivery.recipient)
        except asyncio.CancelledError:
            await _give_back(delivery, self.deps)
            return False
        finally:
            self.waiting.discard(task)
        return True


def _thread_of(delivery: Delivery) -> Thread | None:
    """The thread for the next part: it hangs on the first part where that is out already."""
    return _hung_on(delivery.thread, delivery.sent_ids[0]) if delivery.sent_ids else delivery.thread


def _hung_on(thread: Thread | None, first: str) -> Thread | None:
    return replace(thread, first=first) if thread and not thread.first else thread


def _is_doubtful(delivery: Delivery) -> bool:
    """Whether a part may be out that somebody else was posting when they stopped."""
    return delivery.posting_since is not None


async def _stop(delivery: Delivery, outcome: Unknown | Refused | Later, deps: Deps, means: Means) -> None:
    """Writes down why a delivery stops here: in doubt, parked, or put off."""
    deliveries, doubtful = deps.store.deliveries, _is_doubtful(delivery)
    park = partial(deliveries.park, delivery.key, delivery.token, doubtful=doubtful)
    log.warning("not sent", delivery=delivery.key, outcome=type(outcome).__name__, reason=outcome.reason)
    match outcome:
        case Unknown(reason):
            await asyncio.to_thread(deliveries.unknown, delivery.key, delivery.token, reason)
        case Refused(reason, uninstalled=True):
            place, deactivate = delivery.recipient, deps.store.installations.deactivate
            await asyncio.to_thread(deactivate, place.platform, place.workspace, reason, deps.now())
            await asyncio.to_thread(_put_off, delivery, deps, reason, SendResult.REFUSED)
        case Refused(reason):
            await asyncio.to_thread(park, reason)
        case Later(reason=reason) if is_given_up(outcome, delivery.attempts):
            await asyncio.to_thread(park, reason, SendResult.GIVEN_UP)
        case Later(reason=reason):
            seconds = pause_after(outcome, delivery.attempts, means.jitter())
            if outcome.limited:
                await means.limits.rest(delivery.recipient, seconds)
            due = deps.now() + timedelta(seconds=seconds)
            result = SendResult.LIMITED if outcome.limited else SendResult.LATER
            release = partial(deliveries.release, delivery.key, delivery.token, doubtful=doubtful)
            await asyncio.to_thread(release, due, reason, result)
