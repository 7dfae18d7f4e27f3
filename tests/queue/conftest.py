"""Queues for tests: their tables on the real server, and nothing in them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from bot.queue.queue import Queue
from bot.queue.schema import schema, steps
from storage.store import Store
from tests.postgres import PostgresForTests


@pytest.fixture
def store(postgres: PostgresForTests) -> Iterator[Store]:
    """A store on the server, with the queue's tables."""
    with Store.open(postgres.emptied()) as opened:
        opened.queued.prepare(schema(), steps())
        yield opened


@pytest_asyncio.fixture
async def queue(store: Store) -> AsyncIterator[Queue]:
    """An open queue without jobs."""
    assert store.queued.address
    async with Queue.open(store.queued.address) as opened:
        yield opened
