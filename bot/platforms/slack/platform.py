"""Slack as a platform, over Socket Mode: commands, buttons and forms in, answers and posts out."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.web.async_client import AsyncWebClient

from bot.domain.delivery import Outcome, Recipient, Thread
from bot.domain.document import Document
from bot.domain.errors import ConfigError
from bot.log import Logger
from bot.platforms.base import Answer, Complete, Places
from bot.platforms.memory import Memory, command_of
from bot.platforms.slack import posting
from bot.platforms.slack.answering import Answering, submitted
from bot.platforms.slack.commands import NAME, Origin, Profiles, command, origin_of
from bot.platforms.slack.happenings import EVENTS, Once, happened
from bot.platforms.slack.outcomes import WORKSPACE_GONE, reason_of
from bot.renderers.block_kit_form import CALLBACK, PREVIEW

COMMAND = "/whatsnew"
ANY = re.compile("")
TIMEOUT = 30.0
"""Seconds until a call of the Web API counts as unanswered."""
PING_SECONDS = 5.0
"""Between pings; a connection that answers none of four is left for a new one (A63, B073)."""
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 300.0
"""Seconds between tries to connect, doubled each time."""

log = Logger(__name__)


@dataclass(frozen=True, slots=True)
class Access:
    """How one workspace's Slack is reached."""

    bot_token: str
    app_token: str
    api_url: str

    def __repr__(self) -> str:
        return f"Access({self.api_url})"


class Slack:
    """One workspace. Made inside a running event loop; `close` gives its connections back."""

    name = NAME
    repeats_for = timedelta()

    def __init__(
        self,
        access: Access,
        memory: Memory,
        now: Callable[[], datetime],
        places: Places,
        ping_seconds: float = PING_SECONDS,
    ) -> None:
        self._access = access
        self._memory = memory
        self._now = now
        self._places = places
        self._once = Once()
        self._ping_seconds = ping_seconds
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=TIMEOUT))
        self.client = AsyncWebClient(
            access.bot_token, access.api_url, session=self._session, retry_handlers=[], logger=_quiet("slack_sdk")
        )
        self._socket: SocketModeClient | None = None
        self._working: set[asyncio.Task[None]] = set()
        self._profiles = Profiles(self.client)
        self._answering = Answering(self.client, self._session, memory)

    async def post(self, recipient: Recipient, part: Document, part_id: str, thread: Thread | None = None) -> Outcome:
        """Puts one part of a delivery out, once (A35, B001)."""
        del part_id  # Slack has no key against doubles (A33)
        return await posting.post(self.client, self._memory.remember, recipient, part, thread)

    async def edit(self, recipient: Recipient, sent_id: str, part: Document) -> Outcome:
        """Puts a part in the place of a message that is out."""
        del recipient  # the id of a message holds its channel
        return await posting.edit(self.client, self._memory.remember, sent_id, part)

    async def find(
        self, recipient: Recipient, part: Document, part_id: str, since: datetime, thread: Thread | None = None
    ) -> str | None:
        """Nothing: reading messages takes a history scope, which the bot has not (A32)."""
        del recipient, part, part_id, since, thread
        return None

    async def obstacle(self, recipient: Recipient) -> str | None:
        """Whether a channel is archived, gone, or the bot not in it; people are found out by sending to them."""
        return await posting.obstacle(self.client, recipient)

    async def serve(self, answer: Answer, complete: Complete) -> None:
        """Answers until cancelled. ConfigError when Slack does not accept a token; without a network it goes on
        trying."""
        del complete  # Slack offers no completion of slash commands
        await self._admitted()
        handler = AsyncSocketModeHandler(
            self._app(answer), self._access.app_token, logger=_quiet("slack_bolt"), ping_interval=self._ping_seconds
        )
        try:
            self._socket = handler.client
            await handler.connect_async()  # type: ignore[no-untyped-call]  # the SDK types it not
            log.info("connected", platform=NAME)
            await asyncio.Event().wait()
        finally:
            self._socket = None
            with suppress(Exception):
                await handler.close_async()  # type: ignore[no-untyped-call]  # the same

    @property
    def is_connected(self) -> bool:
        """Whether the socket is open and answers pings (A63)."""
        socket = self._socket
        session = None if socket is None or socket.stale else socket.current_session
        return session is not None and not session.closed

    async def close(self) -> None:
        """Ends what is still being answered, and gives the connections back."""
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        await self._session.close()

    async def _admitted(self) -> None:
        """Waits until Slack answers both tokens."""
        pause = FIRST_PAUSE
        while True:
            try:
                workspace = await self._checked("SLACK_BOT_TOKEN", "auth.test", self._access.bot_token)
                await self._checked("SLACK_APP_TOKEN", "apps.connections.open", self._access.app_token)
                await self._places.back(NAME, workspace)
                return
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                log.warning("Slack cannot be reached", fault=type(error).__name__, again_in_seconds=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _checked(self, variable: str, method: str, token: str) -> str:
        """The workspace of a token that Slack accepts, "" where it says none."""
        try:
            answer = await self.client.api_call(method, headers={"Authorization": f"Bearer {token}"})
            return str(answer.get("team_id") or "")
        except SlackApiError as error:
            data = getattr(error.response, "data", None)
            code = str(data.get("error", "")) if isinstance(data, dict) else ""
            if code in WORKSPACE_GONE or code in {"missing_scope", "not_allowed_token_type"}:
                raise ConfigError(f"Slack does not accept {variable}: {reason_of(code)}") from None
            raise TimeoutError(code or "no answer") from None

    def _app(self, answer: Answer) -> AsyncApp:
        app = AsyncApp(client=self.client, logger=_quiet("slack_bolt"), ignoring_self_events_enabled=False)

        @app.command(COMMAND)
        async def typed(ack: AsyncAck, body: dict[str, Any]) -> None:
            await ack()
            self._go_on(self._answered(answer, str(body.get("text") or ""), origin_of(body)))

        @app.action(ANY)
        async def pressed(ack: AsyncAck, body: dict[str, Any]) -> None:
            await ack()
            self._go_on(self._pressed(answer, body))

        @app.view(CALLBACK)
        async def sent(ack: AsyncAck, body: dict[str, Any]) -> None:
            await ack()
            text, origin = submitted(body)
            self._go_on(self._answered(answer, text, origin))

        for name in EVENTS:
            app.event(name)(self._heard)
        return app

    async def _heard(self, body: dict[str, Any]) -> None:
        await happened(body, self._places, self._once)

    def _go_on(self, work: Coroutine[Any, Any, None]) -> None:
        """Does the work beside the acknowledgement: Bolt would not send that if the work failed at once."""
        task = asyncio.create_task(work)
        self._working.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._working.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("Slack's event could not be handled", error=error)

    async def _pressed(self, answer: Answer, body: dict[str, Any]) -> None:
        action = body["actions"][0]
        if action.get("action_id") == PREVIEW:
            await self._answered(answer, *submitted(body, PREVIEW))
            return
        value = action.get("value") or (action.get("selected_option") or {}).get("value")
        if not value:
            return
        text = await command_of(str(value), self._memory)
        if text is None:
            log.warning("a button that nobody remembers", workspace=origin_of(body).workspace)
            text = "help"
        await self._answered(answer, text, origin_of(body))

    async def _answered(self, answer: Answer, text: str, origin: Origin) -> None:
        profile = await self._profiles.of(origin.workspace, origin.user)
        reply = await answer(command(text, origin, profile, self._now()))
        await self._answering.show(reply, origin)


def _quiet(name: str) -> logging.Logger:
    """A library's logger; it writes through our door, which redacts, and only what matters."""
    logger = logging.getLogger(name)
    logger.setLevel(logging.WARNING)
    return logger
