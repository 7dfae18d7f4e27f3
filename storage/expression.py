"""What a question to the full-text index is made of, the same for every database; its text is the database's own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.domain.text import stream
from bot.domain.update import Update

Indexed = tuple[int, str, str, str]
"""A row of the index: id, the title's and the body's streams, the tag tokens."""


class Voice(StrEnum):
    """What stands before each word of an update that is no noise, and of one that is."""

    QUIET = ""
    NOISY = "~"


@dataclass(frozen=True, slots=True)
class Expression:
    """Rows of the index. `terms` is what the index is asked; where that lets too much through, `check` is an SQL
    condition, with its values, that the rows it finds have to meet as well. False where no row meets it."""

    terms: str
    check: str = ""
    values: tuple[Any, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.terms)


NOTHING = Expression("")
"""What no row meets; never handed to the engine."""
ANYTHING = Expression("*")
"""What every row meets; only for `all_of`, which leaves it out."""


def indexed(row_id: int, update: Update, tokens: str) -> Indexed:
    """What is put into the index for an update, and later taken out of it."""
    title, body = stream(update.title), stream(update.body) if update.body else ""
    if update.noise:
        title, body = (text.rstrip().replace(" ", f" {Voice.NOISY.value}") for text in (title, body))
    return row_id, title, body, tokens
