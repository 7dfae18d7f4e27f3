"""Who may be told of an update at once: those whose standing question it answers, and whose stack it touches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.stack import touches
from bot.domain.subscription import Subscription
from bot.domain.update import Update
from handlers.deps import Deps
from handlers.kept_index import kept_index
from handlers.stacks import stack_of


def asking_for(updates: Sequence[Update], deps: Deps) -> Iterator[tuple[Update, Subscription]]:
    """Which subscriptions each update answers that may tell of it at once: those that tell of all at once, and where it
    is urgent those of persons in any rhythm. Asks the store once for all updates: call it in a thread."""
    ids = kept_index(deps.store.standing_queries, deps.vocabulary).ids(updates)
    standing = {one.id: one for one in deps.store.subscriptions.of_ids(frozenset().union(*ids.values()))}
    for update in updates:
        for number in sorted(standing.keys() & ids[update.key]):
            if not standing[number].of_stack or _touches(update, standing[number], deps):
                yield update, standing[number]


def _touches(update: Update, subscription: Subscription, deps: Deps) -> bool:
    return touches(update, stack_of(subscription.recipient, deps), deps.vocabulary)
