"""Discord as a platform, over its gateway: commands, buttons and forms in, answers and posts out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import aiohttp
import discord
import discord.gateway
import discord.http
import yarl
from discord import app_commands

from bot.domain.delivery import Outcome, Recipient, Thread
from bot.domain.document import Document
from bot.domain.errors import ConfigError
from bot.domain.form import Form, filled
from bot.domain.reply import Shows
from bot.log import Logger
from bot.platforms.base import Answer, Complete
from bot.platforms.discord import posting, reading
from bot.platforms.discord.answering import FORM, Answering
from bot.platforms.discord.commands import NAME, command
from bot.platforms.discord.rest import Rest
from bot.platforms.discord.tree import command_tree
from bot.platforms.memory import CommandName, Memory, command_of
from bot.renderers.components_v2_actions import SELECT_ID
from bot.renderers.components_v2_form import entered

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot does not speak

NONCE_HELD = timedelta(minutes=2)
"""So long Discord surely gives the message of a nonce back; it promises "the past few minutes" (B-11)."""
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 300.0
"""Seconds between tries to connect, doubled each time."""

log = Logger(__name__)


@dataclass(frozen=True, slots=True)
class Access:
    """How Discord is reached."""

    token: str
    api_url: str
    gateway_url: str

    def __repr__(self) -> str:
        return f"Access({self.api_url}, {self.gateway_url})"


class TreeClient(discord.Client):
    """A client with its slash commands."""

    tree: app_commands.CommandTree[discord.Client]


class Discord:
    """One application in any number of servers. Made inside a running event loop; `close` gives connections back."""

    name = NAME
    repeats_for = NONCE_HELD

    def __init__(
        self,
        access: Access,
        memory: Memory,
        now: Callable[[], datetime],
        zone: ZoneInfo,
        commands: Sequence[CommandName],
        shows: Callable[[str], Shows],
        rest: Rest | None = None,
        manager_role: str = "",
    ) -> None:
        discord.http.Route.BASE = access.api_url.rstrip("/")
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(access.gateway_url)
        self._access = access
        self._memory = memory
        self._now = now
        self._zone = zone
        self._commands = commands
        self._shows = shows
        self._manager_role = manager_role
        self.is_connected = False
        self._working: set[asyncio.Task[None]] = set()
        self._rest = rest or Rest(access.api_url, access.token)
        self._answering = Answering(self._rest, memory)

    async def post(self, recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None) -> Outcome:
        """Puts one part of a delivery out, once, under its own nonce (B-11)."""
        return await posting.post(self._rest, self._memory, recipient, part, part_id, thread)

    async def edit(self, recipient: Recipient, sent_id: str, part: Document) -> Outcome:
        """Puts a part in the place of a message that is out."""
        del recipient  # the id of a message holds its channel
        return await posting.edit(self._rest, self._memory, sent_id, part)

    async def find(
        self, recipient: Recipient, part: Document, part_id: str, since: datetime, thread: Thread | None = None
    ) -> str | None:
        """The message among the last ones of its channel, where the bot may read its own there."""
        return await reading.find(self._rest, recipient, part, part_id, since, thread)

    async def obstacle(self, recipient: Recipient) -> str | None:
        """Whether a channel is gone or hidden from the bot; people are found out by sending to them."""
        return await posting.obstacle(self._rest, recipient)

    async def serve(self, answer: Answer, complete: Complete) -> None:
        """Answers until cancelled. ConfigError when Discord does not accept the token; without a network it goes on
        trying."""
        pause = FIRST_PAUSE
        while True:
            client = self.client(answer, complete)
            try:
                await client.start(self._access.token)
            except discord.LoginFailure:
                raise ConfigError("Discord does not accept DISCORD_TOKEN.") from None
            except discord.PrivilegedIntentsRequired:
                raise ConfigError("Discord refuses the intents; whatsnew needs none that is privileged.") from None
            except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError) as error:
                log.warning("Discord cannot be reached", fault=type(error).__name__, again_in_seconds=pause)
            except Exception:
                # The library's own parser lets whatever is wrong with an event end the connection.
                log.exception("Discord sent what its library could not read", again_in_seconds=pause)
            finally:
                self.is_connected = False
                with suppress(Exception):
                    await client.close()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def sync(self, complete: Complete) -> int:
        """Tells Discord the commands; how many there are. An explicit step, not part of a start (B-14, B102)."""
        client = discord.Client(intents=discord.Intents(guilds=True))
        try:
            await client.login(self._access.token)
            return len(await command_tree(client, self._commands, _nothing, complete).sync())
        except discord.LoginFailure:
            raise ConfigError("Discord does not accept DISCORD_TOKEN.") from None
        finally:
            await client.close()

    async def close(self) -> None:
        """Ends what is still being answered, and gives the connections back."""
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        await self._rest.close()

    def client(self, answer: Answer, complete: Complete) -> TreeClient:
        """A client that answers, not yet connected."""
        client = TreeClient(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )

        async def run(interaction: discord.Interaction, text: str) -> None:
            await self._answered(answer, interaction, text)

        client.tree = command_tree(client, self._commands, run, complete)

        @client.event
        async def on_interaction(interaction: discord.Interaction) -> None:
            if interaction.type is discord.InteractionType.component:
                self._go_on(self._pressed(answer, interaction))
            elif interaction.type is discord.InteractionType.modal_submit:
                self._go_on(self._sent(answer, interaction))

        @client.event
        async def on_connect() -> None:
            self.is_connected = True

        @client.event
        async def on_disconnect() -> None:
            self.is_connected = False

        @client.event
        async def on_resumed() -> None:
            self.is_connected = True

        @client.event
        async def on_ready() -> None:
            log.info("connected", platform=NAME, servers=len(client.guilds))

        return client

    def _go_on(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._working.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._working.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("Discord's event could not be handled", error=error)

    async def _pressed(self, answer: Answer, interaction: discord.Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        value = str(data.get("custom_id", ""))
        if value.startswith(SELECT_ID):
            value = str(next(iter(data.get("values", ())), ""))
        text = await command_of(value, self._memory)
        if text is None:
            log.warning("a button that nobody remembers", server=interaction.guild_id)
        await self._answered(answer, interaction, text or "help")

    async def _sent(self, answer: Answer, interaction: discord.Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        submit = await self._memory.recall(str(data.get("custom_id", "")).removeprefix(FORM))
        text = filled(submit, entered(data.get("components", ()))) if submit else "help"
        await self._answered(answer, interaction, text)

    async def _answered(self, answer: Answer, interaction: discord.Interaction, text: str) -> None:
        asked = command(text, interaction, self._now(), self._zone, self._manager_role)
        if self._shows(text) is Shows.FORM:
            reply = await answer(asked)
            if isinstance(reply, Form):
                await self._answering.open(interaction, reply)
            elif await self._answering.defer(interaction, shared=False):
                await self._answering.show(interaction, reply)
            return
        shared = self._shows(text) is Shows.EVERYBODY
        if await self._answering.defer(interaction, shared=shared):
            await self._answering.show(interaction, await answer(asked), shared=shared)


async def _nothing(_: discord.Interaction, __: str) -> None:
    """The commands are told, not run."""
