"""What the platforms' buttons stand for, remembered in the store."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.renderers.command_value import Remembered
from handlers.deps import Deps


class StoredMemory:
    """The platforms' memory (bot/platforms/memory.py) over the store."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps

    async def remember(self, entries: Sequence[Remembered]) -> None:
        """Keeps the entries and that they were used now; does nothing for none."""
        if entries:
            lines = {entry.token: entry.command for entry in entries}
            await asyncio.to_thread(self._deps.store.command_lines.remember, lines, self._deps.now())

    async def recall(self, token: str) -> str | None:
        """The command line of a token."""
        return await asyncio.to_thread(self._deps.store.command_lines.recall, token)
