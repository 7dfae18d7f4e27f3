"""`profile 8:30 Europe/Berlin en`: when, in which zone and in which language somebody's own messages come; alone it
shows that, and `profile edit` opens a form.

The zone is for all of a person's subscriptions; the hour is for those that came at the hour before.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.form import Form
from bot.domain.grapheme import shortened
from bot.domain.language import Language, language_of_locale
from bot.domain.serving import next_turn
from bot.domain.subscription import Cadence, Subscription
from bot.domain.text import fold
from bot.wording.catalogue import message, speaking, spoken
from bot.wording.profile import Told, profile_document, profile_form
from handlers.asking import read_apart
from handlers.deps import Deps
from handlers.hours import QUOTED, When, is_about_hours, is_place, may_be_when, when_of
from handlers.ownership import own_place
from handlers.persons import DAILY_HOUR, remember_language

EDIT = "edit"
SUBMIT = "profile {hour} {zone} {language}"
MOST_WORDS = 4
"""Words that are read as an hour, a zone and a language (`9 am Asia/Shanghai en`); more are a question."""
LANGUAGES = MappingProxyType(
    {
        "en": Language.ENGLISH,
        "english": Language.ENGLISH,
        "英文": Language.ENGLISH,
        "英语": Language.ENGLISH,
        "zh": Language.CHINESE,
        "chinese": Language.CHINESE,
        "中文": Language.CHINESE,
    }
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for; None for what stays."""

    when: When
    language: Language | None = None


def accepts(rest: str, _: Deps) -> bool:
    """Nothing, or a few words of which one is an hour, a zone or a language."""
    words = rest.split()
    known = any(fold(word) in LANGUAGES or is_about_hours(word) for word in words)
    return not words or (len(words) <= MOST_WORDS and known)


def is_unclear(rest: str, deps: Deps) -> bool:
    """A word that names nothing which could be asked about, or a few of which one is a place: they are meant as
    settings (`profile fr`, `profile UTC+8 zh`), and it is said what is wrong with them."""
    reading, words = read_apart(rest, deps), rest.split()
    names_nothing = reading is not None and not (reading.query.tags or reading.query.phrases or reading.reference)
    is_meant = len(words) == 1 or (len(words) <= MOST_WORDS and any(map(is_place, words)))
    return is_meant and names_nothing


def is_edit(rest: str, _: Deps) -> bool:
    """What opens the form."""
    return rest == EDIT


def accepts_zone(rest: str, _: Deps) -> bool:
    """Nothing, or one word: after `zone` it is meant to be one."""
    return len(rest.split()) <= 1


def wish_of(text: str) -> Wish:
    """The hour, zone and language in a text; UserError with a sentence for what is none of these."""
    words = text.split()
    languages = [LANGUAGES[fold(word)] for word in words if fold(word) in LANGUAGES]
    rest = " ".join(word for word in words if fold(word) not in LANGUAGES)
    _refuse_strange(rest)
    tail = f" {languages[-1].value}" if languages else ""
    return Wish(when_of(rest, lambda again: f"profile {again}{tail}"), languages[-1] if languages else None)


def _refuse_strange(words: str) -> None:
    """Raises UserError for a word that is neither an hour nor a zone, not even a wrong one."""
    strange = next((word for word in words.split() if not may_be_when(word)), None)
    if strange is not None:
        raise UserError(
            message('"{word}" is no hour, no time zone and no language of mine. I speak en and zh.'),
            *(Suggestion(one, f"profile {one}") for one in ("9:00", "Asia/Shanghai", "zh")),
            word=shortened(strange, QUOTED),
        )


async def edit(command: Command, deps: Deps) -> Form:
    """The form with what holds."""
    return profile_form(await asyncio.to_thread(_told, command, deps), SUBMIT)


async def profile(command: Command, deps: Deps) -> Document:
    """What holds, or what holds after the change."""
    if not command.text:
        return profile_document(await asyncio.to_thread(_told, command, deps))
    wish = wish_of(command.text)
    before, after = await asyncio.to_thread(_changed, wish, command, deps)
    undo = f"profile {before.hour:%H:%M} {before.zone.key} {before.language.value}"
    with speaking(after.language):
        return profile_document(after, undo if after != before else "")


def _changed(wish: Wish, command: Command, deps: Deps) -> tuple[Told, Told]:
    """What held before and what holds now."""
    person, store = own_place(command), deps.store
    before = _told(command, deps)
    remember_language(command, deps)
    with store.together():
        chosen = store.people.profile(person)
        after = replace(
            chosen,
            zone=wish.when.zone or chosen.zone,
            hour=wish.when.hour or chosen.hour,
            language=wish.language or chosen.language,
        )
        store.people.set_profile(person, after)
        for one in store.subscriptions.of(person):
            if (moved := _moved(one, wish.when, before)) != one:
                store.subscriptions.change(moved)
    spoken_to = replace(command, zone=after.zone or command.zone)
    return before, replace(_told(spoken_to, deps), language=wish.language or before.language)


def _moved(subscription: Subscription, when: When, before: Told) -> Subscription:
    follows = subscription.hour == before.hour
    hour = when.hour if when.hour is not None and follows else subscription.hour
    return replace(subscription, zone=when.zone or subscription.zone, hour=hour)


def _told(command: Command, deps: Deps) -> Told:
    """How the actor's messages come now."""
    person = own_place(command)
    chosen = deps.store.people.profile(person)
    own = deps.store.subscriptions.of(person)
    coming = [next_turn(one, command.at) for one in own if not one.paused and one.cadence is not Cadence.AT_ONCE]
    language = chosen.language or language_of_locale(command.locale) or spoken()
    return Told(chosen.hour or DAILY_HOUR, command.zone, language, command.at, min(coming, default=None))
