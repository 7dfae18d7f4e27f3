"""Moves everything from a store in a file to one on a server: whole, or not at all.

Both are brought to the same revision first. While it is read nobody else can write to the file, and what is written
becomes visible in one moment, when the rows of every table have been counted and are as many as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Boolean, Connection, Table

from bot.domain.errors import StoreError
from storage.database import Database
from storage.execution import execute, execute_many, fetch
from storage.expression import indexed
from storage.migrate import migrate
from storage.schema import metadata
from storage.search_index import index_of
from storage.update_rows import COLUMNS, ID, TOKENS, update_of

ROWS_AT_ONCE = 1_000
SEARCH = "search"
_OWN_ROWS = {"meta": "name = 'tokenizer'"}
"""What a store has as soon as it is opened, by table; it is replaced."""


@dataclass(frozen=True, slots=True)
class Moved:
    """How many rows each table had, and has in the new store; the index counts as one."""

    rows: Mapping[str, int]


def move(source: str, target: str, told: Callable[[str, int], None] | None = None) -> Moved:
    """Moves the store at one address to the empty store at another, both by address; `told` hears of each table and
    its rows as they are done. StoreError where the target is no PostgreSQL, is not empty, or anything goes wrong; the
    target is empty then, and the source as it was."""
    old, new = Database(source), Database(target)
    try:
        if old.engine.dialect.name != "sqlite" or new.engine.dialect.name != "postgresql":
            raise StoreError(
                "A store is moved from SQLite to PostgreSQL: name the file (sqlite:///var/whatsnew.sqlite3), and in "
                "DATABASE_URL the server (postgresql://user:password@host:5432/name)."
            )
        migrate(old)
        migrate(new)
        with old.writing() as reader, new.writing_schema() as writer:
            return Moved(dict(_moved(reader, writer, new.name, told or _silent)))
    finally:
        old.close()
        new.close()


def _moved(
    reader: Connection, writer: Connection, name: str, told: Callable[[str, int], None]
) -> Iterator[tuple[str, int]]:
    execute(writer, f"LOCK TABLE {', '.join(_named(table.name) for table in metadata.sorted_tables)} IN EXCLUSIVE MODE")
    for table in metadata.sorted_tables:
        _must_be_empty(writer, table, name)
    for table in metadata.sorted_tables:
        _copy(reader, writer, table)
        _go_on_counting(reader, writer, table)
        count = _same_number(reader, writer, table.name)
        told(table.name, count)
        yield table.name, count
    _fill_index(writer)
    count = _same_number(reader, writer, SEARCH, "updates")
    told(SEARCH, count)
    yield SEARCH, count


def _must_be_empty(writer: Connection, table: Table, name: str) -> None:
    own = _OWN_ROWS.get(table.name)
    beside = f" WHERE NOT ({own})" if own else ""
    if fetch(writer, f"SELECT 1 FROM {_named(table.name)}{beside} LIMIT 1"):  # noqa: S608 (our own names)
        raise StoreError(f"The store {name} is not empty: it has rows in {table.name}. Move into a new database.")
    if own:
        execute(writer, f"DELETE FROM {_named(table.name)}")  # noqa: S608


def _copy(reader: Connection, writer: Connection, table: Table) -> None:
    names = ", ".join(_named(column.name) for column in table.columns)
    marks = ", ".join("?" * len(table.columns))
    insert = f"INSERT INTO {_named(table.name)} ({names}) VALUES ({marks})"  # noqa: S608
    truths = [isinstance(column.type, Boolean) for column in table.columns]
    for rows in _batches(reader, f"SELECT {names} FROM {_named(table.name)} ORDER BY rowid"):  # noqa: S608
        execute_many(writer, insert, [_as_postgres_takes_it(row, truths) for row in rows])


def _as_postgres_takes_it(row: Sequence[Any], truths: Sequence[bool]) -> list[Any]:
    return [_value(value, truth) for value, truth in zip(row, truths, strict=True)]


def _value(value: Any, truth: bool) -> Any:
    if truth and value is not None:
        return bool(value)
    return value.replace("\x00", "") if isinstance(value, str) else value


def _batches(connection: Connection, statement: str) -> Iterator[list[Any]]:
    cursor = connection.connection.cursor()
    try:
        cursor.execute(statement)
        while rows := cursor.fetchmany(ROWS_AT_ONCE):
            yield list(rows)
    finally:
        cursor.close()


def _go_on_counting(reader: Connection, writer: Connection, table: Table) -> None:
    """Numbers that the file gave once are not given again, though their rows are gone."""
    counter = table.autoincrement_column
    if counter is None:
        return
    last = fetch(reader, "SELECT seq FROM sqlite_sequence WHERE name = ?", (table.name,))
    if last and last[0][0]:
        sequence = "SELECT setval(pg_get_serial_sequence(?, ?), ?)"
        fetch(writer, sequence, (_named(table.name), counter.name, last[0][0]))


def _fill_index(writer: Connection) -> None:
    index = index_of(writer)
    question = f"SELECT {', '.join(COLUMNS)} FROM updates WHERE id > ? ORDER BY id LIMIT ?"  # noqa: S608
    last = -(1 << 62)
    while rows := fetch(writer, question, (last, ROWS_AT_ONCE)):
        last = rows[-1][ID]
        index.put(writer, [indexed(row[ID], update_of(row), row[TOKENS]) for row in rows])
    index.optimize(writer)


def _same_number(reader: Connection, writer: Connection, name: str, of: str | None = None) -> int:
    ours, theirs = (
        int(fetch(connection, f"SELECT count(*) FROM {_named(table)}")[0][0])  # noqa: S608
        for connection, table in ((reader, of or name), (writer, name))
    )
    if ours != theirs:
        raise StoreError(f"Of {ours} rows of {name}, {theirs} arrived. Nothing was moved.")
    return ours


def _named(name: str) -> str:
    return f'"{name}"'


def _silent(_table: str, _rows: int) -> None:
    """Tells nobody."""
