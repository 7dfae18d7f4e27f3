"""`unsubscribe 12`, `unsubscribe flashinfer`, `unsubscribe here flashinfer`, `unsubscribe all`: ends subscriptions;
each can be taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.query import Query
from bot.domain.subscription import Subscription
from bot.domain.subscription_naming import named_by
from bot.domain.text import fold
from bot.wording.subscriptions import stopped_document, which_document
from handlers.asking import is_sentence, read_apart
from handlers.commands.undo import is_number
from handlers.deps import Deps
from handlers.here import in_channel, place_meant, without_here
from handlers.ownership import allowed, changeable, own_place
from handlers.standing import names_stack
from handlers.taking_back import end

ALL = frozenset({"all", "全部"})


async def unsubscribe(command: Command, deps: Deps) -> Document:
    """Ends the subscription that is named by number or words; asks which where several are meant, or none is named."""
    here, words = without_here(command.text)
    if here and not words:
        return await which(command, deps)
    chosen = await asyncio.to_thread(_chosen, words, here, command, deps)
    if len(chosen) > 1 and fold(words) not in ALL:
        return which_document(chosen)
    await asyncio.to_thread(_end, chosen, deps)
    numbers = " ".join(str(subscription.id) for subscription in chosen)
    return stopped_document(chosen, f"unsubscribe {numbers}")


async def which(command: Command, deps: Deps) -> Document:
    """Asks which one to end, of the asker's own or, with `here`, of the channel's; UserError where there is none."""
    here = without_here(command.text)[0]
    place = place_meant(here, command)
    own = await asyncio.to_thread(deps.store.subscriptions.of, place)
    if not own and place == own_place(command):
        raise UserError(
            "You have no subscription to end.", Suggestion("subscribe flashinfer sm120", "subscribe flashinfer sm120")
        )
    return which_document(allowed(own, command))


def accepts(rest: str, deps: Deps) -> bool:
    """A number, `all`, or words that are no sentence; `here` may stand before them, or alone."""
    here, words = without_here(rest)
    return (bool(words) or here) and not is_sentence(words, deps)


def _end(chosen: Sequence[Subscription], deps: Deps) -> None:
    for subscription in chosen:
        end(subscription, deps)


def _chosen(words: str, here: bool, command: Command, deps: Deps) -> tuple[Subscription, ...]:
    """Those that the words mean, at least one, all of which the actor may change. What only the channel has is meant
    without `here`, too; but never all of it."""
    store = deps.store.subscriptions
    if is_number(words):
        return (changeable(store.get(int(words)), command),)
    own = _meant(words, store.of(place_meant(here, command)), deps)
    if not own and not here and in_channel(command) and fold(words) not in ALL:
        own = _meant(words, store.of(command.place), deps)
    if own:
        return allowed(own, command)
    if here and in_channel(command):
        subscriptions = Suggestion("subscriptions here", "subscriptions here")
        raise UserError('This channel has no subscription "{text}".', subscriptions, text=words)
    raise UserError('You have no subscription "{text}".', Suggestion("subscriptions", "subscriptions"), text=words)


def _meant(words: str, own: tuple[Subscription, ...], deps: Deps) -> tuple[Subscription, ...]:
    if fold(words) in ALL:
        return own
    if names_stack(words):
        return tuple(one for one in own if one.of_stack)
    return named_by(words, _question(words, deps), own)


def _question(words: str, deps: Deps) -> Query | None:
    """What the words ask for; None where some of them name nothing, or where they point at versions or one change."""
    reading = read_apart(words, deps)
    if reading is None or reading.unknown or reading.reference or reading.query.versions:
        return None
    return reading.query
