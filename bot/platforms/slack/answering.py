"""Answers on their way back: through the response_url, seen by the asker alone unless shared; forms as modals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.domain.document import Document, Paragraph, Text
from bot.domain.form import Form, filled
from bot.domain.reply import Reply, Shared
from bot.log import Logger
from bot.platforms.memory import Memory
from bot.platforms.slack.commands import Origin
from bot.renderers.block_kit import render
from bot.renderers.block_kit_form import entered, view

NOT_OPENED = "Slack did not open the form in time. Press the button again."

RESPONSES = 5
"""Uses of a response_url (A51)."""

log = Logger(__name__)


class Answering:
    """Shows replies to people. It never tries twice: a lost answer is asked for again."""

    def __init__(self, client: AsyncWebClient, session: aiohttp.ClientSession, memory: Memory) -> None:
        self._client = client
        self._session = session
        self._memory = memory

    async def show(self, reply: Reply, origin: Origin) -> None:
        """Shows a document to the asker, shares it in the channel, or opens a form."""
        match reply:
            case Form():
                await self._open(reply, origin)
            case Shared(document):
                await self._respond(document, origin, "in_channel")
            case _:
                await self._respond(reply, origin, "ephemeral")

    async def _respond(self, document: Document, origin: Origin, response_type: str) -> None:
        webhook = AsyncWebhookClient(origin.response_url, session=self._session, retry_handlers=[])
        for message in render(document)[:RESPONSES]:
            await self._memory.remember(message.remembered)
            body = {**message.payload(), "response_type": response_type, "replace_original": False}
            try:
                answer = await webhook.send_dict(body)
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                log.warning("answer not sent", fault=type(error).__name__, workspace=origin.workspace)
                return
            if answer.status_code != HTTPStatus.OK:
                log.warning("answer not taken", status=answer.status_code, workspace=origin.workspace)
                return

    async def _open(self, form: Form, origin: Origin) -> None:
        lines = {"submit": form.submit, "preview": form.preview.command if form.preview else ""}
        metadata = json.dumps({**lines, "channel": origin.channel, "response_url": origin.response_url})
        try:
            await self._client.views_open(trigger_id=origin.trigger, view=view(form, metadata))
        except (SlackApiError, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("form not opened", fault=type(error).__name__, workspace=origin.workspace)
            await self._respond(Document((Paragraph((Text(NOT_OPENED),)),)), origin, "ephemeral")


def submitted(body: Mapping[str, Any], line: str = "submit") -> tuple[str, Origin]:
    """The command line of a form as it was filled in, the one that it submits or its `preview`, and the origin of the
    action that opened it."""
    metadata = json.loads(body["view"]["private_metadata"])
    team, user = body["team"]["id"], body["user"]["id"]
    origin = Origin(team, user, metadata["channel"], metadata["response_url"], body.get("trigger_id", ""))
    return filled(metadata[line], entered(body["view"]["state"]["values"])), origin
