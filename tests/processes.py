"""The bot as a real process, pointed at stand-ins by its environment."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.standins.discord import DiscordStandIn
from tests.standins.discord_world import TOKEN
from tests.standins.slack import SlackStandIn
from tests.standins.slack_world import APP_TOKEN, BOT_TOKEN

ROOT = Path(__file__).resolve().parent.parent
NO_SOURCES = {"GITHUB_URL": "http://127.0.0.1:9", "ALLOWED_HOSTS": "127.0.0.1:9", "WEB_PORT": "0"}
"""No source answers, whatever network the tests run in, and no port is taken that is not asked for."""
LEAVES_WITHIN = 10.0
"""Seconds after SIGTERM in which the process must have left."""


def environment(store: Path, **variables: str) -> dict[str, str]:
    """An environment with a store and these variables, and no others that the bot reads."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    alone = {**kept, **NO_SOURCES, "DATABASE_URL": f"sqlite:///{store}"}
    return together(alone, variables) if "ALLOWED_HOSTS" in variables else {**alone, **variables}


def for_slack(standin: SlackStandIn) -> dict[str, str]:
    """What points the bot at a Slack stand-in."""
    return {
        "SLACK_BOT_TOKEN": BOT_TOKEN,
        "SLACK_APP_TOKEN": APP_TOKEN,
        "SLACK_API_URL": standin.url,
        "ALLOWED_HOSTS": urlsplit(standin.url).netloc,
    }


def for_discord(standin: DiscordStandIn) -> dict[str, str]:
    """What points the bot at a Discord stand-in."""
    return {
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_URL": standin.api_url,
        "DISCORD_GATEWAY_URL": standin.gateway_url,
        "ALLOWED_HOSTS": urlsplit(standin.api_url).netloc,
    }


def together(*environments: Mapping[str, str]) -> dict[str, str]:
    """Several environments as one, all their hosts allowed."""
    hosts = ",".join(variables["ALLOWED_HOSTS"] for variables in environments)
    return {name: value for variables in environments for name, value in variables.items()} | {"ALLOWED_HOSTS": hosts}


async def finished(*arguments: str, env: Mapping[str, str]) -> tuple[int, str, str]:
    """Runs a command line to its end: status, standard output, standard error."""
    process = await started(*arguments, env=env)
    async with asyncio.timeout(60):
        out, err = await process.communicate()
    return process.returncode or 0, out.decode(), err.decode()


@asynccontextmanager
async def running(*arguments: str, env: Mapping[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot while it runs; in the end it is told to stop and must leave in time, with status 0 and no traceback."""
    process = await started(*arguments, env=env)
    reading = asyncio.create_task(process.communicate())
    try:
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(LEAVES_WITHIN):
            _, err = await reading
    assert process.returncode == 0, err.decode()
    assert "Traceback" not in err.decode(), err.decode()


async def started(*arguments: str, env: Mapping[str, str]) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        cwd=ROOT,
        env=dict(env),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=pipe,
        stderr=pipe,
    )


def resident_mebibytes(process: asyncio.subprocess.Process) -> float:
    """The memory that a process holds (RSS)."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024
