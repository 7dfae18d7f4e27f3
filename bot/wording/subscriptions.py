"""Subscriptions in words: confirmed, changed, stopped (WORDING.md 4 and 10).

Every change carries the button that undoes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.answer import Story
from bot.domain.delivery import RecipientKind
from bot.domain.document import (
    Actions,
    Block,
    Button,
    Document,
    Heading,
    Inline,
    Paragraph,
    Small,
    Strong,
    Text,
    joined,
    line,
)
from bot.domain.flood import TOP_A_DAY, is_flood
from bot.domain.flood import weekly as weekly_of
from bot.domain.form import NO
from bot.domain.grapheme import shortened
from bot.domain.label import Label
from bot.domain.subscription import Cadence, Subscription, only_releases
from bot.domain.tag import Facet
from bot.domain.text import clean
from bot.domain.urgency import NIGHT, QuietHours
from bot.wording.catalogue import listed, message, number, say, say_count
from bot.wording.dates import coming_day, weekdays
from bot.wording.facts import Facts
from bot.wording.item import story_text
from bot.wording.joining import beside, commas
from bot.wording.links import link_of
from bot.wording.message import ITEMS
from bot.wording.naming import subscription_title, subscription_words
from bot.wording.words import label_word

EXAMPLE_LIMIT = 60
"""Characters of an example's sentence."""

EXAMPLES_SHOWN = 2
_TAKEN_BACK = frozenset({Label.REVERTED, Label.WITHDRAWN})
"""Without these labels a sentence would say the opposite."""
LISTED = 50
"""Subscriptions that a list shows; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a new subscription would have brought in the last 30 days (a flood all of it), its newest stories, when it
    comes next (None: at once), cards that the recipient runs and the question does not name, how what is run reads
    where that is the question, the recipient's quiet hours, and whether all else that they subscribed to is paused."""

    in_30_days: int
    newest: tuple[Story, ...] = ()
    upcoming: datetime | None = None
    cards: tuple[str, ...] = ()
    stack: str = ""
    quiet: QuietHours = NIGHT
    others_paused: bool = False


def subscribed_document(
    subscription: Subscription, preview: Preview, facts: Facts, undo: str, *, was_there: bool = False
) -> Document:
    """The confirmation: how much to expect, when, two examples, Undo.

    `undo` is the token that `undo` takes; `was_there` when the very same subscription existed before.
    """
    title = subscription_title(subscription, facts)
    if subscription.matters:
        title = say("{title}, look-outs and releases", title=title)
    name = say("Already subscribed: {title}", title=title) if was_there else say("Subscribed: {title}", title=title)
    if subscription.recipient.kind is not RecipientKind.USER:
        name = say("This channel gets {title}", title=title)
    stable = only_releases(subscription.query) and subscription.cadence is Cadence.AT_ONCE
    how = say(", as they come (stable ones)") if stable else None
    blocks = [Heading(1, line(Strong(name), how)), *_what_comes(subscription, preview, facts)]
    back = Button(say("Stop"), f"unsubscribe {subscription.id}") if was_there else _undo(undo)
    changes = _narrower(subscription, preview) if is_flood(preview.in_30_days) else _cadences(subscription)
    return Document((*blocks, Actions((back, *changes, *_more(subscription)))))


def _what_comes(subscription: Subscription, preview: Preview, facts: Facts) -> Iterator[Block]:
    """How much to expect and when, what does not wait for that, two examples."""
    if preview.stack:
        yield Small(line(preview.stack))
    yield Paragraph(line(_expected(subscription, preview, facts, subscription_title(subscription, facts))))
    if subscription.recipient.kind is RecipientKind.USER:
        yield from (Small(line(text)) for text in _at_once(subscription, preview.quiet))
    examples = preview.newest[:EXAMPLES_SHOWN]
    if examples:
        lead = say_count("The last one it would have brought: ", "The last two it would have brought: ", len(examples))
        yield Paragraph((Text(lead), *joined([_example(story, facts) for story in examples])))
    if preview.others_paused:
        yield Small(line(say("All other subscriptions are paused; `resume` lets them go on.")))


def tried_document(subscription: Subscription) -> Document:
    """A subscription's message is on its way, ahead of its hour."""
    text = say("On its way, over the last 30 days. If nothing comes, your direct messages are closed to the bot.")
    if subscription.recipient.kind is not RecipientKind.USER:
        text = say("On its way to this channel, over the last 30 days. If nothing comes, invite the bot first.")
    return Document((Paragraph(line(text)),))


def changed_document(subscription: Subscription, preview: Preview, facts: Facts, undo: str) -> Document:
    """A changed question, cadence or hour: what comes now, of one that is paused when it would. `undo` is the whole
    command line that takes it back."""
    heading = Heading(1, line(Strong(say("Changed: {text}", text=subscription_title(subscription, facts)))))
    what = list(_what_comes(subscription, preview, facts))
    if subscription.paused:
        what = [Paragraph(line(beside(say("Paused."), _rhythm(subscription, None, facts))))]
    return Document((heading, *what, Actions((Button(say("Undo"), clean(undo)),))))


def stopped_document(subscriptions: Sequence[Subscription], undo: str) -> Document:
    """Subscriptions that are gone, all of one place, by the words they were made with."""
    names = commas(shortened(subscription_words(one), EXAMPLE_LIMIT) for one in subscriptions[:LISTED])
    title = say("Stopped: {names}", names=names)
    if any(one.recipient.kind is not RecipientKind.USER for one in subscriptions):
        title = say("The channel no longer gets {names}", names=names)
    return Document((Heading(1, line(Strong(title))), Actions((_undo(undo),))))


def which_document(subscriptions: Sequence[Subscription]) -> Document:
    """Several subscriptions fit what was to be stopped: which one?"""
    buttons = tuple(
        Button(shortened(subscription_words(one), EXAMPLE_LIMIT), f"unsubscribe {one.id}")
        for one in subscriptions[:LISTED]
    )
    count = len(subscriptions)
    text = say_count("{count} subscription fits. Stop it?", "{count} subscriptions fit. Which one?", count)
    return Document((Paragraph(line(text)), Actions(buttons)))


def _at_once(subscription: Subscription, quiet: QuietHours) -> Iterator[str]:
    """What of a daily or weekly subscription does not wait for its hour, and when nothing comes at once."""
    hours = {"start": f"{quiet.start:%H:%M}", "end": f"{quiet.end:%H:%M}"}
    if subscription.cadence is not Cadence.AT_ONCE:
        if quiet.is_none:
            yield say("At once, at any hour: Breaking (proven), Security, Withdrawn.")
        else:
            yield say("At once: Breaking (proven), Security, Withdrawn. Held from {start} to {end}.", **hours)
    elif not quiet.is_none:
        yield say("Held from {start} to {end}.", **hours)


def _expected(subscription: Subscription, preview: Preview, facts: Facts, title: str) -> str:
    weekly = weekly_of(preview.in_30_days)
    month = say("({count} in the last 30 days)", count=number(preview.in_30_days))
    if not preview.in_30_days and (unread := _without_tags(subscription, facts)):
        amount = say(
            "No tag of {projects} has been read so far: no release is known yet.", projects=listed(unread, "or")
        )
    elif not preview.in_30_days:
        amount = say("Nothing in the last 30 days, so it may be silent for long.")
    elif not weekly:
        amount = say("Less than one line a week {month}.", month=month)
    elif is_flood(preview.in_30_days):
        amount = say("All of {title} is about {count} updates a week.", title=title, count=number(weekly))
        if subscription.matters:
            share = say(
                "You get what breaks, security, defaults, releases and the {count} most important a day.",
                count=number(TOP_A_DAY),
            )
            amount = beside(amount, share)
        elif subscription.cadence is not Cadence.AT_ONCE:
            room = say("A message has room for {items} of them and counts the others.", items=number(ITEMS))
            amount = beside(amount, room)
    else:
        amount = say_count(
            "About {count} line a week {month}.", "About {count} lines a week {month}.", weekly, month=month
        )
    if only_releases(subscription.query) and subscription.cadence is Cadence.AT_ONCE:
        return amount
    return beside(amount, _rhythm(subscription, preview.upcoming, facts))


def _rhythm(subscription: Subscription, upcoming: datetime | None, facts: Facts) -> str:
    """How often and when: "Daily at 09:00 Asia/Shanghai, Monday to Friday; first tomorrow."."""
    if subscription.cadence is Cadence.AT_ONCE:
        return say("At once, as they come.")
    hour, zone = f"{subscription.hour:%H:%M}", subscription.zone.key
    days = weekdays(subscription.days)
    first = say("; first {day}", day=coming_day(upcoming, facts.now, subscription.zone)) if upcoming else ""
    if subscription.cadence is Cadence.WEEKLY:
        return say("Weekly at {hour} {zone}, {days}{first}.", hour=hour, zone=zone, days=days, first=first)
    return say("Daily at {hour} {zone}, {days}{first}.", hour=hour, zone=zone, days=days, first=first)


def _example(story: Story, facts: Facts) -> tuple[Inline, ...]:
    text = story_text(story, facts.vocabulary)
    if story.label in _TAKEN_BACK:
        text = f"{label_word(story.label)} {text}"
    return line(shortened(text, EXAMPLE_LIMIT), " ", link_of(story.lead))


def _undo(token: str) -> Button:
    return Button(say("Undo"), f"undo {token}")


def _without_tags(subscription: Subscription, facts: Facts) -> list[str]:
    """The projects whose releases are asked for and of which no tag is known."""
    if not only_releases(subscription.query):
        return []
    return [facts.projects.name(key) for key in subscription.query.names(Facet.PROJECT) if key not in facts.tags_read]


def _narrower(subscription: Subscription, preview: Preview) -> Sequence[Button]:
    """What makes a flood bearable: releases alone, where projects are all that is asked for, once a week, or only the
    card that its reader runs."""
    buttons = []
    if not subscription.of_stack and {tag.facet for tag in subscription.query.tags} == {Facet.PROJECT}:
        line_of_releases = f"edit {subscription.id} at-once {subscription.hour:%H:%M} {NO} {subscription.text} releases"
        buttons.append(Button(say("Only releases"), line_of_releases))
    if subscription.cadence is not Cadence.WEEKLY:
        buttons.append(Button(say("Everything, weekly"), f"subscriptions {subscription.id} everything weekly"))
    for card in preview.cards[:1]:
        daily = f"edit {subscription.id} daily {subscription.hour:%H:%M} {NO} {subscription.text} {card}"
        buttons.append(Button(say("Only {name}", name=clean(card).upper()), daily))
    if subscription.cadence is not Cadence.DAILY:
        buttons.append(Button(say("Daily"), f"subscriptions {subscription.id} daily"))
    return buttons


def _cadences(subscription: Subscription) -> Sequence[Button]:
    """The other rhythms, as command lines."""
    choices = (
        (Cadence.AT_ONCE, message("All at once"), "at-once"),
        (Cadence.DAILY, message("Daily"), "daily"),
        (Cadence.WEEKLY, message("Weekly"), "weekly"),
    )
    return [
        Button(say(label), f"subscriptions {subscription.id} {word}")
        for cadence, label, word in choices
        if cadence is not subscription.cadence
    ]


def _more(subscription: Subscription) -> Sequence[Button]:
    """The form with everything else, and a message ahead of its hour."""
    return (
        Button(say("Other hour"), f"edit {subscription.id}"),
        Button(say("Send one now"), f"try {subscription.id}"),
    )
