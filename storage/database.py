"""The one door to the database: a connection to read from, or to write through, for the length of one store call.

Errors of the engine come out as StoreError with a sentence. Nothing here knows a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.domain.errors import StoreError
from storage.dialect import dialect_of

EVERYTHING = "everything"
"""The subject of writers that have none of their own. Who holds another one never takes this one beside it."""


class _Shared(local):
    """The connection of a thread that does several things in one transaction."""

    connection: Connection | None = None


class Database:
    """Connections of one store. Does not keep any between calls but the pool's."""

    def __init__(self, url: str) -> None:
        self._dialect, address = dialect_of(url)
        self.engine: Engine = self._dialect.open_engine(address)
        self._reader = self._dialect.reader(self.engine)
        self._writer = self._dialect.writer(self.engine)
        alone = self._dialect.alone(self.engine)
        self._asker, self._teller = alone or self._reader, alone or self._writer
        self._engine_errors: tuple[type[BaseException], ...] = (DBAPIError, PoolTimeout, *self._dialect.DRIVER_ERRORS)
        self._shared = _Shared()
        self.name = self._dialect.name_of(address)
        self.address = self._dialect.address_for_driver(address)
        """What another connection of the same driver is made with; None for a file."""

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees the store as it was at its first question."""
        if self._shared.connection is not None:
            yield self._shared.connection
            return
        with self.reading_kept() as connection:
            yield connection

    @contextmanager
    def reading_kept(self) -> Iterator[Connection]:
        """`reading` of what was kept: within a block of `together`, without what that block wrote and may yet undo."""
        with self._faults(), self._reader.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def asking(self) -> Iterator[Connection]:
        """A connection for one question."""
        if self._shared.connection is not None:
            yield self._shared.connection
            return
        with self._faults(), self._asker.begin() as connection:
            yield connection

    @contextmanager
    def one_by_one(self) -> Iterator[Connection]:
        """A connection whose statements each check what they change, as in `writing_rows`. On a server each is kept by
        itself, at once: with a transaction around it a statement would be four ways there and back."""
        if self._shared.connection is not None:
            yield self._shared.connection
            return
        with self._faults(), self._teller.begin() as connection:
            yield connection

    @contextmanager
    def writing(self, subject: str = EVERYTHING) -> Iterator[Connection]:
        """A connection that alone may write what the subject names; what it did is kept when the block ends, and undone
        if it raises. In a file all subjects are one."""
        with self.writing_rows() as connection:
            self._dialect.write_alone(connection, subject)
            yield connection

    @contextmanager
    def writing_rows(self) -> Iterator[Connection]:
        """A connection that writes beside others, for whoever changes a row by a condition that the database itself
        checks on the row as it is kept: only who writes the same row waits. In a file it is alone, as ever."""
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
        """A writing connection for migrations, of which one process has one at a time (B141)."""
        with self._faults(), self._writer.connect() as connection, self._dialect.changing_schema(connection):
            yield connection

    def tables(self, connection: Connection) -> set[str]:
        """The names of the tables that are there."""
        return self._dialect.tables(connection)

    def settle(self) -> None:
        """Makes the store one that many can use at once; only for one that is known to be the bot's own."""
        with self._faults(), self.engine.connect() as connection:
            self._dialect.settle(connection)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except self._engine_errors as error:
            raise self._dialect.fault_of(error, self.name) from error
        except OverflowError as error:
            raise StoreError(f"The store {self.name} takes no number beyond 64 bits.") from error

    def close(self) -> None:
        """Gives all connections back."""
        self._writer.dispose()
        self.engine.dispose()
