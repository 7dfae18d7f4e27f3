"""How the bot does, for whoever runs it: what waits, who is silent, what was last heard; and whether that is well.

What is counted comes from the store; nothing here reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.domain.delivery import DeliveryState, Recipient
from bot.domain.health import SourceHealth
from bot.domain.send_count import SendCount

TICK_LATE = timedelta(minutes=2)
"""A clock that has not ticked for so long stands still; it ticks four times a minute."""
BEHIND = timedelta(minutes=10)
"""What is due for so long, and could be sent, is late: jitter takes up to five minutes."""
READ_RECENTLY = timedelta(minutes=15)
INBOUND_SILENT = timedelta(days=1)
"""A platform from which nobody was heard for so long may be broken without anyone noticing (E03, B097)."""
DISCONNECTED = timedelta(minutes=2)
"""A platform that no process has been connected to for so long is not connected; it is looked at each 15 seconds."""
DISCONNECTED_TOLD = timedelta(minutes=10)
"""So long a platform is away before whoever runs the bot hears of it; connections are made anew all the time (A61)."""

NOT_CONNECTED = "is not connected"
"""A fault that begins with its platform's name."""
TICK = "tick"
"""The name under which the clock notes that it ticked; a platform's own name is that of the last command from it."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Deliveries of one platform in one state, and when the oldest of them is due."""

    platform: str
    state: DeliveryState
    number: int
    oldest: datetime


@dataclass(frozen=True, slots=True)
class Parked:
    """A place that takes nothing from us, and why."""

    place: Recipient
    reason: str


@dataclass(frozen=True, slots=True)
class Operation:
    """How the bot does at an instant. `heard` is when the clock last ticked (`TICK`) and when the last command came
    from each platform, `connected` when a process was last seen connected to one, `wanted` the platforms that should
    be. `clock_steps` counts how often the clock was set or the machine slept."""

    at: datetime
    queues: tuple[Queue, ...] = ()
    parked: tuple[Parked, ...] = ()
    sources: tuple[SourceHealth, ...] = ()
    heard: Mapping[str, datetime] = field(default_factory=dict)
    connected: Mapping[str, datetime] = field(default_factory=dict)
    wanted: tuple[str, ...] = ()
    sends: tuple[SendCount, ...] = ()
    clock_steps: int = 0
    updates: int = 0
    oldest: datetime | None = None
    version: str = ""

    def number(self, *states: DeliveryState) -> int:
        """How many deliveries are in one of these states."""
        return sum(queue.number for queue in self.queues if queue.state in states)

    def overdue(self, platform: str | None = None) -> timedelta:
        """How long the oldest delivery waits that is due and could be sent."""
        waiting = (DeliveryState.PENDING, DeliveryState.CLAIMED)
        due = [queue.oldest for queue in self.queues if queue.state in waiting and platform in (None, queue.platform)]
        return max((self.at - oldest for oldest in due if oldest <= self.at), default=timedelta())

    @property
    def asked(self) -> tuple[SourceHealth, ...]:
        """The sources that were asked at least once."""
        return tuple(source for source in self.sources if source.last_try is not None)

    @property
    def read_recently(self) -> int:
        """How many sources were read within the last minutes."""
        return sum(
            1 for one in self.sources if one.last_success is not None and self.at - one.last_success <= READ_RECENTLY
        )

    @property
    def failing(self) -> int:
        """How many sources could not be read when they were last asked."""
        return sum(1 for one in self.asked if not one.is_well)

    @property
    def hardly_reads(self) -> bool:
        """Whether more than half of the sources that were asked could not be read."""
        return self.failing * 2 > len(self.asked)

    @property
    def tick_age(self) -> timedelta | None:
        """How long ago the clock ticked; None if it never did."""
        ticked = self.heard.get(TICK)
        return self.at - ticked if ticked else None

    def disconnected(self, span: timedelta = DISCONNECTED) -> Iterator[str]:
        """Platforms that should be connected, and were not for longer than the span."""
        for name in self.wanted:
            last = self.connected.get(name)
            if last is None or self.at - last > span:
                yield name

    def silent(self) -> Iterator[str]:
        """Platforms from which somebody was heard once, and for long nobody (E03)."""
        for name, last in sorted(self.heard.items()):
            if name != TICK and self.at - last >= INBOUND_SILENT:
                yield name


def faults(operation: Operation) -> tuple[str, ...]:
    """Why this process should get no work, or whoever runs it should look; nothing where all is well."""
    found = [f"{name} {NOT_CONNECTED}" for name in operation.disconnected()]
    age = operation.tick_age
    if age is None:
        found.append("the clock has not ticked yet")
    elif age > TICK_LATE:
        found.append("the clock stands still")
    if operation.overdue() > BEHIND:
        found.append("deliveries are behind")
    return tuple(found)
