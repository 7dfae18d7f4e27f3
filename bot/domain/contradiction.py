"""Questions that nothing can ever meet: what they ask for they leave out."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.query import Query
from bot.domain.tag import Tag
from bot.domain.text import holds, stream, words
from bot.domain.vocabulary import Vocabulary


def contradiction(query: Query, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The names and words that a query both requires and excludes, so that no update matches it; none where one can.

    Of a facet any of its tags will do, so all of them must be excluded, themselves or a family that they belong to."""
    required = (*query.phrases, *(query.words if query.words_required else ()))
    unmet = [text for text in required if _is_excluded(text, query)]
    if unmet:
        return tuple(unmet)
    ways = [_unmet(condition.values(), query, vocabulary) for condition in query.conditions()]
    return tuple(sorted({tag.name for tags in ways for tag in tags})) if all(ways) else ()


def _unmet(facets: Iterable[frozenset[Tag]], query: Query, vocabulary: Vocabulary) -> frozenset[Tag]:
    """The tags of the facets that nothing can meet."""
    shut = [tags for tags in facets if all(vocabulary.closure({tag}) & query.excluded for tag in tags)]
    return frozenset().union(*shut)


def _is_excluded(text: str, query: Query) -> bool:
    """Whether whatever holds these words holds some that are excluded."""
    return any(holds(stream(text), words(entry)) for entry in query.excluded_words)
