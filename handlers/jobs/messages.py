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
from bot.domain.serving import Mark, Turn, turn_due
from bot.domain.stack import Stack
from bot.domain.subscription import Cadence, Subscription
from bot.domain.window import Window
from bot.wording.catalogue import speaking
from bot.wording.message import Match, daily_document
from handlers.asking import facts_about, facts_of_projects
from handlers.audience import Sight, sight_of, with_sight
from handlers.deps import Deps
from handlers.following import Channels
from handlers.jobs.intake import seen_until
from handlers.jobs.late_arrivals import LateArrivals
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
    is told, what stood in channels already, and what came late; `seen` is the latest that it knew of when it began:
    what comes in meanwhile is the next run's."""

    order: ReaderOrder
    channels: Channels
    late: LateArrivals
    seen: datetime
    found: dict[tuple[Sight, Query | Stack, Window, bool, tuple[str, ...]], Match] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Messages:
    """What goes into the outbox, and how far that serves which subscriptions, by their ids: those that are `told` in
    each slot's message, and the `silent` ones, which are paused or have nothing to tell."""

    deliveries: Sequence[Delivery]
    told: Mapping[MessageSlot, Mapping[int, Mark]]
    silent: Mapping[int, Mark]

    def served_by(self, new: Collection[str]) -> Mapping[int, Mark]:
        """How far which subscriptions are served where these keys were new. A message that is not is another process's,
        which may have seen less than this one; and of those whose hour was moved it may have told some alone."""
        served = dict(self.silent)
        for slot, marks in self.told.items():
            if slot.key in new:
                served |= marks
            elif slot.moved is None:
                served |= {one: replace(mark, seen=None) for one, mark in marks.items()}
        return served


def messages_due(last: datetime, now: datetime, deps: Deps) -> Messages:
    """One message per recipient, due instant and cadence, with all of the recipient's subscriptions of these. Reads the
    store: call it in a thread."""
    deps.store.subscriptions.wake(now)
    seen = seen_until(deps.store) or now
    turns: list[tuple[Subscription, Turn]] = []
    standing: list[Subscription] = []
    for subscription in deps.store.subscriptions.all_due():
        if turn := turn_due(subscription, last, now):
            turns.append((subscription, turn))
        if not subscription.paused:
            standing.append(subscription)
    left = left_over(standing, last, now, deps)
    heard = [(one, turn) for one, turn in turns if not one.paused]
    due = _by_slot(heard)
    asked = _Asked(reader_order(deps), Channels(now, deps), LateArrivals(heard), seen)
    deliveries = tuple(_messages(due, left, asked, now, deps)) if due or left else ()
    made = {delivery.key for delivery in deliveries}
    marks = {one.id: Mark(turn.window.end, turn.day, seen) for one, turn in turns}
    told = {slot: {one.id: marks[one.id] for one, _ in owed} for slot, owed in due.items() if slot.key in made}
    silent = marks.keys() - {one for ids in told.values() for one in ids}
    return Messages(deliveries, told, {one: marks[one] for one in silent})


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
    due: Mapping[MessageSlot, Sequence[tuple[Subscription, Window]]],
    left: LeftOver,
    asked: _Asked,
    now: datetime,
    deps: Deps,
) -> Iterator[Delivery]:
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
    document = daily_document(told, facts, slot.cadence, passed, elsewhere, recipient.kind)
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
    """What a subscription brings of the window that it is owed, and of what came late."""
    question = stack_of(subscription.recipient, deps) if subscription.of_stack else subscription.query
    late = asked.late.of(subscription, window.start, sight, deps)
    scope = sight, question, window, subscription.matters, tuple(update.key for update in late)
    if scope not in asked.found:
        asked.found[scope] = match_over(subscription, window, deps, MOST_UPDATES, asked.order, late, asked.seen)
    return replace(asked.found[scope], subscription=subscription.id)
