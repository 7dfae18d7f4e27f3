"""Command lines inside buttons and menus, whose values platforms keep short.

A command line that is too long is replaced by a token; who sends the message remembers which command the token stands
for (`Remembered`), and looks it up when the button is pressed. The token is derived from the command line, so that the
same button made twice, or by two processes, is one row.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass

MARK = "\u00a7"
"""No command line begins with a section sign."""

LENGTH = 27


@dataclass(frozen=True, slots=True)
class Remembered:
    """A command line that a token stands for."""

    token: str
    command: str


def token_of(command: str) -> str:
    """The command line's token: the mark and 26 letters and digits (130 bits)."""
    digest = hashlib.sha256(command.encode()).digest()
    return MARK + base64.b32encode(digest).decode()[: LENGTH - 1].lower()


def is_token(value: str) -> bool:
    """Whether a pressed value is a token rather than a command line."""
    return value.startswith(MARK) and len(value) == LENGTH


def command_value(command: str, limit: int) -> tuple[str, Remembered | None]:
    """The value to put into a button of at most `limit` characters, and what to remember if it is a token."""
    if len(command) <= limit:
        return command, None
    token = token_of(command)
    return token, Remembered(token, command)
