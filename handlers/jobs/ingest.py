"""Reading the sources: each that is due is polled once for all its readers, side by side; what fails waits, all else
goes on.

A source's error is a value in the report and in its health; it never ends the run. One poll is jobs/poll. What is due
when is bot/domain/health.py's to say; who is told of a failure, jobs/source_notices.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from bot.domain.budget import HostBudget
from bot.domain.errors import BotError, SourceError
from bot.domain.health import Fault, HealthStatus, due
from bot.domain.tagging.tagger import Tagger
from bot.log import Logger, new_error_id
from handlers.deps import Deps
from handlers.jobs.poll import Poll, Polled, SourceReport, fault_of
from handlers.jobs.source_notices import tell_owner

SIDE_BY_SIDE = 8
"""Sources that are polled at the same time; their hosts' own limits are kept in bot/sources/limits.py."""
LONGEST_POLL = 3600.0
"""Seconds after which a poll is broken off; the next one goes on where it was (B030)."""

log = Logger(__name__)


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What came of a run, source by source."""

    sources: tuple[SourceReport, ...] = ()

    @property
    def failed(self) -> tuple[SourceReport, ...]:
        """The polls that ended early."""
        return tuple(source for source in self.sources if source.error)

    @property
    def new(self) -> int:
        """How many updates were new."""
        return sum(source.new for source in self.sources)

    @property
    def changed(self) -> int:
        """How many updates had changed."""
        return sum(source.changed for source in self.sources)


class Ingester:
    """Polls what is due. `sources` gives all sources of the moment, for what is tracked comes and goes."""

    def __init__(
        self,
        deps: Deps,
        sources: Callable[[], Sequence[Polled]],
        side_by_side: int = SIDE_BY_SIDE,
        budgets: Callable[[], Sequence[HostBudget]] = tuple,
    ) -> None:
        """`budgets` gives what the sources' hosts said last of their limits."""
        self._deps = deps
        self._budgets = budgets
        self._sources = sources
        self._slots = asyncio.Semaphore(side_by_side)
        self._tagger = Tagger(deps.vocabulary, deps.projects)
        self._running: dict[str, asyncio.Task[SourceReport]] = {}
        self.taken = 0
        """Updates that were new since this one was made."""

    async def tick(self) -> None:
        """Starts what is due and does not run yet, without waiting for it: a source that is slow keeps nobody. What
        fails on our side is logged, and the next tick tries again."""
        try:
            for polled in await self._due():
                self._start(polled)
            await self._tell()
        except BotError as error:
            log.warning("ingest waits", reason=error.sentence)
        except Exception:
            log.exception("ingest failed")

    async def due(self) -> tuple[str, ...]:
        """The names of the sources that are due and do not run here, in turn, for who has them read one by one; whom
        that concerns is told how sources do."""
        names = tuple(polled.source.name for polled in await self._due())
        await self._tell()
        return names

    async def read(self, name: str) -> None:
        """Polls a source to its end if it is due and does not run here."""
        for polled in await self._due():
            if polled.source.name == name:
                await asyncio.wait((self._start(polled),))

    async def once(self, project: str | None = None) -> IngestReport:
        """Polls every source now, or those of one project, whether it is due or not, and waits for the end."""
        every = await asyncio.to_thread(self._watched)
        chosen = [polled for polled in every if project is None or polled.source.project == project]
        reports = await asyncio.gather(*(self._poll(polled) for polled in chosen))
        await self._tell()
        return IngestReport(tuple(reports))

    async def settled(self, *names: str) -> None:
        """Waits for the polls that ticks have begun, or for those of some sources."""
        while tasks := [task for name, task in self._running.items() if not names or name in names]:
            await asyncio.wait(tasks)
            await asyncio.sleep(0)

    async def stop(self) -> None:
        """Breaks off what runs; what was read is saved."""
        tasks = tuple(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self) -> None:
        if budgets := self._budgets():
            await asyncio.to_thread(self._deps.store.health.keep_budgets, budgets)
        if await asyncio.to_thread(tell_owner, self._deps):
            self._deps.nudge()

    async def _due(self) -> Sequence[Polled]:
        by_name = {polled.source.name: polled for polled in await asyncio.to_thread(self._watched)}
        healths = await asyncio.to_thread(self._deps.store.health.all)
        names = due(healths, self._deps.now())
        return [by_name[name] for name in names if name in by_name and name not in self._running]

    def _start(self, polled: Polled) -> asyncio.Task[SourceReport]:
        name = polled.source.name
        task = asyncio.create_task(self._poll(polled))
        self._running[name] = task
        task.add_done_callback(lambda _: self._running.pop(name, None))
        return task

    def _watched(self) -> Sequence[Polled]:
        """All sources, each with a row of health."""
        sources = self._sources()
        if not any(polled.since for polled in sources):
            self._deps.store.health.watch({polled.source.name: polled.source.project for polled in sources})
        return sources

    async def _poll(self, polled: Polled) -> SourceReport:
        """One poll from its beginning to its end or its fault."""
        async with self._slots:
            run = Poll(polled, self._deps, self._tagger)
            try:
                state = await asyncio.to_thread(run.begin)
                fault = await self._read(run, state)
                await asyncio.to_thread(run.end, fault)
            except BotError as error:
                # The store takes nothing: nothing of the source is lost, and nothing can be noted of it.
                log.warning("poll not saved", source=polled.source.name, reason=error.sentence)
                return run.report(error.sentence)
            if run.brought_news:
                self._deps.nudge()
            return run.report(fault.sentence if fault else "")

    async def _read(self, run: Poll, state: str | None) -> Fault | None:
        source = run.polled.source
        try:
            async with asyncio.timeout(LONGEST_POLL), aclosing(source.poll(state, run.began)) as batches:  # type: ignore[type-var]
                async for batch in batches:
                    # Not in one statement: it would add to what was counted before the batches saved meanwhile.
                    new = await asyncio.to_thread(run.take, batch)
                    self.taken += new
        except SourceError as error:
            return fault_of(error)
        except TimeoutError:
            return Fault("Reading it took more than an hour; it goes on from there.", HealthStatus.SLOW)
        except BotError:
            raise
        except Exception:
            number = new_error_id()
            log.exception("poll failed", source=source.name, fault=number)
            return Fault(f"Reading it failed on our side: {number}.")
        return None
