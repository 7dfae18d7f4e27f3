"""The stand-ins judge what reaches them, and a payload that would be refused fails the test that sent it."""

from __future__ import annotations

import aiohttp
import pytest

from tests.standins.discord import DiscordStandIn
from tests.standins.discord_world import TOKEN
from tests.standins.slack import SlackStandIn
from tests.standins.slack_world import BOT_TOKEN

NOISY = {"channel": "C0001", "text": "see https://example.org"}
PINGING = {"content": "hello @everyone"}


async def send(url: str, token: str, body: dict[str, str]) -> None:
    """Posts as the bot would."""
    async with aiohttp.ClientSession() as session, session.post(url, json=body, headers={"Authorization": token}):
        pass


async def test_slack() -> None:
    """A message that would unfurl is found when the stand-in is left."""
    slack = await SlackStandIn().__aenter__()
    await send(f"{slack.url}chat.postMessage", f"Bearer {BOT_TOKEN}", NOISY)
    assert slack.world.messages
    with pytest.raises(AssertionError, match=r"chat.postMessage: unfurl_links is not False"):
        await slack.__aexit__()


async def test_discord() -> None:
    """A message that could ping is found when the stand-in is left."""
    discord = await DiscordStandIn().__aenter__()
    await send(f"{discord.api_url}/channels/8001/messages", f"Bot {TOKEN}", PINGING)
    assert discord.world.messages
    with pytest.raises(AssertionError, match=r"POST /channels/\*/messages: allowed_mentions"):
        await discord.__aexit__()
