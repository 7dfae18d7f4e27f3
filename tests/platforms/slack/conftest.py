"""A bot at the Slack stand-in, with a small answer function in place of the handlers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from bot.platforms.slack.platform import Access, Slack
from tests.platforms.echo import Echo, FakeMemory, FakePlaces
from tests.standins.slack import SlackStandIn
from tests.standins.slack_people import Person
from tests.standins.slack_world import APP_TOKEN, BOT_TOKEN

NOW = datetime(2026, 7, 22, 1, tzinfo=UTC)


@pytest.fixture
def echo() -> Echo:
    """What answers."""
    return Echo()


@pytest.fixture
def memory() -> FakeMemory:
    """What remembers."""
    return FakeMemory()


@pytest.fixture
def places() -> FakePlaces:
    """What is told of places."""
    return FakePlaces()


@pytest.fixture
async def standin() -> AsyncIterator[SlackStandIn]:
    """A Slack of our own."""
    async with SlackStandIn() as slack:
        yield slack


@pytest.fixture
async def slack(standin: SlackStandIn, memory: FakeMemory, places: FakePlaces) -> AsyncIterator[Slack]:
    """The platform, not yet serving."""
    platform = Slack(Access(BOT_TOKEN, APP_TOKEN, standin.url), memory, lambda: NOW, places, ping_seconds=0.2)
    yield platform
    await platform.close()


@pytest.fixture
async def ada(slack: Slack, standin: SlackStandIn, echo: Echo) -> AsyncIterator[Person]:
    """An admin in #infra, with the bot connected."""
    serving = asyncio.create_task(slack.serve(echo, lambda _: ()))
    await standin.until(lambda: bool(standin.sockets))
    yield Person(standin)
    serving.cancel()
    with suppress(asyncio.CancelledError):
        await serving
