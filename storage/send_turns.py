"""When something may be sent next, shared by all processes of a store on a server: each level (a place, a workspace, a
platform) has an instant from which it is free, by the clock of the server alone.

Answers are seconds to wait, so that the clocks of the machines may differ. How fast a level may be sent to, and who
waits how, is handlers/jobs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Delete,
    Select,
    bindparam,
    case,
    cast,
    delete,
    func,
    select,
)
from sqlalchemy.sql.dml import ReturningInsert

from storage.database import Database
from storage.schema import send_turns

Level = tuple[str, ...]
"""A platform; a platform and a workspace; or those and a place."""

SERVER_CLOCK: ColumnElement[int] = cast(func.extract("epoch", func.clock_timestamp()) * 1_000_000, BigInteger)
"""Microseconds: the moment at which it is looked at, and not the one at which the transaction began."""
AHEAD_SECONDS = 60.0
"""What is further ahead was not taken: the server's clock was set back."""

_table = send_turns
_level, _length = bindparam("level", type_=BigInteger), bindparam("length", type_=BigInteger)
_after = bindparam("after", type_=BigInteger)


@dataclass(frozen=True, slots=True)
class _Statements:
    """Made once: they are asked for each message."""

    take: ReturningInsert[Any]
    enter: ReturningInsert[Any]
    rest: ReturningInsert[Any]
    left: Select[Any]
    forget: Delete


class _RestingError(Exception):
    """A level is not free for so many microseconds; what was taken before it is given back."""

    def __init__(self, left: int) -> None:
        super().__init__(left)
        self.left = left


class SendTurns:
    """Instants from which levels are free. A store in a file has none: what one process sends is known to it."""

    def __init__(self, database: Database, clock: ColumnElement[int] = SERVER_CLOCK) -> None:
        self._database = database
        self._clock = clock

    def take(self, level: Level, step: float, number: int = 1) -> float:
        """Takes the next turns at a level, so many, a `step` of seconds apart: seconds until the first of them."""
        length = _microseconds(step * number)
        with self._database.one_by_one() as connection:
            values = {"level": _number(level), "length": length}
            return _seconds(connection.execute(self._statements.take, values).scalar_one() - length)

    def enter(self, levels: Sequence[tuple[Level, float]], after: float) -> float:
        """Takes each of these levels for what is sent `after` so many seconds, so that it rests for its own seconds
        then, where all are free by then: 0.0. Else nothing is taken: the seconds until they may be."""
        try:
            with self._database.one_by_one() if len(levels) == 1 else self._database.writing_rows() as connection:
                for level, step in levels:
                    self._enter(connection, _number(level), _microseconds(step), _microseconds(after))
        except _RestingError as resting:
            return _seconds(resting.left)
        return 0.0

    def _enter(self, connection: Connection, level: int, length: int, after: int) -> None:
        values = {"level": level, "after": after, "length": length}
        if length and connection.execute(self._statements.enter, values).first() is not None:
            return
        left = connection.execute(self._statements.left, {"level": level}).scalar()
        if left is not None and left > after:
            raise _RestingError(left)
        if length:
            # It was forgotten, or its time came, between the two questions.
            self._enter(connection, level, length, after)

    def rest(self, level: Level, seconds: float) -> None:
        """Nothing is sent at a level for so long."""
        with self._database.one_by_one() as connection:
            connection.execute(self._statements.rest, {"level": _number(level), "length": _microseconds(seconds)})

    def forget(self) -> int:
        """Forgets the levels that are free, which is how one counts that was never sent to; how many those were."""
        if self._database.address is None:
            return 0
        with self._database.one_by_one() as connection:
            return connection.execute(self._statements.forget).rowcount

    @cached_property
    def _statements(self) -> _Statements:
        from sqlalchemy.dialects.postgresql import insert  # who keeps a file does not wait for the other dialect

        def upsert(new: ColumnElement[int], kept: ColumnElement[int], only: ColumnElement[bool] | None = None) -> Any:
            statement = insert(_table).values(level=_level, free=new)
            return statement.on_conflict_do_update(index_elements=["level"], set_={"free": kept}, where=only)

        clock, free = self._clock, _table.c.free
        taken = case((free.between(clock, clock + _microseconds(AHEAD_SECONDS)), free), else_=clock) + _length
        entered, rested = clock + _after + _length, clock + _length
        return _Statements(
            take=upsert(clock + _length, taken).returning(free - clock),
            enter=upsert(entered, entered, free <= clock + _after).returning(free),
            rest=upsert(rested, func.greatest(free, rested)).returning(free),
            left=select(free - clock).where(_table.c.level == _level),
            forget=delete(_table).where(free <= clock),
        )


def _number(level: Level) -> int:
    """A level's number. A place may be a person, who is not kept here."""
    return int.from_bytes(blake2b("\0".join(level).encode(), digest_size=8).digest(), signed=True)


def _microseconds(seconds: float) -> int:
    return round(seconds * 1_000_000)


def _seconds(microseconds: int) -> float:
    return max(0.0, microseconds / 1_000_000)
