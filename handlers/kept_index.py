"""What all subscriptions ask for, as indexes in memory that follow every change, by whichever process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from threading import Lock

from bot.domain.label import labelled
from bot.domain.matching_index import MatchingIndex
from bot.domain.update import Update
from bot.domain.urgency import URGENT
from bot.domain.vocabulary import Vocabulary
from storage.standing_queries import StandingQueries, StandingQuery

STORES_KEPT = 2
"""Stores whose indexes are kept: that of the process, and the one before."""

_MAKING = Lock()


class KeptIndex:
    """The standing queries of one store. Made once, by reading all of them; then only what changed is read. Safe to use
    from many threads, which take turns."""

    def __init__(self, queries: StandingQueries, vocabulary: Vocabulary) -> None:
        self._queries = queries
        self._at_once, self._urgent_only = MatchingIndex(vocabulary), MatchingIndex(vocabulary)
        # Asked first: what is changed while the queries are read is read once more, and that does no harm.
        self._last_change = queries.last_change()
        self._put(queries.all())
        self._turn = Lock()

    def ids(self, updates: Sequence[Update]) -> Mapping[str, frozenset[int]]:
        """The subscriptions that may be told of each update at once, by its key, as the store is now."""
        with self._turn:
            self._follow()
            return {update.key: self._of(update) for update in updates}

    def _follow(self) -> None:
        last = self._queries.last_change()
        if last == self._last_change:
            return
        changes = self._queries.changes_since(self._last_change)
        for subscription in changes.subscriptions:
            self._at_once.drop(subscription)
            self._urgent_only.drop(subscription)
        self._put(changes.standing)
        self._last_change = last

    def _put(self, standing: Iterable[StandingQuery]) -> None:
        for one in standing:
            index = self._at_once if one.at_once else self._urgent_only
            index.put(one.subscription, one.query)

    def _of(self, update: Update) -> frozenset[int]:
        found = frozenset(self._at_once.of(update))
        return found.union(self._urgent_only.of(update)) if labelled(update).label in URGENT else found


def kept_index(queries: StandingQueries, vocabulary: Vocabulary) -> KeptIndex:
    """The index of a store in this process. Who asks while it is made waits for it."""
    with _MAKING:
        return _made(queries, vocabulary)


@lru_cache(maxsize=STORES_KEPT)
def _made(queries: StandingQueries, vocabulary: Vocabulary) -> KeptIndex:
    return KeptIndex(queries, vocabulary)
