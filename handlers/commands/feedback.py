"""`feedback`: what readers said of tags and nobody has decided yet, for whoever runs the bot.

`feedback accept 3` has it hold, also when everything is tagged anew; `feedback refuse 3` lets it go.
"""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.wording.catalogue import message
from bot.wording.feedback import SaidOf, decided_document, feedback_document
from handlers.asking import facts_of
from handlers.corrections import decide
from handlers.deps import Deps
from storage.feedback import FeedbackState, Given

LISTED = 10
"""Corrections that are shown at a time, oldest first."""

_DECISIONS = {"accept": FeedbackState.ACCEPTED, "refuse": FeedbackState.REFUSED}


def accepts(rest: str, _: Deps) -> bool:
    """Nothing, or a decision and the number of what it is about."""
    words = rest.split()
    return not words or (len(words) == 2 and words[0] in _DECISIONS and words[1].isascii() and words[1].isdigit())


async def feedback(command: Command, deps: Deps) -> Document:
    """Lists what is open, or decides one."""
    _refuse_others(command, deps)
    if not command.text:
        return await _listed(command, deps)
    word, number = command.text.split()
    given = await asyncio.to_thread(deps.store.feedback.get, int(number[:18]))
    if given is None:
        raise UserError(message("There is no correction {number}."), Suggestion("feedback", "feedback"), number=number)
    await asyncio.to_thread(decide, given, _DECISIONS[word], deps)
    facts = await facts_of(command, deps)
    return decided_document(_said_of(given, deps), facts, accepted=_DECISIONS[word] is FeedbackState.ACCEPTED)


def _refuse_others(command: Command, deps: Deps) -> None:
    """Raises UserError unless an operator asks, or somebody in the operators' channel."""
    if not command.actor.rights.operator and command.place != deps.ops:
        raise UserError(message("Only who runs the bot decides about corrections."), Suggestion("help", "help"))


async def _listed(command: Command, deps: Deps) -> Document:
    waiting = await asyncio.to_thread(deps.store.feedback.in_state, FeedbackState.OPEN)
    shown = await asyncio.to_thread(lambda: [_said_of(given, deps) for given in waiting[:LISTED]])
    facts = await facts_of(command, deps)
    return feedback_document(shown, len(waiting), facts)


def _said_of(given: Given, deps: Deps) -> SaidOf:
    return SaidOf(given.id, given.key, given.correction, deps.store.updates.get(given.key))
