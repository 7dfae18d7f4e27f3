"""What one process is made of, whoever drives its jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.clock import Steps, Tick
from bot.domain.language import Language
from bot.platforms.base import Platform
from handlers.deps import Deps
from handlers.jobs.ingest import Ingester
from handlers.jobs.leading import Leading
from handlers.pulse import Pulse


class Part(StrEnum):
    """What a process does: everything, only what a worker does (answer and send), or only what a clock does."""

    ALL = "all"
    WORKER = "worker"
    CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class Process:
    """A process that serves. `wanted` is set when something may have become due that need not wait for a tick; without
    a `reader` no source is read. `looking` notes which platforms are connected, and the `steps` of its clock."""

    part: Part
    deps: Deps
    platforms: Mapping[str, Platform]
    leading: Leading
    pulse: Pulse
    wanted: asyncio.Event
    reader: Ingester | None
    language: Language
    tick_seconds: float
    looking: Tick
    steps: Steps
