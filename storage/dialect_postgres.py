"""How PostgreSQL is opened and spoken to: addresses, connections, transactions, and what its errors mean.

Any number of processes share one database. A transaction that reads sees one snapshot; one that writes first waits for
the others that write under the same subject, which is what BEGIN IMMEDIATE is to a file (C50, B137). What is searched
and how is storage/search_postgres.py.
"""

from __future__ import annotations

import math
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from select import POLLIN, poll
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from bot.domain.errors import StoreError, StoreReadOnlyError

DRIVER_ERRORS = (psycopg.Error,)

DRIVER = "postgresql+psycopg"
CONNECT_SECONDS = 10
"""How long a server may take to answer a new connection."""
BUSY_SECONDS = 30
"""How long a writer waits for the others (a long import commits batch by batch, never for so long)."""
SPARE_CONNECTIONS = 4
REST_SECONDS = 30.0
"""A connection that nobody used for so long is tried first."""
CONNECTIONS = 16
"""So many connections a process has at most; a server takes 100 from everybody, if nothing else is set."""
OPTIONS = ("host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey", "application_name", "options")
"""What may stand behind the ? of an address."""

LOCKS = 0x776E6577
"""The space of our advisory locks, so that another program in the same database has others."""
_SCHEMA = "schema"
_RESTED = "rested"
SESSION = f"""
SET jit = off; SET work_mem = '32MB'; SET random_page_cost = 1.1;
SET lock_timeout = '{BUSY_SECONDS}s'; SET client_min_messages = 'warning'
"""
"""What a connection begins with. A page out of order costs today's disks, and memory, hardly more than the next one;
with its own 4.0 the server reads a month of rows where two indexes name the few that are wanted (16 and 8 ms a search).
"""

_REFUSED = {
    "28P01": "does not take the user and password of DATABASE_URL",
    "28000": "does not let the user of DATABASE_URL in",
    "3D000": "has no such database: make it with CREATE DATABASE",
    "42501": "does not allow the user of DATABASE_URL to do that: it must own the database or its schema",
    "53300": "takes no more connections",
    "55P03": f"is in use by another process; it did not get free in {BUSY_SECONDS} seconds",
    "40P01": "was asked for two things that wait for each other; one was given up",
    "22003": "takes no number beyond 64 bits",
}
_READ_ONLY = {"25006": "it is read-only", "53100": "its disk is full", "58030": "its disk is failing"}
_STOPPING = ("57P01", "57P02", "57P03")


def open_engine(url: URL) -> Engine:
    """An engine for `postgresql://user:password@host:port/name`; nothing is connected before the first question."""
    _check(url)
    engine = create_engine(
        url.set(drivername=DRIVER),
        connect_args={
            "connect_timeout": CONNECT_SECONDS,
            "application_name": url.query.get("application_name", "whatsnew"),
            # A plan that was made for one question is bad for another: words are as rare as they are frequent.
            "prepare_threshold": None,
        },
        pool_size=SPARE_CONNECTIONS,
        max_overflow=CONNECTIONS - SPARE_CONNECTIONS,
        pool_use_lifo=True,
        hide_parameters=True,
    )
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "checkout", _on_checkout)
    event.listen(engine, "checkin", _on_checkin)
    return engine


def _check(url: URL) -> None:
    if not url.database:
        raise StoreError("DATABASE_URL names no database: postgresql://user:password@host:5432/name.")
    if unknown := sorted(set(url.query) - set(OPTIONS)):
        raise StoreError(
            f"DATABASE_URL ends in ? and options that the store does not take: {', '.join(unknown)[:200]}."
        )


def _on_connect(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(SESSION)
    connection.commit()


def _on_checkin(_connection: object, record: ConnectionPoolEntry) -> None:
    record.info[_RESTED] = time.monotonic()


def _on_checkout(connection: Any, record: ConnectionPoolEntry, _: object) -> None:
    """A connection that was cut is replaced before anything is asked on it. A server that ends one says so, which is
    seen here without asking; what lies between may say nothing, so that one is asked after a while. Asking each time,
    as the pool itself would, was a sixth of a worker's time."""
    try:
        if _was_ended(connection):
            raise DisconnectionError
        if time.monotonic() - record.info.get(_RESTED, math.inf) > REST_SECONDS:
            connection.execute("")
            connection.rollback()
    except psycopg.Error as error:
        raise DisconnectionError from error


def _was_ended(connection: Any) -> bool:
    """Whether something was heard on a connection on which nothing was asked."""
    heard = poll()
    heard.register(connection.fileno(), POLLIN)
    return bool(heard.poll(0))


def name_of(url: URL) -> str:
    """`host:port/name`."""
    host = url.host or str(url.query.get("host", "")) or "localhost"
    return f"{host}{f':{url.port}' if url.port else ''}/{url.database}"


def address_for_driver(url: URL) -> str:
    """The address in libpq's own words."""
    given = {"host": url.host, "port": url.port, "user": url.username, "password": url.password, "dbname": url.database}
    words = {**given, **url.query}
    return make_conninfo(**{name: str(value) for name, value in words.items() if value is not None})


def reader(engine: Engine) -> Engine:
    """The engine for transactions that only read: each sees the store as it was at its first question."""
    return engine.execution_options(isolation_level="REPEATABLE READ")


def writer(engine: Engine) -> Engine:
    """The engine for transactions that write: what others kept before their turn came is seen."""
    return engine.execution_options(isolation_level="READ COMMITTED")


def alone(engine: Engine) -> Engine:
    """Each statement sees one moment, and is kept, by itself: a transaction around it would be three ways there and
    back."""
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def write_alone(connection: Connection, subject: str) -> None:
    """Waits until no other transaction writes under this subject; until this one ends, none begins to."""
    values = (LOCKS, zlib.crc32(subject.encode()) - (1 << 31))
    cursor = connection.connection.cursor()
    try:
        cursor.execute("SELECT pg_advisory_xact_lock(%s::int, %s::int)", values)
    finally:
        cursor.close()


@contextmanager
def changing_schema(connection: Connection) -> Iterator[None]:
    """A transaction for migrations; other processes wait until it ends, and then find it done (B141)."""
    with connection.begin():
        write_alone(connection, _SCHEMA)
        yield


def settle(connection: Connection) -> None:
    """Nothing has to be set for many to use it."""


def tables(connection: Connection) -> set[str]:
    """The names of the tables in the schema that new ones are made in."""
    question = "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema()"
    return {row[0] for row in connection.exec_driver_sql(question)}


def fault_of(error: BaseException, name: str) -> StoreError:
    """What went wrong with the store `name`, as one sentence."""
    cause = getattr(error, "orig", None) or error
    state = getattr(cause, "sqlstate", None) or ""
    told = " ".join(str(cause).split())
    if state in _READ_ONLY:
        return StoreReadOnlyError(f"The store {name} cannot be written: {_READ_ONLY[state]}.")
    if state in _REFUSED:
        return StoreError(f"The store {name} {_REFUSED[state]}.")
    if state in _STOPPING or (not state and isinstance(cause, psycopg.OperationalError)):
        return _unreachable(told, name)
    return StoreError(f"The store {name} failed: {told[:200]}.")


def _unreachable(told: str, name: str) -> StoreError:
    """A connection that could not be made, whose reason the driver tells in words alone, or one that was lost."""
    if "password authentication failed" in told or "no password supplied" in told:
        return StoreError(f"The store {name} {_REFUSED['28P01']}.")
    if "does not exist" in told and "database" in told:
        return StoreError(f"The store {name} {_REFUSED['3D000']}.")
    if "does not exist" in told and "role" in told:
        return StoreError(f"The store {name} {_REFUSED['28000']}.")
    if "no pg_hba.conf entry" in told:
        return StoreError(f"The store {name} {_REFUSED['28000']}.")
    if "too many" in told or "remaining connection slots" in told:
        return StoreError(f"The store {name} {_REFUSED['53300']}.")
    return StoreError(f"The store {name} cannot be reached: the server does not answer, or is stopping.")
