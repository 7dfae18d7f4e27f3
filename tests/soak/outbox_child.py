"""A process that publishes and sends, and is killed at a named point: what a deploy, an OOM killer or a power cut does.

It is forked from a server that has everything imported, so that a run costs a hundredth of an interpreter.
"""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from multiprocessing.connection import Connection
from threading import Barrier
from typing import Any

from bot.domain.delivery import Delivery, RecipientKind, Thread
from bot.platforms.discord.platform import NONCE_HELD
from handlers.deps import Deps
from handlers.jobs.deliver import deliver
from handlers.jobs.send_limits import OwnLimits
from handlers.jobs.sending import Means
from storage.database import Database
from storage.deliveries import Deliveries
from tests.factories import NOW, a_delivery, a_document, a_recipient
from tests.handlers.conftest import deps_over
from tests.soak.outbox_peer import Line

PLACES = (("slack", 1), ("slack", 4), ("discord", 1), ("discord", 3))
"""What each run owes: one delivery of so many parts on each platform, each to a place of its own."""
ARCHIVED, REVOKED = "archived", "revoked"
PUBLISHED = "soak published"


class Point(Enum):
    """Where a sender is killed."""

    COMPOSED = "composed"
    ENQUEUED = "enqueued"
    CLAIMED = "claimed"
    BEGUN = "begun, not sent"
    SENT = "sent, not marked"
    BETWEEN = "between parts"
    MARKED = "marked, not finished"
    FINISHED = "finished"
    ANYWHERE = "anywhere"


@dataclass(frozen=True, slots=True)
class Errand:
    """What a child does: owe the run's deliveries, and send what is due at `now` until the point is passed `skip`
    times and reached once more."""

    url: str
    socket: str
    run: int
    now: datetime
    point: Point | None = None
    skip: int = 0


class Stop:
    """Kills this process where it was told to."""

    def __init__(self, point: Point | None, skip: int) -> None:
        self._point = point
        self._left = skip

    def at(self, point: Point) -> None:
        """The process is at this point."""
        if point is self._point:
            self._left -= 1
            if self._left < 0:
                os.kill(os.getpid(), signal.SIGKILL)


class StoppingDeliveries(Deliveries):
    """The outbox, with its points named."""

    def __init__(self, database: Database, stop: Stop) -> None:
        super().__init__(database)
        self._stop = stop
        self._parts: dict[str, int] = {}

    def claim(self, *told: Any, **named: Any) -> tuple[Delivery, ...]:
        """Kept, and then perhaps the end."""
        claimed = super().claim(*told, **named)
        self._parts.update({one.key: len(one.parts) - len(one.sent_ids) for one in claimed})
        if claimed:
            self._stop.at(Point.CLAIMED)
        return claimed

    def begin_part(self, key: str, *told: Any) -> bool:
        """Kept, and then perhaps the end."""
        begun = super().begin_part(key, *told)
        self._stop.at(Point.BEGUN)
        return begun

    def record_part(self, key: str, *told: Any) -> bool:
        """Perhaps the end; kept, and then perhaps the end."""
        self._stop.at(Point.SENT)
        recorded = super().record_part(key, *told)
        self._parts[key] -= 1
        self._stop.at(Point.BETWEEN if self._parts[key] else Point.MARKED)
        return recorded

    def finish(self, *told: Any) -> bool:
        """Kept, and then perhaps the end."""
        finished = super().finish(*told)
        self._stop.at(Point.FINISHED)
        return finished


def place_of(run: int, platform: str, parts: int) -> str:
    """The place of a run's delivery; some are closed."""
    reason = {0: ARCHIVED, 1: REVOKED}.get((run + parts) % 14, "")
    return f"C{run}-{parts}{reason and f'-{reason}'}"


def owed(run: int, now: datetime) -> list[Delivery]:
    """What a run owes, the same at every attempt."""
    return [
        a_delivery(
            key=f"run/{run}/{platform}/{parts}",
            recipient=a_recipient(
                RecipientKind.CHANNEL, platform=platform, workspace=f"T{run % 3}", id=place_of(run, platform, parts)
            ),
            parts=tuple(a_document(f"Part {number}.") for number in range(parts)),
            due=now,
            thread=Thread("8 Jul") if parts > 1 else None,
        )
        for platform, parts in PLACES
    ]


async def nothing(_: float) -> None:
    """No time passes."""


def means() -> Means:
    """Pauses that take no time; what is put off is put off in the outbox."""
    return Means(OwnLimits(speeds={}, sleep=nothing), jitter=lambda: 0.0, sleep=nothing)


async def work(deps: Deps, errand: Errand, stop: Stop) -> None:
    """Publishes as jobs/publish does, one transaction for what is owed and the mark, and sends."""
    publish(deps, errand.run, errand.now, stop)
    await send(deps, errand.socket, errand.now)


def publish(deps: Deps, run: int, now: datetime, stop: Stop) -> None:
    """Owes what every run up to this one owes and was not owed before."""
    last = int(deps.store.meta.get(PUBLISHED) or 0)
    deliveries = [one for number in range(last + 1, run + 1) for one in owed(number, now)]
    if deliveries:
        stop.at(Point.COMPOSED)
        with deps.store.together():
            deps.store.deliveries.enqueue(deliveries)
            deps.store.meta.set(PUBLISHED, str(run))
        stop.at(Point.ENQUEUED)


async def send(deps: Deps, socket: str, now: datetime) -> int:
    """Sends what is due at an instant."""
    lines = [Line("slack", socket, now), Line("discord", socket, now, repeats_for=NONCE_HELD)]
    return await deliver(replace(deps, now=lambda: now), {line.name: line for line in lines}, means())


def main(errand: Errand, started: Connection) -> None:
    """The life of a child."""
    deps = deps_over(errand.url)
    stop = Stop(errand.point, errand.skip)
    deps.store.deliveries = StoppingDeliveries(deps.store._database, stop)
    started.send(True)
    asyncio.run(work(deps, errand, stop))
    deps.store.close()


def shift(url: str, socket: str, instants: int, together: Barrier) -> None:
    """The life of one of two processes that publish and send on one store: at each instant both begin at once."""
    deps = deps_over(url)
    for run in range(1, instants + 1):
        together.wait()
        now = NOW + timedelta(days=run)
        deps.store.deliveries.enqueue(owed(run, now)[:1])
        asyncio.run(send(deps, socket, now))
    deps.store.close()
