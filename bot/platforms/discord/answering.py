"""Answers on their way back: into the deferred response that only the asker sees, or the channel; forms as modals."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import discord

from bot.domain.delivery import Later, Refused, Unknown
from bot.domain.document import Document
from bot.domain.form import Form, narrowed
from bot.domain.reply import Reply, Shared
from bot.log import Logger
from bot.platforms.discord.rest import NotTaken, Rest
from bot.platforms.memory import Memory
from bot.renderers.command_value import Remembered, token_of
from bot.renderers.components_v2 import render
from bot.renderers.components_v2_form import modal
from bot.renderers.components_v2_limits import MODAL_ROWS

EPHEMERAL = 1 << 6
DEFERRED, MODAL = 5, 9
FORM = "form "
"""A modal's custom id begins so; the token of its command line follows."""

LONGEST_WAIT = 5.0
"""Seconds that an answer waits for a limit to pass; whoever asked is waiting, too."""

log = Logger(__name__)


class Answering:
    """Shows replies to interactions. What is lost for good is asked for again."""

    def __init__(self, rest: Rest, memory: Memory) -> None:
        self._rest = rest
        self._memory = memory

    async def defer(self, interaction: discord.Interaction, *, shared: bool) -> bool:
        """Says within the three seconds that an answer comes (B-12); whether Discord took it."""
        flags = {} if shared else {"flags": EPHEMERAL}
        return await self._first(interaction, {"type": DEFERRED, "data": flags})

    async def open(self, interaction: discord.Interaction, form: Form) -> None:
        """Opens a form, which must be the first response. What has no room in it stays as it is (B-07)."""
        form = narrowed(form, MODAL_ROWS)
        entry = Remembered(token_of(form.submit), form.submit)
        await self._memory.remember((entry,))
        await self._first(interaction, {"type": MODAL, "data": modal(form, FORM + entry.token)})

    async def show(self, interaction: discord.Interaction, reply: Reply, *, shared: bool = False) -> None:
        """Fills the deferred response; what is too long for one message follows in further ones. Where it was deferred
        for everybody (`shared`) and the answer is for the asker alone, it is taken away and the answer follows."""
        if isinstance(reply, Form):
            raise TypeError("a form is opened, not shown")
        document: Document = reply.document if isinstance(reply, Shared) else reply
        flags = 0 if isinstance(reply, Shared) else EPHEMERAL
        webhook = f"/webhooks/{interaction.application_id}/{interaction.token}"
        withdrawn = shared and not isinstance(reply, Shared)
        if withdrawn:
            await self._rest.request("DELETE", f"{webhook}/messages/@original")
        for at, message in enumerate(render(document)):
            await self._memory.remember(message.remembered)
            payload = message.payload()
            if at == 0 and not withdrawn:
                taken = await self._sent("PATCH", f"{webhook}/messages/@original", payload)
            else:
                taken = await self._sent("POST", webhook, {**payload, "flags": payload["flags"] | flags})
            if not taken:
                return

    async def _first(self, interaction: discord.Interaction, body: Mapping[str, Any]) -> bool:
        """Sends the first response; False where Discord surely did not take it. Where nobody knows it counts as taken:
        filling a response that is not there does nothing."""
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        answer = await self._rest.request("POST", path, body)
        if isinstance(answer, NotTaken):
            log.warning("first response not taken", status=answer.status, code=answer.code, outcome=str(answer.outcome))
            return isinstance(answer.outcome, Unknown)
        return True

    async def _sent(self, method: str, path: str, body: Mapping[str, Any]) -> bool:
        """Sends a part of an answer. Filling the response again gives the same, so it is tried twice."""
        tries = 2 if method == "PATCH" else 1
        for remaining in reversed(range(tries)):
            answer = await self._rest.request(method, path, body)
            if not isinstance(answer, NotTaken):
                return True
            log.warning("answer not taken", status=answer.status, code=answer.code, outcome=str(answer.outcome))
            if not remaining or isinstance(answer.outcome, Refused):
                break
            await asyncio.sleep(min(answer.outcome.seconds, LONGEST_WAIT) if isinstance(answer.outcome, Later) else 0)
        return False
