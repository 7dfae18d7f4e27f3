"""Sources: where each one stands (its cursor), and the template lines that were learnt of a repository."""

from __future__ import annotations

import json
from collections.abc import Collection

from sqlalchemy import delete, select

from storage.database import Database
from storage.schema import sources
from storage.upsert import upsert

_TEMPLATE = "template:"


class Sources:
    """Texts by source. What a text means is known by the source that wrote it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def state(self, source: str) -> str | None:
        """What a source left for itself; None if it never did."""
        with self._database.reading() as connection:
            return connection.scalar(select(sources.c.state).where(sources.c.source == source))

    def save_state(self, source: str, state: str) -> None:
        """Keeps a source's text, in place of the one before."""
        with self._database.writing() as connection:
            upsert(connection, sources, [{"source": source, "state": state}])

    def forget_state(self, source: str) -> None:
        """Forgets a source's text."""
        with self._database.writing() as connection:
            connection.execute(delete(sources).where(sources.c.source == source))

    def template(self, repository: str) -> frozenset[str]:
        """The folded lines that are a repository's template, empty if none are known."""
        stored = self.state(_TEMPLATE + repository.casefold())
        return frozenset(json.loads(stored)) if stored else frozenset()

    def save_template(self, repository: str, lines: Collection[str]) -> None:
        """Keeps the template lines of a repository; writes nothing if they are the same as before."""
        text = json.dumps(sorted(lines))
        if self.state(_TEMPLATE + repository.casefold()) != text:
            self.save_state(_TEMPLATE + repository.casefold(), text)
