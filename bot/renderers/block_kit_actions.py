"""Buttons and menus in Slack's form; a command line that is too long for a value is remembered under a token."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.document import Action, Button, LinkButton, Select
from bot.domain.grapheme import shortened
from bot.renderers.address import safe_address
from bot.renderers.block_kit_inline import Json
from bot.renderers.block_kit_limits import BUTTON_TEXT, BUTTON_VALUE, OPTION_TEXT, OPTION_VALUE, OPTIONS, PLACEHOLDER
from bot.renderers.command_value import Remembered, command_value

Made = tuple[Json, tuple[Remembered, ...]]
"""An element and what it needs remembered."""


def made_action(action: Action, at: int) -> Iterator[Made]:
    """The elements for the action numbered `at` in its block; a menu with too many options for one becomes several."""
    match action:
        case Button(label, command) if command:
            value, entry = command_value(command, BUTTON_VALUE)
            button: Json = {
                "type": "button",
                "text": plain_text(label, BUTTON_TEXT),
                "action_id": f"a{at}",
                "value": value,
            }
            yield button, (entry,) if entry else ()
        case LinkButton(label, url):
            if address := safe_address(url):
                text = plain_text(label, BUTTON_TEXT)
                opener: Json = {"type": "button", "text": text, "action_id": f"a{at}", "url": address}
                yield opener, ()
        case Select():
            yield from _selects(action, at)


def _selects(select: Select, at: int) -> Iterator[Made]:
    for start in range(0, len(select.options), OPTIONS):
        shown: list[Json] = []
        remembered: list[Remembered] = []
        for option in select.options[start : start + OPTIONS]:
            value, entry = command_value(option.command, OPTION_VALUE)
            shown.append({"text": plain_text(option.label, OPTION_TEXT), "value": value})
            remembered.extend((entry,) if entry else ())
        json: Json = {
            "type": "static_select",
            "action_id": f"a{at}.{start}" if start else f"a{at}",
            "placeholder": plain_text(select.placeholder, PLACEHOLDER),
            "options": shown,
        }
        yield json, tuple(remembered)


def plain_text(text: str, limit: int) -> Json:
    """A plain_text object; Slack refuses an empty one (B090)."""
    return {"type": "plain_text", "text": shortened(text, limit) if text.strip() else "(no title)", "emoji": False}
