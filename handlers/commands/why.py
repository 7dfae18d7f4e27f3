"""`why flashinfer#3822`: whether the asker was sent a change, by what and when, or why not. All of it is looked up in
the store: what was sent from the outbox, what was not by asking the asker's own subscriptions again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence

from bot.domain.clustering import stories
from bot.domain.command import Command
from bot.domain.delivery import Delivery, DeliveryState, Recipient
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.fitting import Fit, Miss, fit
from bot.domain.grapheme import shortened
from bot.domain.identity import Reference
from bot.domain.question.pointing import project_named
from bot.domain.schedule import following, latest
from bot.domain.serving import came_late, next_turn
from bot.domain.stack import missed
from bot.domain.subscription import Cadence, Subscription
from bot.domain.update import Update
from bot.wording.catalogue import message, say
from bot.wording.links import link_of
from bot.wording.why import SENT_SHOWN, Cause, Unsent, sent_document, unsent_document
from handlers.arguments import changes_in
from handlers.asking import facts_of_projects, read_apart
from handlers.commands.details import found_or_refused
from handlers.deps import Deps
from handlers.hours import QUOTED
from handlers.jobs.match import key_of
from handlers.ownership import own_place
from handlers.stacks import stack_of

WAYS_OUT = 5
"""Changes of which each has a button of its own."""

_NUMBERED = re.compile(r"([\w./-]+)#([0-9]+)")


def accepts(rest: str, deps: Deps) -> bool:
    """Nothing, or what points at single changes, of whichever project."""
    if not rest or _NUMBERED.fullmatch(rest) or changes_in(rest):
        return True
    return reference_in(rest, deps) is not None


def reference_in(text: str, deps: Deps) -> Reference | None:
    """The single change that a text points at."""
    reading = read_apart(text, deps)
    return reading.reference if reading else None


def not_read(text: str, deps: Deps) -> UserError:
    """What is said to a change of a project that is not read (`foo#1`), or with a number that no change has."""
    name, _, number = text.rpartition("#")
    if project := deps.projects.of_repository(name) or project_named(name, deps.lexicon):
        return UserError(
            message("No change has the number {number}. They are counted from 1 and have at most 9 digits."),
            Suggestion(say("All of {project}", project=project.name), f"whatsnew {project.key}"),
            number=shortened(number, QUOTED),
        )
    return UserError(
        message('"{name}" is no project that is read here.'),
        Suggestion("sources", "sources"),
        name=shortened(name or text, QUOTED),
    )


async def why(command: Command, deps: Deps) -> Document:
    """Tells what was sent of it, or the nearest reason why nothing was."""
    if changes := changes_in(command.text):
        lines = [f"why {change}" for change in changes[:WAYS_OUT]]
        raise UserError(message("One change at a time: which one?"), *(Suggestion(line, line) for line in lines))
    if not command.text:
        raise UserError(
            message("Say which change: why flashinfer#3838"), Suggestion("why flashinfer#3838", "why flashinfer#3838")
        )
    reference = reference_in(command.text, deps)
    if reference is None:
        raise not_read(command.text, deps)
    return await asyncio.to_thread(_told, reference, command, deps)


def _told(reference: Reference, command: Command, deps: Deps) -> Document:
    update = found_or_refused(reference, deps)
    place = own_place(command)
    facts = facts_of_projects([update.project], command.at, command.zone, deps)
    issues = deps.store.digests.telling(update.key)
    deliveries = deps.store.deliveries.showing(place, link_of(update).url)
    if command.place != place:
        deliveries += deps.store.deliveries.showing(command.place, link_of(update).url)
    if deliveries:
        shown = deliveries[-SENT_SHOWN:]
        return sent_document(update, shown, issues, facts, _tellers(update, shown, deps))
    own = deps.store.subscriptions.of(place)
    unsent = min((_unsent(update, one, place, command, deps) for one in own), key=_nearness, default=None)
    return unsent_document(update, unsent or Unsent(Cause.NO_SUBSCRIPTION), issues, facts)


def _tellers(update: Update, deliveries: Sequence[Delivery], deps: Deps) -> Mapping[str, Subscription]:
    """The subscriptions by which deliveries told a change, by the keys of these; one that was ended is named too."""
    tellers = deps.store.told.among([one.key for one in deliveries], update.key)
    found = {one.delivery: deps.store.subscriptions.find(one.subscription) for one in tellers}
    return {key: subscription for key, subscription in found.items() if subscription is not None}


def _nearness(unsent: Unsent) -> tuple[int, int]:
    """The subscription that came nearest to bringing it is the one that is spoken of."""
    return (*unsent.fit.distance,) if unsent.fit else (0, 0)


def _unsent(update: Update, subscription: Subscription, place: Recipient, command: Command, deps: Deps) -> Unsent:
    """Why a subscription has not brought a change."""
    if subscription.of_stack and stack_of(subscription.recipient, deps).is_empty:
        return Unsent(Cause.NO_STACK, subscription, Fit(Miss.LACKS))
    found = _fit(update, subscription, deps)
    if found.miss is not Miss.NOTHING:
        return Unsent(Cause.FIT, subscription, found)
    (story,) = stories([update])
    if not subscription.brings(story):
        return Unsent(Cause.NO_RELEASE, subscription, found)
    if subscription.paused:
        return Unsent(Cause.PAUSED, subscription, found)
    told = deps.store.deliveries.get(key_of(subscription, story))
    if told is not None:
        return Unsent(Cause.COUNTED, subscription, found, told.due)
    at_once = subscription.cadence is Cadence.AT_ONCE
    if (max(update.published, update.first_seen) if at_once else update.published) < subscription.created:
        return Unsent(Cause.BEFORE, subscription, found, subscription.created)
    if at_once:
        return Unsent(Cause.HISTORY if update.history else Cause.NOT_YET, subscription, found)
    served = subscription.served or latest(subscription.schedule, command.at)
    if update.published >= served or came_late(update, subscription, served):
        return Unsent(Cause.WAITS, subscription, found, next_turn(subscription, command.at))
    sent = [one for one in deps.store.deliveries.of(place) if _is_its_message(one, update, subscription)]
    return Unsent(Cause.RANKED if sent else Cause.MISSED, subscription, found, sent[0].due if sent else None)


def _fit(update: Update, subscription: Subscription, deps: Deps) -> Fit:
    """How a change stands to what a subscription asks for, or to what its recipient runs."""
    if subscription.of_stack:
        stack = stack_of(subscription.recipient, deps)
        lacking = missed(update, stack, deps.vocabulary)
        if lacking:
            return Fit(Miss.LACKS, lacking, alone=len({tag.facet for tag in lacking}) == 1)
    return fit(update, subscription.query, deps.vocabulary)


def _is_its_message(delivery: Delivery, update: Update, subscription: Subscription) -> bool:
    """Whether this is the message of the subscription's rhythm in which the change had its turn: the one at the next
    hour after it was known. A later one comes after a pause, and does not look back over it."""
    mine = delivery.key.startswith(f"subscriptions/{subscription.cadence.value}/")
    turn = following(subscription.schedule, max(update.published, update.first_seen))
    in_turn = turn <= delivery.due < following(subscription.schedule, turn)
    return mine and delivery.state is DeliveryState.SENT and in_turn
