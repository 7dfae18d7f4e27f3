"""Who may be told of an update at once: the standing questions as indexes in memory, made anew when one changed."""

from __future__ import annotations

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


def asking_for(update: Update, deps: Deps) -> tuple[Subscription, ...]:
    """The subscriptions that the update answers and that may tell of it at once: those that tell of all at once, and
    where it is urgent those of persons in any rhythm. Reads the store: call it in a thread."""
    stamp = deps.store.subscriptions.stamp()
    ids = list(_index(deps.store, deps.vocabulary, stamp, at_once=True).of(update))
    if labelled(update).label in URGENT:
        ids += _index(deps.store, deps.vocabulary, stamp, at_once=False).of(update)
    found = deps.store.subscriptions.of_ids(ids)
    return tuple(one for one in found if not one.of_stack or _touches(update, one, deps))


def _touches(update: Update, subscription: Subscription, deps: Deps) -> bool:
    return touches(update, stack_of(subscription.recipient, deps), deps.vocabulary)


@lru_cache(maxsize=INDEXES_KEPT)
def _index(store: Store, vocabulary: Vocabulary, _: str, *, at_once: bool) -> MatchingIndex:
    return MatchingIndex(store.subscriptions.queries(at_once=at_once), vocabulary)
