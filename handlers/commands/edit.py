"""`edit 12` opens a form with a subscription as it stands; sending it is
`edit 12 weekly 08:30 Europe/Berlin no QUESTION`.

Whoever types may write that line as well; the button that undoes it carries the line that puts everything back.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from bot.domain.command import Command
from bot.domain.errors import Suggestion, UserError
from bot.domain.form import NO, YES
from bot.domain.reply import Reply
from bot.domain.serving import next_turn
from bot.domain.subscription import CADENCE_WORDS, Cadence, Subscription
from bot.domain.text import fold
from bot.wording.forms import subscription_form
from bot.wording.subscriptions import changed_document
from handlers.asking import facts_of, reading_of
from handlers.commands.subscribe import CADENCES, days_of, refuse_unknown, standing_query
from handlers.commands.undo import is_number
from handlers.deps import Deps
from handlers.hours import when_of
from handlers.lines import editing_line
from handlers.ownership import changeable
from handlers.standing import Asked, asked_of_stack, drained, names_stack

MOST_WHEN = 3
"""Words of an hour and a zone: `9 am Asia/Shanghai`."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a sent form says: of hour and zone the text, which is read once the subscription is known."""

    cadence: Cadence
    when: str
    paused: bool
    question: str


def wanted_of(text: str) -> tuple[int, Wanted | None] | None:
    """`12`, or `12 weekly 08:30 [ZONE] no QUESTION`; None for anything else."""
    number, _, rest = text.partition(" ")
    if not is_number(number):
        return None
    if not rest.strip():
        return int(number), None
    cadence, _, rest = rest.strip().partition(" ")
    words = rest.split()
    at = next((place for place, word in enumerate(words[: MOST_WHEN + 1]) if fold(word) in (YES, NO)), 0)
    if CADENCES.get(fold(cadence)) is None or not at:
        return None
    question = " ".join(words[at + 1 :])  # a form may be sent with its question empty
    return int(number), Wanted(CADENCES[fold(cadence)], " ".join(words[:at]), fold(words[at]) == YES, question)


def accepts(rest: str, _: Deps) -> bool:
    """The number of a subscription, alone or with everything that the form asks for."""
    return wanted_of(rest) is not None


async def edit(command: Command, deps: Deps) -> Reply:
    """The form, or the subscription as it is after the change."""
    asked = wanted_of(command.text)
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
    upcoming = None if after.cadence is Cadence.AT_ONCE else next_turn(after, command.at)
    return changed_document(after, editing_line(before), await facts_of(command, deps), upcoming)


async def _changed(before: Subscription, wanted: Wanted, command: Command, deps: Deps) -> Subscription:
    if not wanted.question:
        raise _asks_nothing(before)
    when = when_of(wanted.when, lambda again: _line(before, wanted, again))
    asked = await _asked(before, wanted, command, deps)
    after = replace(
        before,
        text=asked.text,
        query=asked.query,
        of_stack=asked.of_stack,
        cadence=wanted.cadence,
        hour=when.hour or before.hour,
        zone=when.zone or before.zone,
        days=before.days if wanted.cadence is before.cadence else days_of(wanted.cadence),
        paused=wanted.paused,
        paused_until=before.paused_until if wanted.paused else None,
    )
    same = after.text == before.text and after.cadence is before.cadence
    return after if same else await asyncio.to_thread(drained, after, command.at, deps)


async def _asked(before: Subscription, wanted: Wanted, command: Command, deps: Deps) -> Asked:
    if names_stack(wanted.question):
        return await asyncio.to_thread(asked_of_stack, before.recipient, deps)
    reading = await reading_of(wanted.question, command, deps)
    refuse_unknown(reading)
    if reading.is_empty or reading.reference:
        raise _asks_nothing(before)
    return Asked(reading.text, standing_query(reading.query))


def _line(before: Subscription, wanted: Wanted, when: str) -> str:
    """The line with other words for when."""
    paused = YES if wanted.paused else NO
    return f"edit {before.id} {CADENCE_WORDS[wanted.cadence]} {when} {paused} {wanted.question}"


def _asks_nothing(before: Subscription) -> UserError:
    """A form that says of what nothing is not a change; the subscription stays what it was."""
    return UserError(
        "Nothing was changed: say what the subscription is about.",
        Suggestion(f"edit {before.id}", f"edit {before.id}"),
    )
