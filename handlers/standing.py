"""What a standing question finds over a window: for its message, for a trial, and for the preview when it is made."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.clustering import stories
from bot.domain.subscription import Subscription, only_releases
from bot.domain.window import Window
from bot.wording.message import Match
from handlers.deps import Deps

MOST_RELEASES = 500
"""Releases that are read to find the stable ones among them."""


def match_over(subscription: Subscription, window: Window, deps: Deps, limit: int) -> Match:
    """What a subscription brings of a window, from at most `limit` updates; the rest is counted. Of releases all are
    read, because candidates do not count. Reads the store: call it in a thread."""
    query = subscription.query
    most = max(limit, MOST_RELEASES) if only_releases(query) else limit
    found = deps.store.updates.search(replace(query, window=window), most)
    told = stories(found.updates)
    brought = tuple(story for story in told if subscription.brings(story))
    dropped = sum(len(story.updates) for story in told) - sum(len(story.updates) for story in brought)
    return Match(subscription.text, brought, found.about - dropped, found.noise, query)
