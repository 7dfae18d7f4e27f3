"""What of a window a scope is about. How much was read does not depend on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from bot.domain.clustering import stories
from bot.domain.editing.material import Scope
from bot.domain.editing.weighing import Weighed
from bot.domain.edition import Edition
from bot.domain.matching import matches
from bot.domain.query import Query
from bot.domain.update import Update
from bot.domain.vocabulary import Vocabulary

Wanted = Callable[[Update], bool]


def wanted_by(edition: Edition, scope: Scope, vocabulary: Vocabulary) -> Wanted:
    """Whether an update is of what the edition and the scope are about; noise of it is, too, for it is counted. Each
    update is looked at once, however often it is asked for."""
    queries = [query for query in (edition.query, scope.query) if query is not None]
    known: dict[str, bool] = {}

    def wanted(update: Update) -> bool:
        if scope.project and update.project != scope.project:
            return False
        if not queries:
            return True
        if (found := known.get(update.key)) is None:
            found = known[update.key] = all(_is_about(update, query, vocabulary) for query in queries)
        return found

    return wanted


def narrowed(found: Iterable[Weighed], wanted: Wanted) -> Iterator[Weighed]:
    """The stories with what is wanted of them, in their order; a story of which a part is wanted is told as that part
    would be by itself, and keeps the whole's weight."""
    for one in found:
        members = [update for update in one.story.updates if wanted(update)]
        if len(members) == len(one.story.updates):
            yield one
        elif members:
            yield from (replace(one, story=story) for story in stories(members))


def _is_about(update: Update, query: Query, vocabulary: Vocabulary) -> bool:
    return matches(replace(update, noise=False) if update.noise else update, query, vocabulary)
