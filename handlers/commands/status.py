"""`status`: how the bot does, for who runs it: in the channel that hears of it, or in the shell."""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.issuing import next_issue
from bot.wording.status import Upcoming, status_document
from handlers.deps import Deps
from handlers.jobs.publish import posts_set_up
from handlers.operation import operation_of
from handlers.pausing import is_paused


async def status(command: Command, deps: Deps) -> Document:
    """What is read, what comes next, what waits; UserError for everybody else, who can see the sources."""
    if not command.actor.rights.operator and command.place != deps.ops:
        raise UserError("Only who runs the bot sees how it does.", Suggestion("sources", "sources"))
    return await asyncio.to_thread(_shown, command, deps)


def _shown(command: Command, deps: Deps) -> Document:
    return status_document(operation_of(deps), _upcoming(deps), command.zone, paused=is_paused(deps))


def _upcoming(deps: Deps) -> tuple[Upcoming, ...]:
    """When each channel has its next digest."""
    now, covered = deps.now(), deps.store.channels.covered()
    return tuple(
        Upcoming(post.recipient, next_issue(post.edition, post.hours, covered.get(post.place), now), post.hours.zone)
        for post in posts_set_up(deps)
    )
