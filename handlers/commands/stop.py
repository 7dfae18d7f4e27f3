"""`stop`, `pause a week` and `resume`: all subscriptions of whoever says so, and the editions posted to their own
messages, fall silent or speak again; nothing is deleted, and what waits in the outbox is taken back.

A subscription's pause ends by itself where it was for a while; an edition's lasts until `resume`, and that is said."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.text import fold
from bot.wording.subscriptions import paused_document, resumed_document
from handlers.asking import facts_now
from handlers.deps import Deps
from handlers.ownership import own_place
from handlers.taking_back import cancel_waiting

LONGEST_PAUSE = timedelta(days=90)

_WEEK = frozenset({"a week", "1 week", "one week", "一周", "1 周", "1周"})
_DAYS = re.compile(r"([1-9][0-9]?) ?(?:days?|天)")
_WEEKS = re.compile(r"([1-9][0-9]?) ?(?:weeks?|周)")


def accepts(rest: str, _: Deps) -> bool:
    """Nothing, or for how long."""
    return not rest or span_in(rest) is not None


def span_in(text: str) -> timedelta | None:
    """`a week`, `3 days`, `2 weeks`, up to LONGEST_PAUSE."""
    words = fold(text)
    if words in _WEEK:
        return timedelta(weeks=1)
    days, weeks = _DAYS.fullmatch(words), _WEEKS.fullmatch(words)
    found = timedelta(days=int(days[1])) if days else timedelta(weeks=int(weeks[1])) if weeks else None
    return found if found is not None and found <= LONGEST_PAUSE else None


async def stop(command: Command, deps: Deps) -> Document:
    """Pauses everything, for good or for as long as was said; pressing twice changes nothing more."""
    return await asyncio.to_thread(_paused, command, deps)


def _paused(command: Command, deps: Deps) -> Document:
    place, span = own_place(command), span_in(command.text)
    until: datetime | None = command.at + span if span else None
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
