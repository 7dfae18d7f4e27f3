"""The jobs of a store on a server: clocks put them into its queue, and workers do them, any number of each.

They are the jobs that bot/cli/in_process.py drives, and what is due is asked of the store, so that one that is lost is
put in again, and one that comes twice finds nothing to do. One worker at a time reads the sources, because what their
hosts allow is kept in its memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from functools import partial
from typing import Any

from bot.cli.in_process import INGEST_SECONDS
from bot.cli.owing import owe, postings, word_postings_ahead
from bot.cli.process import Part, Process
from bot.clock import Tick, wind
from bot.domain.errors import StoreError
from bot.domain.operation import TICK
from bot.log import Logger
from bot.queue.job import Job
from bot.queue.queue import BEAT_SECONDS, Queue
from bot.queue.schema import schema, steps
from handlers.jobs.housekeeping import CHECK_SECONDS, housekeep
from handlers.jobs.ingest import SIDE_BY_SIDE as SOURCES_SIDE_BY_SIDE
from handlers.jobs.leading import READING
from handlers.jobs.sending import SIDE_BY_SIDE, Means
from handlers.jobs.shared_limits import SharedLimits
from handlers.jobs.single import SingleDeliveries
from handlers.jobs.wording_ahead import AHEAD_SECONDS
from handlers.pausing import is_paused
from handlers.pulse import PLATFORMS

PULSE, PUBLISH, CLEAN, WORDS, LOOK, INGEST, SWEEP, DELIVER = (
    "pulse",
    "publish",
    "clean",
    "words",
    "look",
    "ingest",
    "sweep",
    "deliver",
)
"""The tasks. What is delivered, and swept for, is a task for each platform, for its own workers."""
SWEEP_SECONDS = 2.0
"""How often a clock asks for what is owed and in no job."""
NEXT_SWEEP_SECONDS = 0.5
"""How soon it is asked again where there was something: of each place one delivery is in a job at a time."""
LEAD_SECONDS = 10.0
"""How often a worker asks for the role of the reader."""
DUTIES_SIDE_BY_SIDE = 8

log = Logger("bot.cli.queued")


async def on_queue(process: Process, address: str) -> None:
    """Does this process's part until it is cancelled: then it ends what it has begun, or gives it back. StoreError
    where the queue cannot be reached."""
    await asyncio.to_thread(process.deps.store.queued.prepare, schema(), steps())
    async with Queue.open(address) as queue:
        worker = Worker(process, queue)
        clock = wind(*_ticks(process, queue), process.looking, steps=process.steps)
        parts = worker.parts() if process.part is not Part.CLOCK else ()
        tasks = [asyncio.create_task(part) for part in (_until_cancelled(), *parts)]
        try:
            if process.part is not Part.WORKER:
                await _put_in(queue, Job(PULSE), Job(PUBLISH))
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            clock.shutdown(wait=False)
            for task in tasks:
                task.cancel()
            await worker.settle()
            await asyncio.gather(*tasks, return_exceptions=True)


def _ticks(process: Process, queue: Queue) -> Iterable[Tick]:
    """What the clock of this process calls. A clock only asks for jobs."""
    if process.part is not Part.CLOCK:
        yield Tick("rescue", BEAT_SECONDS, partial(_rescue, queue))
    if process.part is Part.WORKER:
        return
    sweeps = [Job(f"{SWEEP}-{platform}") for platform in PLATFORMS]
    yield Tick(PUBLISH, process.tick_seconds, partial(_put_in, queue, Job(PULSE), Job(PUBLISH)))
    yield Tick(SWEEP, SWEEP_SECONDS, partial(_put_in, queue, *sweeps))
    yield Tick(LOOK, INGEST_SECONDS, partial(_put_in, queue, Job(LOOK)))
    yield Tick(CLEAN, CHECK_SECONDS, partial(_put_in, queue, Job(CLEAN)))
    if process.deps.summarizer is not None:
        yield Tick(WORDS, AHEAD_SECONDS, partial(_put_in, queue, Job(WORDS)))


async def _until_cancelled() -> None:
    await asyncio.Event().wait()


async def _put_in(queue: Queue, *jobs: Job) -> None:
    """Asks for jobs one by one; of each one waits. Where the server is gone the next tick asks again."""
    try:
        for job in jobs:
            await queue.defer(job)
    except StoreError as error:
        log.warning("jobs not asked for", reason=error.sentence)


async def _rescue(queue: Queue) -> None:
    try:
        await queue.rescue()
    except StoreError as error:
        log.warning("jobs not looked after", reason=error.sentence)


class Worker:
    """What one process does of the jobs."""

    def __init__(self, process: Process, queue: Queue) -> None:
        self._process = process
        self._deps = process.deps
        self._queue = queue
        means = Means(SharedLimits(process.deps.store.send_turns))
        self._senders = {
            name: SingleDeliveries(process.deps, platform, means) for name, platform in process.platforms.items()
        }

    def parts(self) -> Iterable[Coroutine[Any, Any, None]]:
        """What goes on side by side, each until it is cancelled. What is sent has slots of its own, and so has what is
        read, that nothing waits for them."""
        duties = {PULSE: self._pulse, PUBLISH: self._publish, CLEAN: self._clean, WORDS: self._words}
        sweeps = {f"{SWEEP}-{name}": partial(self._sweep, name) for name in self._senders}
        sending = {f"{DELIVER}-{name}": sender.deliver for name, sender in self._senders.items()}
        yield self._queue.work({**duties, **sweeps}, DUTIES_SIDE_BY_SIDE)
        if sending:
            yield self._queue.work(sending, SIDE_BY_SIDE)
        if self._process.reader is not None:
            yield self._read_while_leading()
        yield self._ask_when_woken()

    async def settle(self) -> None:
        """Ends what goes on: nothing is left under a claim, and what was read is saved."""
        stops = [sender.settle() for sender in self._senders.values()]
        if self._process.reader is not None:
            stops.append(self._process.reader.stop())
        await asyncio.gather(*stops)

    async def _pulse(self, _: str) -> None:
        """A clock ticks, and a worker does what it asks for."""
        await asyncio.to_thread(self._process.pulse.note, TICK)

    async def _publish(self, _: str) -> None:
        await owe(self._deps, await asyncio.to_thread(postings, self._deps))
        await self._ask_for_sweeps()

    async def _clean(self, _: str) -> None:
        await housekeep(self._deps)

    async def _words(self, _: str) -> None:
        await word_postings_ahead(self._deps, self._process.language)

    async def _sweep(self, platform: str, _: str) -> None:
        """Puts a job in for each delivery that may go out now and is in none. Whose workspace has many waits longer."""
        if await asyncio.to_thread(is_paused, self._deps):
            return
        task = f"{DELIVER}-{platform}"
        resumes = bool(self._process.platforms[platform].repeats_for)
        owed = partial(self._deps.store.queued.owed, resumes=resumes)
        found = await asyncio.to_thread(owed, self._deps.now(), platform, task, SIDE_BY_SIDE)
        if found:
            await self._queue.defer(*(Job(task, one.key, alone=False, urgent=one.turn) for one in found))
            await self._queue.defer(Job(f"{SWEEP}-{platform}", seconds=NEXT_SWEEP_SECONDS))

    async def _ask_when_woken(self) -> None:
        """What a command put into the outbox, or a source brought, waits for no tick."""
        while True:
            await self._process.wanted.wait()
            self._process.wanted.clear()
            await self._ask_for_sweeps()
            await _put_in(self._queue, Job(PUBLISH))

    async def _ask_for_sweeps(self) -> None:
        await _put_in(self._queue, *(Job(f"{SWEEP}-{name}") for name in PLATFORMS))

    async def _read_while_leading(self) -> None:
        reader = self._process.reader
        assert reader is not None
        reading: asyncio.Task[None] | None = None
        try:
            while True:
                leads = await self._leads()
                if leads and reading is None:
                    works = {LOOK: self._look, INGEST: reader.read}
                    reading = asyncio.create_task(self._queue.work(works, SOURCES_SIDE_BY_SIDE))
                elif reading is not None and not leads:
                    await self._stop_reading(reading)
                    reading = None
                await asyncio.sleep(LEAD_SECONDS)
        finally:
            if reading is not None:
                await self._stop_reading(reading)

    async def _leads(self) -> bool:
        try:
            return await asyncio.to_thread(self._process.leading.take, READING)
        except StoreError:
            log.exception("reading put off")
            return False

    async def _stop_reading(self, reading: asyncio.Task[None]) -> None:
        assert self._process.reader is not None
        reading.cancel()
        await self._process.reader.stop()
        await asyncio.gather(reading, return_exceptions=True)

    async def _look(self, _: str) -> None:
        """Asks for a poll of each source that is due."""
        assert self._process.reader is not None
        for name in await self._process.reader.due():
            await self._queue.defer(Job(INGEST, name))
