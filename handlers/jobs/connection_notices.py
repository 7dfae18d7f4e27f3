"""Who runs the bot hears once of a platform that is not connected, of one from which nobody is heard any more (E03,
B097), and of a workspace that took the bot away (A38).

That it was told is the message itself: its key names the platform's last sign, so that each silence is told once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime

from bot.domain.delivery import Delivery, Recipient
from bot.domain.document import Document
from bot.domain.operation import DISCONNECTED_TOLD, Operation
from bot.domain.window import UTC_ZONE
from bot.log import Logger
from bot.wording.connections import away_document, gone_document, silence_document
from handlers.deps import Deps
from handlers.jobs.source_notices import owner_of
from handlers.pulse import connected, heard
from storage.installations import InactiveInstallation

log = Logger(__name__)


async def tell_of_connections(deps: Deps) -> int:
    """Puts into the outbox what is to be known of the platforms; answers how many messages that were."""
    return await asyncio.to_thread(_tell, deps)


def _tell(deps: Deps) -> int:
    seen = Operation(deps.now(), heard=heard(deps), connected=connected(deps), wanted=deps.platforms)
    gone = deps.store.installations.all_inactive()
    found = [*_found(seen), *map(_gone, gone)]
    told = owner_of(deps) if found else None
    if told is not None and any((one.platform, one.workspace) == (told.platform, told.workspace) for one in gone):
        return 0
    if told is None:
        return 0
    new = deps.store.deliveries.enqueue([_delivery(*one, told, deps) for one in found])
    for key in new:
        log.warning("told of a platform", notice=key, told=str(told))
    return len(new)


def _found(operation: Operation) -> Iterator[tuple[str, datetime, Document]]:
    """The start of a notice's key, the last sign that it is about, and its words."""
    for name in operation.disconnected(DISCONNECTED_TOLD):
        if (last := operation.connected.get(name)) is not None:
            yield f"platform/{name}/away", last, away_document(name, last, UTC_ZONE)
    for name in operation.silent():
        if name in operation.wanted:
            last = operation.heard[name]
            yield f"platform/{name}/silent", last, silence_document(name, last, UTC_ZONE)


def _gone(one: InactiveInstallation) -> tuple[str, datetime, Document]:
    return (
        f"platform/{one.platform}/{one.workspace}/gone",
        one.since,
        gone_document(one.platform, one.workspace, one.reason),
    )


def _delivery(kind: str, last: datetime, document: Document, told: Recipient, deps: Deps) -> Delivery:
    key = f"{kind}/{last.astimezone(UTC):%Y-%m-%dT%H:%M:%S}"
    return Delivery(key, told, deps.split(told.platform, document), deps.now())
