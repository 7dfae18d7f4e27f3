"""`unsubscribe 12`, `unsubscribe flashinfer`, `unsubscribe all`: ends subscriptions; each can be taken back."""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.subscription import Subscription
from bot.domain.text import words
from bot.wording.subscriptions import stopped_document, which_document
from handlers.asking import is_sentence
from handlers.commands.undo import is_number
from handlers.deps import Deps
from handlers.ownership import changeable, own_place
from handlers.taking_back import end

ALL = frozenset({"all", "全部"})


async def unsubscribe(command: Command, deps: Deps) -> Document:
    """Ends the subscription that is named by number or words; asks which where several are meant."""
    chosen = await asyncio.to_thread(_chosen, command, deps)
    if len(chosen) > 1 and command.text.casefold() not in ALL:
        return which_document(chosen)
    for subscription in chosen:
        await asyncio.to_thread(end, subscription, deps)
    numbers = " ".join(str(subscription.id) for subscription in chosen)
    return stopped_document(chosen, f"unsubscribe {numbers}")


async def which(command: Command, deps: Deps) -> Document:
    """Asks which one to end; UserError where there is none."""
    own = await asyncio.to_thread(deps.store.subscriptions.of, own_place(command))
    if not own:
        raise UserError(
            "You have no subscription to end.", Suggestion("subscribe flashinfer sm120", "subscribe flashinfer sm120")
        )
    return which_document(own)


def _chosen(command: Command, deps: Deps) -> tuple[Subscription, ...]:
    """Those that the text means, at least one, all of which the actor may change."""
    store, text = deps.store.subscriptions, command.text
    if is_number(text):
        return (changeable(store.get(int(text)), command),)
    own = store.of(own_place(command))
    chosen = own if text.casefold() in ALL else _named(text, own)
    if not chosen:
        raise UserError('You have no subscription "{text}".', Suggestion("subscriptions", "subscriptions"), text=text)
    return chosen


def _named(text: str, own: tuple[Subscription, ...]) -> tuple[Subscription, ...]:
    """Those whose text is just this, else those that hold all of its words."""
    asked = set(words(text))
    exact = tuple(subscription for subscription in own if set(words(subscription.text)) == asked)
    return exact or tuple(subscription for subscription in own if asked <= set(words(subscription.text)))


def accepts(rest: str, deps: Deps) -> bool:
    """A number, `all`, or words that are no sentence."""
    return bool(rest) and not is_sentence(rest, deps)
