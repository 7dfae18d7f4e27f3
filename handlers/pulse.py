"""Signs of life that all processes share: when the clock last ticked, when a command last came from a platform, when a
process was last connected to one, and how often the clock was set."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.domain.operation import TICK
from handlers.deps import Deps

APART = timedelta(seconds=30)
"""How often the same sign is written at the most, so that a busy hour does not wait for the writer."""
BEGINNING, CONNECTED = "heard from ", "connected to "
CLOCK_STEPS = "clock steps"
PLATFORMS = ("slack", "discord")


class Pulse:
    """Notes the signs of one process. Each writes to the store: call it in a thread."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps
        self._written: dict[str, datetime] = {}
        self._steps = 0

    def note(self, name: str) -> None:
        """The clock ticked (`TICK`), or a command came from the platform."""
        self._note(BEGINNING + name)

    def note_connected(self, platform: str) -> None:
        """This process is connected to the platform."""
        self._note(CONNECTED + platform)

    def note_steps(self, count: int) -> None:
        """How often this process has noticed that the clock was set."""
        if fresh := count - self._steps:
            self._steps = count
            self._deps.store.meta.set(CLOCK_STEPS, str(clock_steps(self._deps) + fresh))

    def _note(self, sign: str) -> None:
        now = self._deps.now()
        last = self._written.get(sign)
        if last is None or not timedelta() <= now - last < APART:
            self._written[sign] = now
            self._deps.store.meta.set(sign, now.isoformat())


def heard(deps: Deps) -> Mapping[str, datetime]:
    """When each was last heard, by whichever process; what never was is left out."""
    return _noted(BEGINNING, (TICK, *PLATFORMS), deps)


def connected(deps: Deps) -> Mapping[str, datetime]:
    """When a process was last connected to each platform; where none ever was it is left out."""
    return _noted(CONNECTED, PLATFORMS, deps)


def clock_steps(deps: Deps) -> int:
    """How often any process noticed that the clock was set or the machine slept."""
    return int(deps.store.meta.get(CLOCK_STEPS) or 0)


def _noted(beginning: str, names: tuple[str, ...], deps: Deps) -> Mapping[str, datetime]:
    found = {name: deps.store.meta.get(beginning + name) for name in names}
    return {name: datetime.fromisoformat(text) for name, text in found.items() if text}
