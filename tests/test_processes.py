"""The bot as a new user starts it: real processes, an empty store, the stand-ins in place of the platforms."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, environment, finished, for_discord, for_slack, running, together
from tests.readers import discord as discord_reader
from tests.standins.discord import DiscordStandIn
from tests.standins.discord_people import Person as DiscordPerson
from tests.standins.slack import SlackStandIn
from tests.standins.slack_people import Person as SlackPerson
from tests.standins.slack_world import APP_TOKEN, BOT_TOKEN

PATIENCE = 60.0


async def test_slack_from_nothing(tmp_path: Path) -> None:
    """With two tokens and an empty store: a question, more, a subscription, its message, a digest in the channel."""
    async with SlackStandIn() as standin:
        env = environment(tmp_path / "store.sqlite3", **for_slack(standin))
        async with running("run", env=env):
            await standin.until(lambda: bool(standin.sockets), PATIENCE)
            ada = SlackPerson(standin)
            first = await ada.types("flashinfer sm120")
            assert "NVFP4 attention gave wrong results" in first.text
            assert first.only_for == "U0001"
            await ada.presses(first, "8 more")
            subscribed = await ada.presses(first, "Subscribe")
            await ada.presses(subscribed, "Send one now")
            await ada.types("digest daily here")
            await standin.until(lambda: bool(ada.direct_messages()), PATIENCE)
            await standin.until(lambda: any(message.only_for is None for message in ada.sees()), PATIENCE)


async def test_discord_from_nothing(tmp_path: Path) -> None:
    """The same road in Discord, after its commands were told."""
    async with DiscordStandIn() as standin:
        env = environment(tmp_path / "store.sqlite3", **for_discord(standin))
        status, out, err = await finished("discord", "sync", env=env)
        assert (status, err) == (0, "")
        assert out.startswith("8 commands")
        async with running("run", env=env):
            await standin.until(lambda: standin.identified > 0, PATIENCE)
            ada = DiscordPerson(standin)
            first = await ada.types("whatsnew", "flashinfer sm120")
            assert "NVFP4 attention gave wrong results" in discord_reader.seen(first.components)
            await ada.presses(first, "8 more")
            subscribed = await ada.presses(first, "Subscribe")
            await ada.presses(subscribed, "Send one now")
            await ada.types("digest", "daily here")
            await standin.until(lambda: bool(ada.direct_messages()), PATIENCE)
            await standin.until(lambda: any(message.only_for is None for message in ada.sees()), PATIENCE)


async def test_both_in_one_process(tmp_path: Path) -> None:
    """With all tokens one process answers on both platforms."""
    async with SlackStandIn() as slack, DiscordStandIn() as discord:
        env = environment(tmp_path / "store.sqlite3", **together(for_slack(slack), for_discord(discord)))
        await finished("discord", "sync", env=env)
        async with running("run", env=env):
            await slack.until(lambda: bool(slack.sockets), PATIENCE)
            await discord.until(lambda: discord.identified > 0, PATIENCE)
            assert "FlashInfer, SM120" in (await SlackPerson(slack).types("flashinfer sm120")).text
            answer = await DiscordPerson(discord).types("whatsnew", "flashinfer sm120")
            assert "FlashInfer, SM120" in discord_reader.seen(answer.components)


@pytest.mark.parametrize("changed", ["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"])
async def test_a_wrong_token_is_one_sentence(tmp_path: Path, changed: str) -> None:
    """A token that Slack does not accept ends the start with status 1 and a sentence that shows no token."""
    async with SlackStandIn() as standin:
        wrong = {"SLACK_BOT_TOKEN": "xoxb-9-wrong-token", "SLACK_APP_TOKEN": "xapp-9-wrong-token"}[changed]
        env = environment(tmp_path / "store.sqlite3", **(for_slack(standin) | {changed: wrong}))
        status, _, err = await finished("run", env=env)
    assert status == 1
    assert err.splitlines()[-1].startswith(f"Slack does not accept {changed}")
    assert wrong not in err
    assert "Traceback" not in err


async def test_a_revoked_token_is_one_sentence(tmp_path: Path) -> None:
    """An app that was removed from its workspace says so and ends (B080)."""
    async with SlackStandIn() as standin:
        standin.world.tokens_are_revoked = True
        status, _, err = await finished("run", env=environment(tmp_path / "store.sqlite3", **for_slack(standin)))
    assert status == 1
    assert "removed from the workspace" in err


async def test_a_wrong_discord_token_is_one_sentence(tmp_path: Path) -> None:
    """The same for Discord, at `run` and at `discord sync`."""
    async with DiscordStandIn() as standin:
        env = environment(
            tmp_path / "store.sqlite3", **(for_discord(standin) | {"DISCORD_TOKEN": "wrong.discord.token"})
        )
        for arguments in (("run",), ("discord", "sync")):
            status, _, err = await finished(*arguments, env=env)
            assert status == 1
            assert err.splitlines()[-1] == "Discord does not accept DISCORD_TOKEN."
            assert "wrong.discord" not in err


async def test_without_an_answer_it_waits(tmp_path: Path) -> None:
    """Where nobody answers, the bot stays and leaves when it is told to, without a traceback."""
    asked = asyncio.Event()

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        writer.close()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    silent = {
        "SLACK_BOT_TOKEN": BOT_TOKEN,
        "SLACK_APP_TOKEN": APP_TOKEN,
        "SLACK_API_URL": f"http://{host}/api/",
        "ALLOWED_HOSTS": host,
    }
    async with server, running("run", env=environment(tmp_path / "store.sqlite3", **silent)) as process:
        async with asyncio.timeout(PATIENCE):
            await asked.wait()
        assert process.returncode is None


@pytest.mark.parametrize(
    ("variables", "imported"),
    [
        pytest.param("", [], id="no token"),
        pytest.param("slack_bot_token=Secret('xoxb-1'), slack_app_token=Secret('xapp-1')", ["slack_bolt"], id="Slack"),
        pytest.param("discord_token=Secret('t')", ["discord"], id="Discord"),
    ],
)
async def test_a_library_is_imported_only_for_its_token(tmp_path: Path, variables: str, imported: list[str]) -> None:
    """A process without a platform's token does not load that platform's library."""
    program = f"""
import asyncio, sys
import bot.cli.run
from bot.app import chat_platforms, opened
from config.settings import Secret, Settings
async def made():
    settings = Settings(database_url="sqlite:///{tmp_path / "store.sqlite3"}", {variables})
    with opened(settings, None) as deps:
        for platform in chat_platforms(settings, deps):
            await platform.close()
asyncio.run(made())
print([name for name in ("slack_bolt", "discord", "matplotlib") if name in sys.modules])
"""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    assert out.decode().strip() == str(imported)
