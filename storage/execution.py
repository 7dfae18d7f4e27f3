"""Statements written once for both databases: `?` marks a value, whatever the driver calls it.

For what SQLAlchemy's expressions would make slow or long. Nothing here knows a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection

ROWS_AT_ONCE = 500
"""So many rows are held of an answer that is read row by row."""


def fetch(connection: Connection, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """All rows of a statement, by the driver's own cursor inside the connection's transaction.

    For the answers that somebody waits for: SQLAlchemy's result of 31 columns costs as much as the question itself.
    """
    cursor = connection.connection.cursor()
    try:
        cursor.execute(_marked(connection, statement), values)
        return list(cursor.fetchall())
    finally:
        cursor.close()


def each(connection: Connection, statement: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
    """The rows of a statement as `fetch` gives them, one after the other, for answers as long as a project's history.
    They are read inside the transaction."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute(_marked(connection, statement), values)
        while some := cursor.fetchmany(ROWS_AT_ONCE):
            yield from some
    finally:
        cursor.close()


def execute(connection: Connection, statement: str, values: Sequence[Any] = ()) -> int:
    """Runs a statement; gives how many rows it changed."""
    return connection.exec_driver_sql(_marked(connection, statement), tuple(values)).rowcount


def execute_many(connection: Connection, statement: str, rows: Sequence[Sequence[Any]]) -> None:
    """Runs a statement for each row of values; for none, nothing happens."""
    if rows:
        connection.exec_driver_sql(_marked(connection, statement), [tuple(row) for row in rows])


def _marked(connection: Connection, statement: str) -> str:
    return statement if connection.dialect.paramstyle == "qmark" else _for_percent(statement)


@lru_cache(maxsize=1_024)
def _for_percent(statement: str) -> str:
    return statement.replace("%", "%%").replace("?", "%s")
