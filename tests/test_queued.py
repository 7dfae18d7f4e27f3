"""The jobs on the queue of a store on a server: several clocks ask, several workers do, and each thing happens once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.cli.process import Part, Process
from bot.cli.queued import LOOK, on_queue
from bot.domain.delivery import DeliveryState
from bot.domain.operation import TICK
from bot.domain.poll_schedule import WITH_TOKEN
from bot.domain.subscription import Cadence
from bot.queue.job import Job
from bot.queue.queue import Queue
from handlers.deps import Deps
from handlers.jobs.ingest import Ingester
from handlers.jobs.poll import Polled
from handlers.pulse import heard
from tests.factories import FLASHINFER, NOW, a_delivery, a_query, a_recipient, a_subscription
from tests.fakes import FakePlatform, FakeSource
from tests.handlers.conftest import deps_over
from tests.handlers.jobs.test_ingest import a_change
from tests.parts import a_process
from tests.postgres import PostgresForTests

PATIENCE = 30.0
DUE = 100


@pytest.fixture
def deps(postgres: PostgresForTests) -> Iterator[Deps]:
    """Dependencies over an empty store on the server."""
    made = deps_over(postgres.emptied())
    yield made
    made.store.close()


@asynccontextmanager
async def going(process: Process) -> AsyncIterator[None]:
    """The process while the block runs; it ends without a fault."""
    assert process.deps.store.queued.address
    task = asyncio.create_task(on_queue(process, process.deps.store.queued.address))
    try:
        yield
    finally:
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def until(condition: Callable[[], bool]) -> None:
    """Waits for what the processes do, which set no event."""
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(condition):  # noqa: ASYNC110 (another process may be the one that does it)
            await asyncio.sleep(0.02)


async def test_two_workers_and_two_clocks(deps: Deps) -> None:
    """Of two workers and two clocks each of 100 digests that are due at once is sent once (B008, B009, B010), both
    workers send, and who watches sees that the clock ticks."""
    keys = [f"d{number}" for number in range(DUE)]
    deps.store.deliveries.enqueue(
        [a_delivery(key, recipient=a_recipient(platform="discord", id=key), due=NOW) for key in keys]
    )
    platforms = FakePlatform("discord"), FakePlatform("discord")
    async with AsyncExitStack() as processes:
        for platform in platforms:
            await processes.enter_async_context(going(a_process(Part.WORKER, deps, platform)))
            await processes.enter_async_context(going(a_process(Part.CLOCK, deps)))
        await until(lambda: deps.store.deliveries.numbers() == {DeliveryState.SENT: DUE})
        await until(lambda: heard(deps) == {TICK: NOW})
    sent = [Counter(place.id for place, _ in platform.posted) for platform in platforms]
    assert sum(sent, Counter()) == dict.fromkeys(keys, 1)
    assert all(sent)


async def test_a_place_that_rests_for_another_process(deps: Deps) -> None:
    """What was said of one channel to a process that is gone keeps a worker from it, and from no other; when the worker
    stops, what waited is due again."""
    rests, other = (a_delivery(key, recipient=a_recipient(platform="slack", id=key)) for key in ("rests", "other"))
    deps.store.send_turns.rest(("slack", rests.recipient.workspace, "rests"), 3_600)
    deps.store.deliveries.enqueue([rests, other])
    platform = FakePlatform("slack")
    async with going(a_process(Part.ALL, deps, platform)):
        await until(lambda: deps.store.deliveries.numbers() == {DeliveryState.SENT: 1, DeliveryState.CLAIMED: 1})
    assert [place.id for place, _ in platform.posted] == ["other"]
    assert deps.store.deliveries.numbers() == {DeliveryState.SENT: 1, DeliveryState.PENDING: 1}


async def test_places_whose_platform_nobody_has_wait(deps: Deps) -> None:
    """What is owed on a platform waits for a worker that has it, and keeps nothing of another one."""
    deps.store.deliveries.enqueue(
        [a_delivery(name, recipient=a_recipient(platform=name)) for name in ("slack", "discord")]
    )
    slack, discord = FakePlatform("slack"), FakePlatform("discord")
    async with going(a_process(Part.ALL, deps, slack)):
        await until(lambda: DeliveryState.SENT in deps.store.deliveries.numbers())
        assert deps.store.deliveries.numbers() == {DeliveryState.SENT: 1, DeliveryState.PENDING: 1}
        async with going(a_process(Part.WORKER, deps, discord)):
            await until(lambda: bool(discord.posted))


async def test_from_a_source_to_a_message(deps: Deps) -> None:
    """A poll on the queue brings a change, and its subscriber hears of it without waiting for a tick; a command's
    nudge sends what it put into the outbox."""
    source, platform = FakeSource(), FakePlatform("slack")
    yesterday = replace(deps, now=lambda: NOW - timedelta(days=1))
    await Ingester(yesterday, lambda: [Polled(source, WITH_TOKEN)]).once()
    reader = a_recipient(platform="slack")
    deps.store.subscriptions.add(
        replace(
            a_subscription(FLASHINFER, recipient=reader, cadence=Cadence.AT_ONCE, query=a_query("project:flashinfer")),
            created=NOW - timedelta(days=1),
        )
    )
    source.items.append(a_change(1))
    process = a_process(Part.WORKER, deps, platform, source=source)
    async with going(process), Queue.open(deps.store.queued.address or "") as queue:
        await queue.defer(Job(LOOK))
        await until(lambda: bool(platform.posted))
        assert "The SM120 path number 1" in platform.seen[0]
        deps.store.deliveries.enqueue([a_delivery("d", recipient=a_recipient(platform="slack", id="C2"))])
        process.wanted.set()
        await until(lambda: len(platform.posted) == 2)
