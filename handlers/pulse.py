"""Signs of life that all processes share: when the clock last ticked, and when a command last came from a platform."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.domain.operation import TICK
from handlers.deps import Deps

APART = timedelta(seconds=30)
"""How often the same sign is written at the most, so that a busy hour does not wait for the writer."""
BEGINNING = "heard from "
PLATFORMS = ("slack", "discord")


class Pulse:
    """Notes the signs of one process."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps
        self._written: dict[str, datetime] = {}

    def note(self, name: str) -> None:
        """The clock ticked (`TICK`), or a command came from the platform. Writes to the store: call it in a thread."""
        now = self._deps.now()
        last = self._written.get(name)
        if last is None or not timedelta() <= now - last < APART:
            self._written[name] = now
            self._deps.store.meta.set(BEGINNING + name, now.isoformat())


def heard(deps: Deps) -> Mapping[str, datetime]:
    """When each was last heard, by whichever process; what never was is left out."""
    found = {name: deps.store.meta.get(BEGINNING + name) for name in (TICK, *PLATFORMS)}
    return {name: datetime.fromisoformat(text) for name, text in found.items() if text}
