"""Form -> Slack modal, and back: what was entered, as values by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.domain.document import Button
from bot.domain.form import NO, YES, ChoiceField, Field, Form, TextField
from bot.domain.grapheme import shortened
from bot.renderers.block_kit_actions import plain_text
from bot.renderers.block_kit_inline import Json
from bot.renderers.block_kit_limits import (
    INPUT_LABEL,
    INPUT_VALUE,
    MODAL_BLOCKS,
    MODAL_BUTTON,
    MODAL_TITLE,
    OPTION_TEXT,
    PLACEHOLDER,
    PRIVATE_METADATA,
)

CALLBACK = "form"
PREVIEW = "preview"
VALUE = "value"
"""action_id of every input; the field's key is its block_id."""


def view(form: Form, metadata: str) -> Json:
    """The modal. `metadata` comes back with the submission; it must say which command line the form sends
    (at most PRIVATE_METADATA characters). ValueError for a form that Slack would not take."""
    if len(form.fields) + (form.preview is not None) > MODAL_BLOCKS or len(metadata) > PRIVATE_METADATA:
        raise ValueError(f"{form.title!r} is too large a form for Slack")
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "title": plain_text(form.title, MODAL_TITLE),
        "submit": plain_text(form.button, MODAL_BUTTON),
        "close": plain_text("Cancel", MODAL_BUTTON),
        "private_metadata": metadata,
        "blocks": [*(_input(field) for field in form.fields), *([_preview(form.preview)] if form.preview else [])],
    }


def _preview(button: Button) -> Json:
    """The button that sends the form's other line, which is too long to stand in it."""
    text = plain_text(button.label, MODAL_BUTTON)
    return {"type": "actions", "elements": [{"type": "button", "text": text, "action_id": PREVIEW, "value": PREVIEW}]}


def _input(field: Field) -> Json:
    block: Json = {"type": "input", "block_id": field.key, "label": plain_text(field.label, INPUT_LABEL)}
    match field:
        case TextField(value=value, hint=hint, longest=longest, several_lines=several):
            block["element"] = {
                "type": "plain_text_input",
                "action_id": VALUE,
                "max_length": min(longest, INPUT_VALUE),
                **({"multiline": True} if several else {}),
                **({"initial_value": value[: min(longest, INPUT_VALUE)]} if value else {}),
                **({"placeholder": plain_text(hint, PLACEHOLDER)} if hint else {}),
            }
        case ChoiceField(choices=choices, chosen=chosen):
            options = [_option(choice.label, choice.value) for choice in choices]
            initial = next((option for option in options if option["value"] == chosen), options[0])
            block["element"] = {
                "type": "static_select",
                "action_id": VALUE,
                "options": options,
                "initial_option": initial,
            }
        case _:
            on = _option("Yes", YES)
            block["optional"] = True
            block["element"] = {
                "type": "checkboxes",
                "action_id": VALUE,
                "options": [on],
                **({"initial_options": [on]} if field.on else {}),
            }
    return block


def _option(label: str, value: str) -> Json:
    return {"text": plain_text(shortened(label, OPTION_TEXT), OPTION_TEXT), "value": value}


def entered(state: Mapping[str, Any]) -> dict[str, str]:
    """The values of a submitted modal by field, from its `view.state.values`."""
    return {key: _value(inputs[VALUE]) for key, inputs in state.items() if VALUE in inputs}


def _value(element: Mapping[str, Any]) -> str:
    match element.get("type"):
        case "static_select":
            return str((element.get("selected_option") or {}).get("value", ""))
        case "checkboxes":
            return YES if element.get("selected_options") else NO
        case _:
            return str(element.get("value") or "")
