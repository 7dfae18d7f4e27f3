"""`sources`: what is read and how that goes, as far as this place may see it."""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.health import SourceHealth
from bot.wording.sources import sources_document
from handlers.asking import facts_now
from handlers.deps import Deps


async def sources(command: Command, deps: Deps) -> Document:
    """The health of the sources, worst first."""
    return await asyncio.to_thread(_document, command, deps)


def _document(command: Command, deps: Deps) -> Document:
    tracked = deps.store.tracked.of(command.actor.platform, command.actor.workspace)
    own = {one.source for one in tracked}
    elsewhere = {one.source for one in deps.store.tracked.all()} - own
    seen = [health for health in deps.store.health.all() if health.name not in elsewhere and _is_seen(health, deps)]
    titles = [one.title for one in tracked]
    return sources_document(seen, titles, facts_now(command, deps, ()), deps.store.health.budgets())


def _is_seen(health: SourceHealth, deps: Deps) -> bool:
    """Feeds and listings are for everybody; a repository's project must be one that may be seen here (E11)."""
    return health.project is None or health.project in deps.projects.by_key
