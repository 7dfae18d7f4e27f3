"""The one door to the database: a connection to read from, or to write through, for the length of one store call.

Errors of the engine come out as StoreError with a sentence. Nothing here knows a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from threading import local
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.domain.errors import StoreError
from storage import dialect_sqlite

T = TypeVar("T")


def fetch(connection: Connection, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """All rows of a statement, by the driver's own cursor inside the connection's transaction.

    For the answers that somebody waits for: SQLAlchemy's result of 31 columns costs as much as the question itself.
    """
    cursor = connection.connection.cursor()
    try:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
    finally:
        cursor.close()


def in_parts(values: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    """The values in tuples of `size` at most, so that no statement has more question marks than the engine takes."""
    rest = iter(values)
    while part := tuple(islice(rest, size)):
        yield part


class _Shared(local):
    """The connection of a thread that does several things in one transaction."""

    connection: Connection | None = None


class Database:
    """Connections of one store. Does not keep any between calls but the pool's."""

    def __init__(self, url: str) -> None:
        self.engine: Engine = dialect_sqlite.open_engine(url)
        self._writer = self.engine.execution_options(**{dialect_sqlite.WRITES: True})
        self._shared = _Shared()
        self.name = self.engine.url.render_as_string(hide_password=True).removeprefix("sqlite:///") or "in memory"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees the store as it was at its first question."""
        if self._shared.connection is not None:
            yield self._shared.connection
            return
        with self._faults(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection that alone may write; what it did is kept when the block ends, and undone if it raises."""
        if self._shared.connection is not None:
            yield self._shared.connection
            return
        with self._faults(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def together(self) -> Iterator[None]:
        """Until the block ends, every call of this thread reads and writes in one transaction, which is kept whole or,
        if the block raises, not at all. A block within a block belongs to the outer one."""
        if self._shared.connection is not None:
            yield
            return
        with self.writing() as connection:
            self._shared.connection = connection
            try:
                yield
            finally:
                self._shared.connection = None

    @contextmanager
    def writing_schema(self) -> Iterator[Connection]:
        """A writing connection for migrations, foreign keys off: in batch mode they would delete rows (C52, B139)."""
        with self._faults(), self._writer.connect() as connection:
            dialect_sqlite.set_foreign_keys(connection, on=False)
            try:
                with connection.begin():
                    yield connection
            finally:
                dialect_sqlite.set_foreign_keys(connection, on=True)

    def settle(self) -> None:
        """Makes the file one that many can use at once; only for a file that is known to be the bot's own."""
        with self._faults(), self.engine.connect() as connection:
            dialect_sqlite.use_write_ahead_log(connection)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except (DBAPIError, PoolTimeout, *dialect_sqlite.DRIVER_ERRORS) as error:
            raise dialect_sqlite.fault_of(error, self.name) from error
        except OverflowError as error:
            raise StoreError(f"The store {self.name} takes no number beyond 64 bits.") from error

    def close(self) -> None:
        """Gives all connections back."""
        self.engine.dispose()
