"""Watches: who waits for which change to be in a release. Whether it is, is bot/domain/state.py's to say."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, func, not_, select, update

from bot.domain.delivery import Recipient
from storage.database import Database
from storage.recipients import columns_of, is_for, recipient_of
from storage.schema import watches
from storage.upsert import insert_missing

_GOING = {"paused": False, "paused_until": None}


@dataclass(frozen=True, slots=True)
class Watch:
    """That a recipient waits for the change of a key (owner/repo#number, owner/repo@commit) since an instant. `paused`
    keeps what became of it from being told, until `paused_until` where that is said."""

    recipient: Recipient
    key: str
    since: datetime
    paused: bool = False
    paused_until: datetime | None = None


class Watches:
    """Watches by recipient and key; there is one of each at most."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, watch: Watch) -> bool:
        """Begins a watch; False if it was there, and then its beginning stays and its pause is over."""
        values = {**columns_of(watch.recipient), "key": watch.key, "since": watch.since, "paused": False}
        paused = (is_for(watches, watch.recipient), watches.c.key == watch.key, watches.c.paused)
        with self._database.writing() as connection:
            connection.execute(update(watches).where(*paused).values(**_GOING))
            return bool(insert_missing(connection, watches, [values]))

    def remove(self, recipient: Recipient, key: str) -> bool:
        """Ends a watch; whether there was one."""
        one = and_(is_for(watches, recipient), watches.c.key == key)
        with self._database.writing() as connection:
            return connection.execute(delete(watches).where(one)).rowcount > 0

    def pause(self, recipient: Recipient, until: datetime | None = None) -> int:
        """Stops all of a recipient's, until an instant where one is given, those too that were paused till another one;
        how many were not paused."""
        mine = is_for(watches, recipient)
        with self._database.writing() as connection:
            going = connection.scalar(select(func.count()).where(mine, not_(watches.c.paused)))
            connection.execute(update(watches).where(mine).values(paused=True, paused_until=until))
            return going or 0

    def resume(self, recipient: Recipient) -> int:
        """Lets all of a recipient's go on; how many were paused."""
        return self._go_on(is_for(watches, recipient), watches.c.paused)

    def wake(self, now: datetime) -> int:
        """Lets those go on whose pause is over; how many."""
        over = (watches.c.paused, watches.c.paused_until <= now)
        with self._database.reading() as connection:
            if connection.execute(select(watches.c.key).where(*over).limit(1)).first() is None:
                return 0
        return self._go_on(*over)

    def of(self, recipient: Recipient) -> tuple[Watch, ...]:
        """What a recipient waits for, the longest first."""
        return self._all(is_for(watches, recipient))

    def all(self) -> tuple[Watch, ...]:
        """Everything that somebody waits for, the longest first."""
        return self._all()

    def _go_on(self, *conditions: ColumnElement[bool]) -> int:
        with self._database.writing() as connection:
            return connection.execute(update(watches).where(*conditions).values(**_GOING)).rowcount

    def _all(self, *conditions: Any) -> tuple[Watch, ...]:
        question = select(watches).where(*conditions).order_by(watches.c.since, watches.c.key)
        with self._database.reading() as connection:
            return tuple(map(_watch, connection.execute(question)))


def _watch(row: Row[Any]) -> Watch:
    return Watch(recipient_of(row), row.key, row.since, row.paused, row.paused_until)
