"""`pause all` and `resume all`: nothing is sent anywhere, for who runs the bot. What is due is kept and comes after."""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.text import fold
from bot.wording.channels import all_paused_document, all_resumed_document
from handlers.deps import Deps
from handlers.pausing import pause, resume

ALL = frozenset({"all", "everything", "全部"})


def accepts(rest: str, _: Deps) -> bool:
    """Only the word for everything."""
    return fold(rest) in ALL


async def pause_all(command: Command, deps: Deps) -> Document:
    """Pauses all sending."""
    _refuse_others(command, deps)
    await asyncio.to_thread(pause, deps, command.actor.user)
    return all_paused_document()


async def resume_all(command: Command, deps: Deps) -> Document:
    """Sends again, first what was kept."""
    _refuse_others(command, deps)
    await asyncio.to_thread(resume, deps)
    deps.nudge()
    return all_resumed_document()


def _refuse_others(command: Command, deps: Deps) -> None:
    if not command.actor.rights.operator and command.place != deps.ops:
        raise UserError("Only who runs the bot can pause everything.", Suggestion("stop", "stop"))
