"""`profile 8:30 Europe/Berlin en quiet 22:00 8:00`: when, in which zone and in which language somebody's own messages
come, and when nothing is sent at once; alone it shows that, and `profile edit` opens a form.

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
from bot.domain.urgency import NIGHT, QuietHours
from bot.wording.catalogue import message, speaking, spoken
from bot.wording.profile import Told, profile_document, profile_form
from config.zone_places import zones_at
from handlers.asking import read_apart
from handlers.deps import Deps
from handlers.hours import QUOTED, When, is_about_hours, may_be_when, parts_of, when_of
from handlers.jobs.match import AMENDMENT, AT_ONCE, URGENT
from handlers.ownership import own_place
from handlers.persons import DAILY_HOUR, let_through_to, quiet_hours_of, remember_language
from handlers.quiet import NEVER, quiet_said, quiet_words

EDIT = "edit"
SUBMIT = "profile {hour} {zone} {language} quiet {quiet}"
MOST_PARTS = 4
"""Hours, zones, languages and words that are none of these; a line with more is a question."""
MOST_OF_QUIET = 3
"""Words of a line that names quiet hours without saying which; more are a question (`quiet mode of vllm serve`)."""
_EXAMPLE = quiet_words(NIGHT)
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
    quiet: QuietHours | None = None


def accepts(rest: str, _: Deps) -> bool:
    """Nothing, or a few words of which some say an hour, a zone, a language or quiet hours."""
    if (said := quiet_said(rest)) is not None:
        is_clear = said.hours is not None and _size(said.rest) <= MOST_PARTS
        return is_clear or len(rest.split()) <= MOST_OF_QUIET
    words = rest.split()
    known = any(fold(word) in LANGUAGES or is_about_hours(word) for word in words)
    known = known or any(part.hour is not None for part in parts_of(rest))
    return not words or (known and _size(rest) <= MOST_PARTS)


def is_unclear(rest: str, deps: Deps) -> bool:
    """A word that names nothing which could be asked about, or a few of which some are a place: they are meant as
    settings (`profile fr`, `profile New York zh`), and it is said what is wrong with them."""
    reading, words = read_apart(rest, deps), rest.split()
    names_nothing = reading is not None and not (reading.query.tags or reading.query.phrases or reading.reference)
    is_place = any(part.zone is not None or zones_at(part.text) for part in parts_of(rest))
    return names_nothing and (len(words) == 1 or (is_place and _size(rest) <= MOST_PARTS))


def _size(rest: str) -> int:
    """How many hours, zones and other words a line has."""
    return sum(1 if part.is_clear else len(part.text.split()) for part in parts_of(rest))


def is_edit(rest: str, _: Deps) -> bool:
    """What opens the form."""
    return rest == EDIT


def accepts_zone(rest: str, _: Deps) -> bool:
    """Nothing, or one word: after `zone` it is meant to be one."""
    return len(rest.split()) <= 1


def wish_of(text: str) -> Wish:
    """The hour, zone, language and quiet hours in a text; UserError with a sentence for what is none of these."""
    said = quiet_said(text)
    if said is not None and said.hours is None:
        raise _half_quiet(said.rest)
    words = (said.rest if said else text).split()
    languages = [LANGUAGES[fold(word)] for word in words if fold(word) in LANGUAGES]
    rest = " ".join(word for word in words if fold(word) not in LANGUAGES)
    _refuse_strange(rest)
    quiet = said.hours if said else None
    tail = (*(language.value for language in languages[-1:]), quiet_words(quiet) if quiet else "")
    when = when_of(rest, lambda again: " ".join(filter(None, ("profile", again, *tail))))
    return Wish(when, languages[-1] if languages else None, quiet)


def _half_quiet(rest: str) -> UserError:
    """Quiet hours were named without saying which; `rest` is the line without them."""
    while again := quiet_said(rest):
        rest = again.rest
    return UserError(
        "Quiet hours have a beginning and an end, for example 22:00 and 8:00.",
        *(Suggestion(one, " ".join(filter(None, ("profile", rest, one)))) for one in (_EXAMPLE, NEVER)),
    )


def _refuse_strange(words: str) -> None:
    """Raises UserError for words that are neither an hour nor a zone, not even a wrong one."""
    unclear = [part.text for part in parts_of(words) if not part.is_clear]
    strange = next((text for text in unclear if not any(map(may_be_when, text.split()))), None)
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
    undo = f"profile {before.hour:%H:%M} {before.zone.key} {before.language.value} {quiet_words(before.quiet)}"
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
            quiet=wish.quiet or chosen.quiet,
        )
        store.people.set_profile(person, after)
        if (after.quiet, after.zone) != (chosen.quiet, chosen.zone):
            # What is held for the end of the old quiet hours is held for that of the new ones.
            due = let_through_to(person, command.zone, deps)
            for way in (AT_ONCE, URGENT, AMENDMENT):
                store.deliveries.put_off(person, f"{way}/", deps.now(), due)
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
    waiting = [one for one in own if not one.paused and one.cadence is not Cadence.AT_ONCE]
    turns = {one: next_turn(one, command.at) for one in waiting}
    upcoming = min(turns.values(), default=None)
    hour = chosen.hour or DAILY_HOUR
    return Told(
        hour,
        command.zone,
        chosen.language or language_of_locale(command.locale) or spoken(),
        command.at,
        quiet_hours_of(person, deps),
        upcoming,
        coming=tuple(one for one in waiting if turns[one] == upcoming),
        own_hours=tuple(one for one in waiting if (one.hour, one.zone) != (hour, command.zone)),
    )
