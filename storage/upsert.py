"""Writing rows that may be there already. The two databases share the clause but not its class in SQLAlchemy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import sqlite


def upsert(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Inserts rows; where one with the same primary key stands, its named columns are replaced."""
    if not rows:
        return
    statement = sqlite.insert(table)
    keys = [column.name for column in table.primary_key]
    named = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=named), list(rows))
