"""What became of attempts to send, added up by platform. The outbox counts in the transaction that changes the row."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection, select

from bot.domain.send_count import SendCount, SendResult, bound_of
from storage.database import Database
from storage.schema import send_counts
from storage.upsert import add_up

_table = send_counts


def count(connection: Connection, platform: str, result: SendResult, lateness: timedelta | None = None) -> None:
    """One more, with the lateness of what was sent. Others that count the same wait until this transaction ends: it is
    the last thing in one."""
    within, seconds = (0, 0.0) if lateness is None else (bound_of(lateness), max(lateness.total_seconds(), 0.0))
    row = {"platform": platform, "result": result.value, "within": within, "number": 1, "seconds": seconds}
    add_up(connection, _table, row)


class SendCounts:
    """The sums."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[SendCount, ...]:
        """All of them, by platform, result and bound."""
        question = select(_table).order_by(_table.c.platform, _table.c.result, _table.c.within)
        with self._database.reading() as connection:
            rows = connection.execute(question).all()
        return tuple(SendCount(name, SendResult(result), *figures) for name, result, *figures in rows)
