"""What a subscription that is made or changed is expected to bring: how much, two examples, when next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.domain.answer import Story
from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.flood import what_matters
from bot.domain.serving import next_turn
from bot.domain.subscription import Cadence, Subscription
from bot.domain.tag import Facet
from bot.domain.window import Window
from bot.wording.facts import Facts
from bot.wording.message import Match
from bot.wording.stacks import stack_words
from bot.wording.subscriptions import Preview, changed_document, subscribed_document
from handlers.asking import facts_now, projects_of
from handlers.audience import seen_from
from handlers.deps import Deps
from handlers.persons import quiet_hours_of
from handlers.reader_order import reader_order
from handlers.stacks import stack_reading_of
from handlers.standing import LATELY, found_over

PREVIEW_LINES = 2
PREVIEW_UPDATES = 20


def confirmed(subscription: Subscription, command: Command, deps: Deps, *, was_there: bool = False) -> Document:
    """What was subscribed to. Reads the store: call it in a thread."""
    expected = _expected(subscription, command, deps)
    undo = f"subscribe {subscription.id}"
    return subscribed_document(subscription, expected.preview, expected.facts, undo, was_there=was_there)


def changed(subscription: Subscription, undo: str, command: Command, deps: Deps) -> Document:
    """What a subscription is after a change; `undo` is the whole line that takes it back. Reads the store: call it in a
    thread."""
    expected = _expected(subscription, command, deps)
    return changed_document(subscription, expected.preview, expected.facts, undo)


@dataclass(frozen=True, slots=True)
class _Expected:
    preview: Preview
    facts: Facts


def _expected(subscription: Subscription, command: Command, deps: Deps) -> _Expected:
    """What the last 30 days would have brought of what its recipient may see."""
    deps = seen_from(subscription.recipient, deps)
    window = Window(command.at - LATELY, command.at, command.zone)
    match = found_over(subscription, window, deps, PREVIEW_UPDATES)
    newest = _that_matter(match, deps) if subscription.matters else match.stories
    at_once = subscription.cadence is Cadence.AT_ONCE
    preview = Preview(
        in_30_days=match.about,
        newest=newest[:PREVIEW_LINES],
        upcoming=None if at_once else next_turn(subscription, command.at),
        cards=_cards(subscription, deps),
        quiet=quiet_hours_of(subscription.recipient, deps),
        others_paused=_others_are_paused(subscription, deps),
    )
    facts = facts_now(command, deps, projects_of(subscription.query))
    if subscription.of_stack:
        preview = replace(preview, stack=stack_words(stack_reading_of(subscription.recipient, deps), facts))
    return _Expected(preview, facts)


def _others_are_paused(subscription: Subscription, deps: Deps) -> bool:
    others = [one for one in deps.store.subscriptions.of(subscription.recipient) if one.id != subscription.id]
    return bool(others) and not subscription.paused and all(one.paused for one in others)


def _that_matter(match: Match, deps: Deps) -> tuple[Story, ...]:
    """What matters of a flood's last updates, the newest first."""
    kept = what_matters(reader_order(deps).of(match.stories, match.query))
    return tuple(story for story in match.stories if story in kept)


def _cards(subscription: Subscription, deps: Deps) -> tuple[str, ...]:
    """The cards that the recipient runs, as they were typed, where the question names none: what narrows a flood."""
    if subscription.of_stack or subscription.query.names(Facet.HARDWARE):
        return ()
    words = stack_reading_of(subscription.recipient, deps).words
    return tuple(word for word in words if deps.lexicon.resolve(word, {Facet.HARDWARE}))
