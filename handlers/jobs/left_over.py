"""What was urgent and had no room among the messages at once of its day: it does not wait for the week, but comes with
the next day's message of whoever subscribed weekly. A daily subscription brings it by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from bot.domain.clustering import stories
from bot.domain.schedule import latest
from bot.domain.subscription import Cadence, Subscription
from bot.wording.message import Match
from handlers.deps import Deps
from handlers.hindsight import Hindsight
from handlers.jobs.match import LEFT, keys_of
from handlers.jobs.message_slot import MessageSlot
from handlers.stacks import stack_of

LONGEST_WAIT = timedelta(days=4)
"""Between two days' messages, over a weekend, and a day to catch up."""

LeftOver = Mapping[MessageSlot, Sequence[tuple[Subscription, Match]]]


def left_over(standing: Iterable[Subscription], last: datetime, now: datetime, deps: Deps) -> LeftOver:
    """What of weekly subscriptions comes with a day's message that became due since the last run; nothing of those that
    are due themselves. Reads the store: call it in a thread."""
    slots: dict[str, tuple[Subscription, datetime]] = {}
    for one in standing:
        slot = latest(one.days_schedule, now)
        is_of_week = one.cadence is Cadence.WEEKLY and slot != latest(one.schedule, now)
        if is_of_week and slot > max(last, one.created):
            slots[str(one.id)] = one, slot
    keys: dict[str, list[str]] = defaultdict(list)
    for mark in sorted(deps.store.deliveries.marks(LEFT, now - LONGEST_WAIT)) if slots else ():
        number, _, key = mark.removeprefix(LEFT).partition("/")
        keys[number].append(key)
    found: dict[MessageSlot, list[tuple[Subscription, Match]]] = defaultdict(list)
    for number, (one, slot) in slots.items():
        if number in keys and (match := _match(one, keys[number], deps)).stories:
            found[MessageSlot(one.recipient, slot, Cadence.DAILY)].append((one, match))
    return found


def _match(subscription: Subscription, keys: Sequence[str], deps: Deps) -> Match:
    """What of these changes was not told yet."""
    updates = Hindsight(deps.now(), deps).of(deps.store.updates.of_keys(keys))
    brought = stories(updates)
    told = deps.store.deliveries.known([key for story in brought for key in keys_of(subscription, story)])
    fresh = tuple(story for story in brought if told.isdisjoint(keys_of(subscription, story)))
    stack = stack_of(subscription.recipient, deps) if subscription.of_stack else None
    count = sum(len(story.updates) for story in fresh)
    return Match(subscription.text, fresh, count, 0, subscription.query, stack, subscription.id)
