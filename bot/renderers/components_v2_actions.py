"""Buttons and menus in Discord's form; a command line that is too long for a custom id is remembered under a token."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.document import Action, Button, LinkButton, Select
from bot.domain.grapheme import shortened
from bot.renderers.address import safe_address
from bot.renderers.command_value import Remembered, command_value
from bot.renderers.components_v2_limits import (
    BUTTON_LABEL,
    BUTTON_URL,
    CUSTOM_ID,
    OPTION_TEXT,
    OPTION_VALUE,
    PLACEHOLDER,
    ROW_BUTTONS,
    SELECT_OPTIONS,
)
from bot.renderers.components_v2_text import Json

ACTION_ROW, BUTTON, STRING_SELECT = 1, 2, 3
SECONDARY, LINK = 2, 5

SELECT_ID = "select:"
"""A menu's custom id begins so; its command stands in the chosen value. No command line begins so."""

Row = tuple[Json, int, tuple[Remembered, ...]]
"""A row, how many components it holds with itself, and what it needs remembered."""


def action_rows(elements: Sequence[Action], used: set[str]) -> Iterator[Row]:
    """Rows of at most five buttons, and a row for each menu, in order. Custom ids are unique in a message, so of two
    buttons with one command the first is kept; `used` collects the ids of the whole document."""
    buttons: list[tuple[Json, Remembered | None]] = []
    for action in elements:
        if isinstance(action, Select):
            yield from _button_rows(buttons)
            buttons = []
            yield from _menus(action, used)
            continue
        made = _button(action)
        if made and (target := str(made[0].get("custom_id") or made[0]["url"])) not in used:
            used.add(target)
            buttons.append(made)
    yield from _button_rows(buttons)


def _button_rows(buttons: Sequence[tuple[Json, Remembered | None]]) -> Iterator[Row]:
    for at in range(0, len(buttons), ROW_BUTTONS):
        row = buttons[at : at + ROW_BUTTONS]
        json: Json = {"type": ACTION_ROW, "components": [button for button, _ in row]}
        yield json, 1 + len(row), tuple(entry for _, entry in row if entry)


def _button(action: Button | LinkButton) -> tuple[Json, Remembered | None] | None:
    label = _label(action.label, BUTTON_LABEL)
    if isinstance(action, Button):
        if not action.command:
            return None
        value, entry = command_value(action.command, CUSTOM_ID)
        return {"type": BUTTON, "style": SECONDARY, "label": label, "custom_id": value}, entry
    address = safe_address(action.url)
    if address is None or len(address) > BUTTON_URL:
        return None
    return {"type": BUTTON, "style": LINK, "label": label, "url": address}, None


def _menus(select: Select, used: set[str]) -> Iterator[Row]:
    for start in range(0, len(select.options), SELECT_OPTIONS):
        options: dict[str, Json] = {}
        remembered: list[Remembered] = []
        for option in select.options[start : start + SELECT_OPTIONS]:
            value, entry = command_value(option.command, OPTION_VALUE)
            options.setdefault(value, {"label": _label(option.label, OPTION_TEXT), "value": value})
            remembered.extend((entry,) if entry else ())
        used.add(custom_id := f"{SELECT_ID}{len(used)}")
        menu: Json = {
            "type": STRING_SELECT,
            "custom_id": custom_id,
            "placeholder": _label(select.placeholder, PLACEHOLDER),
            "options": list(options.values()),
        }
        yield {"type": ACTION_ROW, "components": [menu]}, 2, tuple(remembered)


def _label(text: str, limit: int) -> str:
    """A label; Discord refuses an empty one (B110)."""
    return shortened(text, limit) if text.strip() else "(no title)"
