"""New updates meet the subscriptions: what is told at once. The rest waits for its hour (jobs/messages).

At once is told all that an at-once subscription finds, and to persons what is urgent of every other one, at most a few
times a day; persons are not woken (bot/domain/urgency.py).
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from bot.domain.answer import Story
from bot.domain.audience import hidden_from
from bot.domain.builds import day_of_build
from bot.domain.clustering import stories
from bot.domain.delivery import Delivery, DeliveryState, Recipient
from bot.domain.stack import Passed, Stack
from bot.domain.subscription import Cadence, Subscription
from bot.domain.update import Update
from bot.domain.urgency import MOST_A_DAY, day_of
from bot.domain.window import UTC_ZONE, Window
from bot.wording.catalogue import speaking
from bot.wording.message import at_once_document
from handlers.asking import facts_about
from handlers.deps import Deps
from handlers.hindsight import Hindsight
from handlers.matching import asking_for
from handlers.persons import language_of, let_through_to
from handlers.stacks import pin_mark, stack_of, untold_pins
from handlers.telling import told_in

LAST_SEEN = "matched until"
BEGINNING = "0001-01-01T00:00:00+00:00"
CLOCKS_APART = timedelta(days=1)
"""How far ahead of ours a committer's clock may be."""
NEWS = timedelta(days=7)
"""What was published longer ago is history, also when it is first seen now: an import floods nobody (B020)."""
MOST_AT_ONCE = 3
"""Stories in the message of one run (WORDING.md 0.4); it says how many more there are."""
AT_ONCE, URGENT, AMENDMENT = "at-once", "urgent", "amendment"
"""What the key of a message begins with: all of it was asked for at once, only this of it is, or it corrects one."""
LEFT = "left/"

Wanted = Mapping[Subscription, Sequence[Update]]


async def match(deps: Deps) -> int:
    """Puts a message into the outbox for who is told at once of what came in since the last run; answers how many. Run
    again after a crash, it loses nothing and tells nothing twice."""
    return await asyncio.to_thread(match_now, deps)


def match_now(deps: Deps) -> int:
    """`match`, in the caller's thread."""
    store, now = deps.store, deps.now()
    store.subscriptions.wake(now)
    last = datetime.fromisoformat(store.meta.get(LAST_SEEN) or BEGINNING)
    if last > now:
        # The clock was set back: what came since cannot be told by it. Keys keep all of it from being sent twice.
        last = now - NEWS
    recent = store.updates.in_window(Window(now - NEWS, now + CLOCKS_APART, UTC_ZONE))
    news = [update for update in recent if update.first_seen >= last and not update.noise and not update.history]
    deliveries: list[Delivery] = []
    for recipient, wanted in _by_recipient(Hindsight(now, deps).of(news), deps).items():
        with speaking(language_of(recipient, deps)):
            deliveries += _deliveries(recipient, wanted, deps)
    added = store.deliveries.enqueue(deliveries)
    store.meta.set(LAST_SEEN, min(now, max((update.first_seen for update in news), default=last)).isoformat())
    sent = {made.key for made in deliveries if made.parts}
    return len(sent.intersection(added))


def _by_recipient(news: Sequence[Update], deps: Deps) -> Mapping[Recipient, Wanted]:
    """Which subscriptions of whom ask for which news, of those that the recipient may see."""
    if not news:
        return {}
    tracked = deps.store.tracked.readers()
    found: dict[Recipient, dict[Subscription, list[Update]]] = defaultdict(lambda: defaultdict(list))
    hidden: dict[Recipient, frozenset[str]] = {}
    for update, subscription in asking_for(news, deps):
        recipient = subscription.recipient
        if recipient not in hidden:
            hidden[recipient] = hidden_from(recipient, deps.projects.all, tracked)
        if update.first_seen >= subscription.created and update.project not in hidden[recipient]:
            found[recipient][subscription].append(update)
    return found


def _deliveries(recipient: Recipient, wanted: Wanted, deps: Deps) -> Iterator[Delivery]:
    """The messages of one recipient: a story is told once, by the first subscription that found it."""
    found = {one: [story for story in stories(updates) if one.tells_at_once(story)] for one, updates in wanted.items()}
    keys = {key for told in found.values() for story in told for one in found for key in _marks(one, story)}
    known = deps.store.deliveries.known(keys)
    said: set[str] = set()
    room = MOST_A_DAY
    for subscription in sorted(found, key=lambda one: (one.cadence is not Cadence.AT_ONCE, one.id)):
        fresh = [
            story
            for story in found[subscription]
            if story.lead.key not in said and known.isdisjoint(key for one in found for key in _marks(one, story))
        ]
        if not fresh:
            continue
        due = let_through_to(recipient, subscription.zone, deps)
        if subscription.cadence is not Cadence.AT_ONCE:
            day = day_of(due, subscription.zone)
            room = min(room, room_on(day, recipient, deps))
            if room <= 0:
                yield from (_mark(left_key(subscription, story.lead.key), recipient, due) for story in fresh)
                continue
            room -= 1
        said.update(story.lead.key for story in fresh)
        yield from _message(subscription, fresh, due, deps)


def room_on(day: Window, recipient: Recipient, deps: Deps) -> int:
    """How many more messages somebody may get on a day that they did not ask for at once."""
    return MOST_A_DAY - sum(deps.store.deliveries.count(recipient, way, day) for way in (URGENT, AMENDMENT))


def _message(subscription: Subscription, fresh: Sequence[Story], due: datetime, deps: Deps) -> Iterator[Delivery]:
    """One message with the first stories and the number of the others. Each story leaves a delivery of its own: the
    first one's is the message, the others' say that they were told with it."""
    shown = tuple(fresh)[:MOST_AT_ONCE]
    facts = facts_about(shown, deps.now(), subscription.zone, deps)
    recipient = subscription.recipient
    stack = stack_of(recipient, deps)
    passed = _passed(shown, subscription, stack, deps)
    document = at_once_document(shown, subscription, facts, len(fresh) - len(shown), stack, passed)
    yield from (pin_mark(recipient, one, deps.now()) for one in passed)
    parts = deps.split(recipient.platform, document)
    tells = told_in(parts, [(subscription.id, shown)])
    yield Delivery(key_of(subscription, fresh[0]), recipient, parts, due, tells=tells)
    for story in fresh[1:]:
        yield _mark(key_of(subscription, story), recipient, due)


def _passed(shown: Sequence[Story], subscription: Subscription, stack: Stack, deps: Deps) -> tuple[Passed, ...]:
    """The releases past what the reader runs, of the projects that are shown; who gets a message at an hour is asked
    there."""
    if subscription.cadence is not Cadence.AT_ONCE:
        return ()
    projects = {story.lead.project for story in shown}
    run = Stack(tuple(pin for pin in stack.pins if pin.project in projects))
    return untold_pins(subscription.recipient, run, deps.now(), deps)


def _mark(key: str, recipient: Recipient, due: datetime) -> Delivery:
    """What says that a story had its turn, without a message of its own."""
    return Delivery(key, recipient, (), due, state=DeliveryState.SENT)


def key_of(subscription: Subscription, story: Story) -> str:
    """One delivery per subscription and story, however often it is seen; of builds one a day."""
    way = AT_ONCE if subscription.cadence is Cadence.AT_ONCE else URGENT
    return f"{way}/{subscription.id}/{_name_of(story)}"


def keys_of(subscription: Subscription, story: Story) -> tuple[str, str]:
    """The keys under which a subscription may have told a story at once, whichever rhythm it had then."""
    name = _name_of(story)
    return f"{AT_ONCE}/{subscription.id}/{name}", f"{URGENT}/{subscription.id}/{name}"


def _name_of(story: Story) -> str:
    day = day_of_build(story.lead)
    return f"{story.lead.project}/builds/{day}" if day else story.lead.key


def _marks(subscription: Subscription, story: Story) -> tuple[str, ...]:
    """All keys that say that a story had its turn at being told at once."""
    return (*keys_of(subscription, story), left_key(subscription, story.lead.key))


def left_key(subscription: Subscription, key: str) -> str:
    """The mark of an update that was left for the day's message, so that it is not told at once on another day."""
    return f"{LEFT}{subscription.id}/{key}"


def told_mark(subscription: Subscription, story: Story, now: datetime) -> Delivery:
    """What says that a story that is told at once was told in another message."""
    return _mark(keys_of(subscription, story)[1], subscription.recipient, now)
