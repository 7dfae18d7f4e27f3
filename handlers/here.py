"""`here` in a line: the channel in which it is typed, instead of whoever types it."""

from __future__ import annotations

from bot.domain.command import Command
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.text import fold
from handlers.ownership import own_place

HERE = frozenset({"here", "到这里", "本频道"})
"""What means the place, as the first word of a line or its last."""


def without_here(text: str) -> tuple[bool, str]:
    """Whether the place is meant, and the other words."""
    words = text.split()
    if words and fold(words[0]) in HERE:
        return True, " ".join(words[1:])
    if words and fold(words[-1]) in HERE:
        return True, " ".join(words[:-1])
    return False, text


def place_meant(here: bool, command: Command) -> Recipient:
    """The place, or the actor's own messages; in those both are the same."""
    return command.place if here and in_channel(command) else own_place(command)


def in_channel(command: Command) -> bool:
    """Whether a command was given where others read as well."""
    return command.place.kind is not RecipientKind.USER
