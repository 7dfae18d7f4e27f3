"""Forms: a modal in Slack and Discord, prompts in the shell. Submitting one sends a command line.

So a form does nothing that typing could not do, and needs no handler of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.domain.document import Button
from bot.domain.text import clean

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")

YES, NO = "yes", "no"
"""What a toggle puts into the command line."""


@dataclass(frozen=True, slots=True)
class TextField:
    """One line of text, or several; `longest` in code points. Line breaks do not come back from a form."""

    key: str
    label: str
    value: str = ""
    hint: str = ""
    longest: int = 1000
    several_lines: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """One of a few choices; `chosen` is the value of the one that stands."""

    key: str
    label: str
    choices: tuple[Choice, ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class ToggleField:
    """On or off."""

    key: str
    label: str
    on: bool


Field: TypeAlias = TextField | ChoiceField | ToggleField


@dataclass(frozen=True, slots=True)
class Form:
    """`submit` is a command line with `{key}` where a field's value goes; so is the one of `preview`, which shows
    what the form would do and keeps nothing."""

    title: str
    fields: tuple[Field, ...]
    submit: str
    button: str = "Save"
    preview: Button | None = None


def filled(submit: str, values: Mapping[str, str]) -> str:
    """The command line of a form that was sent, on one line. A value is put in once and never read as a placeholder
    itself; a key without a value leaves nothing."""
    return clean(_PLACEHOLDER.sub(lambda match: values.get(match[1], ""), submit))


def standing_line(form: Form) -> str:
    """The command line of the form as it stands: what somebody changes who types it."""
    return filled(form.submit, {field.key: _held(field) for field in form.fields})


def narrowed(form: Form, most: int) -> Form:
    """The form with its first fields only, for a platform whose forms take no more; what the others hold stands in the
    line that it sends."""
    standing = {field.key: _PLACEHOLDER.sub(r"\1", _held(field)) for field in form.fields[most:]}
    submit = _PLACEHOLDER.sub(lambda match: standing.get(match[1], match[0]), form.submit)
    return replace(form, fields=form.fields[:most], submit=submit)


def _held(field: Field) -> str:
    match field:
        case TextField(value=value):
            return value
        case ChoiceField(chosen=chosen):
            return chosen
        case ToggleField(on=on):
            return YES if on else NO
