"""What a message told a subscriber and is wrong by now: the message is edited, and its reader hears of it once, in a
reply where the platform has those.

Nobody is woken, and nobody hears of it who ended the subscription; while it is paused, and on a day that brought enough
already, it waits: whoever acted on what is wrong is told after the pause, unless it is history by then. Which
corrections are due is bot/domain/correcting.py's to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.correcting import corrections
from bot.domain.delivery import Delivery, DeliveryState, RecipientKind, Thread
from bot.domain.posted import Correction, Posted
from bot.domain.state import State
from bot.domain.subscription import Subscription
from bot.domain.update import Update
from bot.domain.urgency import day_of
from bot.wording.amendments import amended, amendment_document
from bot.wording.catalogue import speaking
from bot.wording.links import link_of
from handlers.asking import facts_of_projects
from handlers.deps import Deps
from handlers.jobs.match import AMENDMENT, room_on
from handlers.persons import language_of, let_through_to
from storage.told import Form

EDIT = "amended"
"""What the key of an edit begins with, which counts as no message."""


@dataclass(frozen=True, slots=True)
class _Wrong:
    """A delivery that told what has to be corrected, by which subscription, and what is known of all that it told."""

    delivery: Delivery
    subscription: Subscription
    correction: Correction
    all: Sequence[Correction]
    cited: Mapping[str, Update]


def amend(forms: Sequence[Form], later: Sequence[Update], deps: Deps) -> int:
    """Puts the edits and replies that are due into the outbox; how many readers hear of something. `forms` are what was
    told, `later` the updates since. Run again after a crash, it tells nothing twice."""
    told = 0
    for correction in _corrections(forms, later, deps):
        form = forms[int(correction.number)]
        for teller in deps.store.told.tellers(form):
            delivery = deps.store.deliveries.get(teller.delivery)
            subscription = deps.store.subscriptions.get(teller.subscription)
            if delivery is None or (subscription is not None and subscription.paused):
                continue
            with deps.store.together():
                if subscription is not None:
                    made = _made(delivery, subscription, correction, later, deps)
                    if made is None:
                        continue
                    told += len(deps.store.deliveries.enqueue(made)) > 0
                deps.store.told.settle(delivery.key, correction.key)
    return told


def _corrections(forms: Sequence[Form], later: Sequence[Update], deps: Deps) -> tuple[Correction, ...]:
    """What is wrong of what was told; the number of each is the place of its form."""
    held = {update.key: update for update in deps.store.updates.of_keys(sorted({form.key for form in forms}))}
    posted = [_posted(form, str(place)) for place, form in enumerate(forms)]
    return corrections(posted, held, later, deps.now())


def _posted(form: Form, number: str) -> Posted:
    return Posted("", number, form.key, form.due, form.label, state=State(form.stage), tags=form.tags)


def _made(
    delivery: Delivery, subscription: Subscription, correction: Correction, later: Sequence[Update], deps: Deps
) -> list[Delivery] | None:
    """The edit of a message and the reply to it; None where they have to wait for another day."""
    due = deps.now()
    if subscription.recipient.kind is RecipientKind.USER:
        due = let_through_to(subscription.recipient, subscription.zone, deps)
        if room_on(day_of(due, subscription.zone), delivery.recipient, deps) <= 0:
            return None
    everything = _corrections(deps.store.told.by(delivery.key), later, deps)
    named = {key for one in (correction, *everything) for key in (one.key, one.by) if key}
    cited = {update.key: update for update in deps.store.updates.of_keys(sorted(named))}
    wrong = _Wrong(delivery, subscription, correction, everything, cited)
    with speaking(language_of(delivery.recipient, deps)):
        return list(_deliveries(wrong, due, deps))


def _deliveries(wrong: _Wrong, due: datetime, deps: Deps) -> Iterator[Delivery]:
    told, correction = wrong.delivery, wrong.correction
    projects = {update.project for update in wrong.cited.values()}
    facts = facts_of_projects(projects, deps.now(), wrong.subscription.zone, deps)
    for at, (part, sent_id) in enumerate(zip(told.parts, told.sent_ids, strict=False)):
        edited = amended(part, wrong.all, wrong.cited, facts)
        if edited != part:
            key = f"{EDIT}/{told.key}/{at}/{correction.key}"
            yield Delivery(key, told.recipient, (edited,), due, edits=sent_id)
    if not told.sent_ids or correction.key not in wrong.cited or _knows(wrong, deps):
        return
    document = amendment_document(correction, told.due, wrong.cited, facts)
    thread = replace(told.thread or Thread(told.key), first=told.sent_ids[0])
    parts = deps.split(told.recipient.platform, document)
    yield Delivery(f"{AMENDMENT}/{told.key}/{correction.key}", told.recipient, parts, due, thread=thread)


def _knows(wrong: _Wrong, deps: Deps) -> bool:
    """Whether its reader was sent the revert or the withdrawal itself."""
    by = wrong.cited.get(wrong.correction.by or "")
    return by is not None and _is_out(deps.store.deliveries.showing(wrong.delivery.recipient, link_of(by).url))


def _is_out(deliveries: Iterable[Delivery]) -> bool:
    return any(one.state is DeliveryState.SENT and not one.edits for one in deliveries)
