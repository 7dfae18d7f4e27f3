"""Filling an empty store: from the sources, or with the sample where none answers."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.app import SAMPLE_END
from bot.cli.sample import with_sample
from bot.domain.health import REPOSITORIES, family_of
from bot.reading import SourceBook
from config.settings import Settings
from handlers.deps import Deps
from handlers.jobs.ingest import Ingester
from handlers.jobs.poll import Polled

FIRST_READING = 15.0
"""Seconds that a first start waits for the sources before it shows anything; what is not read by then comes later."""


async def filled(deps: Deps, settings: Settings, book: SourceBook, stop: asyncio.Event) -> Deps:
    """The dependencies over a store that holds something: what the repositories gave within the first seconds, or the
    sample. `deps` have the wall's clock; those of the sample stand at its end."""
    ingester = Ingester(deps, lambda: [polled for polled in book.polled() if _is_repository(polled)])
    try:
        await ingester.tick()
        ends = [asyncio.create_task(ingester.settled()), asyncio.create_task(_until(stop))]
        await asyncio.wait(ends, timeout=FIRST_READING, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
    finally:
        await ingester.stop()
    if ingester.taken:
        await asyncio.to_thread(deps.store.meta.delete, SAMPLE_END)
        return replace(deps, sample=False)
    sample = await with_sample(deps, settings, None)
    return replace(sample, look_at=deps.look_at, ops=deps.ops)


async def _until(stop: asyncio.Event) -> None:
    await stop.wait()


def _is_repository(polled: Polled) -> bool:
    """Feeds and papers alone are no beginning, and papers take their time."""
    return family_of(polled.source.name) == REPOSITORIES
