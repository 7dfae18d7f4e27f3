"""Single values that the bot keeps about itself: whether the store is the sample, when a job last ran."""

from __future__ import annotations

from sqlalchemy import delete, select

from storage.database import Database
from storage.schema import meta
from storage.upsert import upsert


class Meta:
    """Values by name. Not for anything that there can be two of."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, name: str) -> str | None:
        """The value of a name, None if it was never set."""
        with self._database.asking() as connection:
            return connection.scalar(select(meta.c.value).where(meta.c.name == name))

    def set(self, name: str, value: str) -> None:
        """Sets a value, in place of the one before."""
        with self._database.writing() as connection:
            upsert(connection, meta, [{"name": name, "value": value}])

    def delete(self, name: str) -> None:
        """Forgets a value."""
        with self._database.writing() as connection:
            connection.execute(delete(meta).where(meta.c.name == name))
