"""The sample: what the bot shows before anybody has given it data."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.app import SAMPLE_END, Field, deps_of
from bot.platforms.terminal import shell_command
from config.settings import ROOT, Settings
from handlers.commands.subscribe import subscribe
from handlers.deps import Deps
from handlers.jobs.importing import import_files

SAMPLE = ROOT / "config" / "sample.jsonl"
SAMPLE_MARGIN = timedelta(hours=1)
EXAMPLE_SUBSCRIPTION = "flashinfer sm120 at-once"


async def with_sample(deps: Deps, settings: Settings, now: datetime | None) -> Deps:
    """Fills an empty store with the sample and answers the dependencies over it: their clock stands at the sample's
    end, so that its windows hold something. The shell's user is subscribed to an example."""
    import_files([SAMPLE], deps.store, deps.vocabulary, deps.projects, deps.now())
    end = max(held.newest for held in deps.store.updates.coverage().values()) + SAMPLE_MARGIN
    deps.store.meta.set(SAMPLE_END, end.isoformat())
    filled = deps_of(deps.store, Field(deps.vocabulary, deps.projects), now)
    await subscribe(shell_command(EXAMPLE_SUBSCRIPTION, filled.now(), settings.zone, settings.language), filled)
    return filled
