"""Daily and weekly subscriptions that have become due: one message for each recipient, with everything due together.

What is due are the instants between the last run and now (jobs/publish), and each message begins where its subscription
was served up to (bot/domain/serving.py); what passes while it is paused is not brought afterwards. A story that several
subscriptions found stands once, and what was told at once is not told again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from bot.domain.answer import Story
from bot.domain.delivery import Delivery, Recipient
from bot.domain.query import Query
from bot.domain.serving import window_due
from bot.domain.stack import Stack
from bot.domain.subscription import Cadence, Subscription
from bot.domain.window import Window
from bot.wording.catalogue import speaking
from bot.wording.message import Match, daily_document
from handlers.asking import facts_about, facts_of_projects
from handlers.audience import Sight, sight_of, with_sight
from handlers.deps import Deps
from handlers.following import Channels
from handlers.jobs.left_over import LeftOver, left_over
from handlers.jobs.match import keys_of, told_mark
from handlers.persons import language_of
from handlers.reader_order import ReaderOrder, reader_order
from handlers.stacks import pin_mark, stack_of, untold_pins
from handlers.standing import match_over
from handlers.telling import told_in

MOST_UPDATES = 200
"""Updates that one subscription's delivery is chosen from; the rest is counted."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What one run has found already, for who sees the same and asks the same over the same window; in which order it
    is told, and what stood in channels already."""

    order: ReaderOrder
    channels: Channels
    found: dict[tuple[Sight, Query | Stack, Window, bool], Match] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Messages:
    """What goes into the outbox, and up to when that serves which subscriptions, by their numbers: those of which there
    is nothing to tell, and paused ones, too."""

    deliveries: Sequence[Delivery]
    served: Mapping[int, datetime]


def messages_due(last: datetime, now: datetime, deps: Deps) -> Messages:
    """One message per recipient, due instant and cadence, with all of the recipient's subscriptions of these. Reads the
    store: call it in a thread."""
    deps.store.subscriptions.wake(now)
    windows: list[tuple[Subscription, Window]] = []
    standing: list[Subscription] = []
    for subscription in deps.store.subscriptions.all_due():
        if window := window_due(subscription, last, now):
            windows.append((subscription, window))
        if not subscription.paused:
            standing.append(subscription)
    left = left_over(standing, last, now, deps)
    due = [(subscription, window) for subscription, window in windows if not subscription.paused]
    deliveries = tuple(_messages(due, left, now, deps)) if due or left else ()
    return Messages(deliveries, {subscription.id: window.end for subscription, window in windows})


def _messages(
    windows: Iterable[tuple[Subscription, Window]], left: LeftOver, now: datetime, deps: Deps
) -> Iterator[Delivery]:
    due: dict[tuple[Recipient, datetime, Cadence], list[tuple[Subscription, Window]]] = defaultdict(list)
    for subscription, window in windows:
        due[subscription.recipient, window.end, subscription.cadence].append((subscription, window))
    asked = _Asked(reader_order(deps), Channels(now, deps))
    for place in dict.fromkeys((*due, *left)):
        recipient, instant, cadence = place
        sight = sight_of(recipient, deps)
        seen = with_sight(sight, deps)
        kept, own = left.get(place, ()), due.get(place, ())
        parts = [_match_of(subscription, window, sight, asked, seen) for subscription, window in own]
        told = [*(match for _, match in kept), *_without_told(parts, recipient, deps)]
        told = [match for match in told if match.stories]
        if told:
            first, _ = (*own, *kept)[0]
            with speaking(language_of(recipient, deps)):
                elsewhere = asked.channels.shown_to(recipient)
                made = list(_deliveries(recipient, instant, cadence, first, told, elsewhere, seen))
            yield from made
            yield from (told_mark(one, story, now) for one, match in kept for story in match.stories)


def _deliveries(
    recipient: Recipient,
    instant: datetime,
    cadence: Cadence,
    first: Subscription,
    told: Sequence[Match],
    elsewhere: Mapping[str, str],
    deps: Deps,
) -> Iterator[Delivery]:
    """The message, and for each release past a pin that it tells the mark that keeps it from being told again."""
    passed = untold_pins(recipient, stack_of(recipient, deps), instant, deps)
    shown = [story for match in told for story in match.stories]
    facts = facts_about(shown, instant, first.zone, deps)
    if passed:
        more = facts_of_projects([one.pin.project for one in passed], instant, first.zone, deps)
        facts = replace(facts, latest={**more.latest, **facts.latest})
    key = f"subscriptions/{cadence.value}/{recipient}/{instant.astimezone(UTC):%Y-%m-%dT%H:%M}"
    document = daily_document(told, facts, cadence, passed, elsewhere)
    parts = deps.split(recipient.platform, document)
    tells = told_in(parts, [(match.subscription, match.stories) for match in told])
    yield Delivery(key, recipient, parts, deps.now(), tells=tells)
    yield from (pin_mark(recipient, one, deps.now()) for one in passed)


def _without_told(matches: Sequence[Match], recipient: Recipient, deps: Deps) -> Iterator[Match]:
    """The matches without what was told at once, by whichever of the recipient's subscriptions."""
    own = deps.store.subscriptions.of(recipient)
    leads = {story.lead.key: story for match in matches for story in match.stories}
    keys = {key: lead for lead, story in leads.items() for one in own for key in keys_of(one, story)}
    told = {keys[key] for key in deps.store.deliveries.known(keys)}
    for match in matches:
        fresh: tuple[Story, ...] = tuple(story for story in match.stories if story.lead.key not in told)
        dropped = sum(len(story.updates) for story in match.stories if story.lead.key in told)
        yield replace(match, stories=fresh, about=match.about - dropped)


def _match_of(subscription: Subscription, window: Window, sight: Sight, asked: _Asked, deps: Deps) -> Match:
    """What a subscription brings of the window that it is owed."""
    question = stack_of(subscription.recipient, deps) if subscription.of_stack else subscription.query
    scope = sight, question, window, subscription.matters
    if scope not in asked.found:
        asked.found[scope] = match_over(subscription, window, deps, MOST_UPDATES, asked.order)
    return replace(asked.found[scope], subscription=subscription.id)
