"""`more 8 flashinfer sm120`: the next page of an answer; `more 8 mentions flashinfer sm120`: that of its mentions.

The line holds how many stories were seen, and of an overview where it began, so nothing is kept.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from handlers.asking import read_now
from handlers.commands.mentions import mentions_of
from handlers.commands.whatsnew import document_of, look_in, overview_document
from handlers.deps import Deps

MENTIONS = "mentions"
LONGEST_SKIP = 5
"""Digits of the most stories that can be skipped."""


def accepts(rest: str, _: Deps) -> bool:
    """A number, then the question; or nothing, where no answer offers a further page."""
    first = rest.partition(" ")[0]
    return not rest or (first.isascii() and first.isdecimal() and len(first) <= LONGEST_SKIP)


async def more(command: Command, deps: Deps) -> Document:
    """The page after the first so many stories."""
    if not command.text:
        raise UserError("There is no further page. Ask something first.", Suggestion("help", "help"))
    return await asyncio.to_thread(_page, command, deps)


def _page(command: Command, deps: Deps) -> Document:
    skip, _, question = command.text.partition(" ")
    if look := look_in(question):
        reading = read_now("", command, deps)
        return overview_document(reading, command, deps, int(skip), look)
    first, _, rest = question.partition(" ")
    if first == MENTIONS and rest:
        return mentions_of(replace(command, text=rest), deps, int(skip))
    return document_of(replace(command, text=question), deps, int(skip))
