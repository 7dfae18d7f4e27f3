"""`subscriptions` lists them; `subscriptions 12 weekly 8:30` changes when one comes."""

from __future__ import annotations

import asyncio
from functools import partial

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.wording.subscriptions import changed_document, subscriptions_document
from handlers.asking import facts_of
from handlers.commands.subscribe import retimed, wish_of
from handlers.commands.undo import is_number
from handlers.deps import Deps
from handlers.hours import when_of
from handlers.lines import changing_line
from handlers.ownership import changeable, own_place


def accepts(rest: str, _: Deps) -> bool:
    """Nothing, or a number and when it should come."""
    wish = wish_of(rest)
    return not rest or (is_number(wish.question) and bool(wish.cadence or wish.when or wish.everything))


async def subscriptions(command: Command, deps: Deps) -> Document:
    """The list, or the subscription as it is after the change, with the line that changes it back."""
    if command.text:
        return await _change(command, deps)
    own = await asyncio.to_thread(deps.store.subscriptions.of, own_place(command))
    return subscriptions_document(own, await facts_of(command, deps))


async def _change(command: Command, deps: Deps) -> Document:
    wish, store = wish_of(command.text), deps.store.subscriptions
    before = changeable(await asyncio.to_thread(store.get, int(wish.question)), command)
    after = retimed(before, wish, when_of(wish.when, partial(wish.line, "subscriptions")))
    await asyncio.to_thread(store.change, after)
    return changed_document(after, changing_line(before), await facts_of(command, deps))


async def which(_: Command, __: Deps) -> Document:
    """What a command that needs a subscription's number says without one."""
    raise UserError("Which one? The list has their numbers.", Suggestion("subscriptions", "subscriptions"))
