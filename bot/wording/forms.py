"""Forms in words: what a subscription can be changed to (WORDING.md 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import time
from zoneinfo import ZoneInfo

from bot.domain.document import Button
from bot.domain.edition import Edition
from bot.domain.form import Choice, ChoiceField, Form, TextField, ToggleField
from bot.domain.rhythm import rhythm_words
from bot.domain.schedule import EVERY_DAY, WORK_DAYS, Schedule
from bot.domain.subscription import CADENCE_WORDS, Cadence, Subscription
from bot.wording.catalogue import message, say
from bot.wording.dates import weekdays
from bot.wording.words import edition_word

QUESTION_LIMIT = 300
"""Characters of a question that a form takes."""

ZONE_LIMIT = 60
"""Characters of a time zone's name that a form takes."""


def subscription_form(subscription: Subscription, submit: str) -> Form:
    """The form of one subscription as it stands; `submit` names the fields question, cadence, hour, zone and paused."""
    return Form(
        say("Edit subscription"),
        (
            TextField(
                "question", say("About"), subscription.text, say("projects, cards, formats, models"), QUESTION_LIMIT
            ),
            _rhythm_field(subscription),
            hour_field(say("When"), subscription.hour),
            zone_field(subscription.zone),
            ToggleField("paused", say("Paused"), subscription.paused),
        ),
        submit,
        say("Save"),
    )


def _rhythm_field(subscription: Subscription) -> ChoiceField:
    """The field `cadence`: how often and on which days, what stands among it."""
    standing = (subscription.cadence, subscription.days)
    rhythms = [(Cadence.DAILY, days) for days in (WORK_DAYS, EVERY_DAY)]
    rhythms += [(Cadence.WEEKLY, frozenset({day})) for day in sorted(EVERY_DAY)]
    if standing not in rhythms and subscription.cadence is not Cadence.AT_ONCE:
        rhythms.insert(0, standing)
    at_once = Choice(say("At once"), CADENCE_WORDS[Cadence.AT_ONCE])
    choices = (at_once, *(Choice(_rhythm(*rhythm), rhythm_words(*rhythm)) for rhythm in rhythms))
    return ChoiceField("cadence", say("How often"), choices, rhythm_words(*standing))


def _rhythm(cadence: Cadence, days: frozenset[int]) -> str:
    if cadence is Cadence.WEEKLY:
        return say("Weekly, {days}", days=weekdays(days))
    return say("Daily, {days}", days=weekdays(days))


def channel_form(
    edition: Edition,
    editions: Iterable[Edition],
    schedule: Schedule,
    *,
    about: str,
    first: str,
    empty: str,
    language: str,
    changers: str,
    submit: str,
    preview: str,
) -> Form:
    """The form of a channel's digest as it stands (WORDING.md 7); `submit` names the fields edition, hour, zone,
    workdays, about, first, empty, language and changers, and so does `preview`. The first ones matter most: Discord
    shows five."""
    names = tuple(Choice(edition_word(one.key, as_title=True), one.words[0]) for one in editions)
    return Form(
        say("Digest for this channel"),
        (
            ChoiceField("edition", say("Edition"), names, edition.words[0]),
            hour_field(say("When"), schedule.hour),
            zone_field(schedule.zone),
            ToggleField("workdays", say("Monday to Friday (Monday covers the weekend)"), schedule.days <= WORK_DAYS),
            TextField("about", say("About"), about, say("projects, cards, formats, models"), QUESTION_LIMIT),
            TextField("first", say("Put first"), first, say("what this channel runs"), QUESTION_LIMIT),
            ChoiceField("empty", say("When empty"), _labelled(_EMPTY), empty),
            ChoiceField("language", say("Language"), _labelled(_LANGUAGES), language),
            ChoiceField("changers", say("May change this"), _labelled(_CHANGERS), changers),
        ),
        submit,
        say("Save"),
        Button(say("Preview"), preview),
    )


def hour_field(label: str, standing: time) -> ChoiceField:
    """The field `hour`: every full hour, and the one that stands."""
    return ChoiceField("hour", label, _hours(standing), _written(standing))


def zone_field(standing: ZoneInfo) -> TextField:
    """The field `zone`."""
    return TextField("zone", say("Time zone"), standing.key, say("Area/City, for example Asia/Shanghai"), ZONE_LIMIT)


_EMPTY = {"line": message("one line"), "nothing": message("nothing")}
_LANGUAGES = {"auto": message("the bot's own"), "en": "English", "zh": "中文"}
_CHANGERS = {"managers": message("who set it up and who manages the channel"), "owner": message("who set it up")}


def _labelled(choices: Mapping[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(say(label), value) for value, label in choices.items())


def _hours(standing: time) -> tuple[Choice, ...]:
    """Every full hour, and the one that stands if it is none: 25 choices at the most (B-07)."""
    hours = sorted({*(time(hour) for hour in range(24)), standing})
    return tuple(Choice(_written(hour), _written(hour)) for hour in hours)


def _written(hour: time) -> str:
    return f"{hour:%H:%M}"
