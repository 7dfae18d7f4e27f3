"""How fast may be sent: per place, workspace and platform in one limiter, which also knows what a platform says.

Slack takes about one message a second in a channel and a few hundred a minute in a workspace (A30); Discord 50 requests
a second for a bot (B-16). Whoever wants to send waits for its turn; a Retry-After closes what it names for all. Here
are the turns of one process, in its memory; those that several processes share are in shared_limits.py.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from bot.domain.delivery import Recipient

FORGET_AT = 20_000
"""So many places and workspaces are remembered before those that rest are forgotten."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Seconds between two sends to one place, in one workspace, and on the whole platform."""

    place: float = 0.0
    workspace: float = 0.0
    platform: float = 0.0


UNEVEN = 1.08
"""Messages are on their way for an uneven time: so much slower than platforms take them, so that those which were held
up do not arrive with the next ones."""
SPEEDS: Mapping[str, Speed] = MappingProxyType(
    {
        "slack": Speed(place=1.0 * UNEVEN, workspace=60 / 300 * UNEVEN),
        "discord": Speed(place=0.0, platform=1 / 50 * UNEVEN),
    }
)


class SendLimits(Protocol):
    """Turns, for whoever sends."""

    async def turn(self, recipient: Recipient) -> None:
        """Waits until something may be sent there. Turns are given in the order in which they were asked for at a
        place; who waits for a place that rests takes no turn of its workspace or platform meanwhile."""

    async def rest(self, recipient: Recipient, seconds: float) -> None:
        """Nothing goes to the place for so long, as its platform said."""


class OwnLimits:
    """Turns of one process that nobody shares its platforms with."""

    def __init__(
        self,
        speeds: Mapping[str, Speed] = SPEEDS,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._speeds = speeds
        self._monotonic = monotonic
        self._sleep = sleep
        self._next: dict[tuple[str, ...], float] = {}
        self._queues: dict[tuple[str, ...], asyncio.Lock] = {}

    async def turn(self, recipient: Recipient) -> None:
        """As in SendLimits."""
        speed = self._speeds.get(recipient.platform, Speed())
        place, workspace, platform = levels_of(recipient)
        self._forget()
        async with self._queues.setdefault(place, asyncio.Lock()):
            await self._until(self._next.get(place, 0.0))
            for level, step in ((workspace, speed.workspace), (platform, speed.platform)):
                if step:
                    at = max(self._monotonic(), self._next.get(level, 0.0))
                    self._next[level] = at + step
                    await self._until(at)
            if speed.place:
                self._next[place] = max(self._next.get(place, 0.0), self._monotonic() + speed.place)

    async def _until(self, instant: float) -> None:
        if (seconds := instant - self._monotonic()) > 0:
            await self._sleep(seconds)

    async def rest(self, recipient: Recipient, seconds: float) -> None:
        """As in SendLimits."""
        place = levels_of(recipient)[0]
        self._next[place] = max(self._next.get(place, 0.0), self._monotonic() + seconds)

    def _forget(self) -> None:
        if len(self._next) > FORGET_AT:
            now = self._monotonic()
            self._next = {level: at for level, at in self._next.items() if at > now}
        if len(self._queues) > FORGET_AT:
            self._queues = {place: queue for place, queue in self._queues.items() if queue.locked()}


def levels_of(recipient: Recipient) -> tuple[tuple[str, ...], ...]:
    """The place, its workspace and its platform; the parts of a thread are sent to its channel."""
    channel = recipient.id.partition("/")[0]
    return (
        (recipient.platform, recipient.workspace, channel),
        (recipient.platform, recipient.workspace),
        (recipient.platform,),
    )
