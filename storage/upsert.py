"""Writing rows that may be there already. The two databases share the clause but not its class in SQLAlchemy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import sqlite

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql


def upsert(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Inserts rows; where one with the same primary key stands, its named columns are replaced."""
    if not rows:
        return
    statement = _insert(connection.dialect.name, table)
    keys = [column.name for column in table.primary_key]
    named = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=named), list(rows))


def insert_missing(
    connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]
) -> frozenset[tuple[Any, ...]]:
    """Inserts the rows whose primary key is not there, the first of equal ones; gives the keys of those that were
    new."""
    if not rows:
        return frozenset()
    keys = list(table.primary_key.columns)
    statement = _insert(connection.dialect.name, table).on_conflict_do_nothing(index_elements=keys)
    return frozenset(tuple(row) for row in connection.execute(statement.returning(*keys), [dict(row) for row in rows]))


def add_up(connection: Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Inserts a row; where one with the same primary key stands, its other columns become the sums."""
    connection.execute(_adding(connection.dialect.name, table, tuple(row)), row)


@cache
def _adding(dialect: str, table: Table, names: tuple[str, ...]) -> sqlite.Insert | postgresql.Insert:
    statement = _insert(dialect, table)
    keys = [column.name for column in table.primary_key]
    sums = {name: table.c[name] + statement.excluded[name] for name in names if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=sums)


def _insert(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    if dialect != "postgresql":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # who keeps a file does not wait for the other dialect

    return postgresql.insert(table)
