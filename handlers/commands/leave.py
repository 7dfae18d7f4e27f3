"""`forget me` removes all that is kept of the asker, once a button confirms it; `export` shows it. Who runs the bot
does the same for somebody who asks them, from the shell (bot/cli/person.py)."""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.text import fold
from bot.wording.leaving import asked_document, exported_document, forgotten_document
from handlers.deps import Deps
from handlers.ownership import own_place
from storage.personal import Person

ME = frozenset({"me", "我"})
SURE = frozenset({"me now", "我 now"})
"""What the button says that confirms it."""


def accepts(rest: str, _: Deps) -> bool:
    """`me`, alone or confirmed."""
    return fold(rest) in ME | SURE


async def forget(command: Command, deps: Deps) -> Document:
    """Asks whether it is meant, or removes everything."""
    if fold(command.text) not in SURE:
        return asked_document()
    return forgotten_document(await asyncio.to_thread(deps.store.personal.forget, _person(command)))


async def export(command: Command, deps: Deps) -> Document:
    """Everything that is kept, as JSON."""
    actor = command.actor
    who = f"{actor.platform}:{actor.workspace or actor.home}/{actor.user}"
    return exported_document(await asyncio.to_thread(deps.store.personal.export, _person(command)), who)


def _person(command: Command) -> Person:
    return Person(command.actor, own_place(command))
