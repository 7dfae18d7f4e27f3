"""What happens to places, as their platforms tell of it, is written down (bot/platforms/base.py)."""

from __future__ import annotations

import asyncio

from bot.domain.delivery import Recipient
from bot.log import Logger
from handlers.deps import Deps
from handlers.doubts import reopen

log = Logger(__name__)


class StoredPlaces:
    """The places of all platforms, over the store. Everything may be told twice: the second time changes nothing."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps

    async def gone(self, platform: str, workspace: str, reason: str) -> None:
        """Nothing is tried in the workspace until the bot is back (B080, B081)."""
        deactivate = self._deps.store.installations.deactivate
        if await asyncio.to_thread(deactivate, platform, workspace, reason, self._deps.now()):
            log.error("the bot was taken away", platform=platform, workspace=workspace, reason=reason)

    async def back(self, platform: str, workspace: str) -> None:
        """What waits in the workspace is sent."""
        if await asyncio.to_thread(self._deps.store.installations.activate, platform, workspace):
            log.info("the bot is back", platform=platform, workspace=workspace)

    async def renamed(self, place: Recipient, new: str) -> None:
        """Everything that is kept of the channel is kept under its new id, and what waits there is tried (B084)."""
        rows = await asyncio.to_thread(self._deps.store.renaming.rename, place, new)
        log.info("a channel has another id", place=str(place), new=new, rows=rows)
        await self.opened(Recipient(place.platform, place.workspace, place.kind, new))

    async def opened(self, place: Recipient) -> None:
        """What waits there is tried (B079)."""
        await asyncio.to_thread(reopen, place, self._deps)
