"""What the subscriptions that are told at once ask for, for an index in memory that is kept up with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, Select, not_, or_, select

from bot.domain.delivery import RecipientKind
from bot.domain.query import Query
from bot.domain.subscription import Cadence
from storage.database import Database
from storage.query_codec import decode_query
from storage.schema import subscriptions
from storage.subscription_changes import changed_since, last_change

ROWS_AT_ONCE = 10_000

_table = subscriptions


@dataclass(frozen=True, slots=True)
class StandingQuery:
    """What a subscription asks for, by its id, and whether all of it is told at once, or only what is urgent."""

    subscription: int
    query: Query
    at_once: bool


@dataclass(frozen=True, slots=True)
class Changes:
    """The subscriptions that were changed, those that are gone, too, and what those of them that stand ask for."""

    subscriptions: tuple[int, ...]
    standing: tuple[StandingQuery, ...]


class StandingQueries:
    """The queries of all subscriptions that may be told of something at once: of those that tell of all at once, and of
    those of persons, who are told of what is urgent in any rhythm. Removed and paused ones are not among them.

    Only what was kept is given, also within a block of `together`: what the block did may yet be undone.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def last_change(self) -> int:
        """The number of the last change of any subscription, by whichever process. What is read later holds that
        change."""
        with self._database.reading_kept() as connection:
            return last_change(connection)

    def changes_since(self, number: int) -> Changes:
        """What was changed after the change of that number."""
        touched = changed_since(number)
        with self._database.reading_kept() as connection:
            standing = _read(connection, _question().where(_table.c.id.in_(touched)))
            return Changes(tuple(connection.scalars(touched)), tuple(standing))

    def all(self) -> Iterator[StandingQuery]:
        """All of them, in the order of their ids. No transaction is held from one to the next."""
        last = 0
        while found := self._after(last):
            yield from found
            last = found[-1].subscription

    def _after(self, subscription: int) -> list[StandingQuery]:
        with self._database.reading_kept() as connection:
            return _read(connection, _question().where(_table.c.id > subscription).limit(ROWS_AT_ONCE))


def _read(connection: Connection, question: Select[tuple[int, str, str]]) -> list[StandingQuery]:
    rows = connection.execute(question)
    return [StandingQuery(row.id, decode_query(row.query), row.cadence == Cadence.AT_ONCE.value) for row in rows]


def _question() -> Select[tuple[int, str, str]]:
    at_once, person = _table.c.cadence == Cadence.AT_ONCE.value, _table.c.recipient_kind == RecipientKind.USER.value
    standing = (not_(_table.c.paused), not_(_table.c.removed), or_(at_once, person))
    return select(_table.c.id, _table.c.query, _table.c.cadence).where(*standing).order_by(_table.c.id)
