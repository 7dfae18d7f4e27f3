"""Once a day room is made and the search index is put in order; nothing that a promise needs is forgotten.

A sent delivery keeps its key for ever, so that it is never sent again, and the platform's ids of its parts.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta

from bot.domain.editing.material import LOOKED_BACK
from bot.log import Logger
from handlers.deps import Deps

PARTS_KEPT = timedelta(days=90)
"""How long the words of a sent delivery are kept."""
COMMAND_LINES_KEPT = timedelta(days=400)
"""How long a button works of which nobody has made use, and which was not drawn again."""
HEALTH_KEPT = timedelta(days=400)
"""How long it is remembered how a source was that nobody reads any more."""
CHECK_SECONDS = 3_600.0
"""How often the clock asks whether it is time."""
LAST = "cleaned"

log = Logger(__name__)


async def housekeep(deps: Deps) -> bool:
    """Cleans where nobody did on this day (UTC); answers whether it did."""
    return await asyncio.to_thread(_housekept, deps)


def _housekept(deps: Deps) -> bool:
    store, now = deps.store, deps.now()
    last = store.meta.get(LAST)
    if last == now.date().isoformat():
        return False
    emptied = store.upkeep.empty_sent(now - PARTS_KEPT)
    store.told.forget(now - LOOKED_BACK)
    forgotten = store.command_lines.forget(now - COMMAND_LINES_KEPT)
    sources = store.health.forget(now - HEALTH_KEPT)
    store.send_turns.forget()
    store.updates.optimize()
    store.meta.set(LAST, now.date().isoformat())
    log.info("cleaned", deliveries=emptied, command_lines=forgotten, sources=sources)
    return True
