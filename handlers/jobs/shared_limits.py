"""Turns that all processes over one store on a server share, so that each more of them sends no faster.

The store knows from when a place, a workspace and a platform are free, by its own clock. A process asks it for as many
turns of the widest level as wait here, a moment ahead of time, and enters the place with a turn; one that its place
refuses is the turn of the next who waits.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.domain.delivery import Recipient
from bot.domain.errors import StoreError
from bot.log import Logger
from handlers.jobs.send_limits import FORGET_AT, SPEEDS, Speed, levels_of
from storage.send_turns import Level, SendTurns

AHEAD_SECONDS = 0.5
"""So long before the last turn that it has a process asks for more: what asking takes, at the most."""
AT_ONCE_SECONDS = 0.5
"""So much of a level's time is taken at once at the most: what is lost where the process stops."""
LATE_SECONDS = 0.05
"""A turn that is over for longer is nobody's: several of them at once would be too fast."""
AGAIN_SECONDS = 2.0
"""How soon a store is asked again that did not answer."""

log = Logger(__name__)


@dataclass(slots=True)
class _Shared:
    """The turns of one workspace or platform that this process has."""

    level: Level
    step: float
    queue: asyncio.Lock = field(default_factory=asyncio.Lock)
    turns: deque[float] = field(default_factory=deque)
    last: float = 0.0
    waiting: int = 0

    @property
    def wanted(self) -> int:
        """How many turns are asked for at once."""
        return max(1, min(self.waiting, int(AT_ONCE_SECONDS / self.step)))


class SharedLimits:
    """Turns of all processes. Where the store does not answer nothing is sent; it is asked again."""

    def __init__(
        self,
        turns: SendTurns,
        speeds: Mapping[str, Speed] = SPEEDS,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._turns = turns
        self._speeds = speeds
        self._monotonic = monotonic
        self._sleep = sleep
        self._free: dict[Level, float] = {}
        """From when places may be free, as far as this process knows."""
        self._queues: dict[Level, asyncio.Lock] = {}
        self._shared: dict[Level, _Shared] = {}

    async def turn(self, recipient: Recipient) -> None:
        """As in SendLimits; at a place to which several processes send, in the order in which they enter it."""
        place, was_missed = levels_of(recipient)[0], False
        self._forget()
        async with self._queues.setdefault(place, asyncio.Lock()):
            while True:
                await self._until(self._free.get(place, 0.0))
                try:
                    at, is_given = await self._asked(recipient)
                except StoreError as error:
                    log.warning("no turns", reason=error.sentence)
                    at, is_given = self._monotonic() + AGAIN_SECONDS, False
                await self._until(at)
                if is_given and (was_missed or not self._is_missed(recipient, at)):
                    return
                was_missed = was_missed or is_given

    async def rest(self, recipient: Recipient, seconds: float) -> None:
        """As in SendLimits, for all processes."""
        place = levels_of(recipient)[0]
        self._free[place] = max(self._free.get(place, 0.0), self._monotonic() + seconds)
        try:
            await asyncio.to_thread(self._turns.rest, place, seconds)
        except StoreError as error:
            log.warning("a rest is not shared", reason=error.sentence)

    def _is_missed(self, recipient: Recipient, at: float) -> bool:
        """Whether a turn came while this process stood still, with others that would all be used at once now; who
        missed one waits for another, once. A place with a pace of its own rests from it on, and keeps it."""
        speed = self._speeds.get(recipient.platform, Speed())
        return not speed.place and self._monotonic() > at + LATE_SECONDS

    async def _asked(self, recipient: Recipient) -> tuple[float, bool]:
        """When the turn is, or when to ask again, and whether it is the former."""
        speed = self._speeds.get(recipient.platform, Speed())
        place, workspace, platform = levels_of(recipient)
        limited = [(level, step) for level, step in ((workspace, speed.workspace), (platform, speed.platform)) if step]
        narrow = [(place, speed.place), *limited[:-1]]
        if not limited:
            return await self._entered(narrow, self._monotonic())
        shared = self._shared.setdefault(limited[-1][0], _Shared(*limited[-1]))
        shared.waiting += 1
        try:
            async with shared.queue:
                at, is_given = await self._entered(narrow, await self._next(shared))
                if is_given:
                    shared.turns.popleft()
                return at, is_given
        finally:
            shared.waiting -= 1

    async def _entered(self, levels: list[tuple[Level, float]], at: float) -> tuple[float, bool]:
        """The same, of a turn at an instant."""
        place, step = levels[0]
        left = await asyncio.to_thread(self._turns.enter, levels, max(0.0, at - self._monotonic()))
        if left:
            return self._monotonic() + left, False
        if step:
            self._free[place] = at + step
        return at, True

    async def _next(self, shared: _Shared) -> float:
        """The first turn that the process has at a level and that is not over."""
        while shared.turns and shared.turns[0] < self._monotonic() - LATE_SECONDS:
            shared.turns.popleft()
        if not shared.turns:
            await self._until(shared.last - AHEAD_SECONDS)
            number = shared.wanted
            first = await asyncio.to_thread(self._turns.take, shared.level, shared.step, number)
            first += self._monotonic()
            shared.turns.extend(first + shared.step * index for index in range(number))
            shared.last = shared.turns[-1]
        return shared.turns[0]

    async def _until(self, instant: float) -> None:
        if (seconds := instant - self._monotonic()) > 0:
            await self._sleep(seconds)

    def _forget(self) -> None:
        if len(self._free) > FORGET_AT:
            now = self._monotonic()
            self._free = {place: at for place, at in self._free.items() if at > now}
        if len(self._queues) > FORGET_AT:
            self._queues = {place: queue for place, queue in self._queues.items() if queue.locked()}
        if len(self._shared) > FORGET_AT:
            self._shared = {level: one for level, one in self._shared.items() if one.waiting}
