"""What a standing question finds over a window: for its message, for a trial, and for the preview when it is made."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.clustering import stories
from bot.domain.flood import is_flood, what_matters
from bot.domain.subscription import Cadence, Subscription, only_releases
from bot.domain.window import Window
from bot.wording.message import Match
from handlers.deps import Deps
from handlers.reader_order import ReaderOrder

LATELY = timedelta(days=30)
"""What a preview looks back over."""
MOST_READ = 500
"""Updates that are read to find the stable releases, or what matters, among them."""


def match_over(subscription: Subscription, window: Window, deps: Deps, limit: int, order: ReaderOrder) -> Match:
    """What a subscription brings of a window in its reader's order, from at most `limit` updates, or from MOST_READ
    where it brings what matters of a flood. Reads the store: call it in a thread."""
    match = found_over(subscription, window, deps, max(limit, MOST_READ) if subscription.matters else limit)
    ordered = order.of(match.stories, subscription.query)
    if not subscription.matters:
        return replace(match, stories=ordered)
    kept = what_matters(ordered, days_in(window))
    return replace(match, stories=kept, about=sum(len(story.updates) for story in kept))


def found_over(subscription: Subscription, window: Window, deps: Deps, limit: int) -> Match:
    """All that a subscription's question finds in a window, the newest first, from at most `limit` updates; the rest is
    counted. Of releases all are read, because candidates do not count. Reads the store: call it in a thread."""
    query = subscription.query
    most = max(limit, MOST_READ) if only_releases(query) else limit
    found = deps.store.updates.search(replace(query, window=window), most)
    told = stories(found.updates)
    brought = tuple(story for story in told if subscription.brings(story))
    # Of releases each stable one is a line; what led up to it is told with it.
    lines = len(brought) if only_releases(query) else sum(len(story.updates) for story in brought)
    dropped = sum(len(story.updates) for story in told) - lines
    return Match(subscription.text, brought, found.about - dropped, found.noise, query)


def days_in(window: Window) -> int:
    """The days of a window, a begun one as a whole."""
    if window.start is None:
        return 1
    return max(1, -(-(window.end - window.start) // timedelta(days=1)))


def updates_lately(subscription: Subscription, now: datetime, deps: Deps) -> int:
    """How many updates the last 30 days had for a subscription's question. Reads the store: call it in a thread."""
    window = Window(now - LATELY, now, subscription.zone)
    return found_over(subscription, window, deps, 1).about


def drained(subscription: Subscription, now: datetime, deps: Deps) -> Subscription:
    """The subscription, of a daily flood only with what matters. Reads the store: call it in a thread."""
    if subscription.cadence is not Cadence.DAILY or only_releases(subscription.query):
        return replace(subscription, matters=False)
    return replace(subscription, matters=is_flood(updates_lately(subscription, now, deps)))
