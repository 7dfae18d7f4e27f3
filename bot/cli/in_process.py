"""The jobs of a store in a file: a clock drives them in this process, and roles keep two processes from one job."""

from __future__ import annotations

import asyncio
from functools import partial

from bot.cli.owing import drain, owe, postings, word_postings_ahead
from bot.cli.process import Part, Process
from bot.clock import Tick, wind
from bot.domain.errors import StoreError
from bot.domain.operation import TICK
from bot.log import Logger
from handlers.deps import Deps
from handlers.jobs.housekeeping import CHECK_SECONDS, housekeep
from handlers.jobs.ingest import Ingester
from handlers.jobs.leading import CLEANING, PUBLISHING, READING, Leading
from handlers.jobs.sending import Means
from handlers.jobs.under_way import SETTLE_SECONDS
from handlers.jobs.wording_ahead import AHEAD_SECONDS

INGEST_SECONDS = 20
"""How often the clock asks which sources are due."""

log = Logger("bot.cli.in_process")


async def in_process(process: Process) -> None:
    """Drives the jobs until it is cancelled: then what waits for its turn goes back into the outbox, and what is on its
    way may arrive."""
    sender = Sender(process)
    rounds = sender.wake_when_wanted, sender.send_when_woken, sender.publish_when_woken
    tasks = [asyncio.create_task(one()) for one in rounds]
    wound = [Tick("send", process.tick_seconds, sender.wake_by_clock)]
    if process.part is not Part.WORKER:
        wound = [*ticks(wound[0], process.reader, process.leading), *wording_ticks(process)]
        wound.append(cleaning_tick(process.deps, process.leading))
    clock = wind(*wound, process.looking, steps=process.steps)
    try:
        if process.part is Part.CLOCK:
            await sender.wake_by_clock()  # no platform has to be connected first
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        clock.shutdown(wait=False)
        if process.reader:
            await process.reader.stop()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=SETTLE_SECONDS + 1)


def wording_ticks(process: Process) -> tuple[Tick, ...]:
    """What the clock calls where a model is set: it words the issues that are posted next, ahead of their hour and
    beside the sending, which does not wait for it."""
    if process.deps.summarizer is None:
        return ()
    return (Tick("words", AHEAD_SECONDS, partial(_word_ahead, process)),)


async def _word_ahead(process: Process) -> None:
    try:
        await word_postings_ahead(process.deps, process.language)
    except Exception:
        log.exception("wording ahead failed")


def ticks(sending: Tick, ingester: Ingester | None, leading: Leading) -> tuple[Tick, ...]:
    """What the clock calls: the sending, and the reading where there are sources, which one process does at a time."""
    if ingester is None:
        return (sending,)
    return (sending, Tick("ingest", INGEST_SECONDS, partial(_read_if_leading, ingester, leading)))


def cleaning_tick(deps: Deps, leading: Leading) -> Tick:
    """What the clock calls to clean, which one process does at a time."""
    return Tick("clean", CHECK_SECONDS, partial(_clean, deps, leading))


async def _clean(deps: Deps, leading: Leading) -> None:
    try:
        if await asyncio.to_thread(leading.take, CLEANING):
            await housekeep(deps)
    except Exception:
        log.exception("cleaning failed")


async def _read_if_leading(ingester: Ingester, leading: Leading) -> None:
    try:
        leads = await asyncio.to_thread(leading.take, READING)
    except StoreError:
        log.exception("reading put off")
        return
    if leads:
        await ingester.tick()


class Sender:
    """Publishes and matches, and beside that sends, when it is woken, by the clock or by a command that has put
    something into the outbox: an outbox that takes long to empty keeps nothing from being published. Of several
    processes over one store one publishes, and each sends."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._means = Means()
        self._publishes = process.part is not Part.WORKER
        self._sending, self._owing = asyncio.Event(), asyncio.Event()

    async def wake_by_clock(self) -> None:
        """The clock's way to ask for a run of each; it notes that the clock goes, however long a run takes."""
        self._process.wanted.set()
        if not self._publishes:
            return
        try:
            await asyncio.to_thread(self._process.pulse.note, TICK)
        except StoreError:
            log.exception("tick not noted")

    async def wake_when_wanted(self) -> None:
        """Asks for a run of each whenever something may have become due."""
        while True:
            await self._process.wanted.wait()
            self._process.wanted.clear()
            self._owing.set()
            self._sending.set()

    async def send_when_woken(self) -> None:
        """Empties the outbox whenever it was asked to; what fails is logged, and the next run tries again."""
        while True:
            await self._sending.wait()
            self._sending.clear()
            try:
                await drain(self._process.deps, self._process.platforms, self._means)
            except Exception:
                log.exception("sending failed")

    async def publish_when_woken(self) -> None:
        """Puts what is due into the outbox whenever it was asked to, where this process is the one that does; the same
        of what fails."""
        deps = self._process.deps
        while True:
            await self._owing.wait()
            self._owing.clear()
            try:
                if self._publishes and await asyncio.to_thread(self._process.leading.take, PUBLISHING):
                    await owe(deps, await asyncio.to_thread(postings, deps))
                    self._sending.set()
            except Exception:
                log.exception("publishing failed")
