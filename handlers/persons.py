"""How somebody wants to be told: the zone, hour and language that they chose, else what their platform says of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time
from zoneinfo import ZoneInfo

from bot.domain.command import Command
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.language import Language, language_of_locale
from bot.domain.urgency import NIGHT, NO_QUIET_HOURS, QuietHours, let_through
from bot.wording.catalogue import spoken
from handlers.deps import Deps
from handlers.ownership import own_place

DAILY_HOUR = time(9, 0)
"""When messages come to who never said when."""


def as_chosen(command: Command, deps: Deps) -> Command:
    """The command in the zone and the language that its actor chose. Reads the store: call it in a thread."""
    profile = deps.store.people.profile(own_place(command))
    locale = profile.language.value if profile.language else command.locale
    return replace(command, zone=profile.zone or command.zone, locale=locale)


def hour_of(recipient: Recipient, deps: Deps) -> time:
    """The hour at which messages come unless another was said. Reads the store: call it in a thread."""
    if recipient.kind is not RecipientKind.USER:
        return DAILY_HOUR
    return deps.store.people.profile(recipient).hour or DAILY_HOUR


def language_of(recipient: Recipient, deps: Deps) -> Language:
    """The language of what is sent to somebody unasked; a channel is sent the bot's own. Reads the store: call it in a
    thread."""
    reads = deps.store.people.profile(recipient).reads if recipient.kind is RecipientKind.USER else None
    return reads or spoken()


def quiet_hours_of(recipient: Recipient, deps: Deps) -> QuietHours:
    """Between which hours nothing is sent at once: a person's own, else the night; a channel has none. Reads the store:
    call it in a thread."""
    if recipient.kind is not RecipientKind.USER:
        return NO_QUIET_HOURS
    return deps.store.people.profile(recipient).quiet or NIGHT


def let_through_to(recipient: Recipient, zone: ZoneInfo, deps: Deps) -> datetime:
    """When a message at once may go to somebody: now, for a person at the end of their quiet hours, in the zone that
    they chose, else in this one. Reads the store: call it in a thread."""
    if recipient.kind is not RecipientKind.USER:
        return deps.now()
    chosen = deps.store.people.profile(recipient)
    return let_through(deps.now(), chosen.zone or zone, chosen.quiet or NIGHT)


def remember_language(command: Command, deps: Deps) -> None:
    """Notes the language in which the actor's platform shows itself, for messages to come; to be called where somebody
    asks for such messages. Reads and writes the store: call it in a thread."""
    person, shown = own_place(command), language_of_locale(command.locale)
    profile = deps.store.people.profile(person)
    if shown is not None and shown is not profile.shown_in and profile.language is None:
        deps.store.people.set_profile(person, replace(profile, shown_in=shown))
