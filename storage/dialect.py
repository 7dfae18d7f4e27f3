"""What opening and speaking to a database takes, whichever it is: SQLite in one file, or PostgreSQL on a server.

The database is chosen by its address alone. How each is done is storage/dialect_sqlite.py and dialect_postgres.py,
how each is searched storage/search_index.py.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.domain.errors import StoreError
from storage import dialect_sqlite

POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")


class Dialect(Protocol):
    """One kind of database."""

    @property
    def DRIVER_ERRORS(self) -> tuple[type[BaseException], ...]:  # noqa: N802 (a constant of a module)
        """What the driver itself raises, where SQLAlchemy is not between."""

    def open_engine(self, url: URL) -> Engine:
        """An engine for an address; nothing is connected yet. StoreError where there can be no such store."""

    def name_of(self, url: URL) -> str:
        """How the store is called in a sentence; never with its password."""

    def address_for_driver(self, url: URL) -> str | None:
        """The address as the driver itself takes it, password and all; None for a file."""

    def reader(self, engine: Engine) -> Engine:
        """The engine for transactions that only read, from one snapshot."""

    def writer(self, engine: Engine) -> Engine:
        """The engine for transactions that write."""

    def alone(self, engine: Engine) -> Engine | None:
        """The engine for statements that need no transaction around them; None where one costs nothing."""

    def write_alone(self, connection: Connection, subject: str) -> None:
        """Waits until no other transaction writes under this subject; until this one ends, none begins to."""

    def changing_schema(self, connection: Connection) -> AbstractContextManager[None]:
        """A transaction in which tables may be rebuilt, and which one process has at a time."""

    def settle(self, connection: Connection) -> None:
        """Makes the store one that many can use at once; only for one that is known to be the bot's own."""

    def tables(self, connection: Connection) -> set[str]:
        """The names of the tables that are there."""

    def fault_of(self, error: BaseException, name: str) -> StoreError:
        """What went wrong with the store `name`, as one sentence."""


def dialect_of(url: str) -> tuple[Dialect, URL]:
    """The kind of database that an address names, and the address read; StoreError for one that names none."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError("DATABASE_URL is no address of a database, like sqlite:///var/whatsnew.db.") from None
    if parsed.drivername in dialect_sqlite.DRIVERS:
        return dialect_sqlite, parsed
    if parsed.drivername in POSTGRES:
        # Whoever keeps their store in a file does not wait for the other driver.
        from storage import dialect_postgres

        return dialect_postgres, parsed
    raise StoreError(
        f"DATABASE_URL names {parsed.drivername}; the store is kept in SQLite (sqlite:///) or PostgreSQL "
        "(postgresql://)."
    )
