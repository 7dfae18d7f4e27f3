"""Answers on their way back: into the deferred response that only the asker sees, or the channel; forms as modals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.domain.document import Document
from bot.domain.form import Form
from bot.domain.reply import Reply, Shared
from bot.log import Logger
from bot.platforms.discord.rest import NotTaken, Rest
from bot.platforms.memory import Memory
from bot.renderers.command_value import Remembered, token_of
from bot.renderers.components_v2 import render
from bot.renderers.components_v2_form import modal

EPHEMERAL = 1 << 6
DEFERRED, MODAL = 5, 9
FORM = "form "
"""A modal's custom id begins so; the token of its command line follows."""

log = Logger(__name__)


class Answering:
    """Shows replies to interactions. It never tries twice: a lost answer is asked for again."""

    def __init__(self, rest: Rest, memory: Memory) -> None:
        self._rest = rest
        self._memory = memory

    async def defer(self, interaction: discord.Interaction, *, shared: bool) -> bool:
        """Says within the three seconds that an answer comes (B-12); whether Discord took it."""
        flags = {} if shared else {"flags": EPHEMERAL}
        return await self._first(interaction, {"type": DEFERRED, "data": flags})

    async def open(self, interaction: discord.Interaction, form: Form) -> None:
        """Opens a form, which must be the first response."""
        entry = Remembered(token_of(form.submit), form.submit)
        await self._memory.remember((entry,))
        await self._first(interaction, {"type": MODAL, "data": modal(form, FORM + entry.token)})

    async def show(self, interaction: discord.Interaction, reply: Reply) -> None:
        """Fills the deferred response; what is too long for one message follows in further ones."""
        if isinstance(reply, Form):
            raise TypeError("a form is opened, not shown")
        document: Document = reply.document if isinstance(reply, Shared) else reply
        flags = 0 if isinstance(reply, Shared) else EPHEMERAL
        webhook = f"/webhooks/{interaction.application_id}/{interaction.token}"
        for at, message in enumerate(render(document)):
            await self._memory.remember(message.remembered)
            payload = message.payload()
            if at == 0:
                taken = await self._sent("PATCH", f"{webhook}/messages/@original", payload)
            else:
                taken = await self._sent("POST", webhook, {**payload, "flags": payload["flags"] | flags})
            if not taken:
                return

    async def _first(self, interaction: discord.Interaction, body: Mapping[str, Any]) -> bool:
        return await self._sent("POST", f"/interactions/{interaction.id}/{interaction.token}/callback", body)

    async def _sent(self, method: str, path: str, body: Mapping[str, Any]) -> bool:
        answer = await self._rest.request(method, path, body)
        if isinstance(answer, NotTaken):
            log.warning("answer not taken", status=answer.status, code=answer.code, outcome=str(answer.outcome))
            return False
        return True
