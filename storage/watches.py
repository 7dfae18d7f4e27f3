"""Watches: who waits for which change to be in a release. Whether it is, is bot/domain/state.py's to say."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, and_, delete, select

from bot.domain.delivery import Recipient
from storage.database import Database
from storage.recipients import columns_of, is_for, recipient_of
from storage.schema import watches
from storage.upsert import insert_missing


@dataclass(frozen=True, slots=True)
class Watch:
    """That a recipient waits for the change of a key (owner/repo#number, owner/repo@commit) since an instant."""

    recipient: Recipient
    key: str
    since: datetime


class Watches:
    """Watches by recipient and key; there is one of each at most."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, watch: Watch) -> bool:
        """Begins a watch; False if it was there, and then its beginning stays."""
        values = {**columns_of(watch.recipient), "key": watch.key, "since": watch.since}
        with self._database.writing() as connection:
            return bool(insert_missing(connection, watches, [values]))

    def remove(self, recipient: Recipient, key: str) -> bool:
        """Ends a watch; whether there was one."""
        one = and_(is_for(watches, recipient), watches.c.key == key)
        with self._database.writing() as connection:
            return connection.execute(delete(watches).where(one)).rowcount > 0

    def of(self, recipient: Recipient) -> tuple[Watch, ...]:
        """What a recipient waits for, the longest first."""
        return self._all(is_for(watches, recipient))

    def all(self) -> tuple[Watch, ...]:
        """Everything that somebody waits for, the longest first."""
        return self._all()

    def _all(self, *conditions: Any) -> tuple[Watch, ...]:
        question = select(watches).where(*conditions).order_by(watches.c.since, watches.c.key)
        with self._database.reading() as connection:
            return tuple(map(_watch, connection.execute(question)))


def _watch(row: Row[Any]) -> Watch:
    return Watch(recipient_of(row), row.key, row.since)
