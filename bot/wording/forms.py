"""Forms in words: what a subscription can be changed to (WORDING.md 7)."""

from __future__ import annotations

from datetime import time

from bot.domain.form import Choice, ChoiceField, Form, TextField, ToggleField
from bot.domain.subscription import CADENCE_WORDS, Cadence, Subscription
from bot.wording.catalogue import say

QUESTION_LIMIT = 300
"""Characters of a question that a form takes."""

_CADENCE_LABELS = {Cadence.AT_ONCE: "At once", Cadence.DAILY: "Daily", Cadence.WEEKLY: "Weekly"}


def subscription_form(subscription: Subscription, submit: str) -> Form:
    """The form of one subscription as it stands; `submit` names the fields question, cadence, hour and paused."""
    cadences = tuple(Choice(say(label), CADENCE_WORDS[cadence]) for cadence, label in _CADENCE_LABELS.items())
    return Form(
        say("Edit subscription"),
        (
            TextField(
                "question", say("About"), subscription.text, say("projects, cards, formats, models"), QUESTION_LIMIT
            ),
            ChoiceField("cadence", say("How often"), cadences, CADENCE_WORDS[subscription.cadence]),
            ChoiceField(
                "hour",
                say("Hour ({zone})", zone=subscription.zone.key),
                _hours(subscription.hour),
                _written(subscription.hour),
            ),
            ToggleField("paused", say("Paused"), subscription.paused),
        ),
        submit,
        say("Save"),
    )


def _hours(standing: time) -> tuple[Choice, ...]:
    """Every full hour, and the one that stands if it is none: 25 choices at the most (B-07)."""
    hours = sorted({*(time(hour) for hour in range(24)), standing})
    return tuple(Choice(_written(hour), _written(hour)) for hour in hours)


def _written(hour: time) -> str:
    return f"{hour:%H:%M}"
