"""What a standing question finds over a window: for its message, for a trial, and for the preview when it is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.clustering import stories
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.errors import Suggestion, UserError
from bot.domain.flood import is_flood, what_matters
from bot.domain.query import Query
from bot.domain.stack import stack_query, touches
from bot.domain.subscription import Cadence, Subscription, only_releases
from bot.domain.text import fold
from bot.domain.update import Update
from bot.domain.window import Window
from bot.wording.message import Match
from handlers.deps import Deps
from handlers.hindsight import Hindsight
from handlers.reader_order import ReaderOrder
from handlers.stacks import stack_of

MY_STACK = "my stack"
"""How a subscription to what its recipient runs is typed."""
STACK_WORDS = frozenset(
    {
        *(MY_STACK, "stack", "our stack", "the stack"),
        *("我的栈", "栈", "本频道的栈", "我的技术栈", "技术栈", "本频道的技术栈"),
    }
)
LATELY = timedelta(days=30)
"""What a preview looks back over."""
MOST_READ = 500
"""Updates that are read to find the stable releases, or what matters, among them."""
MOST_READ_OF_STACK = 5_000
"""Updates that are read to find those that touch a stack: a month of the busiest projects."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a subscription asks for: as it is typed, as it is searched, and whether it is what the recipient runs."""

    text: str
    query: Query
    of_stack: bool = False


def names_stack(question: str) -> bool:
    """Whether a question is what its recipient runs."""
    return fold(question) in STACK_WORDS


def asked_of_stack(recipient: Recipient, deps: Deps) -> Asked:
    """What the recipient runs, as a question; UserError where they never said. Reads the store: call it in a thread."""
    stack = stack_of(recipient, deps)
    if stack.is_empty:
        here = "" if recipient.kind is RecipientKind.USER else "here "
        example = f"stack {here}vllm==0.24.0 h200 nvfp4"
        raise UserError("There is no stack yet. Say first what is run.", Suggestion(example, example))
    return Asked(MY_STACK, stack_query(stack), of_stack=True)


def match_over(
    subscription: Subscription,
    window: Window,
    deps: Deps,
    limit: int,
    order: ReaderOrder,
    late: Sequence[Update] = (),
    seen: datetime | None = None,
) -> Match:
    """What a subscription brings of a window, and of what came late, in its reader's order, from at most `limit`
    updates, or from MOST_READ where it brings what matters of a flood; the rest of that is counted. Reads the store:
    call it in a thread."""
    match = found_over(subscription, window, deps, max(limit, MOST_READ) if subscription.matters else limit, late, seen)
    ordered = order.of(match.stories, match.query)
    if not subscription.matters:
        return replace(match, stories=ordered)
    return replace(match, stories=what_matters(ordered, days_in(window)))


def found_over(
    subscription: Subscription,
    window: Window,
    deps: Deps,
    limit: int,
    late: Sequence[Update] = (),
    seen: datetime | None = None,
) -> Match:
    """All that a subscription's question finds in a window, the newest first, from at most `limit` updates, and of what
    came `late`; the rest is counted. What was first seen after `seen` is left for the next message. Of releases all are
    read, because candidates do not count, and of a stack all of its projects, because what is about another card does
    not. Reads the store: call it in a thread."""
    stack = stack_of(subscription.recipient, deps) if subscription.of_stack else None
    query = subscription.query if stack is None else stack_query(stack)
    found = Hindsight(deps.now(), deps).search(replace(query, window=window), _most(subscription, limit))
    in_time = tuple(update for update in found.updates if seen is None or update.first_seen <= seen)
    updates, about = (*in_time, *late), found.about - len(found.updates) + len(in_time) + len(late)
    if stack is not None:
        updates = tuple(update for update in updates if touches(update, stack, deps.vocabulary))
        about = len(updates)
    told = stories(updates)
    brought = tuple(story for story in told if subscription.brings(story))
    # Of releases each stable one is a line; what led up to it is told with it.
    lines = len(brought) if only_releases(query) else sum(len(story.updates) for story in brought)
    dropped = sum(len(story.updates) for story in told) - lines
    return Match(subscription.text, brought, about - dropped, found.noise, query, stack, since=window.start)


def _most(subscription: Subscription, limit: int) -> int:
    """How many updates are read to find what a subscription brings among them."""
    if subscription.of_stack:
        return max(limit, MOST_READ_OF_STACK)
    return max(limit, MOST_READ) if only_releases(subscription.query) else limit


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
