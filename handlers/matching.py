"""Who may be told of an update at once: the standing questions as indexes in memory, made anew when one changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from bot.domain.label import labelled
from bot.domain.matching_index import MatchingIndex
from bot.domain.stack import touches
from bot.domain.subscription import Subscription
from bot.domain.update import Update
from bot.domain.urgency import URGENT
from bot.domain.vocabulary import Vocabulary
from handlers.deps import Deps
from handlers.stacks import stack_of
from storage.store import Store

INDEXES_KEPT = 4
"""Indexes that are kept at the same time: two of a process's store, and of the one before."""


def asking_for(updates: Sequence[Update], deps: Deps) -> Iterator[tuple[Update, Subscription]]:
    """Which subscriptions each update answers that may tell of it at once: those that tell of all at once, and where it
    is urgent those of persons in any rhythm. Asks the store once for all updates: call it in a thread."""
    stamp = deps.store.subscriptions.stamp()
    ids = {update.key: _ids(update, stamp, deps) for update in updates}
    standing = {one.id: one for one in deps.store.subscriptions.of_ids(set().union(*ids.values()))}
    for update in updates:
        for number in sorted(standing.keys() & ids[update.key]):
            if not standing[number].of_stack or _touches(update, standing[number], deps):
                yield update, standing[number]


def _ids(update: Update, stamp: str, deps: Deps) -> frozenset[int]:
    found = list(_index(deps.store, deps.vocabulary, stamp, at_once=True).of(update))
    if labelled(update).label in URGENT:
        found += _index(deps.store, deps.vocabulary, stamp, at_once=False).of(update)
    return frozenset(found)


def _touches(update: Update, subscription: Subscription, deps: Deps) -> bool:
    return touches(update, stack_of(subscription.recipient, deps), deps.vocabulary)


@lru_cache(maxsize=INDEXES_KEPT)
def _index(store: Store, vocabulary: Vocabulary, _: str, *, at_once: bool) -> MatchingIndex:
    return MatchingIndex(store.subscriptions.queries(at_once=at_once), vocabulary)
