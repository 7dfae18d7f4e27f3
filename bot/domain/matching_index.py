"""Many standing queries against one update: which of a million subscriptions it answers, without asking each.

A query without words asks for one tag of each of some facets. Such a condition is one number; an update answers those
that are made of its own tags, and there are few of these (field/performance.md 2). All else, words and exclusions, is
asked of bot/domain/matching, which the index agrees with. Noise is for nobody who did not ask for it by its kind: such
a query is asked, too.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from bot.domain.matching import matches
from bot.domain.query import Query
from bot.domain.related import BREAKING, breaks
from bot.domain.tag import Facet, Tag
from bot.domain.update import Update
from bot.domain.vocabulary import Vocabulary

MOST_TAGS = 4
"""Tags of a condition that is looked up; longer ones are looked up by their first ones and then asked."""
MOST_CONDITIONS = 64
"""Conditions that a query with alternatives is written out into; one with more is asked of every update."""
_NUMBER = "q"
"""Ids are kept side by side as 64 bits: copying thousands of them is one step."""
_BITS = 20
"""Bits of a tag's number in the number of a condition: a million tags."""

_NO_TAGS: tuple[Tag, ...] = ()
"""The condition under which stands what is asked of every update."""
_FACETS = {facet: place for place, facet in enumerate(Facet)}


class MatchingIndex:
    """Subscriptions, by their ids, under what they ask for. For one thread at a time. A condition that nobody asks for
    any more keeps its place, which is empty."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._numbers: dict[Tag, int] = {}
        self._sure: dict[int, array[int]] = {}
        self._asked: dict[int, dict[int, Query]] = {}
        self._place_of: dict[int, array[int]] = {}
        self._keys_of: dict[int, frozenset[int]] = {}

    def put(self, subscription: int, query: Query) -> None:
        """Has the subscription ask for this from now on, whatever it asked for before."""
        self.drop(subscription)
        conditions = list(_conditions(query))
        if len(conditions) > MOST_CONDITIONS or not all(conditions):
            conditions = [_NO_TAGS]
        keys = frozenset(self._key(tags[:MOST_TAGS]) for tags in conditions)
        if len(conditions) == 1 and 0 < len(conditions[0]) <= MOST_TAGS and _is_plain(query):
            self._put_sure(subscription, *keys)
            return
        for key in keys:
            self._asked.setdefault(key, {})[subscription] = query
        self._keys_of[subscription] = keys

    def drop(self, subscription: int) -> None:
        """Has the subscription ask for nothing, if it did."""
        if (ids := self._place_of.pop(subscription, None)) is not None:
            del ids[bisect_left(ids, subscription)]
        for key in self._keys_of.pop(subscription, ()):
            del self._asked[key][subscription]

    def of(self, update: Update) -> Sequence[int]:
        """The subscriptions whose query the update answers, each once, in no order."""
        found = array(_NUMBER)
        asked: dict[int, Query] = {}
        for key in self._keys(update):
            if not update.noise and (sure := self._sure.get(key)):
                found.extend(sure)
            if more := self._asked.get(key):
                asked.update(more)
        found.extend(one for one, query in asked.items() if matches(update, query, self._vocabulary))
        return found

    def _put_sure(self, subscription: int, key: int) -> None:
        """Notes it under its one condition, among the others in the order of their ids, so that it is found again."""
        ids = self._sure.setdefault(key, array(_NUMBER))
        insort(ids, subscription)
        self._place_of[subscription] = ids

    def _key(self, tags: Iterable[Tag]) -> int:
        """The number of a condition, whose tags stand in the order of their facets."""
        key = 0
        for tag in tags:
            key = key << _BITS | self._numbers.setdefault(tag, len(self._numbers) + 1)
        return key

    def _keys(self, update: Update) -> list[int]:
        """The numbers of all conditions that are made of the update's own tags and their families, and of that of no
        tag."""
        about = self._vocabulary.closure(update.about())
        if BREAKING in self._numbers and BREAKING not in about and breaks(update):
            about |= {BREAKING}
        by_facet: list[list[int]] = [[] for _ in _FACETS]
        for tag in about:
            if number := self._numbers.get(tag):
                by_facet[_FACETS[tag.facet]].append(number)
        rows: list[list[int]] = [[0], *([] for _ in range(MOST_TAGS))]
        for numbers in by_facet:
            if not numbers:
                continue
            for length in range(MOST_TAGS - 1, -1, -1):
                longer = [key << _BITS | number for key in rows[length] for number in numbers]
                rows[length + 1] += longer
        return [key for row in rows for key in row]


def _conditions(query: Query) -> Iterator[tuple[Tag, ...]]:
    """A query's conditions, each of one tag a facet in the order of the facets; () for one that asks for no tag."""
    for alternatives in query.conditions():
        yield from _written_out(alternatives)


def _written_out(alternatives: Mapping[Facet, frozenset[Tag]]) -> Iterator[tuple[Tag, ...]]:
    ordered = [sorted(alternatives[facet]) for facet in Facet if facet in alternatives]
    size = 1
    for tags in ordered:
        size *= len(tags)
    if size > MOST_CONDITIONS:
        yield ()
        return
    yield from product(*ordered)


def _is_plain(query: Query) -> bool:
    """Whether the tags of the query's one condition are all that it asks for."""
    words = query.words and query.words_required
    return not query.wants_noise and not (
        query.excluded or query.excluded_words or query.phrases or words or query.window or query.either
    )
