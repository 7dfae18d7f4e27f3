"""A bot at the Discord stand-in, with a small answer function in place of the handlers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.platforms.base import Completion
from bot.platforms.discord.platform import Access, Discord
from bot.platforms.memory import CommandName
from tests.platforms.echo import Echo, FakeMemory, shows
from tests.standins.discord import DiscordStandIn
from tests.standins.discord_people import Person
from tests.standins.discord_world import TOKEN

NOW = datetime(2026, 7, 22, 1, tzinfo=UTC)
COMMANDS = (
    CommandName("whatsnew", "what changed"),
    CommandName("subscriptions", "what you hear of", takes_text=False),
)


def complete(prefix: str) -> tuple[Completion, ...]:
    """Some completions, good and bad ones."""
    return (
        Completion(f"{prefix}ackwell", "SM100, SM103, SM120, SM121"),
        Completion(" "),
        Completion("x" * 101),
        *(Completion(f"{prefix}{at}") for at in range(40)),
    )


def platform_at(standin: DiscordStandIn, memory: FakeMemory, token: str = TOKEN) -> Discord:
    """The platform, pointed at the stand-in."""
    access = Access(token, standin.api_url, standin.gateway_url)
    return Discord(access, memory, lambda: NOW, ZoneInfo("Asia/Shanghai"), COMMANDS, shows)


@pytest.fixture
def echo() -> Echo:
    """What answers."""
    return Echo()


@pytest.fixture
def memory() -> FakeMemory:
    """What remembers."""
    return FakeMemory()


@pytest.fixture
async def standin() -> AsyncIterator[DiscordStandIn]:
    """A Discord of our own."""
    async with DiscordStandIn() as discord:
        yield discord


@pytest.fixture
async def discord(standin: DiscordStandIn, memory: FakeMemory) -> AsyncIterator[Discord]:
    """The platform, its commands told, not yet serving."""
    platform = platform_at(standin, memory)
    yield platform
    await platform.close()


@pytest.fixture
async def ada(discord: Discord, standin: DiscordStandIn, echo: Echo) -> AsyncIterator[Person]:
    """Somebody who manages the server, in #infra, with the bot connected."""
    await discord.sync(complete)
    serving = asyncio.create_task(discord.serve(echo, complete))
    await standin.until(lambda: standin.identified > 0)
    yield Person(standin)
    serving.cancel()
    with suppress(asyncio.CancelledError):
        await serving
