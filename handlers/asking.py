"""What the commands that take a question share: reading it, and looking up the facts that its answer tells."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.answer import Answer, Story
from bot.domain.command import Command
from bot.domain.errors import UserError
from bot.domain.query import Query
from bot.domain.reading import Reading, read
from bot.domain.tag import Facet
from bot.domain.version import TaggedVersion, latest_stable
from bot.domain.window import UTC_ZONE
from bot.wording.facts import Facts, Held, Latest
from handlers.coverage import lacks_of, loading_now, unread_now
from handlers.deps import Deps

WORDS_CHECKED = 4
"""Words of a question of which it is looked up whether any text has them."""


def read_now(text: str, command: Command, deps: Deps) -> Reading:
    """The question as it is understood; looks stored versions up, so it runs off the event loop. UserError where it
    cannot be carried out."""
    return read(text, deps.lexicon, command.at, command.zone, lambda project: tagged_by(command.at, project, deps))


def read_apart(text: str, deps: Deps) -> Reading | None:
    """What a text is read as while it is still open whether it is a command's arguments; None where it cannot be
    carried out."""
    try:
        return read(text, deps.lexicon, deps.now(), UTC_ZONE)
    except UserError:
        return None


def is_sentence(text: str, deps: Deps, plain_words: int = 1) -> bool:
    """Whether more than so many plain words stand in a text that name nothing and are near no name: then a line that
    begins with a command's word is a question about it (`unsubscribe button broken in vllm`)."""
    reading = read_apart(text, deps)
    return reading is not None and sum(not word.nearest for word in reading.unknown) > plain_words


async def reading_of(text: str, command: Command, deps: Deps) -> Reading:
    """`read_now`, one thread hop away."""
    return await asyncio.to_thread(read_now, text, command, deps)


def projects_of(query: Query) -> set[str]:
    """The projects that a question names, in whichever way it can be read."""
    return {tag.name for tags in (query.tags, *query.either) for tag in tags if tag.facet is Facet.PROJECT}


def tagged_by(now: datetime, project: str, deps: Deps) -> Sequence[TaggedVersion]:
    """The versions of a project that were tagged when the question was asked."""
    return [version for version in deps.store.versions.of(project) if version.tagged_at <= now]


def facts_about(stories: Iterable[Story], now: datetime, zone: ZoneInfo, deps: Deps) -> Facts:
    """What the store knows of every project that these stories show: the latest release, and whether its tags were
    read. For whatever shows stories (issues, messages, answers), so that none of them says what is not so."""
    return facts_of_projects({story.lead.project for story in stories}, now, zone, deps)


def facts_of_projects(projects: Iterable[str], now: datetime, zone: ZoneInfo, deps: Deps) -> Facts:
    """`facts_about` for projects that are known by their keys."""
    named = sorted(set(projects))
    tagged = {key: tagged_by(now, key, deps) for key in named}
    latest = {key: latest_stable(deps.projects.by_key.get(key), versions) for key, versions in tagged.items()}
    return Facts(
        projects=deps.projects,
        vocabulary=deps.vocabulary,
        now=now,
        zone=zone,
        latest={key: Latest(found.version, found.tagged_at) for key, found in latest.items() if found},
        tags_read=frozenset(key for key, versions in tagged.items() if versions),
        sample=deps.sample,
    )


def facts_now(command: Command, deps: Deps, projects: Iterable[str] = ()) -> Facts:
    """What the store knows of these projects, for the words of a command's reply, and how much it holds of them."""
    named = set(projects)
    facts = facts_of_projects(named, command.at, command.zone, deps)
    loading = loading_now(deps, sorted(named))
    return replace(facts, held=_held(deps, named), loading=loading) if named else replace(facts, loading=loading)


def facts_for(answer: Answer, command: Command, deps: Deps) -> Facts:
    """What the words of an answer need: the facts of the projects that were asked for and of those that are shown; how
    much the store holds, of all projects where it must be said how far was looked; when the asked versions were tagged;
    and the words of the question that no text of the window has."""
    asked, query = projects_of(answer.query), answer.query
    shown = [story for section in answer.sections for story in section.stories]
    facts = facts_of_projects(asked.union(story.lead.project for story in shown), command.at, command.zone, deps)
    versions = tagged_by(command.at, query.versions.project, deps) if query.versions else ()
    return replace(
        facts,
        held=_held(deps, asked if shown and asked else None) if asked or not shown or not answer.window.start else {},
        released={row.version: row.tagged_at for row in versions},
        absent_words=_absent(answer, deps),
        loading=loading_now(deps, sorted(asked)),
        unread=unread_now(deps, asked),
        lacks=lacks_of(deps, {story.lead.project for story in shown}),
    )


def _held(deps: Deps, projects: Collection[str] | None) -> dict[str, Held]:
    """How much the store holds of these projects, of all for None."""
    rows = deps.store.updates.coverage().items()
    return {key: Held(row.count, row.oldest, row.newest) for key, row in rows if projects is None or key in projects}


def _absent(answer: Answer, deps: Deps) -> tuple[str, ...]:
    """The words that only rank and that no text has which the question finds in the answer's window."""
    query = answer.query
    if query.words_required or not answer.sections:
        return ()
    placed = replace(query, window=answer.window, words=())
    named = projects_of(query)  # several projects rank by their names too, which nobody typed as words
    return tuple(
        word
        for word in [word for word in query.words if word not in named][:WORDS_CHECKED]
        if not deps.store.updates.count(replace(placed, phrases=(*query.phrases, word)))
    )


async def facts_of(command: Command, deps: Deps, projects: Iterable[str] = ()) -> Facts:
    """`facts_now`, one thread hop away."""
    return await asyncio.to_thread(facts_now, command, deps, projects)
