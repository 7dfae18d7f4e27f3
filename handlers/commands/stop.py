"""`stop` and `resume`: all subscriptions of whoever says so fall silent or speak again; nothing is deleted."""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.document import Document
from bot.wording.subscriptions import paused_document, resumed_document
from handlers.deps import Deps
from handlers.ownership import own_place


async def stop(command: Command, deps: Deps) -> Document:
    """Pauses everything; pressing twice changes nothing more."""
    return paused_document(len(await asyncio.to_thread(deps.store.subscriptions.pause, own_place(command))))


async def resume(command: Command, deps: Deps) -> Document:
    """Takes the pause back."""
    return resumed_document(len(await asyncio.to_thread(deps.store.subscriptions.resume, own_place(command))))
