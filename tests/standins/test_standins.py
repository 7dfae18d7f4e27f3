"""The stand-ins behave as what they stand for, where other tests rely on it."""

from __future__ import annotations

import asyncio
import time

import aiohttp
import pytest
from slack_sdk.signature import SignatureVerifier

from tests.standins.discord import DiscordStandIn
from tests.standins.discord_world import TOKEN
from tests.standins.slack import SlackStandIn, signed_headers
from tests.standins.slack_world import SIGNING_SECRET


@pytest.mark.parametrize(
    ("age", "valid"),
    [pytest.param(0, True, id="now"), pytest.param(299, True, id="at the limit"), pytest.param(302, False, id="old")],
)
def test_slack_signs_its_requests(age: int, valid: bool) -> None:
    """The SDK's own verifier takes a signed request within five minutes (A56)."""
    body = b"command=%2Fwhatsnew&text=flashinfer"
    headers = signed_headers(body, at=time.time() - age)
    assert SignatureVerifier(SIGNING_SECRET).is_valid_request(body, headers) is valid
    assert not SignatureVerifier("another").is_valid_request(body, headers)


async def test_a_response_address_is_used_five_times() -> None:
    """The sixth answer to one action is refused (A51)."""
    async with SlackStandIn(judges=False) as slack, aiohttp.ClientSession() as session:
        address = slack.response_url("C0001", "U0001")
        statuses = [(await session.post(address, json={"text": "x"})).status for _ in range(6)]
    assert statuses == [200] * 5 + [404]


async def test_a_gateway_connection_answers_heartbeats() -> None:
    """discord.py's heartbeats are acknowledged as often as HELLO asks for them."""
    import discord
    import yarl

    async with DiscordStandIn(heartbeat_seconds=0.1) as standin:
        discord.http.Route.BASE = standin.api_url
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(standin.gateway_url)
        client = discord.Client(intents=discord.Intents(guilds=True))
        running = asyncio.create_task(client.start(TOKEN))
        await standin.until(lambda: standin.heartbeats >= 3)
        assert client.latency < 1
        await client.close()
        await asyncio.gather(running, return_exceptions=True)


async def test_a_nonce_gives_the_message_that_is_there() -> None:
    """The same nonce is the same message, without enforce_nonce it is not (B-11)."""
    async with DiscordStandIn(judges=False) as standin, aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {TOKEN}"}
        address = f"{standin.api_url}/channels/8001/messages"
        ids = []
        for enforced in (True, True, False):
            body = {"content": "x", "nonce": "n", "enforce_nonce": enforced}
            async with session.post(address, json=body, headers=headers) as response:
                ids.append((await response.json())["id"])
    assert ids[0] == ids[1] != ids[2]
