"""`edit 12` opens a form with a subscription as it stands; sending it is
`edit 12 weekly fri 08:30 Europe/Berlin no QUESTION`; `edit 12 friday 9am` changes only when it comes.

Whoever types may write that line as well; the button that undoes it carries the line that puts everything back.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from bot.domain.command import Command
from bot.domain.errors import Suggestion, UserError
from bot.domain.form import NO, YES
from bot.domain.query import Query
from bot.domain.reply import Reply
from bot.domain.subscription import Subscription
from bot.domain.text import fold
from bot.wording.forms import subscription_form
from handlers.commands.subscribe import retimed
from handlers.commands.subscriptions import retime, retiming_of
from handlers.commands.undo import is_number
from handlers.deps import Deps
from handlers.lines import editing_line
from handlers.ownership import changeable
from handlers.previewing import changed
from handlers.refusals import standing_query, standing_reading
from handlers.standing import Asked, asked_of_stack, drained, names_stack
from handlers.wishes import Wish, said_of, when_wished

MOST_WHEN = 10
"""Words of how often and when: `weekly on friday at 9 in the morning New York`."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a sent form says; of hour and zone the text, which is read once the subscription is known."""

    wish: Wish
    paused: bool

    def line(self, number: int) -> str:
        """The command line that says it."""
        when = replace(self.wish, question="").line(f"edit {number}")
        return f"{when} {YES if self.paused else NO} {self.wish.question}"


def wanted_of(text: str) -> tuple[int, Wanted | None] | None:
    """`12`, or `12 weekly [DAYS] 08:30 [ZONE] no QUESTION`; None for anything else."""
    number, _, rest = text.partition(" ")
    if not is_number(number):
        return None
    words = rest.split()
    if not words:
        return int(number), None
    at = next((place for place, word in enumerate(words[: MOST_WHEN + 1]) if fold(word) in (YES, NO)), 0)
    wish = said_of(words[:at])
    if wish.cadence is None or not (wish.when or wish.days):
        return None
    question = " ".join(words[at + 1 :])  # a form may be sent with its question empty
    return int(number), Wanted(replace(wish, question=question), fold(words[at]) == YES)


def accepts(rest: str, _: Deps) -> bool:
    """The number of a subscription, alone, with everything that the form asks for, or with when it should come."""
    return wanted_of(rest) is not None or retiming_of(rest) is not None


async def edit(command: Command, deps: Deps) -> Reply:
    """The form, or the subscription as it is after the change."""
    asked = wanted_of(command.text)
    if asked is None and (wish := retiming_of(command.text)) is not None:
        return await retime(wish, command, deps)
    if asked is None:
        raise UserError("That is not a subscription's number.", Suggestion("subscriptions", "subscriptions"))
    number, wanted = asked
    before = changeable(await asyncio.to_thread(deps.store.subscriptions.get, number), command)
    if wanted is None:
        return subscription_form(before, f"edit {number} {{cadence}} {{hour}} {{zone}} {{paused}} {{question}}")
    after = await _changed(before, wanted, command, deps)
    if not await asyncio.to_thread(deps.store.subscriptions.rewrite, after):
        raise UserError(
            "You have another subscription with that question.", Suggestion("subscriptions", "subscriptions")
        )
    return await asyncio.to_thread(changed, after, editing_line(before), command, deps)


async def _changed(before: Subscription, wanted: Wanted, command: Command, deps: Deps) -> Subscription:
    wish = wanted.wish
    if not wish.question:
        raise _asks_nothing(before)
    when = when_wished(wish, lambda again: replace(wanted, wish=again).line(before.id))
    asked = await _asked(before, wanted, command, deps)
    after = replace(
        retimed(before, wish, when),
        text=asked.text,
        query=asked.query,
        of_stack=asked.of_stack,
        matters=before.matters,
        paused=wanted.paused,
        paused_until=before.paused_until if wanted.paused else None,
    )
    same = after.text == before.text and after.cadence is before.cadence
    return after if same else await asyncio.to_thread(drained, after, command.at, deps)


async def _asked(before: Subscription, wanted: Wanted, command: Command, deps: Deps) -> Asked:
    question = wanted.wish.question
    if names_stack(question):
        return await asyncio.to_thread(asked_of_stack, before.recipient, deps)
    reading = await standing_reading(question, command, lambda again: _line(wanted, again, before), deps)
    if standing_query(reading.query) == Query() or reading.reference:
        raise _asks_nothing(before)
    return Asked(reading.text, standing_query(reading.query))


def _line(wanted: Wanted, question: str, before: Subscription) -> str:
    """The line with another question."""
    return replace(wanted, wish=replace(wanted.wish, question=question)).line(before.id)


def _asks_nothing(before: Subscription) -> UserError:
    """A form that says of what nothing is not a change; the subscription stays what it was."""
    return UserError(
        "Nothing was changed: say what the subscription is about.",
        Suggestion(f"edit {before.id}", f"edit {before.id}"),
    )
