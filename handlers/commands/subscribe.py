"""`subscribe flashinfer sm120`: a question becomes a standing one, for the asker or, with `here`, for the place.

A name that is not a tag is refused with the nearest ones instead of being guessed: a subscription that silently finds
nothing is worse than none (WORDING.md 6).
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

from bot.domain.command import Command
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.grapheme import shortened
from bot.domain.schedule import WORK_DAYS
from bot.domain.subscription import Cadence, Subscription, only_releases
from bot.wording.catalogue import message
from handlers.asking import read_apart
from handlers.audience import seen_from
from handlers.deps import Deps
from handlers.hours import QUOTED, Part, When, may_be_when, parts_of
from handlers.lines import editing_line
from handlers.ownership import own_place, refuse_unreachable
from handlers.persons import DAILY_HOUR, hour_of, remember_language
from handlers.previewing import changed, confirmed
from handlers.refusals import refuse_everything, standing_query, standing_reading
from handlers.standing import Asked, asked_of_stack, drained, names_stack
from handlers.wishes import Wish, cadence_wished, when_wished, wish_of

MONDAY = frozenset({1})
SUBSCRIPTIONS_PER_PLACE = 50
"""Subscriptions that a person, or a channel, has at the most."""
_ADDRESSED = re.compile(r"<[!@#][^>]*>|@\S+|#[a-z]\S*", re.IGNORECASE)


def accepts(_rest: str, _deps: Deps) -> bool:
    """Whatever is said: a line that subscribes is never answered as a question."""
    return True


def _line(wish: Wish) -> str:
    return wish.line("subscribe")


def _only_addresses(question: str) -> bool:
    """Whether a question is made of people and channels: `@everyone`, `<!channel>`."""
    words = question.split()
    return bool(words) and all(_ADDRESSED.fullmatch(word) for word in words)


async def subscribe(command: Command, deps: Deps) -> Document:
    """Adds the subscription and says what it would have brought; or finds the one that is there already, and changes
    when it comes if that was said."""
    wish = await asyncio.to_thread(_with_tags_behind, wish_of(command.text), deps)
    if not wish.question:
        raise UserError("Say what to subscribe to.", Suggestion("flashinfer sm120", "subscribe flashinfer sm120"))
    if _only_addresses(wish.question):
        raise UserError(
            message("A subscription is to a subject, not to people or channels. For this channel, say here."),
            Suggestion("flashinfer sm120", "subscribe flashinfer sm120"),
            Suggestion("here flashinfer sm120", "subscribe here flashinfer sm120"),
        )
    recipient = recipient_of(wish, command)
    _refuse_open(wish)
    asked = await asked_of(wish, recipient, command, deps)
    when = when_wished(wish, _line)
    if wish.here:
        await refuse_unreachable(recipient, deps)
    wanted = standing(wish, asked, recipient, command)
    return await asyncio.to_thread(_added, wanted, wish, when, command, deps)


def _with_tags_behind(wish: Wish, deps: Deps) -> Wish:
    """The wish with the names that stand behind an hour taken into its question: `9am on weekdays sm103`."""
    tags, when = list[str](), list[str]()
    for part in parts_of(wish.when):
        reading = read_apart(part.text, deps) if wish.question and _is_open(part) else None
        (tags if reading and reading.query.tags and not reading.unknown else when).append(part.text)
    if tags:
        wish = replace(wish, question=" ".join([wish.question, *tags]), when=" ".join(when))
    return wish


def _is_open(part: Part) -> bool:
    return not part.is_clear and not may_be_when(part.text)


def _refuse_open(wish: Wish) -> None:
    """Raises UserError for words behind an hour that are a misspelt zone or belong to the question."""
    parts = parts_of(wish.when)
    part = next((part for part in parts if _is_open(part)), None)
    if part is None or not wish.question:
        return
    others = " ".join(other.text for other in parts if other is not part)
    question = f"{wish.question} {part.text}"
    raise UserError(
        '"{word}" is no hour and no time zone like Asia/Shanghai. Does it belong to the question?',
        Suggestion(question, _line(replace(wish, question=question, when=others))),
        word=shortened(part.text, QUOTED),
    )


def _added(wanted: Subscription, wish: Wish, when: When, command: Command, deps: Deps) -> Document:
    store = deps.store.subscriptions
    wanted = replace(wanted, hour=when.hour or hour_of(wanted.recipient, deps), zone=when.zone or wanted.zone)
    remember_language(command, deps)
    before = next((one for one in store.of(wanted.recipient) if one.text == wanted.text), None)
    if before is None:
        refuse_too_many(wanted.recipient, deps)
        seen = seen_from(wanted.recipient, deps)
        return confirmed(store.add(wanted if wish.everything else drained(wanted, command.at, seen)), command, deps)
    after = replace(retimed(before, wish, when), paused=False)
    if after == before:
        return confirmed(before, command, deps, was_there=True)
    store.change(after)
    return changed(after, editing_line(before), command, deps)


def retimed(subscription: Subscription, wish: Wish, when: When) -> Subscription:
    """The subscription as it comes when and as often as was wished."""
    cadence = cadence_wished(wish) or subscription.cadence
    days = wish.days or (subscription.days if cadence is subscription.cadence else days_of(cadence))
    matters = subscription.matters and not wish.everything and cadence is Cadence.DAILY
    hour, zone = when.hour or subscription.hour, when.zone or subscription.zone
    return replace(subscription, cadence=cadence, hour=hour, zone=zone, days=days, matters=matters)


def recipient_of(wish: Wish, command: Command) -> Recipient:
    """The asker's own messages, or the place; a channel's subscriptions are made by those who manage it."""
    if not wish.here:
        return own_place(command)
    if command.place.kind is not RecipientKind.USER and not command.actor.rights.manager:
        alone = _line(replace(wish, here=False))
        raise UserError(
            "Only somebody who manages this channel can subscribe it. For yourself, leave the first word away.",
            Suggestion(alone, alone),
        )
    return command.place


def refuse_too_many(recipient: Recipient, deps: Deps, more: int = 1) -> None:
    """Raises UserError where so many more subscriptions do not fit. Reads the store: call it in a thread."""
    if deps.store.subscriptions.count(recipient) + more > SUBSCRIPTIONS_PER_PLACE:
        raise UserError(
            message("There are {count} subscriptions already, and no more fit. End one first."),
            Suggestion("subscriptions", "subscriptions"),
            count=SUBSCRIPTIONS_PER_PLACE,
        )


async def asked_of(wish: Wish, recipient: Recipient, command: Command, deps: Deps) -> Asked:
    """What a subscription asks for; UserError for what is not understood, or is nothing in particular."""
    if names_stack(wish.question):
        return await asyncio.to_thread(asked_of_stack, recipient, deps)
    reading = await standing_reading(
        wish.question, command, lambda question: _line(replace(wish, question=question)), deps
    )
    refuse_everything(reading)
    # Words that are all there is stay words: what is in quotes is looked for in another way.
    text = reading.text if reading.query.words else reading.standing
    return Asked(text, standing_query(reading.query))


def standing(wish: Wish, asked: Asked, recipient: Recipient, command: Command) -> Subscription:
    """The subscription that is asked for."""
    cadence = cadence_wished(wish) or (Cadence.AT_ONCE if only_releases(asked.query) else Cadence.DAILY)
    return Subscription(
        id=0,
        recipient=recipient,
        owner=command.actor.user,
        text=asked.text,
        query=asked.query,
        cadence=cadence,
        zone=command.zone,
        hour=DAILY_HOUR,
        days=wish.days or days_of(cadence),
        created=command.at,
        of_stack=asked.of_stack,
    )


def days_of(cadence: Cadence) -> frozenset[int]:
    """The ISO weekdays on which a cadence comes, unless somebody says otherwise."""
    return MONDAY if cadence is Cadence.WEEKLY else WORK_DAYS
