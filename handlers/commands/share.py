"""`share flashinfer sm120`: an answer for everyone in the channel where it was asked.

In the shell nobody else looks on; there it is shown like any answer.
"""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.errors import Suggestion, UserError
from bot.domain.reply import Shared
from handlers.asking import is_sentence
from handlers.commands.whatsnew import document_of
from handlers.deps import Deps


async def share(command: Command, deps: Deps) -> Shared:
    """The answer, for everyone at the place; UserError where nothing is asked."""
    if not command.text:
        raise UserError("Say which answer to show.", Suggestion("share flashinfer sm120", "share flashinfer sm120"))
    return Shared(await asyncio.to_thread(document_of, command, deps))


def accepts(rest: str, deps: Deps) -> bool:
    """Nothing, or a question that holds nothing but names."""
    return not rest or not is_sentence(rest, deps, plain_words=0)
