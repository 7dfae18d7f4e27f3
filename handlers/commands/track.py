"""`track owner/repo` or a feed's address: read a public source that is not in the catalogue, for this workspace.

Whatever is private, unreachable or no source is refused with one and the same sentence, so that nobody can ask the bot
what the operator's token sees (E11). What is tracked is read once, however many workspaces track it (B048).
"""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from bot.domain.command import Command
from bot.domain.delivery import RecipientKind
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.identity import is_repository
from bot.wording.sources import CANNOT_TRACK, already_document, tracked_document, untracked_document
from handlers.deps import Deps, Trackable
from storage.tracked import Tracked

TRACKED_PER_WORKSPACE = 20
"""Sources that one workspace tracks at the most."""
TRACKED_PER_PERSON = 5
"""Of these, those of one person who does not manage the place."""
LONGEST_ADDRESS = 500


def accepts(rest: str, _: Deps) -> bool:
    """owner/repo or an address; nothing is asked back for."""
    return not rest or (" " not in rest and "/" in rest)


async def track(command: Command, deps: Deps) -> Document:
    """Has the source read from now on, or says that it is."""
    _refuse_others(command)
    text = _named(command.text)
    repository = repository_in(text)
    if repository and (project := deps.projects.of_repository(repository)):
        return already_document(project.name)
    found = await deps.look_at(repository or text) if len(text) <= LONGEST_ADDRESS else None
    if found is None:
        raise UserError(CANNOT_TRACK)
    if project := deps.projects.of_repository(found.title):
        return already_document(project.name)
    return await asyncio.to_thread(_track, found, command, deps)


async def untrack(command: Command, deps: Deps) -> Document:
    """Ends it for this workspace; who tracked it may, and who manages the place."""
    text = _named(command.text)
    wanted = (repository_in(text) or text).casefold()
    actor = command.actor
    own = await asyncio.to_thread(deps.store.tracked.of, actor.platform, actor.workspace)
    one = next((one for one in own if wanted in (one.title.casefold(), one.source.partition(":")[2].casefold())), None)
    if one is None:
        raise UserError("That is not tracked here.", Suggestion("sources", "sources"))
    if one.owner != actor.user and not actor.rights.manager:
        raise UserError("Only who tracked it, or somebody who manages this place, can end it.")
    await asyncio.to_thread(deps.store.tracked.remove, actor.platform, actor.workspace, one.source)
    return untracked_document(one.title, f"track {_address(one)}")


def repository_in(text: str) -> str:
    """The owner/name that a text is, or is the address of; "" for anything else."""
    if is_repository(text):
        return text
    try:
        parts = urlsplit(text)
    except ValueError:
        return ""
    name = parts.path.strip("/").removesuffix(".git")
    on_github = parts.scheme in ("http", "https") and parts.netloc.casefold() in ("github.com", "www.github.com")
    return name if on_github and is_repository(name) else ""


def _named(text: str) -> str:
    if not text:
        raise UserError("Say what to track.", Suggestion("a repository", "track owner/name"))
    return text.strip("<>")


def _refuse_others(command: Command) -> None:
    """Raises UserError unless the actor manages the channel; in direct messages everybody may, within their limit."""
    if command.place.kind is not RecipientKind.USER and not command.actor.rights.manager:
        raise UserError(
            "Only somebody who manages this channel can have something tracked. In direct messages you can."
        )


def _track(found: Trackable, command: Command, deps: Deps) -> Document:
    actor, tracked = command.actor, deps.store.tracked
    one = Tracked(
        actor.platform,
        actor.workspace,
        found.source,
        found.project,
        found.title,
        actor.user,
        command.at,
        found.repository_id,
    )
    with deps.store.together():
        own = tracked.of(actor.platform, actor.workspace)
        if any(_is_same(other, one) for other in own):
            return already_document(found.title)
        _refuse_too_many(own, command)
        tracked.add(one)
    return tracked_document(found.title, f"untrack {_address(one)}", len(own) + 1, TRACKED_PER_WORKSPACE)


def _address(one: Tracked) -> str:
    """What is typed for it: a repository's present name, a feed's address."""
    kind, _, rest = one.source.partition(":")
    return one.title if kind == "github" else rest


def _is_same(other: Tracked, one: Tracked) -> bool:
    """The same source, also under another name of its repository (B045)."""
    same_number = one.repository_id is not None and other.repository_id == one.repository_id
    return other.source == one.source or same_number


def _refuse_too_many(own: tuple[Tracked, ...], command: Command) -> None:
    if len(own) >= TRACKED_PER_WORKSPACE:
        raise UserError(
            "This workspace tracks {count} sources, and no more fit. End one first.",
            Suggestion("sources", "sources"),
            count=TRACKED_PER_WORKSPACE,
        )
    ones = sum(one.owner == command.actor.user for one in own)
    if ones >= TRACKED_PER_PERSON and not command.actor.rights.manager:
        raise UserError(
            "You track {count} sources here, and no more fit. End one first.",
            Suggestion("sources", "sources"),
            count=TRACKED_PER_PERSON,
        )
