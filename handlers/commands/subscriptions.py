"""`subscriptions` lists them, `subscriptions here` the channel's; `subscriptions 12 weekly 8:30` changes when one
comes."""

from __future__ import annotations

import asyncio
from functools import partial

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.wording.subscriptions import changed_document
from handlers.asking import facts_of
from handlers.commands.subscribe import retimed, wish_of
from handlers.commands.undo import is_number
from handlers.deps import Deps
from handlers.here import place_meant, without_here
from handlers.hours import when_of
from handlers.lines import changing_line
from handlers.ownership import changeable
from handlers.subscription_lists import list_of, own_list


def accepts(rest: str, _: Deps) -> bool:
    """Nothing, `here`, or a number and when it should come."""
    if not rest or without_here(rest) == (True, ""):
        return True
    wish = wish_of(rest)
    return is_number(wish.question) and bool(wish.cadence or wish.when or wish.everything)


async def subscriptions(command: Command, deps: Deps) -> Document:
    """The list, or the subscription as it is after the change, with the line that changes it back."""
    here, words = without_here(command.text)
    if words:
        return await _change(command, deps)
    if here:
        return await asyncio.to_thread(list_of, place_meant(here, command), command, deps)
    return await asyncio.to_thread(own_list, command, deps)


async def _change(command: Command, deps: Deps) -> Document:
    wish, store = wish_of(command.text), deps.store.subscriptions
    before = changeable(await asyncio.to_thread(store.get, int(wish.question)), command)
    after = retimed(before, wish, when_of(wish.when, partial(wish.line, "subscriptions")))
    await asyncio.to_thread(store.change, after)
    return changed_document(after, changing_line(before), await facts_of(command, deps))


async def which(_: Command, __: Deps) -> Document:
    """What a command that needs a subscription's number says without one."""
    raise UserError("Which one? The list has their numbers.", Suggestion("subscriptions", "subscriptions"))
