"""How SQLite is opened and spoken to: addresses, pragmas, transactions, and what its errors mean.

Measured: WAL and a busy timeout alone do not prevent "database is locked" where a transaction reads before it writes;
BEGIN IMMEDIATE does (C50, B137). What is searched and how is storage/search_sqlite.py.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import StaticPool

from bot.domain.errors import StoreError, StoreReadOnlyError

BUSY_SECONDS = 30
"""How long a writer waits for another process (a long import commits batch by batch, never for so long)."""
CACHE_KIBIBYTES = 32 * 1024
"""Page cache of a connection; a reader's memory stays below 50 MiB with it."""
SPARE_CONNECTIONS = 4
WRITES = "whatsnew_writes"
"""Execution option of a connection whose transaction will write."""

DRIVERS = ("sqlite", "sqlite+pysqlite")
PATH_SHOWN = 200
"""So many characters of a path are told."""

DRIVER_ERRORS = (sqlite3.Error,)

_READ_ONLY = ("readonly database", "read-only")
_BROKEN = ("not a database", "malformed", "disk image", "file is encrypted")
_FULL = ("disk is full", "disk i/o error")
_BUSY = ("locked", "busy", "queuepool limit")


def open_engine(parsed: URL) -> Engine:
    """An engine for `sqlite:///path`; the folder of a new file is made. StoreError where there can be no such file."""
    _check(parsed)
    path = file_of(parsed)
    if path is not None:
        _make_room(path)
    if path is None and not _is_address(parsed):
        return _engine(parsed, poolclass=StaticPool)
    # The connection that was given back last is taken first: the others' caches do not fill for a few questions.
    return _engine(parsed, pool_size=SPARE_CONNECTIONS, pool_use_lifo=True)


def _engine(parsed: URL, **pool: Any) -> Engine:
    connect_args = {"isolation_level": None, "timeout": BUSY_SECONDS, "check_same_thread": False}
    engine = create_engine(parsed, connect_args=connect_args, **pool)
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def name_of(url: URL) -> str:
    """The file's path."""
    return url.render_as_string(hide_password=True).removeprefix("sqlite:///") or "in memory"


def file_of(url: URL) -> Path | None:
    """The database file; None for a database in memory and for one that is named by a `file:` address."""
    if not url.database or url.database == ":memory:" or _is_address(url):
        return None
    return Path(url.database)


def _is_address(url: URL) -> bool:
    return bool(url.database) and str(url.database).startswith("file:")


def _check(parsed: URL) -> None:
    if parsed.host or parsed.username:
        raise StoreError("DATABASE_URL names a host, which SQLite has none of: an absolute path has four slashes.")
    if parsed.query and not _is_address(parsed):
        raise StoreError("DATABASE_URL ends in ? and options, which the store takes none of.")


def _make_room(path: Path) -> None:
    try:
        if path.is_dir():
            raise StoreError(f"The store {path} is a folder, not a file.")
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreReadOnlyError(f"The folder {_shown(path.parent)} cannot be made: {error.strerror}.") from error


def _shown(path: Path) -> str:
    text = str(path)
    return text if len(text) <= PATH_SHOWN else f"{text[:PATH_SHOWN]}…"


def _on_connect(connection: sqlite3.Connection, _record: object) -> None:
    cursor = connection.cursor()
    try:
        for pragma in (
            "synchronous=NORMAL",
            "foreign_keys=ON",
            f"cache_size=-{CACHE_KIBIBYTES}",
            "temp_store=MEMORY",
        ):
            cursor.execute(f"PRAGMA {pragma}")
    finally:
        cursor.close()


def _on_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    cursor = connection.connection.cursor()
    try:
        cursor.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
    finally:
        cursor.close()


def address_for_driver(_: URL) -> None:
    """A file is opened by nobody else."""


def reader(engine: Engine) -> Engine:
    """The engine for transactions that only read: each sees the store as it was at its first question."""
    return engine


def writer(engine: Engine) -> Engine:
    """The engine for transactions that write; one at a time, from their first statement on (C50).

    In a file all threads share one connection for it: writing on another one makes a connection forget its cache, and a
    back-fill over four of them filled four caches in turn (83 MB of a process, measured).
    """
    if isinstance(engine.pool, StaticPool):
        return engine.execution_options(**{WRITES: True})
    alone = _engine(engine.url, pool_size=1, max_overflow=0, pool_timeout=BUSY_SECONDS)
    return alone.execution_options(**{WRITES: True})


def alone(_: Engine) -> None:
    """A transaction costs nothing in a file."""


def write_alone(connection: Connection, subject: str) -> None:
    """Nothing is left to do: a transaction that writes is alone from its beginning."""


@contextmanager
def changing_schema(connection: Connection) -> Iterator[None]:
    """A transaction for migrations, foreign keys off: in batch mode they would delete rows (C52, B139). Switching them
    has no effect inside a transaction, so that is done around it."""
    _set_foreign_keys(connection, on=False)
    try:
        with connection.begin():
            yield
    finally:
        _set_foreign_keys(connection, on=True)


def tables(connection: Connection) -> set[str]:
    """The names of the tables that are there."""
    question = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    return {row[0] for row in connection.exec_driver_sql(question)}


def settle(connection: Connection) -> None:
    """Lets readers and a writer work side by side; kept in the file, so it is set once. Outside a transaction."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute("PRAGMA journal_mode")
        mode = cursor.fetchone()
        if mode and mode[0] == "delete":
            cursor.execute("PRAGMA journal_mode=WAL")
    finally:
        cursor.close()


def _set_foreign_keys(connection: Connection, *, on: bool) -> None:
    cursor = connection.connection.cursor()
    try:
        cursor.execute(f"PRAGMA foreign_keys={'ON' if on else 'OFF'}")
    finally:
        cursor.close()


def fault_of(error: BaseException, name: str) -> StoreError:
    """What went wrong with the store `name`, as one sentence."""
    told = str(getattr(error, "orig", None) or error).casefold()
    if any(sign in told for sign in _READ_ONLY):
        return StoreReadOnlyError(f"The store {name} cannot be written: its file or disk is read-only.")
    if any(sign in told for sign in _FULL):
        return StoreReadOnlyError(f"The store {name} cannot be written: its disk is full or failing.")
    if any(sign in told for sign in _BROKEN):
        return StoreError(f"The store {name} is damaged or is no SQLite database. Move it away or restore a copy.")
    if any(sign in told for sign in _BUSY):
        return StoreError(
            f"The store {name} is in use by another process; it did not get free in {BUSY_SECONDS} seconds."
        )
    if "unable to open" in told:
        return StoreReadOnlyError(f"The store {name} cannot be opened: look at the rights of its file and folder.")
    return StoreError(f"The store {name} failed: {told[:200]}.")
