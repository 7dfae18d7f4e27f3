"""`/whatsnew flashinfer sm120`: the question that the bot is there for.

A question is read, asked of the store, chosen and grouped by the domain, and put into words. Nothing asked means: since
I last looked, for what I run and subscribed to, else what matters to everyone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.answer import Answer
from bot.domain.answering import compose, compose_overview
from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.matching import matches
from bot.domain.reading import Reading
from bot.domain.stack import touches
from bot.domain.update import Update
from bot.domain.window import Window
from bot.wording.answer import answer_document
from bot.wording.introduction import Occasion, Whose
from handlers.asking import facts_for, read_now
from handlers.commands.details import details_of
from handlers.deps import Deps
from handlers.hindsight import Hindsight
from handlers.ownership import own_place
from handlers.stacks import stack_of

YESTERDAY = timedelta(days=1)
LATEST_ARRIVAL = timedelta(days=7)
"""How long after it was published an update is still new when it comes in."""
LONGEST_ABSENCE = timedelta(days=30)
FIRST, AGAIN = "first-look:", "looked:"
"""What the line of an overview's further page begins with, before the instant where the overview begins."""


@dataclass(frozen=True, slots=True)
class Look:
    """Where an overview begins (None: it is for everyone), and whether its reader never looked before. A further page
    carries it, because the look is noted with the first one."""

    start: datetime | None
    first: bool = False

    @property
    def text(self) -> str:
        """The look as a command line carries it."""
        return f"{FIRST if self.first else AGAIN}{self.start.isoformat()}" if self.start else ""


async def whatsnew(command: Command, deps: Deps) -> Document:
    """The first page of an answer, or the detail view where one change is named."""
    return await asyncio.to_thread(document_of, command, deps)


def document_of(command: Command, deps: Deps, skip: int = 0) -> Document:
    """An answer in words, from the story after the first `skip` on."""
    reading = read_now(command.text, command, deps)
    if reading.reference:
        return details_of(reading.reference, command, deps)
    if reading.is_empty:
        return overview_document(reading, command, deps, skip, look_of(command, deps))
    answer = answered(reading, command, deps, skip)
    return answer_document(answer, reading, facts_for(answer, command, deps))


def answered(reading: Reading, command: Command, deps: Deps, skip: int = 0) -> Answer:
    """What the store has for a question, chosen and grouped."""
    if reading.is_empty:
        return overview(reading, look_of(command, deps), command, deps, skip)[0]
    return compose(
        reading.query,
        reading.text,
        now=command.at,
        zone=command.zone,
        search=Hindsight(command.at, deps).search,
        vocabulary=deps.vocabulary,
        skip=skip,
    )


def overview_document(reading: Reading, command: Command, deps: Deps, skip: int, look: Look) -> Document:
    """What is new since the last look, in words; the look is noted, so that the next one begins here."""
    answer, late = overview(reading, look, command, deps, skip)
    whose = whose_of(command, deps) if look.start else Whose.EVERYONE
    document = answer_document(
        answer, reading, facts_for(answer, command, deps), occasion=Occasion(whose, look.start, late)
    )
    if not skip:
        deps.store.people.looked(command.actor, command.at)
    return document


def whose_of(command: Command, deps: Deps) -> Whose:
    """What the asker told of themselves: a stack, subscriptions, both or neither."""
    place = own_place(command)
    subscribes, runs = bool(deps.store.subscriptions.of(place)), not stack_of(place, deps).is_empty
    if subscribes and runs:
        return Whose.STACK_AND_SUBSCRIPTIONS
    if runs:
        return Whose.STACK
    return Whose.SUBSCRIPTIONS if subscribes else Whose.EVERYONE


def look_of(command: Command, deps: Deps) -> Look:
    """From where an overview that is asked for now begins."""
    return Look(since(command, deps), first=deps.store.people.last_looked(command.actor) is None)


def look_in(text: str) -> Look | None:
    """The look that the line of a further page carries; None where it carries none, or none that can be read."""
    for mark in (FIRST, AGAIN):
        if text.startswith(mark):
            with suppress(ValueError):
                start = datetime.fromisoformat(text.removeprefix(mark))
                return Look(start, first=mark is FIRST) if start.tzinfo else None
    return None


def since(command: Command, deps: Deps) -> datetime | None:
    """When the asker last looked, at most 30 days ago and since yesterday for a first look; None for who has neither a
    stack nor a subscription, and is told what matters to everyone."""
    if whose_of(command, deps) is Whose.EVERYONE:
        return None
    last = deps.store.people.last_looked(command.actor) or command.at - YESTERDAY
    return max(last, command.at - LONGEST_ABSENCE)


def overview(reading: Reading, look: Look, command: Command, deps: Deps, skip: int) -> tuple[Answer, int]:
    """What came since the last look for the asker's stack and subscriptions, or since yesterday for everyone; and how
    many updates of it were published before that look and came in only then."""
    window = Window(look.start or command.at - YESTERDAY, command.at, command.zone)
    place = own_place(command)
    queries = [one.query for one in deps.store.subscriptions.of(place) if not one.of_stack]
    stack = stack_of(place, deps)

    def wanted(update: Update) -> bool:
        return touches(update, stack, deps.vocabulary) or any(
            matches(update, query, deps.vocabulary) for query in queries
        )

    placed = replace(reading.query, window=window)
    hindsight = Hindsight(command.at, deps)
    if look.start is None:
        found = hindsight.of(deps.store.updates.in_window(window))
        return compose_overview(placed, reading.text, window, found, skip=skip), 0
    found = hindsight.of(arrived(look, window, deps))
    late = sum(wanted(update) for update in found if update.published < look.start and not update.noise)
    return compose_overview(placed, look.text, window, found, wanted=wanted, skip=skip), late


def arrived(look: Look, window: Window, deps: Deps) -> Sequence[Update]:
    """What was published since the last look, and what was published a little before but came in only then: at that
    look the asker could not see it. Who looks for the first time has missed nothing."""
    if look.start is None or look.first:
        return deps.store.updates.in_window(window)
    start = look.start
    recent = deps.store.updates.in_window(replace(window, start=start - LATEST_ARRIVAL))
    return [update for update in recent if update.published >= start or update.first_seen > start]


def accepts(_: str, __: Deps) -> bool:
    """Everything is a question."""
    return True
