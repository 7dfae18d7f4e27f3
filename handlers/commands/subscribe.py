"""`subscribe flashinfer sm120`: a question becomes a standing one, for the asker or, with `here`, for the place.

A name that is not a tag is refused with the nearest ones instead of being guessed: a subscription that silently finds
nothing is worse than none (WORDING.md 6).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.domain.answer import Story
from bot.domain.command import Command
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.flood import what_matters
from bot.domain.query import Query, Sort
from bot.domain.question.requiring import requiring
from bot.domain.reading import Reading
from bot.domain.schedule import WORK_DAYS
from bot.domain.serving import next_turn
from bot.domain.subscription import CADENCE_WORDS, Cadence, Subscription, only_releases
from bot.domain.tag import Facet
from bot.domain.text import fold
from bot.domain.window import Window
from bot.wording.catalogue import message
from bot.wording.message import Match
from bot.wording.stacks import stack_words
from bot.wording.subscriptions import Preview, changed_document, subscribed_document
from handlers.asking import facts_now, is_sentence, projects_of, reading_of
from handlers.audience import seen_from
from handlers.deps import Deps
from handlers.here import HERE
from handlers.hours import When, is_when, when_of
from handlers.lines import editing_line
from handlers.ownership import own_place, refuse_unreachable
from handlers.persons import DAILY_HOUR, hour_of, remember_language
from handlers.reader_order import reader_order
from handlers.stacks import stack_reading_of
from handlers.standing import LATELY, Asked, asked_of_stack, drained, found_over, names_stack

MONDAY = frozenset({1})
PREVIEW_LINES = 2
PREVIEW_UPDATES = 20
SUBSCRIPTIONS_PER_PLACE = 50
"""Subscriptions that a person, or a channel, has at the most."""
EVERYTHING = frozenset({"everything", "全部更新"})
"""What asks for all of a flood."""
_ADDRESSED = re.compile(r"<[!@#][^>]*>|@\S+|#[a-z]\S*", re.IGNORECASE)
CADENCES = {
    "at-once": Cadence.AT_ONCE,
    "立即": Cadence.AT_ONCE,
    "daily": Cadence.DAILY,
    "每日": Cadence.DAILY,
    "weekly": Cadence.WEEKLY,
    "每周": Cadence.WEEKLY,
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for: the question, where to, how often, the words that say at which hour in which zone, and
    whether all of a flood."""

    question: str
    here: bool = False
    cadence: Cadence | None = None
    when: str = ""
    everything: bool = False

    def line(self, command: str, when: str) -> str:
        """The command line with other words for when, for the ways out of a mistake."""
        words = (
            command,
            "here" if self.here else "",
            self.question,
            "everything" if self.everything else "",
            CADENCE_WORDS[self.cadence] if self.cadence else "",
            when,
        )
        return " ".join(filter(None, words))


def wish_of(text: str) -> Wish:
    """`[here] QUESTION [everything] [at-once|daily|weekly] [HH:MM [ZONE]]`; what follows the question stands in any
    order. What comes behind an hour and is nothing else is meant to be a zone."""
    words = text.split()
    here = bool(words) and fold(words[0]) in HERE
    words = words[1:] if here else words
    at = next((place for place, word in enumerate(words) if _is_hour(words, place)), len(words))
    tail, words = words[at:], words[:at]
    while words and (fold(words[-1]) in {*CADENCES, *EVERYTHING} or is_when(words[-1])):
        tail.insert(0, words.pop())
    cadence = next((CADENCES[fold(word)] for word in reversed(tail) if fold(word) in CADENCES), None)
    everything = any(fold(word) in EVERYTHING for word in tail)
    when = " ".join(word for word in tail if fold(word) not in {*CADENCES, *EVERYTHING})
    return Wish(" ".join(words), here, cadence, when, everything)


def _is_hour(words: Sequence[str], place: int) -> bool:
    """Whether an hour stands there (`9:00`, `9 am`), and is not all that there is."""
    apart = place + 1 < len(words) and fold(words[place + 1]) in {"am", "pm"} and words[place].isdecimal()
    return place > 0 and (apart or is_when(words[place]))


def accepts(rest: str, deps: Deps) -> bool:
    """Everything but a sentence."""
    question = wish_of(rest).question
    return names_stack(question) or _only_addresses(question) or not is_sentence(question, deps)


def _only_addresses(question: str) -> bool:
    """Whether a question is made of people and channels: `@everyone`, `<!channel>`."""
    words = question.split()
    return bool(words) and all(_ADDRESSED.fullmatch(word) for word in words)


async def subscribe(command: Command, deps: Deps) -> Document:
    """Adds the subscription and says what it would have brought; or finds the one that is there already, and changes
    when it comes if that was said."""
    wish = wish_of(command.text)
    if not wish.question:
        raise UserError("Say what to subscribe to.", Suggestion("flashinfer sm120", "subscribe flashinfer sm120"))
    if _only_addresses(wish.question):
        raise UserError(
            message("A subscription is to a subject, not to people or channels. For this channel, say here."),
            Suggestion("flashinfer sm120", "subscribe flashinfer sm120"),
            Suggestion("here flashinfer sm120", "subscribe here flashinfer sm120"),
        )
    recipient = recipient_of(wish, command)
    asked = await asked_of(wish.question, recipient, command, deps)
    when = when_of(wish.when, partial(wish.line, "subscribe"))
    if wish.here:
        await refuse_unreachable(recipient, deps)
    wanted = standing(wish, asked, recipient, command)
    return await asyncio.to_thread(_added, wanted, wish, when, command, deps)


def _added(wanted: Subscription, wish: Wish, when: When, command: Command, deps: Deps) -> Document:
    store = deps.store.subscriptions
    wanted = replace(wanted, hour=when.hour or hour_of(wanted.recipient, deps), zone=when.zone or wanted.zone)
    remember_language(command, deps)
    before = next((one for one in store.of(wanted.recipient) if one.text == wanted.text), None)
    if before is None:
        refuse_too_many(wanted.recipient, deps)
        seen = seen_from(wanted.recipient, deps)
        return confirmed(store.add(wanted if wish.everything else drained(wanted, command.at, seen)), command, seen)
    after = replace(retimed(before, wish, when), paused=False)
    if after == before:
        return confirmed(before, command, deps, was_there=True)
    store.change(after)
    upcoming = None if after.cadence is Cadence.AT_ONCE else next_turn(after, command.at)
    return changed_document(after, editing_line(before), facts_now(command, deps), upcoming)


def retimed(subscription: Subscription, wish: Wish, when: When) -> Subscription:
    """The subscription as it comes when and as often as was wished."""
    cadence = wish.cadence or subscription.cadence
    days = subscription.days if cadence is subscription.cadence else days_of(cadence)
    matters = subscription.matters and not wish.everything and cadence is Cadence.DAILY
    hour, zone = when.hour or subscription.hour, when.zone or subscription.zone
    return replace(subscription, cadence=cadence, hour=hour, zone=zone, days=days, matters=matters)


def recipient_of(wish: Wish, command: Command) -> Recipient:
    """The asker's own messages, or the place; a channel's subscriptions are made by those who manage it."""
    if not wish.here:
        return own_place(command)
    if command.place.kind is not RecipientKind.USER and not command.actor.rights.manager:
        alone = command.text.partition(" ")[2].strip()
        raise UserError(
            "Only somebody who manages this channel can subscribe it. For yourself, leave the first word away.",
            Suggestion(f"subscribe {alone}", f"subscribe {alone}"),
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


def refuse_everything(reading: Reading) -> None:
    """Raises UserError for a question that asks for nothing in particular, or for one change."""
    if reading.reference:
        change = reading.text
        raise UserError(
            message("A single change is waited for, not subscribed to."),
            Suggestion(f"watch {change}", f"watch {change}"),
        )
    query = standing_query(reading.query)
    if not (query.tags or query.phrases or query.either or (query.words and query.words_required)):
        raise UserError("Say what to subscribe to.", Suggestion("flashinfer sm120", "subscribe flashinfer sm120"))


def refuse_unknown(reading: Reading) -> None:
    """Raises UserError for a word that is no tag, with the questions that were probably meant. Such a word only ranks,
    which says nothing in a standing question; in quotes it is required."""
    for unknown in reading.unknown:
        if not unknown.nearest:
            again = requiring(reading.text, [unknown.word])
            raise UserError(
                'Not subscribed: "{word}" is not a tag.', Suggestion(again, f"subscribe {again}"), word=unknown.word
            )
        texts = [reading.text.replace(unknown.word, name, 1) for name in unknown.nearest]
        raise UserError(
            'Not subscribed: "{word}" is not a tag. Nearest: {nearest}.',
            *(Suggestion(text, f"subscribe {text}") for text in texts),
            word=unknown.word,
            nearest=", ".join(unknown.nearest),
        )
    if reading.query.words and not reading.query.words_required:
        ways = dict.fromkeys((reading.standing, requiring(reading.text, reading.query.words)))
        words = ", ".join(f'"{word}"' for word in reading.query.words)
        raise UserError(
            "Not subscribed: words beside tags only rank ({words}). In quotes they are required.",
            *(Suggestion(text, f"subscribe {text}") for text in ways),
            words=words,
        )


async def asked_of(question: str, recipient: Recipient, command: Command, deps: Deps) -> Asked:
    """What a subscription asks for; UserError for what is not understood, or is nothing in particular."""
    if names_stack(question):
        return await asyncio.to_thread(asked_of_stack, recipient, deps)
    reading = await reading_of(question, command, deps)
    refuse_unknown(reading)
    refuse_everything(reading)
    # Words that are all there is stay words: what is in quotes is looked for in another way.
    text = reading.text if reading.query.words else reading.standing
    return Asked(text, standing_query(reading.query))


def standing(wish: Wish, asked: Asked, recipient: Recipient, command: Command) -> Subscription:
    """The subscription that is asked for."""
    cadence = wish.cadence or (Cadence.AT_ONCE if only_releases(asked.query) else Cadence.DAILY)
    return Subscription(
        id=0,
        recipient=recipient,
        owner=command.actor.user,
        text=asked.text,
        query=asked.query,
        cadence=cadence,
        zone=command.zone,
        hour=DAILY_HOUR,
        days=days_of(cadence),
        created=command.at,
        of_stack=asked.of_stack,
    )


def standing_query(query: Query) -> Query:
    """The query without window, order and limit, which have no place in a standing question."""
    return replace(query, window=None, versions=None, sort=Sort.NEW, limit=None)


def days_of(cadence: Cadence) -> frozenset[int]:
    """The ISO weekdays on which a cadence comes, unless somebody says otherwise."""
    return MONDAY if cadence is Cadence.WEEKLY else WORK_DAYS


def confirmed(subscription: Subscription, command: Command, deps: Deps, *, was_there: bool = False) -> Document:
    """What was subscribed to, when it comes first, and what the last 30 days would have brought."""
    window = Window(command.at - LATELY, command.at, command.zone)
    match = found_over(subscription, window, deps, PREVIEW_UPDATES)
    newest = _that_matter(match, deps) if subscription.matters else match.stories
    at_once = subscription.cadence is Cadence.AT_ONCE
    preview = Preview(
        in_30_days=match.about,
        newest=newest[:PREVIEW_LINES],
        upcoming=None if at_once else next_turn(subscription, command.at),
        cards=_cards(subscription, deps),
    )
    facts = facts_now(command, deps, projects_of(subscription.query))
    if subscription.of_stack:
        preview = replace(preview, stack=stack_words(stack_reading_of(subscription.recipient, deps), facts))
    return subscribed_document(subscription, preview, facts, f"subscribe {subscription.id}", was_there=was_there)


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
