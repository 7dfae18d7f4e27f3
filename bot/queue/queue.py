"""The queue itself: jobs are put in, workers take them out, and those of a process that died come back.

A job leaves the queue when it has run, however it ended: what is still to be done is asked of the store by the next
tick. So nothing here decides about trying again, and nothing has to be cleaned up later.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Self

from procrastinate import App, JobContext, PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException, UniqueViolation
from procrastinate.jobs import DeleteJobCondition, Status
from procrastinate.jobs import Job as QueuedJob
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from bot.domain.errors import StoreError
from bot.log import Logger
from bot.queue.job import Job, Work

POLL_SECONDS = 0.5
"""How often a worker looks by itself; it also hears of new jobs, but not of a lock that was let go."""
BEAT_SECONDS = 10.0
STALLED_SECONDS = 30.0
"""A worker that gave no sign for so long is dead; with a look each `BEAT_SECONDS` its jobs are back within a minute."""
CONNECTIONS = 4
"""Connections of a process to the queue at the most, beside one on which each of its workers listens."""
CONNECT_SECONDS = 10
AGAIN_SECONDS = 2.0
"""How long a worker waits whose server is gone before it looks again."""
GRACE_SECONDS = 9.0
"""After so long a stop breaks off what still runs; whoever runs it has broken off what can hang before."""

log = Logger("bot.queue")


class Queue:
    """An open queue. Safe to use from one event loop."""

    def __init__(self, app: App) -> None:
        """For `open`."""
        self._app = app
        self._workers: dict[int, None] = {}
        self._running: set[int] = set()
        self._forgotten: frozenset[int] = frozenset()

    @classmethod
    @asynccontextmanager
    async def open(cls, address: str) -> AsyncIterator[Self]:
        """The queue in the database at a driver's address, whose tables are there. StoreError where nobody answers."""
        words = {"connect_timeout": CONNECT_SECONDS, "prepare_threshold": None}
        check = AsyncConnectionPool.check_connection
        pool = AsyncConnectionPool(
            address, min_size=1, max_size=CONNECTIONS, kwargs=words, configure=_configure, check=check, open=False
        )
        try:
            await pool.open(wait=True, timeout=CONNECT_SECONDS)
            app = App(connector=PsycopgConnector())
            await app.open_async(pool)
            yield cls(app)
        except PoolTimeout as error:
            raise StoreError("The job queue cannot be reached: its server does not answer.") from error
        finally:
            await pool.close()

    async def defer(self, *jobs: Job) -> bool:
        """Puts jobs in. False if one of them waits already; then none of several is put in. StoreError where the
        server does not take them."""
        try:
            await self._app.job_manager.batch_defer_jobs_async([_queued(job) for job in jobs])
        except AlreadyEnqueued:
            return False
        except (ConnectorException, PoolTimeout) as error:
            raise StoreError("The job queue takes nothing at the moment.") from error
        return True

    async def work(self, works: Mapping[str, Work], side_by_side: int) -> None:
        """Works on these tasks until it is cancelled; what runs then may end. Who comes back to a task later does with
        it what was said first. A job that raises is logged, and over."""
        for task, work in works.items():
            self._register(task, work)
        while True:
            try:
                await self._app.run_worker_async(
                    queues=list(works),
                    concurrency=side_by_side,
                    fetch_job_polling_interval=POLL_SECONDS,
                    shutdown_graceful_timeout=GRACE_SECONDS,
                    delete_jobs=DeleteJobCondition.ALWAYS,
                    install_signal_handlers=False,
                    update_heartbeat_interval=BEAT_SECONDS,
                    stalled_worker_timeout=STALLED_SECONDS,
                )
            except (ConnectorException, PoolTimeout) as error:
                log.warning("the job queue is gone", reason=str(error.__cause__ or error))
            if (this := asyncio.current_task()) is not None and this.cancelling():
                raise asyncio.CancelledError
            await asyncio.sleep(AGAIN_SECONDS)

    async def rescue(self) -> int:
        """Puts jobs back of workers that are dead, and those that this process forgot because the server took no word
        of their end; answers how many. StoreError where the server does not answer."""
        manager = self._app.job_manager
        try:
            await manager.prune_stalled_workers(STALLED_SECONDS)
            lost = [*await manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_SECONDS)]
            lost += await self._forgotten_twice()
            for job in lost:
                await self._put_back(job)
        except (ConnectorException, PoolTimeout) as error:
            raise StoreError("The job queue cannot be asked for jobs that were left behind.") from error
        return len(lost)

    def _register(self, task: str, work: Work) -> None:
        if task in self._app.tasks:
            return

        async def done(context: JobContext, about: str) -> None:
            number = context.job.id or 0
            self._running.add(number)
            if context.job.worker_id is not None:
                self._workers[context.job.worker_id] = None
            try:
                await work(about)
            except Exception:
                log.exception("job failed", task=task, about=about)
            finally:
                self._running.discard(number)

        self._app.task(name=task, queue=task, pass_context=True)(done)

    async def _forgotten_twice(self) -> Iterable[QueuedJob]:
        """Jobs that count as under way here and were not, now and at the last look: one look may come just before or
        after a job."""
        manager, seen = self._app.job_manager, dict[int, QueuedJob]()
        for worker in tuple(self._workers):
            doing = await manager.list_jobs_async(worker_id=worker, status=Status.DOING.value)
            seen.update({job.id: job for job in doing if job.id is not None and job.id not in self._running})
            if not doing:
                # One that still works comes back with its next job.
                self._workers.pop(worker, None)
        twice = [job for number, job in seen.items() if number in self._forgotten]
        self._forgotten = frozenset(seen)
        return twice

    async def _put_back(self, job: QueuedJob) -> None:
        log.warning("job left behind", task=job.task_name, about=job.task_kwargs.get("about", ""))
        try:
            await self._app.job_manager.retry_job(job)
        except UniqueViolation:
            # Its successor waits already.
            await self._app.job_manager.finish_job(job, Status.ABORTED, delete_job=True)
        except ConnectorException as error:
            log.debug("another process was faster", reason=str(error.__cause__ or error))


async def _configure(connection: AsyncConnection) -> None:
    """Whatever the queue does is one statement, which is half as many ways there and back without a transaction."""
    await connection.set_autocommit(True)


def _queued(job: Job) -> QueuedJob:
    at = datetime.now(UTC) + timedelta(seconds=job.seconds) if job.seconds else None
    return QueuedJob(
        queue=job.task,
        task_name=job.task,
        task_kwargs={"about": job.about},
        lock=job.name if job.alone else None,
        queueing_lock=job.name,
        priority=-job.urgent,
        scheduled_at=at,
    )
