"""Wordings: what a model said for a text, kept by a digest of all that it was made of, refusals too.

So the same text is asked for once, and an issue is put into words without waiting for a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select

from storage.database import Database
from storage.schema import wordings
from storage.upsert import upsert

KEYS_A_QUESTION = 500


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence under its key, "" with the reason where it was refused; `tokens` is its share of what was paid."""

    key: str
    text: str
    rejection: str
    made: datetime
    tokens: int = 0


class StoredWordings:
    """Sentences by key. What a key is made of is handlers/wordings.py's affair."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_keys(self, keys: Iterable[str]) -> Mapping[str, Wording]:
        """The wordings that are there."""
        asked = list(dict.fromkeys(keys))
        found: dict[str, Wording] = {}
        with self._database.reading() as connection:
            for at in range(0, len(asked), KEYS_A_QUESTION):
                question = select(wordings).where(wordings.c.key.in_(asked[at : at + KEYS_A_QUESTION]))
                for row in connection.execute(question):
                    found[row.key] = Wording(row.key, row.text, row.rejection, row.made, row.tokens)
        return found

    def save(self, made: Iterable[Wording]) -> None:
        """Keeps wordings; the last one of a key stays."""
        rows = [
            {"key": one.key, "text": one.text, "rejection": one.rejection, "made": one.made, "tokens": one.tokens}
            for one in made
        ]
        if rows:
            with self._database.writing() as connection:
                upsert(connection, wordings, rows)

    def tokens_since(self, start: datetime) -> int:
        """What wordings have cost since an instant."""
        question = select(func.coalesce(func.sum(wordings.c.tokens), 0)).where(wordings.c.made >= start)
        with self._database.reading() as connection:
            return int(connection.execute(question).scalar_one())

    def forget_before(self, instant: datetime) -> int:
        """Lets go of wordings that were made before an instant; gives how many."""
        with self._database.writing() as connection:
            return connection.execute(delete(wordings).where(wordings.c.made < instant)).rowcount
