"""Daily and weekly subscriptions that have become due: one message for each recipient, with everything due together.

What is due are the instants between the last run and now (jobs/publish), and what another hour would skip, and each
message begins where its subscription was served up to (bot/domain/serving.py); what passes while it is paused is not
brought afterwards. A story that several
subscriptions found stands once, and what was told at once is not told again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.domain.answer import Story
from bot.domain.delivery import Delivery, Recipient
from bot.domain.query import Query
from bot.domain.serving import Turn, turn_due
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
from handlers.jobs.message_slot import MessageSlot
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
    """What goes into the outbox, and up to when that serves which subscriptions, by their ids: those of which there is
    nothing to tell, and paused ones, too. `moved` are those of each slot whose hour was moved: they are served only
    where its message is new, for another process may have told some of them in it."""

    deliveries: Sequence[Delivery]
    served: Mapping[int, datetime]
    moved: Mapping[str, Mapping[int, datetime]]

    def served_by(self, new: Collection[str]) -> Mapping[int, datetime]:
        """Up to when which subscriptions are served where these keys were new."""
        return {**self.served, **{one: until for key in new for one, until in self.moved.get(key, {}).items()}}


def messages_due(last: datetime, now: datetime, deps: Deps) -> Messages:
    """One message per recipient, due instant and cadence, with all of the recipient's subscriptions of these. Reads the
    store: call it in a thread."""
    deps.store.subscriptions.wake(now)
    turns: list[tuple[Subscription, Turn]] = []
    standing: list[Subscription] = []
    for subscription in deps.store.subscriptions.all_due():
        if turn := turn_due(subscription, last, now):
            turns.append((subscription, turn))
        if not subscription.paused:
            standing.append(subscription)
    left = left_over(standing, last, now, deps)
    due = _by_slot((one, turn) for one, turn in turns if not one.paused)
    deliveries = tuple(_messages(due, left, now, deps)) if due or left else ()
    made = {delivery.key for delivery in deliveries}
    told = {slot.key: owed for slot, owed in due.items() if slot.moved is not None and slot.key in made}
    moved = {key: {one.id: window.end for one, window in owed} for key, owed in told.items()}
    waits = {one for ids in moved.values() for one in ids}
    return Messages(deliveries, {one.id: turn.window.end for one, turn in turns if one.id not in waits}, moved)


def _by_slot(turns: Iterable[tuple[Subscription, Turn]]) -> Mapping[MessageSlot, Sequence[tuple[Subscription, Window]]]:
    """Which subscriptions are told of which windows in one message; they come in the order of their ids."""
    first: dict[tuple[Recipient, datetime, Cadence], int] = {}
    found: dict[MessageSlot, list[tuple[Subscription, Window]]] = defaultdict(list)
    for one, turn in turns:
        place = one.recipient, turn.window.end, one.cadence
        moved = first.setdefault(place, one.id) if turn.moved else None
        found[MessageSlot(*place, moved)].append((one, turn.window))
    return found


def _messages(
    due: Mapping[MessageSlot, Sequence[tuple[Subscription, Window]]], left: LeftOver, now: datetime, deps: Deps
) -> Iterator[Delivery]:
    asked = _Asked(reader_order(deps), Channels(now, deps))
    for slot in dict.fromkeys((*due, *left)):
        recipient = slot.recipient
        sight = sight_of(recipient, deps)
        seen = with_sight(sight, deps)
        kept, own = left.get(slot, ()), due.get(slot, ())
        parts = [_match_of(subscription, window, sight, asked, seen) for subscription, window in own]
        told = [*(match for _, match in kept), *_without_told(parts, recipient, deps)]
        told = [match for match in told if match.stories]
        if told:
            first, _ = (*own, *kept)[0]
            with speaking(language_of(recipient, deps)):
                made = list(_deliveries(slot, first, told, asked.channels.shown_to(recipient), seen))
            yield from made
            yield from (told_mark(one, story, now) for one, match in kept for story in match.stories)


def _deliveries(
    slot: MessageSlot, first: Subscription, told: Sequence[Match], elsewhere: Mapping[str, str], deps: Deps
) -> Iterator[Delivery]:
    """The message, and for each release past a pin that it tells the mark that keeps it from being told again."""
    recipient, instant = slot.recipient, slot.instant
    passed = untold_pins(recipient, stack_of(recipient, deps), instant, deps)
    shown = [story for match in told for story in match.stories]
    facts = facts_about(shown, instant, first.zone, deps)
    if passed:
        more = facts_of_projects([one.pin.project for one in passed], instant, first.zone, deps)
        facts = replace(facts, latest={**more.latest, **facts.latest})
    document = daily_document(told, facts, slot.cadence, passed, elsewhere)
    parts = deps.split(recipient.platform, document)
    tells = told_in(parts, [(match.subscription, match.stories) for match in told])
    yield Delivery(slot.key, recipient, parts, deps.now(), tells=tells)
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
