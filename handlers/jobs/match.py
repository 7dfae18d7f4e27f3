"""New updates meet the at-once subscriptions. What is daily or weekly waits for its hour (jobs/publish)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.domain.answer import Story
from bot.domain.audience import hidden_from
from bot.domain.builds import day_of_build
from bot.domain.clustering import stories
from bot.domain.delivery import Delivery, DeliveryState
from bot.domain.matching import matches
from bot.domain.subscription import Subscription
from bot.domain.update import Update
from bot.domain.window import Window
from bot.wording.message import at_once_document
from handlers.asking import facts_about
from handlers.deps import Deps

LAST_SEEN = "matched until"
BEGINNING = "0001-01-01T00:00:00+00:00"
UTC_ZONE = ZoneInfo("UTC")
CLOCKS_APART = timedelta(days=1)
"""How far ahead of ours a committer's clock may be."""
NEWS = timedelta(days=7)
"""What was published longer ago is history, also when it is first seen now: an import floods nobody (B020)."""
MOST_AT_ONCE = 3
"""Stories in the message of one run (WORDING.md 0.4); it says how many more there are."""


async def match(deps: Deps) -> int:
    """Puts a message into the outbox for each at-once subscription that asked for what came in since the last run;
    answers how many. Run again after a crash, it loses nothing and tells nothing twice."""
    return await asyncio.to_thread(match_now, deps)


def match_now(deps: Deps) -> int:
    """`match`, in the caller's thread."""
    store, now = deps.store, deps.now()
    subscriptions = store.subscriptions.at_once()
    if not subscriptions:
        return 0
    last = datetime.fromisoformat(store.meta.get(LAST_SEEN) or BEGINNING)
    if last > now:
        # The clock was set back: what came since cannot be told by it. Keys keep all of it from being sent twice.
        last = now - NEWS
    recent = store.updates.in_window(Window(now - NEWS, now + CLOCKS_APART, UTC_ZONE))
    news = [update for update in recent if update.first_seen >= last and not update.noise and not update.history]
    tracked = store.tracked.readers()
    deliveries: list[Delivery] = []
    for subscription in subscriptions if news else ():
        hidden = hidden_from(subscription.recipient, deps.projects.all, tracked)
        seen = [update for update in news if update.project not in hidden]
        deliveries += _deliveries(subscription, seen, deps)
    added = store.deliveries.enqueue(deliveries)
    store.meta.set(LAST_SEEN, min(now, max((update.first_seen for update in news), default=last)).isoformat())
    sent = {made.key for made in deliveries if made.parts}
    return len(sent.intersection(added))


def _deliveries(subscription: Subscription, news: Sequence[Update], deps: Deps) -> Iterator[Delivery]:
    """One message for a subscription, with its first stories and the number of the others. Each story leaves a delivery
    of its own: the first one's is the message, the others' say that they were told with it."""
    wanted = [
        update
        for update in news
        if update.first_seen >= subscription.created and matches(update, subscription.query, deps.vocabulary)
    ]
    by_key = {key_of(subscription, story): story for story in stories(wanted) if subscription.brings(story)}
    told = deps.store.deliveries.known(by_key)
    found = {key: story for key, story in by_key.items() if key not in told}
    if not found:
        return
    shown = tuple(found.values())[:MOST_AT_ONCE]
    facts = facts_about(shown, deps.now(), subscription.zone, deps)
    document = at_once_document(shown, subscription, facts, len(found) - len(shown))
    first, *others = found
    now, recipient = deps.now(), subscription.recipient
    yield Delivery(first, recipient, deps.split(recipient.platform, document), now)
    for key in others:
        yield Delivery(key, recipient, (), now, state=DeliveryState.SENT)


def key_of(subscription: Subscription, story: Story) -> str:
    """One delivery per subscription and story, however often it is seen; of builds one a day."""
    day = day_of_build(story.lead)
    name = f"{story.lead.project}/builds/{day}" if day else story.lead.key
    return f"at-once/{subscription.id}/{name}"
