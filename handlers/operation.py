"""How the bot does, read from the store: for `status`, for the web door's checks and for its metrics."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from bot.domain.operation import Operation
from handlers.deps import Deps
from handlers.pulse import clock_steps, connected, heard

UNINSTALLED = "0.1.0"
"""The version where the bot runs from its folder."""


def operation_of(deps: Deps) -> Operation:
    """How the bot does now, of all that it reads and sends. Reads the store: call it in a thread."""
    held = deps.store.updates.coverage().values()
    return Operation(
        at=deps.now(),
        queues=deps.store.upkeep.queues(),
        parked=deps.store.upkeep.parked(),
        sources=deps.store.health.all(),
        heard=heard(deps),
        connected=connected(deps),
        wanted=deps.platforms,
        sends=deps.store.send_counts.all(),
        clock_steps=clock_steps(deps),
        updates=deps.store.updates.total(),
        oldest=min((one.oldest for one in held), default=None),
        version=own_version(),
    )


def own_version() -> str:
    """The version of the bot."""
    try:
        return version("whatsnew")
    except PackageNotFoundError:
        return UNINSTALLED
