"""Why somebody was sent a change, or was not (WORDING.md 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from bot.domain.delivery import Delivery, DeliveryState, RecipientKind
from bot.domain.document import Actions, Block, Button, Document, Heading, Inline, LinkButton, List, Small, Strong, line
from bot.domain.fitting import Fit, Miss
from bot.domain.grapheme import shortened
from bot.domain.posted import Posted
from bot.domain.query import by_facet
from bot.domain.subscription import Subscription
from bot.domain.tag import Facet, Tag
from bot.domain.text import clean
from bot.domain.update import Update
from bot.wording.catalogue import listed, message, say
from bot.wording.dates import weekday_moment
from bot.wording.facts import Facts
from bot.wording.feedback import typed_key
from bot.wording.joining import beside, commas
from bot.wording.links import link_label, link_of
from bot.wording.message import TITLE_LIMIT
from bot.wording.naming import subscription_words, tag_word
from bot.wording.words import edition_word

SENT_SHOWN = 5
"""Messages that are listed."""
ISSUES_SHOWN = 3
TAGS_SHOWN = 3


class Cause(Enum):
    """Why a change was not sent by a subscription."""

    NO_SUBSCRIPTION = "nothing is subscribed to"
    NO_STACK = "it asks for a stack, and there is none"
    FIT = "it does not answer the query"
    NO_RELEASE = "it is no stable release"
    PAUSED = "the subscription is paused"
    COUNTED = "it was counted in a message, not shown"
    BEFORE = "it came before the subscription"
    HISTORY = "it is history"
    NOT_YET = "it has just come in"
    WAITS = "its hour is still to come"
    RANKED = "others were chosen"
    MISSED = "no message was sent"


@dataclass(frozen=True, slots=True)
class Unsent:
    """Why, by which subscription (the one that came nearest), how the change stands to its query, and the instant that
    the cause speaks of."""

    cause: Cause
    subscription: Subscription | None = None
    fit: Fit | None = None
    at: datetime | None = None


_KINDS_OF_THINGS = frozenset({Facet.HARDWARE, Facet.FORMAT, Facet.MODEL, Facet.TOPIC})
"""What a change is about beside its project and its kind."""

_WAYS = {
    "at-once": message("at once"),
    "urgent": message("at once"),
    "subscriptions": message("with your subscriptions"),
    "watch": message("because you waited for it"),
    "edition": message("in an issue of this channel"),
    "try": message("as a trial"),
    "correction": message("in a correction"),
    "amendment": message("in a correction"),
    "amended": message("in a correction"),
}
"""How a delivery came to be, by the beginning of its key."""


def sent_document(
    update: Update,
    deliveries: Sequence[Delivery],
    issues: Sequence[Posted],
    facts: Facts,
    subscriptions: Mapping[str, Subscription],
) -> Document:
    """What was sent, the latest first: how, when, where, and by which of the subscriptions, which are named by the key
    of the delivery; to the reader, or to the channel where they ask."""
    out = [one for one in deliveries if one.state is DeliveryState.SENT]
    if any(_is_own(one) for one in deliveries):
        title = say("Sent to you.") if out else say("On its way to you.")
    else:
        title = say("Sent to this channel.") if out else say("On its way to this channel.")
    items = [_sent(one, facts, subscriptions.get(one.key)) for one in reversed(deliveries)]
    blocks: list[Block] = [_head(title, _name(update, facts)), List(tuple(items)), *_listed_in(issues)]
    return Document((*blocks, Actions((_open(update),))))


def unsent_document(update: Update, unsent: Unsent, issues: Sequence[Posted], facts: Facts) -> Document:
    """Why it was not sent, with the button that says that our reading of it is wrong where that alone kept it."""
    text = _reason(update, unsent, facts)
    blocks: list[Block] = [_head(say("Not sent to you."), text)]
    if unsent.subscription is not None:
        words = shortened(subscription_words(unsent.subscription), TITLE_LIMIT)
        blocks.append(Small(line(say("The nearest of your subscriptions: {text}", text=words))))
    blocks += _listed_in(issues)
    return Document((*blocks, Actions((*_buttons(update, unsent, facts), _open(update)))))


def _head(title: str, text: str) -> Heading:
    return Heading(1, line(Strong(title), " ", text))


def _open(update: Update) -> LinkButton:
    link = link_of(update)
    return LinkButton(say("Open {label}", label=link.label), link.url)


def _is_own(delivery: Delivery) -> bool:
    return delivery.recipient.kind is RecipientKind.USER


def _sent(delivery: Delivery, facts: Facts, subscription: Subscription | None) -> tuple[Inline, ...]:
    """ "Wed 8 Jul 09:00, by your subscription flashinfer sm120" and, where it did not arrive, what became of it."""
    when = weekday_moment(delivery.due, facts.zone)
    way = say(_WAYS.get(delivery.key.partition("/")[0], ""))
    if subscription is not None:
        text = shortened(subscription_words(subscription), TITLE_LIMIT)
        by = say("by your subscription {text}", text=text) if _is_own(delivery) else say("by {text}", text=text)
        way = by if delivery.key.startswith("subscriptions/") else commas((way, by))
    where = "" if _is_own(delivery) else say("in this channel")
    match delivery.state:
        case DeliveryState.SENT:
            state = ""
        case DeliveryState.UNKNOWN:
            state = say("nobody knows whether it arrived")
        case DeliveryState.PARKED:
            state = say("it cannot be delivered: {reason}", reason=clean(delivery.reason or ""))
        case _:
            state = say("it waits to be sent")
    return line(commas((when, way, where, state)))


def _reason(update: Update, unsent: Unsent, facts: Facts) -> str:
    name = _name(update, facts)
    when = weekday_moment(unsent.at, facts.zone) if unsent.at else ""
    match unsent.cause:
        case Cause.NO_SUBSCRIPTION:
            return say("You have no subscription that could bring {change}.", change=name)
        case Cause.NO_STACK:
            return say("There is no stack, and the subscription to it brings nothing until there is one.")
        case Cause.FIT:
            return _misfit(update, unsent.fit or Fit(Miss.LACKS), facts)
        case Cause.NO_RELEASE:
            return say("{change} is no stable release that is out, and only those were asked for.", change=name)
        case Cause.PAUSED:
            return say("{change} answers your subscription, which is paused.", change=name)
        case Cause.COUNTED:
            return say(
                "{change} was counted in the message of {moment}, which had no room for it.", change=name, moment=when
            )
        case Cause.BEFORE:
            return say("{change} came before you subscribed on {moment}.", change=name, moment=when)
        case Cause.HISTORY:
            return say("{change} was loaded as history and was no news any more.", change=name)
        case Cause.NOT_YET:
            return say("{change} has just come in; it is sent within minutes.", change=name)
        case Cause.WAITS:
            return say("{change} waits until {moment}.", change=name, moment=when)
        case Cause.RANKED:
            return say(
                "{change} ranked lower than what the message of {moment} had room for.", change=name, moment=when
            )
        case Cause.MISSED:
            return say(
                "{change} had its turn when nothing was sent to you: paused, or no message is known.", change=name
            )


def _misfit(update: Update, found: Fit, facts: Facts) -> str:
    """ "FlashInfer #3822 is about SM86. It only mentions SM120." """
    name, tags = _name(update, facts), _asked(found.tags, facts)
    about = _about(update, found.tags, facts)
    match found.miss:
        case Miss.MENTIONS:
            return beside(about, say("It only mentions {tags}.", tags=tags))
        case Miss.LACKS:
            return beside(about, say("Asked for was {tags}.", tags=tags))
        case Miss.EXCLUDED if found.tags:
            return say("{change} is about {tags}, which you left out.", change=name, tags=tags)
        case Miss.EXCLUDED:
            return say("{change} has a word that you left out.", change=name)
        case Miss.WORDS:
            return say("{change} does not have the words that you asked for.", change=name)
        case _:
            return say("{change} is about docs, tests or builds, which are left out.", change=name)


def _about(update: Update, missing: frozenset[Tag], facts: Facts) -> str:
    """What the change is about instead, in the facets in which something is missing."""
    facets = {tag.facet for tag in missing} & _KINDS_OF_THINGS
    instead = frozenset(tag for tag in update.about() if tag.facet in facets)
    name = _name(update, facts)
    if instead:
        return say("{change} is about {tags}.", change=name, tags=_words(instead, facts, "and"))
    if any(tag.facet is Facet.PROJECT for tag in missing):
        return say("{change} is of another project.", change=name)
    return say("{change} names nothing of that kind.", change=name)


def _asked(tags: frozenset[Tag], facts: Facts) -> str:
    """ "FlashInfer and SM120", "SM90 or SM120": of a facet one will do, of several facets all are asked for."""
    return listed([_words(found, facts, "or") for found in by_facet(sorted(tags)).values()], "and")


def _words(tags: frozenset[Tag], facts: Facts, word: str) -> str:
    return listed([tag_word(tag, facts) for tag in sorted(tags)[:TAGS_SHOWN]], word)


def _buttons(update: Update, unsent: Unsent, facts: Facts) -> Iterator[Button]:
    key, found = typed_key(update), unsent.fit
    if unsent.cause is Cause.FIT and found and found.alone and found.miss in (Miss.MENTIONS, Miss.LACKS):
        for tag in sorted(found.tags)[:TAGS_SHOWN]:
            if tag.facet is not Facet.PROJECT:
                label = say("Wrong: it is about {tag}", tag=tag_word(tag, facts))
                yield Button(label, f"wrong {key} about {tag}")
    if unsent.cause is Cause.FIT and found and found.alone and found.miss is Miss.EXCLUDED:
        for tag in sorted(found.tags)[:TAGS_SHOWN]:
            label = say("Wrong: it is not about {tag}", tag=tag_word(tag, facts))
            yield Button(label, f"wrong {key} not {tag}")
    if unsent.cause is Cause.NO_STACK:
        yield Button(say("Say it in a form"), "stack edit")
    if unsent.cause is Cause.PAUSED:
        yield Button(say("Resume"), "resume")


def _listed_in(issues: Sequence[Posted]) -> list[Block]:
    """The issues in which everybody could read it."""
    names = [f"{edition_word(one.edition)} {clean(one.number)}" for one in issues[-ISSUES_SHOWN:]]
    return [Small(line(say("Listed in: {issues}.", issues=commas(names))))] if names else []


def _name(update: Update, facts: Facts) -> str:
    return f"{facts.projects.name(update.project)} {link_label(update)}"
