"""`share flashinfer sm120`: an answer for everyone in the channel where it was asked; `share weekly 2026-W28`: an issue
of an edition.

In the shell nobody else looks on; there it is shown like any answer.
"""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.edition import Edition
from bot.domain.errors import Suggestion, UserError
from bot.domain.reply import Shared
from handlers.asking import is_sentence
from handlers.commands.whatsnew import document_of
from handlers.deps import Deps
from handlers.issues import issue_of, issue_opening
from handlers.numbered import is_number, window_numbered


async def share(command: Command, deps: Deps) -> Shared:
    """The answer, for everyone at the place; UserError where nothing is asked."""
    if not command.text:
        raise UserError("Say which answer to show.", Suggestion("share flashinfer sm120", "share flashinfer sm120"))
    issue = _issue_named(command.text, deps)
    if issue is not None:
        return Shared(await asyncio.to_thread(_opening, *issue, deps))
    return Shared(await asyncio.to_thread(document_of, command, deps))


def _issue_named(text: str, deps: Deps) -> tuple[Edition, str] | None:
    """The edition and number that a text names ("" for its latest issue); None where it names something else."""
    name, _, number = text.partition(" ")
    edition = deps.editions.named(name)
    return (edition, number.strip()) if edition and (not number or is_number(number.strip())) else None


def _opening(edition: Edition, number: str, deps: Deps) -> Document:
    """What a channel is shown of an issue, as everybody gets it: it may have others on who runs something else."""
    window = window_numbered(edition, number, deps) if number else edition.latest_window(deps.now())
    return issue_opening(issue_of(edition, window, deps), edition, deps)


def accepts(rest: str, deps: Deps) -> bool:
    """Nothing, an issue, or a question that holds nothing but names."""
    return not rest or _issue_named(rest, deps) is not None or not is_sentence(rest, deps, plain_words=0)
