"""Command lines that buttons stand for: what a platform asks of the store, as it is handed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.renderers.command_value import Remembered, is_token


class Memory(Protocol):
    """Remembers what the tokens in buttons stand for, for as long as their messages can be pressed."""

    async def remember(self, entries: Sequence[Remembered]) -> None:
        """Keeps the entries; one that is known already is left alone."""
        ...

    async def recall(self, token: str) -> str | None:
        """The command line that a token stands for, None if it was never kept or is long gone."""
        ...


@dataclass(frozen=True, slots=True)
class CommandName:
    """A command as people meet it in a platform's own lists: its first word and what it does, in one line."""

    name: str
    summary: str
    takes_text: bool = True


async def command_of(value: str, memory: Memory) -> str | None:
    """The command line of a pressed button's value."""
    return await memory.recall(value) if is_token(value) else value
