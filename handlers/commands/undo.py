"""`undo subscribe 12`, `undo unsubscribe 12 13`, `undo stop`: takes a change back.

The line itself holds what is needed, so it works after a restart, from an old button, and twice.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from bot.domain.command import Command
from bot.domain.delivery import Recipient
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from handlers.commands import stop
from handlers.commands.subscribe import refuse_too_many
from handlers.deps import Deps
from handlers.ownership import changeable
from handlers.subscription_lists import list_of

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
        return await stop.resume(replace(command, text=""), deps)
    if len(numbers) > MOST_NUMBERS:
        raise UserError("At most {count} subscriptions are taken back at once.", count=MOST_NUMBERS)
    place = await asyncio.to_thread(_taken_back, verb, [int(number) for number in numbers], command, deps)
    return await asyncio.to_thread(list_of, place, command, deps)


def _taken_back(verb: str, numbers: Sequence[int], command: Command, deps: Deps) -> Recipient:
    """Takes a change of these subscriptions back, of all or of none; gives whose they are."""
    store = deps.store.subscriptions
    with deps.store.together():
        chosen = [changeable(store.find(number), command) for number in dict.fromkeys(numbers)]
        if verb == RESTORE:
            ended = Counter(one.recipient for one in chosen if store.get(one.id) is None)
            for place, count in ended.items():
                refuse_too_many(place, deps, count)
        for one in chosen:
            if verb == REMOVE:
                store.remove(one.id)
            else:
                store.restore(one.id)
    return chosen[0].recipient
