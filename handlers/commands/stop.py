"""`stop`, `pause a week` and `resume`: all subscriptions of whoever says so, the changes that they wait for, and the
editions posted to their own messages, fall silent or speak again; nothing is deleted, and what waits in the outbox is
taken back. With `here` it is the channel's subscriptions, of those that the actor may change.

What was said last holds. A pause for a while ends by itself; an edition's lasts until `resume`, and that is said."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.pause import asks_for_pause, pause_end
from bot.wording.pauses import (
    Turned,
    nothing_to_pause_document,
    paused_document,
    paused_here_document,
    resumed_document,
    resumed_here_document,
)
from handlers.asking import facts_now
from handlers.deps import Deps
from handlers.here import in_channel, without_here
from handlers.ownership import allowed, own_place
from handlers.taking_back import cancel_at_once, cancel_waiting


def accepts(rest: str, _: Deps) -> bool:
    """Nothing, or for how long; `here` may stand beside it."""
    words = without_here(rest)[1]
    return not words or asks_for_pause(words)


def accepts_resume(rest: str, _: Deps) -> bool:
    """Nothing but `here`."""
    words = without_here(rest)[1]
    return not words


async def stop(command: Command, deps: Deps) -> Document:
    """Pauses everything, for good or for as long as was said; pressing twice changes nothing more."""
    here, words = without_here(command.text)
    until = pause_end(words, command.at, command.zone)
    pause = _paused_here if here and in_channel(command) else _paused
    return await asyncio.to_thread(pause, until, command, deps)


def _paused(until: datetime | None, command: Command, deps: Deps) -> Document:
    place, store = own_place(command), deps.store
    with store.together():
        paused = store.subscriptions.pause(place, until)
        turned = Turned(len(paused), store.watches.pause(place, until), _names(store.channels.pause(place), deps))
        cancel_waiting(place, deps)
        store.deliveries.cancel(place, "edition/")
        subscribes = store.subscriptions.count(place) > 0
        hears = subscribes or bool(store.watches.of(place) or store.channels.of(place))
    if not hears:
        return nothing_to_pause_document()
    return paused_document(turned, facts_now(command, deps), until, deletes=subscribes)


def _paused_here(until: datetime | None, command: Command, deps: Deps) -> Document:
    place, store = command.place, deps.store
    with store.together():
        there = store.subscriptions.of(place)
        mine = allowed(there, command)
        for one in mine:
            store.subscriptions.change(replace(one, paused=True, paused_until=until))
            cancel_at_once(one, deps)
        others = [one for one in there if one not in mine and not one.paused]
        if not others:
            cancel_waiting(place, deps)
    posted = [posting.edition for posting in store.channels.of(place) if not posting.paused]
    return paused_here_document(len(others), _names(posted, deps), facts_now(command, deps), until)


async def resume(command: Command, deps: Deps) -> Document:
    """Takes the pause back."""
    here = without_here(command.text)[0]
    go_on = _resumed_here if here and in_channel(command) else _resumed
    return await asyncio.to_thread(go_on, command, deps)


def _resumed(command: Command, deps: Deps) -> Document:
    place, store = own_place(command), deps.store
    with store.together():
        resumed = store.subscriptions.resume(place)
        turned = Turned(len(resumed), store.watches.resume(place), _names(store.channels.resume(place), deps))
    return resumed_document(turned)


def _resumed_here(command: Command, deps: Deps) -> Document:
    store = deps.store.subscriptions
    with deps.store.together():
        paused = [one for one in allowed(store.of(command.place), command) if one.paused]
        for one in paused:
            store.change(replace(one, paused=False, paused_until=None))
    return resumed_here_document(len(paused))


def _names(keys: Iterable[str], deps: Deps) -> tuple[str, ...]:
    """Editions by the words that people type; one that is no longer configured by its key."""
    found = ((key, deps.editions.named(key)) for key in keys)
    return tuple(edition.words[0] if edition else key for key, edition in found)
