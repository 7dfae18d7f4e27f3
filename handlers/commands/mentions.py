"""`mentions flashinfer sm120`: the updates that name what was asked for without being about it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.domain.answering import compose_overview
from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.update import Update
from bot.wording.answer import answer_document
from handlers.asking import facts_for, is_sentence, read_now
from handlers.commands.details import details_of
from handlers.commands.whatsnew import answered
from handlers.deps import Deps
from handlers.hindsight import Hindsight

MOST_UPDATES = 1_000


async def mentions(command: Command, deps: Deps) -> Document:
    """The mentions over the window that the answer has; UserError where nothing is asked."""
    if not command.text:
        raise UserError(
            "Say what is to be mentioned.", Suggestion("mentions flashinfer sm120", "mentions flashinfer sm120")
        )
    return await asyncio.to_thread(mentions_of, command, deps)


def mentions_of(command: Command, deps: Deps, skip: int = 0) -> Document:
    """The mentions in words, from the story after the first `skip` on."""
    reading = read_now(command.text, command, deps)
    if reading.reference:
        return details_of(reading.reference, command, deps)
    window = answered(reading, command, deps).window
    placed = replace(reading.query, window=window)
    found = Hindsight(command.at, deps).of(deps.store.updates.search_mentions(placed, MOST_UPDATES))
    answer = compose_overview(placed, reading.text, window, found, wanted=_all, skip=skip)
    shown = replace(answer, mentions=len(found))
    return answer_document(shown, reading, facts_for(shown, command, deps), only_mentions=True)


def _all(_: Update) -> bool:
    return True


def accepts(rest: str, deps: Deps) -> bool:
    """Nothing, or a question that holds nothing but names."""
    return not rest or not is_sentence(rest, deps, plain_words=0)
