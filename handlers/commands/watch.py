"""`watch flashinfer#3838`: hear of a change again when a release holds it; `unwatch` ends that. The message itself is
handlers/jobs/watching.py's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.identity import Reference, ReferenceKind, present_name, pull_key
from bot.domain.update import Update
from bot.wording.catalogue import message
from bot.wording.watches import (
    Waiting,
    settled_document,
    several_document,
    unwatched_document,
    watches_document,
    watching_document,
)
from handlers.arguments import changes_in
from handlers.asking import facts_of_projects
from handlers.commands.details import find, not_held
from handlers.commands.why import not_read, reference_in
from handlers.deps import Deps
from handlers.hindsight import Hindsight
from handlers.ownership import own_place
from handlers.persons import remember_language
from storage.watches import Watch

WATCHES_PER_PERSON = 100
"""Changes that one person waits for at the most."""
CHANGES_AT_ONCE = 5
"""Changes that one line takes at the most."""


async def watch(command: Command, deps: Deps) -> Document:
    """Begins to wait, says that it is released already, or lists what the asker waits for."""
    references = _references(command, deps, "watch")
    if not references:
        return await asyncio.to_thread(_listed, command, deps)
    return await asyncio.to_thread(_begun, references, command, deps)


async def unwatch(command: Command, deps: Deps) -> Document:
    """Ends it, or says that nothing was waited for."""
    references = _references(command, deps, "unwatch")
    if not references:
        return await asyncio.to_thread(_listed, command, deps)
    return await asyncio.to_thread(_ended, references, command, deps)


def _references(command: Command, deps: Deps, verb: str) -> list[Reference]:
    """The changes that are named; UserError where one of them is not understood, or there are too many."""
    changes = changes_in(command.text) or ([command.text] if command.text else [])
    if len(changes) > CHANGES_AT_ONCE:
        line = f"{verb} {' '.join(changes[:CHANGES_AT_ONCE])}"
        raise UserError(
            message("At most {count} changes are taken at once."), Suggestion(line, line), count=CHANGES_AT_ONCE
        )
    found = []
    for change in changes:
        reference = reference_in(change, deps)
        if reference is None:
            raise not_read(change, deps)
        found.append(reference)
    return found


def _begun(references: Sequence[Reference], command: Command, deps: Deps) -> Document:
    waiting = list({one.key: one for one in (_found(reference, command, deps) for reference in references)}.values())
    facts = facts_of_projects([one.project_in(deps.projects) for one in waiting], command.at, command.zone, deps)
    opened = [one for one in waiting if not one.is_settled]
    if opened:
        _keep([one.key for one in opened], command, deps)
        remember_language(command, deps)
    if len(waiting) > 1:
        return several_document(waiting, facts)
    if opened:
        return watching_document(opened[0], facts)
    return settled_document(waiting[0], facts)


def _found(reference: Reference, command: Command, deps: Deps) -> Waiting:
    held = find(reference, deps)
    update = next(iter(Hindsight(command.at, deps).of([held] if held else [])), None)
    return Waiting(_key(reference, update, deps), command.at, update)


def _keep(keys: Sequence[str], command: Command, deps: Deps) -> None:
    """All of them are waited for from now on, or none: UserError where no more fit."""
    place = own_place(command)
    with deps.store.together():
        known = {one.key for one in deps.store.watches.of(place)}
        if len(known.union(keys)) > max(WATCHES_PER_PERSON, len(known)):
            raise UserError(
                message("You wait for {count} changes, and no more fit. End one first."),
                Suggestion("watch", "watch"),
                count=len(known),
            )
        for key in keys:
            deps.store.watches.add(Watch(place, key, command.at))


def _key(reference: Reference, update: Update | None, deps: Deps) -> str:
    """The key under which the change is waited for; UserError for what never comes with a release."""
    if update is not None and not update.links.pull and not (update.links.commits and not update.links.tag):
        raise UserError(message("Only a change of code can be waited for."), Suggestion("help", "help"))
    if update is not None:
        return update.key
    if reference.kind is not ReferenceKind.PULL or deps.projects.of_repository(reference.repository) is None:
        raise not_held(reference, deps)
    return pull_key(present_name(reference.repository, deps.projects), reference.number or 0)


def _ended(references: Sequence[Reference], command: Command, deps: Deps) -> Document:
    place, ended, never = own_place(command), dict[str, Waiting](), dict[str, Waiting]()
    for reference in references:
        update = find(reference, deps)
        keys = list(dict.fromkeys((*((update.key,) if update else ()), reference.key)))
        waited = [key for key in keys if deps.store.watches.remove(place, key)]
        if keys[0] not in ended:
            (ended if waited else never)[keys[0]] = Waiting(keys[0], command.at, update)
    named = [*ended.values(), *never.values()]
    facts = facts_of_projects([one.project_in(deps.projects) for one in named], command.at, command.zone, deps)
    return unwatched_document(list(ended.values()), list(never.values()), facts)


def _listed(command: Command, deps: Deps) -> Document:
    own = deps.store.watches.of(own_place(command))
    updates = Hindsight(command.at, deps).of(deps.store.updates.of_keys([one.key for one in own]))
    held = {one.key: one for one in updates}
    waiting = [Waiting(one.key, one.since, held.get(one.key), one.paused, one.paused_until) for one in own]
    projects = [update.project for update in held.values()]
    return watches_document(waiting, facts_of_projects(projects, command.at, command.zone, deps))
