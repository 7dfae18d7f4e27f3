"""`digest weekly`, `daily`, `周报`: the latest issue of an edition, shown to the asker alone.

`digest daily here` has every issue posted to the channel, `digest daily stop` ends that; who manages the channel may.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.domain.command import Command
from bot.domain.delivery import RecipientKind
from bot.domain.document import Document
from bot.domain.edition import DEPLOYMENT_WEEKLY, FRAMEWORKS_WEEKLY, SYSTEMS_DAILY, Edition, edition_named
from bot.domain.errors import Suggestion, UserError
from bot.domain.text import fold
from bot.wording.channels import posted_document, unposted_document
from handlers.asking import facts_of
from handlers.deps import Deps
from handlers.issues import issue_document, latest_issue
from handlers.ownership import refuse_unreachable
from storage.channels import Posting

HERE = frozenset({"here", "到这里", "本频道"})
STOP = frozenset({"stop", "停止"})


def accepts(rest: str, _: Deps) -> bool:
    """Nothing, or the name of an edition, then perhaps `here` or `stop`."""
    words = rest.split()
    if len(words) == 2 and fold(words[1]) in HERE | STOP:
        return edition_named(words[0]) is not None
    return not rest or edition_named(rest) is not None


async def digest(command: Command, deps: Deps) -> Document:
    """The latest issue of the edition that is named, of the daily if none is; or what its posting is from now on."""
    name, _, where = command.text.partition(" ")
    edition = edition_named(name) or SYSTEMS_DAILY
    if fold(where) in HERE:
        return await _post_here(edition, command, deps)
    if fold(where) in STOP:
        return await _post_no_more(edition, command, deps)
    return await asyncio.to_thread(_shown, edition, deps)


def _shown(edition: Edition, deps: Deps) -> Document:
    return issue_document(latest_issue(edition, deps), edition, deps)


async def _post_here(edition: Edition, command: Command, deps: Deps) -> Document:
    _refuse_others(command)
    await refuse_unreachable(command.place, deps)
    schedule = edition.issues
    posting = Posting(command.place, edition.key, schedule.hour, schedule.zone, schedule.days, owner=command.actor.user)
    await asyncio.to_thread(deps.store.channels.set, posting)
    deps.nudge()
    return posted_document(edition, f"digest {edition.words[0]} stop", await facts_of(command, deps))


async def _post_no_more(edition: Edition, command: Command, deps: Deps) -> Document:
    _refuse_others(command)
    if not await asyncio.to_thread(deps.store.channels.remove, command.place, edition.key):
        name = edition.words[0]
        raise UserError(f"This channel has no {name}.", Suggestion(f"digest {name} here", f"digest {name} here"))
    return unposted_document(edition, f"digest {edition.words[0]} here")


def _refuse_others(command: Command) -> None:
    """Raises UserError unless the actor manages this channel; direct messages are a channel of one's own."""
    if command.place.kind is not RecipientKind.USER and not command.actor.rights.manager:
        raise UserError(
            "Only somebody who manages this channel can have a digest posted to it or ended.",
            Suggestion("Show me the latest", "digest"),
        )


async def daily(command: Command, deps: Deps) -> Document:
    """The latest systems daily."""
    return await digest(replace(command, text=SYSTEMS_DAILY.key), deps)


async def weekly(command: Command, deps: Deps) -> Document:
    """The latest frameworks weekly."""
    return await digest(replace(command, text=FRAMEWORKS_WEEKLY.key), deps)


async def deployment(command: Command, deps: Deps) -> Document:
    """The latest deployment weekly."""
    return await digest(replace(command, text=DEPLOYMENT_WEEKLY.key), deps)
