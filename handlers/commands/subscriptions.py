"""`subscriptions` lists them, `subscriptions here` the channel's; `subscriptions 12 friday 8:30` changes when one
comes."""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from handlers.commands.subscribe import retimed
from handlers.commands.undo import is_number
from handlers.deps import Deps
from handlers.here import place_meant, without_here
from handlers.hours import may_be_when, parts_of
from handlers.lines import changing_line
from handlers.ownership import changeable
from handlers.previewing import changed
from handlers.subscription_lists import list_of, own_list
from handlers.wishes import Wish, when_wished, wish_of


def retiming_of(text: str) -> Wish | None:
    """`12 weekly friday 8:30 [ZONE]` with the number as its question; None for what is not wholly about when."""
    wish = wish_of(text)
    if is_number(wish.question) and wish.says_when:
        return wish if _is_when(wish.when) else None
    number, _, rest = text.partition(" ")
    return Wish(number, when=rest) if is_number(number) and rest and _is_when(rest) else None


def _is_when(words: str) -> bool:
    """Whether all words are meant as an hour or a zone, right or wrong."""
    return all(part.is_clear or may_be_when(part.text) for part in parts_of(words))


def accepts(rest: str, _: Deps) -> bool:
    """Nothing, `here`, or a number and when it should come."""
    return not rest or without_here(rest) == (True, "") or retiming_of(rest) is not None


async def subscriptions(command: Command, deps: Deps) -> Document:
    """The list, or the subscription as it is after the change, with the line that changes it back."""
    wish = retiming_of(command.text)
    if wish is not None:
        return await retime(wish, command, deps)
    here, _ = without_here(command.text)
    if here:
        return await asyncio.to_thread(list_of, place_meant(here, command), command, deps)
    return await asyncio.to_thread(own_list, command, deps)


async def retime(wish: Wish, command: Command, deps: Deps) -> Document:
    """The subscription whose number is the question of the wish, as it is after the change."""
    store = deps.store.subscriptions
    before = changeable(await asyncio.to_thread(store.get, int(wish.question)), command)
    after = retimed(before, wish, when_wished(wish, lambda again: again.line("subscriptions")))
    await asyncio.to_thread(store.change, after)
    return await asyncio.to_thread(changed, after, changing_line(before), command, deps)


async def which(_: Command, __: Deps) -> Document:
    """What a command that needs a subscription's number says without one."""
    raise UserError("Which one? The list has their numbers.", Suggestion("subscriptions", "subscriptions"))
