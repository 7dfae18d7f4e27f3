"""`watch flashinfer#3838`: hear of a change again when a release holds it; `unwatch` ends that. The message itself is
handlers/jobs/watching.py's."""

from __future__ import annotations

import asyncio

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.identity import Reference, ReferenceKind, present_name, pull_key
from bot.domain.update import Update
from bot.wording.catalogue import message
from bot.wording.watches import (
    SETTLED,
    Waiting,
    settled_document,
    unwatched_document,
    watches_document,
    watching_document,
)
from handlers.asking import facts_of_projects
from handlers.commands.details import find, not_held
from handlers.commands.why import reference_in, refuse_unread
from handlers.deps import Deps
from handlers.hindsight import Hindsight
from handlers.ownership import own_place
from handlers.persons import remember_language
from storage.watches import Watch

WATCHES_PER_PERSON = 100
"""Changes that one person waits for at the most."""


async def watch(command: Command, deps: Deps) -> Document:
    """Begins to wait, says that it is released already, or lists what the asker waits for."""
    reference = reference_in(command.text, deps)
    if reference is None:
        refuse_unread(command.text)
        return await asyncio.to_thread(_listed, command, deps)
    return await asyncio.to_thread(_begun, reference, command, deps)


async def unwatch(command: Command, deps: Deps) -> Document:
    """Ends it; harmless where nothing was waited for."""
    reference = reference_in(command.text, deps)
    if reference is None:
        refuse_unread(command.text)
        return await asyncio.to_thread(_listed, command, deps)
    return await asyncio.to_thread(_ended, reference, command, deps)


def _begun(reference: Reference, command: Command, deps: Deps) -> Document:
    held, place = find(reference, deps), own_place(command)
    update = next(iter(Hindsight(command.at, deps).of([held] if held else [])), None)
    key = _key(reference, update, deps)
    project = update.project if update else deps.projects.key_for(reference.repository)
    facts = facts_of_projects([project], command.at, command.zone, deps)
    if update is not None and update.state.stage in SETTLED:
        return settled_document(update, facts)
    with deps.store.together():
        own = deps.store.watches.of(place)
        if len(own) >= WATCHES_PER_PERSON and all(one.key != key for one in own):
            raise UserError(
                message("You wait for {count} changes, and no more fit. End one first."),
                Suggestion("watch", "watch"),
                count=WATCHES_PER_PERSON,
            )
        deps.store.watches.add(Watch(place, key, command.at))
    remember_language(command, deps)
    return watching_document(Waiting(key, command.at, update), facts)


def _key(reference: Reference, update: Update | None, deps: Deps) -> str:
    """The key under which the change is waited for; UserError for what never comes with a release."""
    if update is not None and not update.links.pull and not (update.links.commits and not update.links.tag):
        raise UserError(message("Only a change of code can be waited for."), Suggestion("help", "help"))
    if update is not None:
        return update.key
    if reference.kind is not ReferenceKind.PULL or deps.projects.of_repository(reference.repository) is None:
        raise not_held(reference, deps)
    return pull_key(present_name(reference.repository, deps.projects), reference.number or 0)


def _ended(reference: Reference, command: Command, deps: Deps) -> Document:
    update = find(reference, deps)
    keys = dict.fromkeys((*((update.key,) if update else ()), reference.key))
    for key in keys:
        deps.store.watches.remove(own_place(command), key)
    return unwatched_document(next(iter(keys)))


def _listed(command: Command, deps: Deps) -> Document:
    own = deps.store.watches.of(own_place(command))
    updates = Hindsight(command.at, deps).of(deps.store.updates.of_keys([one.key for one in own]))
    held = {one.key: one for one in updates}
    waiting = [Waiting(one.key, one.since, held.get(one.key)) for one in own]
    projects = [update.project for update in held.values()]
    return watches_document(waiting, facts_of_projects(projects, command.at, command.zone, deps))
