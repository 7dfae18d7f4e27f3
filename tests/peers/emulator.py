"""emulate as a process: another maker's Slack or GitHub, at a free port of this machine."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot.platforms.slack.manifest import SCOPES
from tests.peers.node import NodeError, installed, node

HERE = Path(__file__).parent
TOKEN = "xoxb-peers"
OWNER_TOKEN = "xoxb-peers-owner"
OWNER_SCOPES = ("chat:write", "channels:read", "channels:history", "channels:manage", "im:read", "im:history")
START_SECONDS = 30.0

SEED = {
    "slack": {
        "team": {"name": "Peers", "domain": "peers"},
        "strict_scopes": True,
        "users": [
            {"name": "whatsnew", "real_name": "whatsnew", "email": "bot@example.com"},
            {"name": "bo", "real_name": "Bo", "email": "bo@example.com"},
        ],
        "channels": [{"name": "infra", "topic": "what changed"}, {"name": "old", "topic": "nothing"}],
        "tokens": [
            {"token": TOKEN, "user": "whatsnew", "scopes": list(SCOPES)},
            {"token": OWNER_TOKEN, "user": "whatsnew", "scopes": list(OWNER_SCOPES)},
        ],
    }
}
"""The bot's token has the scopes of our manifest and no more; the owner's is what the test looks around with."""


@asynccontextmanager
async def emulator(folder: Path) -> AsyncIterator[str]:
    """The emulated Slack's Web API while it runs; NodeError with what it printed where it does not start."""
    async with emulated("slack", SEED, folder) as url:
        yield f"{url}/api/"


@asynccontextmanager
async def emulated(service: str, seed: dict[str, Any], folder: Path) -> AsyncIterator[str]:
    """Where a service of emulate answers while it runs, without a slash at the end."""
    script = installed(HERE) / "emulate" / "dist" / "index.js"
    planted, port, log = folder / "seed.json", _free_port(), folder / "emulate.log"
    planted.write_text(json.dumps(seed))
    command = [str(node()), str(script), "start", "--service", service, "--port", str(port), "--seed", str(planted)]
    with log.open("w") as written:
        process = subprocess.Popen(command, cwd=folder, stdout=written, stderr=subprocess.STDOUT)  # noqa: ASYNC220 (it starts at once)
    try:
        await _listening(port, process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


async def called(url: str, method: str, token: str = OWNER_TOKEN, **arguments: Any) -> dict[str, Any]:
    """A call of the Web API from outside the bot."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        aiohttp.ClientSession() as session,
        session.post(url + method, json=arguments, headers=headers) as answer,
    ):
        return dict(await answer.json())


async def _listening(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    async with asyncio.timeout(START_SECONDS):
        while process.poll() is None:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                await writer.wait_closed()
                return
    raise NodeError(f"emulate does not start: {process.returncode}, see {log}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
