"""Sends what the outbox holds. It decides nothing about what is sent: publish and match put it there.

A part is marked before it is posted and recorded before the next one, so that a process that is killed anywhere resumes
at the right part, or knows that it cannot know (B003, B007). An unknown outcome is never sent again by itself (B002).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import timedelta

from bot.domain.delivery import Delivery, Later, Outcome, Refused, Sent, Unknown
from bot.domain.document import Document
from bot.log import Logger
from bot.platforms.base import Platform
from handlers.deps import Deps

LEASE = timedelta(minutes=5)
BATCH = 50

log = Logger(__name__)


async def deliver(deps: Deps, platforms: Mapping[str, Platform]) -> int:
    """Sends what is due on these platforms, one delivery of each recipient side by side; answers how many were claimed,
    so call it until that is none. One bad destination stops nobody."""
    claimed = await asyncio.to_thread(deps.store.deliveries.claim, deps.now(), LEASE, BATCH, tuple(platforms))
    await asyncio.gather(*(_send(delivery, deps, platforms[delivery.recipient.platform]) for delivery in claimed))
    return len(claimed)


async def _send(delivery: Delivery, deps: Deps, platform: Platform) -> None:
    """Posts the parts that are not out yet, up to the first that did not surely arrive, while the lease is ours."""
    deliveries = deps.store.deliveries
    for index, part in enumerate(delivery.parts[len(delivery.sent_ids) :], start=len(delivery.sent_ids)):
        if not await asyncio.to_thread(deliveries.begin_part, delivery.key, delivery.token):
            log.warning("lease lost", delivery=delivery.key)
            return
        outcome = await _post(delivery, platform, part, f"{delivery.key}/{index}")
        if not isinstance(outcome, Sent):
            await _stop(delivery, outcome, deps)
            return
        await asyncio.to_thread(deliveries.record_part, delivery.key, delivery.token, outcome.id)
    await asyncio.to_thread(deliveries.finish, delivery.key, delivery.token)


async def _post(delivery: Delivery, platform: Platform, part: Document, part_id: str) -> Outcome:
    """What became of a part; a platform that raises leaves it unknown, because the part may be out."""
    try:
        return await platform.post(delivery.recipient, part, part_id)
    except Exception as error:
        log.exception("post failed", delivery=delivery.key, platform=platform.name)
        return Unknown(type(error).__name__)


async def _stop(delivery: Delivery, outcome: Unknown | Refused | Later, deps: Deps) -> None:
    """Writes down why a delivery stops here: in doubt, parked, or put off."""
    deliveries = deps.store.deliveries
    log.warning("not sent", delivery=delivery.key, outcome=type(outcome).__name__, reason=outcome.reason)
    match outcome:
        case Unknown(reason):
            await asyncio.to_thread(deliveries.unknown, delivery.key, delivery.token, reason)
        case Refused(reason):
            await asyncio.to_thread(deliveries.park, delivery.key, delivery.token, reason)
        case Later(seconds, reason):
            due = deps.now() + timedelta(seconds=seconds)
            await asyncio.to_thread(deliveries.release, delivery.key, delivery.token, due, reason)
