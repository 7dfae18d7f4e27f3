"""A process that serves, put together from fakes, for tests that drive its jobs."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.cli.process import Part, Process
from bot.clock import Steps, Tick
from bot.domain.language import Language
from bot.domain.poll_schedule import WITH_TOKEN
from bot.platforms.base import Platform
from handlers.deps import Deps
from handlers.jobs.ingest import Ingester
from handlers.jobs.leading import Leading
from handlers.jobs.poll import Polled
from handlers.pulse import Pulse
from tests.fakes import FakeSource

TICK_SECONDS = 15.0


def a_process(part: Part, deps: Deps, *platforms: Platform, source: FakeSource | None = None) -> Process:
    """What a process of this part is made of."""
    wanted = asyncio.Event()
    woken = replace(deps, nudge=wanted.set)
    return Process(
        part=part,
        deps=woken,
        platforms={platform.name: platform for platform in platforms},
        leading=Leading(deps.store.leases),
        pulse=Pulse(deps),
        wanted=wanted,
        reader=Ingester(woken, lambda: [Polled(source, WITH_TOKEN)]) if source else None,
        language=Language.ENGLISH,
        tick_seconds=TICK_SECONDS,
        looking=Tick("connections", TICK_SECONDS, _nobody_looks),
        steps=Steps(),
    )


async def _nobody_looks() -> None:
    """Nothing is connected that could be noted."""
