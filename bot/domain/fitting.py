"""Why a change answers a standing query or not: what `/why` tells. It agrees with bot/domain/matching.py, which only
says whether."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum

from bot.domain.matching import holds_all, tags_for
from bot.domain.query import Query
from bot.domain.tag import Facet, Tag
from bot.domain.update import Update
from bot.domain.vocabulary import Vocabulary


class Miss(IntEnum):
    """What keeps a change from answering a query, the nearest first."""

    NOTHING = 0
    NOISE = 1
    MENTIONS = 2
    EXCLUDED = 3
    WORDS = 4
    LACKS = 5


@dataclass(frozen=True, slots=True)
class Fit:
    """What keeps a change from a query: `tags` that it only mentions, lacks, or that the query takes away; of WORDS,
    and of EXCLUDED without tags, a word is what it lacks or has. `alone` where the tags are of one facet and nothing
    else keeps it."""

    miss: Miss
    tags: frozenset[Tag] = field(default_factory=frozenset)
    alone: bool = False

    @property
    def distance(self) -> tuple[int, int]:
        """How far the change is from the query: what ranks several queries."""
        return self.miss, len(self.tags)


def fit(update: Update, query: Query, vocabulary: Vocabulary) -> Fit:
    """How a change stands to a query, its window set aside."""
    about = tags_for(update, query, vocabulary)
    lacking = min((_lacking(tags.items(), about) for tags in query.conditions()), key=_weight)
    rest = _untagged(update, query) if not about & query.excluded else Fit(Miss.EXCLUDED, about & query.excluded)
    if lacking:
        alone, mentioned = len(lacking) == 1 and rest.miss is Miss.NOTHING, vocabulary.closure(update.mentioned())
        if all(mentioned & tags for tags in lacking):
            return Fit(Miss.MENTIONS, frozenset().union(*(mentioned & tags for tags in lacking)), alone)
        return Fit(Miss.LACKS, frozenset().union(*lacking), alone)
    if rest.tags:
        return replace(rest, alone=_untagged(update, query).miss is Miss.NOTHING)
    return rest


def _untagged(update: Update, query: Query) -> Fit:
    """How a change stands to the words of a query, and whether it is noise."""
    required = (*query.phrases, *(query.words if query.words_required else ()))
    if not holds_all(update, required, ()):
        return Fit(Miss.WORDS)
    if not holds_all(update, (), query.excluded_words):
        return Fit(Miss.EXCLUDED)
    return Fit(Miss.NOISE if update.noise and not query.wants_noise else Miss.NOTHING)


def _lacking(condition: Iterable[tuple[Facet, frozenset[Tag]]], about: frozenset[Tag]) -> list[frozenset[Tag]]:
    """The alternatives of each facet of which the change has none."""
    return [tags for _, tags in condition if not about & tags]


def _weight(lacking: list[frozenset[Tag]]) -> tuple[bool, int]:
    """Another project is further away than any card."""
    return any(tag.facet is Facet.PROJECT for tags in lacking for tag in tags), len(lacking)
