"""`undo subscribe 12`, `undo unsubscribe 12 13`, `undo stop`: takes a change back.

The line itself holds what is needed, so it works after a restart, from an old button, and twice.
"""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.wording.subscriptions import subscriptions_document
from handlers.asking import facts_of
from handlers.commands import stop
from handlers.deps import Deps
from handlers.ownership import changeable, own_place

REMOVE, RESTORE, RESUME = "subscribe", "unsubscribe", "stop"
MOST_NUMBERS = 200
LONGEST_NUMBER = 18


def accepts(rest: str, _: Deps) -> bool:
    """Nothing, `stop`, or one of the two other changes with the numbers of subscriptions."""
    if not rest:
        return True
    verb, *numbers = rest.split() or [""]
    if verb == RESUME:
        return not numbers
    return verb in {REMOVE, RESTORE} and bool(numbers) and all(is_number(number) for number in numbers)


def is_number(word: str) -> bool:
    """Whether a word is the number of a subscription, of a length that every database holds."""
    return word.isascii() and word.isdecimal() and len(word) <= LONGEST_NUMBER


async def undo(command: Command, deps: Deps) -> Document:
    """Takes the change back and shows the subscriptions as they are now; UserError where no change is named."""
    if not command.text:
        raise UserError(
            "Undo needs the change. The Undo button under a change holds it.",
            Suggestion("subscriptions", "subscriptions"),
        )
    verb, *numbers = command.text.split()
    if verb == RESUME:
        return await stop.resume(command, deps)
    if len(numbers) > MOST_NUMBERS:
        raise UserError("At most {count} subscriptions are taken back at once.", count=MOST_NUMBERS)
    store = deps.store.subscriptions
    change = store.remove if verb == REMOVE else store.restore
    for number in numbers:
        subscription = changeable(await asyncio.to_thread(store.find, int(number)), command)
        await asyncio.to_thread(change, subscription.id)
    subscriptions = await asyncio.to_thread(store.of, own_place(command))
    return subscriptions_document(subscriptions, await facts_of(command, deps))
