"""When somebody's own messages come, and in which language (WORDING.md 7, the last lines of the Home)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from types import MappingProxyType
from zoneinfo import ZoneInfo

from bot.domain.document import Actions, Button, Document, Heading, Paragraph, Small, Strong, line
from bot.domain.form import Choice, ChoiceField, Form
from bot.domain.language import Language
from bot.domain.urgency import QUIET_FROM, QUIET_TO
from bot.wording.catalogue import say
from bot.wording.dates import coming_day
from bot.wording.forms import hour_field, zone_field

LANGUAGE_NAMES = MappingProxyType({Language.ENGLISH: "English", Language.CHINESE: "中文"})
"""A language as its own readers write it."""


@dataclass(frozen=True, slots=True)
class Told:
    """How somebody's messages come: at which hour of which zone, in which language, and when next (None: never)."""

    hour: time
    zone: ZoneInfo
    language: Language
    now: datetime
    upcoming: datetime | None = None


def profile_document(told: Told, undo: str = "") -> Document:
    """What holds. `undo` is the line that takes a change back, "" where nothing was changed."""
    when = say(
        "Your messages come at {hour} ({zone}), in {language}.",
        hour=f"{told.hour:%H:%M}",
        zone=told.zone.key,
        language=LANGUAGE_NAMES[told.language],
    )
    if told.upcoming is None:
        coming = say("You have no subscription that waits for an hour.")
    else:
        local = told.upcoming.astimezone(told.zone)
        coming = say("Next: {day} {hour}.", day=coming_day(told.upcoming, told.now, told.zone), hour=f"{local:%H:%M}")
    buttons = (Button(say("Undo"), undo),) if undo else ()
    change, pause = Button(say("Change"), "profile edit"), Button(say("Pause"), "stop")
    return Document(
        (
            Heading(1, line(Strong(when))),
            Paragraph(line(coming)),
            Small(line(held_at_night())),
            Actions((*buttons, change, pause)),
        )
    )


def held_at_night() -> str:
    """When nobody is woken."""
    return say("At once is held from {start} to {end}.", start=f"{QUIET_FROM:%H:%M}", end=f"{QUIET_TO:%H:%M}")


def profile_form(told: Told, submit: str) -> Form:
    """The form; `submit` names the fields hour, zone and language."""
    languages = tuple(Choice(name, language.value) for language, name in LANGUAGE_NAMES.items())
    return Form(
        say("Your messages"),
        (
            hour_field(say("When"), told.hour),
            zone_field(told.zone),
            ChoiceField("language", say("Language"), languages, told.language.value),
        ),
        submit,
        say("Save"),
    )
