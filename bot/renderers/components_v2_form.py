"""Form -> Discord modal, and back: what was entered, as values by field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.domain.form import NO, YES, ChoiceField, Field, Form, TextField
from bot.domain.grapheme import shortened
from bot.renderers.components_v2_actions import STRING_SELECT
from bot.renderers.components_v2_limits import (
    INPUT_LABEL,
    INPUT_VALUE,
    MODAL_ROWS,
    MODAL_TITLE,
    OPTION_TEXT,
    PLACEHOLDER,
    SELECT_OPTIONS,
)
from bot.renderers.components_v2_text import Json

LABEL, TEXT_INPUT = 18, 4
ONE_LINE, SEVERAL_LINES = 1, 2


def modal(form: Form, custom_id: str) -> Json:
    """The modal; `custom_id` comes back with the submission and must say which command line the form sends.
    ValueError for a form that Discord would not take."""
    if len(form.fields) > MODAL_ROWS:
        raise ValueError(f"{form.title!r} is too large a form for Discord")
    return {
        "title": shortened(form.title, MODAL_TITLE),
        "custom_id": custom_id,
        "components": [_labelled(field) for field in form.fields],
    }


def _labelled(field: Field) -> Json:
    return {"type": LABEL, "label": shortened(field.label, INPUT_LABEL), "component": _component(field)}


def _component(field: Field) -> Json:
    match field:
        case TextField(key, _, value, hint, longest, several):
            return {
                "type": TEXT_INPUT,
                "custom_id": key,
                "style": SEVERAL_LINES if several else ONE_LINE,
                "required": True,
                "max_length": min(longest, INPUT_VALUE),
                **({"value": value[: min(longest, INPUT_VALUE)]} if value else {}),
                **({"placeholder": shortened(hint, OPTION_TEXT)} if hint else {}),
            }
        case ChoiceField(key, label, choices, chosen):
            pairs = [(choice.label, choice.value) for choice in choices[:SELECT_OPTIONS]]
            return _menu(key, label, pairs, chosen)
        case _:
            return _menu(field.key, field.label, [("Yes", YES), ("No", NO)], YES if field.on else NO)


def _menu(key: str, label: str, pairs: Iterable[tuple[str, str]], chosen: str) -> Json:
    return {
        "type": STRING_SELECT,
        "custom_id": key,
        "placeholder": shortened(label, PLACEHOLDER),
        "options": [
            {"label": shortened(text, OPTION_TEXT), "value": value, "default": value == chosen} for text, value in pairs
        ],
    }


def entered(components: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The values of a submitted modal by field, from its `data.components`."""
    inner = [component.get("component", component) for component in components]
    return {str(component["custom_id"]): _value(component) for component in inner if "custom_id" in component}


def _value(component: Mapping[str, Any]) -> str:
    if "values" in component:
        return str(next(iter(component["values"]), ""))
    return str(component.get("value") or "")
