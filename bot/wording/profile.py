"""When somebody's own messages come, and in which language (WORDING.md 7, the last lines of the Home)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from types import MappingProxyType
from zoneinfo import ZoneInfo

from bot.domain.document import Actions, Button, Document, Heading, Paragraph, Small, Strong, line
from bot.domain.form import Choice, ChoiceField, Form, TextField
from bot.domain.grapheme import shortened
from bot.domain.language import Language
from bot.domain.subscription import Subscription
from bot.domain.urgency import NIGHT, QuietHours
from bot.wording.catalogue import number, say
from bot.wording.dates import coming_day
from bot.wording.forms import hour_field, zone_field
from bot.wording.joining import beside, commas
from bot.wording.naming import subscription_words

LANGUAGE_NAMES = MappingProxyType({Language.ENGLISH: "English", Language.CHINESE: "中文"})
"""A language as its own readers write it."""


NAME_LIMIT = 60
"""Characters of a subscription's question."""
NAMED = 5
"""Subscriptions that are named; the list has them all."""
NO_QUIET = "no"
"""What the form's field holds where there are no quiet hours."""
QUIET_LIMIT = 30
"""Characters of quiet hours that a form takes."""


@dataclass(frozen=True, slots=True)
class Told:
    """How somebody's messages come: at which hour of which zone, in which language, and between which hours nothing
    comes at once; which subscriptions come next and when (None: never), and which have an hour or a zone of their
    own."""

    hour: time
    zone: ZoneInfo
    language: Language
    now: datetime
    quiet: QuietHours = NIGHT
    upcoming: datetime | None = None
    coming: tuple[Subscription, ...] = ()
    own_hours: tuple[Subscription, ...] = ()


def profile_document(told: Told, undo: str = "") -> Document:
    """What holds. `undo` is the line that takes a change back, "" where nothing was changed."""
    when = say(
        "Your messages come at {hour} ({zone}), in {language}.",
        hour=f"{told.hour:%H:%M}",
        zone=told.zone.key,
        language=LANGUAGE_NAMES[told.language],
    )
    buttons = (Button(say("Undo"), undo),) if undo else ()
    change, pause = Button(say("Change"), "profile edit"), Button(say("Pause"), "stop")
    return Document(
        (
            Heading(1, line(Strong(when))),
            Paragraph(line(beside(*filter(None, (_own_hours(told), _next(told)))))),
            Small(line(_held(told.quiet))),
            Actions((*buttons, change, pause)),
        )
    )


def _next(told: Told) -> str:
    """What comes next and when, in the zone of that: "Next: tomorrow 08:00, triton."."""
    if told.upcoming is None:
        return say("You have no subscription that waits for an hour.")
    zone = told.coming[0].zone
    return say(
        "Next: {day} {hour}, {names}.",
        day=coming_day(told.upcoming, told.now, zone),
        hour=_hour(told.upcoming.astimezone(zone).time(), zone, told),
        names=commas(map(_name, told.coming[:NAMED])),
    )


def _own_hours(told: Told) -> str:
    """The subscriptions that do not come at the hour of the others: "triton keeps its own hour, 08:00."."""
    if not told.own_hours:
        return ""
    if len(told.own_hours) == 1:
        one = told.own_hours[0]
        return say("{name} keeps its own hour, {hour}.", name=_name(one), hour=_hour(one.hour, one.zone, told))
    named = [f"{_name(one)} {_hour(one.hour, one.zone, told)}" for one in told.own_hours[:NAMED]]
    more = len(told.own_hours) - len(named)
    counted = [say("{count} more", count=number(more))] if more else []
    return say("Some keep their own hour: {names}.", names=commas((*named, *counted)))


def _name(subscription: Subscription) -> str:
    return shortened(subscription_words(subscription), NAME_LIMIT)


def _hour(hour: time, zone: ZoneInfo, told: Told) -> str:
    """An hour, with its zone where that is not the one of the others."""
    text = f"{hour:%H:%M}"
    return text if zone == told.zone else say("{moment} ({zone})", moment=text, zone=zone.key)


def _held(quiet: QuietHours) -> str:
    """When nobody is woken."""
    if quiet.is_none:
        return say("At once is sent at any hour: no quiet hours.")
    return say("At once is held from {start} to {end}.", start=f"{quiet.start:%H:%M}", end=f"{quiet.end:%H:%M}")


def profile_form(told: Told, submit: str) -> Form:
    """The form; `submit` names the fields hour, zone, language and quiet."""
    quiet = NO_QUIET if told.quiet.is_none else f"{told.quiet.start:%H:%M}-{told.quiet.end:%H:%M}"
    languages = tuple(Choice(name, language.value) for language, name in LANGUAGE_NAMES.items())
    return Form(
        say("Your messages"),
        (
            hour_field(say("When"), told.hour),
            zone_field(told.zone),
            ChoiceField("language", say("Language"), languages, told.language.value),
            TextField("quiet", say("Quiet hours"), quiet, say("22:00-08:00, or no"), QUIET_LIMIT),
        ),
        submit,
        say("Save"),
    )
