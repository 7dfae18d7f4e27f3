"""`stop`, `pause a week` and `resume`: all subscriptions of whoever says so, and the editions posted to their own
messages, fall silent or speak again; nothing is deleted, and what waits in the outbox is taken back.

A subscription's pause ends by itself where it was for a while; an edition's lasts until `resume`, and that is said."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.pause import asks_for_pause, pause_end
from bot.wording.subscriptions import paused_document, resumed_document
from handlers.asking import facts_now
from handlers.deps import Deps
from handlers.ownership import own_place
from handlers.taking_back import cancel_waiting


def accepts(rest: str, _: Deps) -> bool:
    """Nothing, or for how long."""
    return not rest or asks_for_pause(rest)


async def stop(command: Command, deps: Deps) -> Document:
    """Pauses everything, for good or for as long as was said; pressing twice changes nothing more."""
    return await asyncio.to_thread(_paused, command, deps)


def _paused(command: Command, deps: Deps) -> Document:
    place, until = own_place(command), pause_end(command.text, command.at, command.zone)
    with deps.store.together():
        paused = deps.store.subscriptions.pause(place, until)
        editions = deps.store.channels.pause(place)
        cancel_waiting(place, deps)
        deps.store.deliveries.cancel(place, "edition/")
    return paused_document(len(paused), _names(editions, deps), facts_now(command, deps), until)


async def resume(command: Command, deps: Deps) -> Document:
    """Takes the pause back."""
    return await asyncio.to_thread(_resumed, command, deps)


def _resumed(command: Command, deps: Deps) -> Document:
    place = own_place(command)
    with deps.store.together():
        resumed = deps.store.subscriptions.resume(place)
        editions = deps.store.channels.resume(place)
    return resumed_document(len(resumed), _names(editions, deps))


def _names(keys: Iterable[str], deps: Deps) -> tuple[str, ...]:
    """Editions by the words that people type; one that is no longer configured by its key."""
    found = ((key, deps.editions.named(key)) for key in keys)
    return tuple(edition.words[0] if edition else key for key, edition in found)
