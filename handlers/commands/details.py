"""`flashinfer#3682`, or an address: everything that is known of one change."""

from __future__ import annotations

from bot.domain.clustering import stories
from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.identity import Reference
from bot.domain.update import Update
from bot.wording.catalogue import say
from bot.wording.detail import detail_document
from handlers.asking import facts_now
from handlers.deps import Deps
from handlers.hindsight import Hindsight


def details_of(reference: Reference, command: Command, deps: Deps) -> Document:
    """The detail view of one update."""
    update = found_or_refused(reference, deps)
    (story,) = stories(Hindsight(command.at, deps).of([update]))
    return detail_document(story, facts_now(command, deps, [update.project]))


def found_or_refused(reference: Reference, deps: Deps) -> Update:
    """The update that a reference points at; UserError names the project's others if the store has not this one."""
    update = find(reference, deps)
    if update is None:
        raise not_held(reference, deps)
    return update


def find(reference: Reference, deps: Deps) -> Update | None:
    """The update that a reference points at. A commit is asked for as such: once merged, a change is known by its pull
    request."""
    updates = deps.store.updates
    if reference.commit:
        found = updates.by_commit(reference.commit)
        same = [update for update in found if update.repository.casefold() == reference.repository.casefold()]
        return same[0] if same else None
    return updates.get(reference.key) or _renamed(reference, deps)


def _renamed(reference: Reference, deps: Deps) -> Update | None:
    """A pull request under another name of its repository (`volcengine/verl#12`), which the store holds by project."""
    if reference.number is None:
        return None
    return deps.store.updates.by_pull(deps.projects.key_for(reference.repository), reference.number)


def not_held(reference: Reference, deps: Deps) -> UserError:
    """Why there is no detail view, with the nearest thing that there is."""
    project = deps.projects.of_repository(reference.repository) if reference.repository else None
    if project is None:
        return UserError("That address is of no project that is read here.", Suggestion("help", "help"))
    return UserError(
        "{project} has no such change in the store.",
        Suggestion(say("All of {project}", project=project.name), f"whatsnew {project.key}"),
        project=project.name,
    )
