"""What became of one part: posted under its own name, asked for again where the platform says what is there already,
and looked for in the place itself where nothing else helps (B002, B014)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.domain.delivery import Delivery, Later, Outcome, Sent, Thread, Unknown
from bot.domain.document import Document, Paragraph, Strong
from bot.log import Logger
from bot.platforms.base import Platform
from handlers.deps import Deps

POSTING_LEASE = timedelta(seconds=45)
"""A part that is being posted where its platform gives it back: short, so that whoever takes over from a process that
was killed asks while the platform still knows (B014)."""
RENEW_SECONDS = 15.0
"""How often the lease of a part is renewed for which the platform takes its time."""
EDIT_PAUSE = 60.0
"""Seconds until an edit is tried again of which nobody knows what became."""
NONCE_TRIES = 3
"""Attempts at one part under one nonce, within the seconds for which the platform remembers it (B-11)."""
NONCE_PAUSE = 2.0

log = Logger(__name__)


async def surely(
    delivery: Delivery,
    platform: Platform,
    part: Document,
    part_id: str,
    thread: Thread | None,
    since: datetime,
    sleep: Callable[[float], Awaitable[None]],
) -> Outcome:
    """What became of a part: asked again under the same nonce where the platform then gives back what is there, and
    looked for among what was posted `since`."""
    first = await _post(delivery, platform, part, part_id, thread)
    if not isinstance(first, Unknown):
        return first
    for _ in range(NONCE_TRIES - 1 if platform.repeats_for else 0):
        await sleep(NONCE_PAUSE)
        again = await _post(delivery, platform, part, part_id, thread)
        # Anything else, a limit too, says nothing of the first attempt.
        if isinstance(again, Sent):
            return again
    found = await seen(delivery, platform, part, part_id, thread, since)
    return Sent(found) if found else first


async def seen(
    delivery: Delivery, platform: Platform, part: Document, part_id: str, thread: Thread | None, since: datetime
) -> str | None:
    """The platform's id of a part that stands in its place since an instant, None where that is not known."""
    try:
        return await platform.find(delivery.recipient, part, part_id, since, thread)
    except Exception:
        log.exception("not looked for", delivery=delivery.key, platform=platform.name)
        return None


async def while_renewing(posting: Awaitable[Outcome], delivery: Delivery, deps: Deps) -> Outcome:
    """Waits for what becomes of a part; its lease does not end meanwhile."""
    task = asyncio.ensure_future(posting)
    try:
        while not (await asyncio.wait((task,), timeout=RENEW_SECONDS))[0]:
            until = deps.now() + POSTING_LEASE
            await asyncio.to_thread(deps.store.deliveries.renew, delivery.key, delivery.token, until)
        return task.result()
    finally:
        task.cancel()


def is_adrift(thread: Thread | None, delivery: Delivery) -> bool:
    """Whether replies are left, and nobody knows the message on which they hang: somebody only said that it is out."""
    return thread is not None and not thread.first and bool(delivery.sent_ids)


def head_of(thread: Thread) -> Document:
    """What the replies hang on where the message itself is not known: their issue's name."""
    return Document((Paragraph((Strong(thread.name),)),))


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
