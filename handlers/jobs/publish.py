"""At its hour: editions and daily or weekly subscriptions that have become due go into the outbox.

What is due are the instants between the last run and now; the last run is remembered in the store, so a night without
the process is caught up in one delivery that covers it whole. Keys are unique, so running twice changes nothing.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.domain.delivery import Delivery, Recipient
from bot.domain.document import Document
from bot.domain.edition import Edition
from bot.domain.query import Query
from bot.domain.schedule import latest
from bot.domain.subscription import Cadence, Subscription
from bot.domain.window import Window
from bot.wording.message import Match, daily_document
from handlers.asking import facts_about
from handlers.audience import Sight, sight_of, with_sight
from handlers.deps import Deps
from handlers.issues import issue_document, issue_of
from handlers.standing import match_over

LAST_RUN = "published until"
SET_BACK = timedelta(days=1)
"""So far back it is looked for what is due after the clock was set back; else nothing would be due until it has caught
up with a run that saw a wrong year."""
MOST_UPDATES = 200
"""Updates that one subscription's delivery is chosen from; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Post:
    """An edition that goes to a place whenever it comes out."""

    edition: Edition
    recipient: Recipient


async def publish(posts: Sequence[Post], deps: Deps) -> int:
    """Enqueues what became due since the last run and answers how many deliveries that made. The first run of a new
    store owes nothing but the latest issue of each edition."""
    return await asyncio.to_thread(_publish, posts, deps)


def _publish(posts: Sequence[Post], deps: Deps) -> int:
    now, store = deps.now(), deps.store
    last = datetime.fromisoformat(store.meta.get(LAST_RUN) or now.isoformat())
    if last > now:
        # The clock was set back. Keys keep what was due in between from being sent twice.
        last = now - SET_BACK
    made = store.deliveries.enqueue([*_issues(posts, deps), *_messages(last, now, deps)])
    store.meta.set(LAST_RUN, now.isoformat())
    return len(made)


def _issues(posts: Iterable[Post], deps: Deps) -> Iterator[Delivery]:
    """The latest issue of each edition that is out, composed once for all its places that may see the same; places that
    have it are left out before anything is composed."""
    now = deps.now()
    places: Mapping[Edition, list[Recipient]] = _by_edition(posts)
    for edition, recipients in places.items():
        window = edition.latest_window(now - edition.delay)
        keys = {f"edition/{edition.key}/{edition.number(window)}/{recipient}": recipient for recipient in recipients}
        owed = [key for key in keys if deps.store.deliveries.get(key) is None]
        if not owed:
            continue
        composed: dict[Sight, Document] = {}
        for key in owed:
            sight = sight_of(keys[key], deps)
            if sight not in composed:
                seen = with_sight(sight, deps)
                composed[sight] = issue_document(issue_of(edition, window, seen), edition, seen)
            yield Delivery(key, keys[key], deps.split(keys[key].platform, composed[sight]), now)


def _by_edition(posts: Iterable[Post]) -> Mapping[Edition, list[Recipient]]:
    places: dict[Edition, list[Recipient]] = defaultdict(list)
    for post in posts:
        places[post.edition].append(post.recipient)
    return places


def _messages(last: datetime, now: datetime, deps: Deps) -> Iterator[Delivery]:
    """One message per recipient, due instant and cadence, with all of the recipient's subscriptions of these."""
    due: dict[tuple[Recipient, datetime, Cadence], list[Subscription]] = defaultdict(list)
    for subscription in deps.store.subscriptions.all_due():
        instant = latest(subscription.schedule, now)
        if instant > max(last, subscription.created):
            due[subscription.recipient, instant, subscription.cadence].append(subscription)
    found: dict[tuple[Sight, Query, Window], Match] = {}
    for (recipient, instant, cadence), subscriptions in due.items():
        sight = sight_of(recipient, deps)
        seen = with_sight(sight, deps)
        parts = [_match_of(subscription, last, instant, sight, found, seen) for subscription in subscriptions]
        told = [match for match in parts if match.stories]
        if told:
            shown = [story for match in told for story in match.stories]
            facts = facts_about(shown, instant, subscriptions[0].zone, seen)
            key = f"subscriptions/{cadence.value}/{recipient}/{instant.astimezone(UTC):%Y-%m-%dT%H:%M}"
            yield Delivery(key, recipient, deps.split(recipient.platform, daily_document(told, facts, cadence)), now)


def _match_of(
    subscription: Subscription,
    last: datetime,
    instant: datetime,
    sight: Sight,
    found: dict[tuple[Sight, Query, Window], Match],
    deps: Deps,
) -> Match:
    """What a subscription brings at a due instant: from the one that was served last. `found` holds what another
    subscriber's same question over the same window already found who sees the same."""
    start = max(latest(subscription.schedule, last), subscription.created)
    query, window = subscription.query, Window(start, instant, subscription.zone)
    scope = sight, query, window
    if scope not in found:
        found[scope] = match_over(subscription, window, deps, MOST_UPDATES)
    return found[scope]
