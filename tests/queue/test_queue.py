"""Jobs are put in once, done once, and come back from workers that died."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import psycopg
import pytest

from bot.domain.errors import StoreError
from bot.queue import queue as queue_room
from bot.queue.job import Job, Work
from bot.queue.queue import STALLED_SECONDS, Queue
from storage.store import Store

PATIENCE = 20.0


class Done:
    """Remembers what was done; `until` waits for it."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._changed = asyncio.Event()

    async def do(self, about: str) -> None:
        """Notes it."""
        self.seen.append(about)
        self._changed.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until what was done makes the condition true."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self._changed.clear()
                await self._changed.wait()


@asynccontextmanager
async def working(queue: Queue, side_by_side: int = 4, **works: Work) -> AsyncIterator[None]:
    """A worker for the length of the block."""
    task = asyncio.create_task(queue.work(works, side_by_side))
    try:
        yield
    finally:
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def asked(store: Store, question: str, *values: object) -> list[tuple[object, ...]]:
    """What the server says of the queue's tables; asked in a thread, for it may wait for what the loop has begun."""
    return await asyncio.to_thread(_asked, store, question, *values)


def _asked(store: Store, question: str, *values: object) -> list[tuple[object, ...]]:
    assert store.queued.address
    with psycopg.connect(store.queued.address, autocommit=True) as connection:
        cursor = connection.execute(question.encode(), values)
        return cursor.fetchall() if cursor.description else []


async def jobs(store: Store) -> list[tuple[object, ...]]:
    """What is in the queue: state and name."""
    return await asked(store, "SELECT status::text, queueing_lock FROM procrastinate_jobs ORDER BY id")


async def test_a_job_is_done_once_and_gone(store: Store, queue: Queue) -> None:
    """Of a task and thing one job waits; when it was done nothing of it is left."""
    done = Done()
    assert await queue.defer(Job("read", "a"))
    assert not await queue.defer(Job("read", "a")), "it waits already"
    assert await queue.defer(Job("read", "b"))
    async with working(queue, read=done.do):
        await done.until(lambda: len(done.seen) == 2)
    assert Counter(done.seen) == {"a": 1, "b": 1}
    assert await jobs(store) == []
    assert await asked(store, "SELECT * FROM procrastinate_events") == []


async def test_several_are_put_in_together_or_not_at_all(store: Store, queue: Queue) -> None:
    """Where one of several waits already, none of them is put in: another process has just done that."""
    assert await queue.defer(Job("send", "b"))
    assert not await queue.defer(Job("send", "a"), Job("send", "b"))
    assert await jobs(store) == [("todo", "send/b")]


async def test_what_is_more_urgent_comes_first(queue: Queue) -> None:
    """The first of a workspace overtakes what waits behind others of its own."""
    done = Done()
    await queue.defer(*(Job("send", f"big-{turn}", urgent=turn) for turn in (1, 2, 3)))
    await queue.defer(Job("send", "small-1", urgent=1))
    async with working(queue, side_by_side=1, send=done.do):
        await done.until(lambda: len(done.seen) == 4)
    assert done.seen == ["big-1", "small-1", "big-2", "big-3"]


@pytest.mark.parametrize("alone", [True, False])
async def test_alone_or_side_by_side(queue: Queue, alone: bool) -> None:
    """A job that is to be alone waits for the one that runs; another does not."""
    second, done = asyncio.Event(), Done()
    together: list[bool] = []

    async def work(about: str) -> None:
        if together:
            second.set()
            await done.do(about)
            return
        together.append(False)
        await queue.defer(Job("work", "x", alone=alone))
        with suppress(TimeoutError):
            async with asyncio.timeout(0.3 if alone else PATIENCE):
                together[0] = await second.wait()

    await queue.defer(Job("work", "x", alone=alone))
    async with working(queue, work=work):
        await done.until(lambda: bool(done.seen))
    assert together == [not alone]


async def test_a_job_that_fails_is_over(store: Store, queue: Queue) -> None:
    """What raises is logged and leaves the queue; the next job of its kind runs."""
    done = Done()

    async def work(about: str) -> None:
        await done.do(about)
        raise RuntimeError(about)

    async with working(queue, work=work):
        await queue.defer(Job("work"))
        await done.until(lambda: len(done.seen) == 1)
        await queue.defer(Job("work"))
        await done.until(lambda: len(done.seen) == 2)


@pytest.mark.parametrize("successor", [False, True])
async def test_jobs_of_a_dead_worker_come_back(store: Store, queue: Queue, successor: bool) -> None:
    """What a worker had when it died is put back once, unless the same waits already; a worker that lives keeps its
    own."""
    heard = "INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - %s * interval '1 second') RETURNING id"
    taken = "UPDATE procrastinate_jobs SET status = 'doing', worker_id = %s WHERE queueing_lock = %s"
    for about, seconds in (("a", STALLED_SECONDS + 1), ("b", STALLED_SECONDS - 10)):
        await queue.defer(Job("read", about))
        ((number,),) = await asked(store, heard, seconds)
        await asked(store, taken, number, f"read/{about}")
    if successor:
        await queue.defer(Job("read", "a"))
    assert await queue.rescue() == 1
    assert sorted(await jobs(store)) == [("doing", "read/b"), ("todo", "read/a")]
    assert await queue.rescue() == 0


async def test_a_job_whose_end_was_not_noted_comes_back(store: Store, queue: Queue) -> None:
    """A job that ended while the server took no word of it counts as under way in a worker that lives; the second look
    puts it back."""
    done = Done()
    await queue.defer(Job("read", "a"))
    async with working(queue, read=done.do):
        await done.until(lambda: bool(done.seen))
        await queue.defer(Job("read", "b", seconds=3600))
        await asked(
            store,
            "UPDATE procrastinate_jobs SET status = 'doing', worker_id = (SELECT max(id) FROM procrastinate_workers)",
        )
        assert [await queue.rescue(), await queue.rescue()] == [0, 1]
        await done.until(lambda: done.seen == ["a", "b"])


async def test_a_server_that_was_started_anew(store: Store, queue: Queue) -> None:
    """A worker whose connections were cut goes on."""
    done = Done()
    async with working(queue, read=done.do):
        await queue.defer(Job("read", "a"))
        await done.until(lambda: done.seen == ["a"])
        await asked(
            store,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        await queue.defer(Job("read", "b"))
        await done.until(lambda: done.seen == ["a", "b"])


async def test_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody answers, that is one sentence."""
    monkeypatch.setattr(queue_room, "CONNECT_SECONDS", 0.1)
    with pytest.raises(StoreError, match="job queue cannot be reached"):
        async with Queue.open("host=127.0.0.1 port=1 dbname=x"):
            pass
