"""A channel that its platform gave another id: every row that named the old one names the new one (A78, B084)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import Connection, Table, delete, func, select, tuple_, update

from bot.domain.delivery import Recipient
from storage.database import Database
from storage.recipients import is_for
from storage.schema import deliveries, metadata, subscriptions
from storage.subscription_changes import note_change

_RECIPIENT = ("platform", "workspace", "recipient_kind", "recipient")


class Renaming:
    """Moves what is kept of a channel. Keys of deliveries stay: they were given, and are never given again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rename(self, place: Recipient, new: str) -> int:
        """Everything of the place is that of the channel `new` of its workspace; gives how many rows that were. What
        the new one has already is kept."""
        if place.id == new:
            return 0
        moved = 0
        with self._database.writing() as connection:
            note_change(connection, is_for(subscriptions, place))
            for table in _tables():
                _drop_doubles(connection, table, place, new)
                change = update(table).where(is_for(table, place)).values(recipient=new)
                moved += connection.execute(change).rowcount
            _rename_messages(connection, replace(place, id=new), place.id, new)
        return moved


def _tables() -> Iterator[Table]:
    return (table for table in metadata.sorted_tables if set(_RECIPIENT) <= set(table.c.keys()))


def _drop_doubles(connection: Connection, table: Table, place: Recipient, new: str) -> None:
    """Rows of the old id whose like the new one has already."""
    for unique in _uniques(table):
        others = [table.c[name] for name in unique if name not in _RECIPIENT]
        kept = select(*others).where(is_for(table, replace(place, id=new)))
        if others:
            connection.execute(delete(table).where(is_for(table, place), tuple_(*others).in_(kept)))
        elif connection.execute(select(1).where(is_for(table, replace(place, id=new)))).first():
            connection.execute(delete(table).where(is_for(table, place)))


def _uniques(table: Table) -> Iterator[tuple[str, ...]]:
    sets = [table.primary_key.columns, *(one.columns for one in table.constraints if hasattr(one, "columns"))]
    yield from dict.fromkeys(tuple(columns.keys()) for columns in sets if "recipient" in columns)


def _rename_messages(connection: Connection, place: Recipient, old: str, new: str) -> None:
    """The ids of messages begin with their channel's."""
    columns = {name: deliveries.c[name] for name in ("sent_ids", "thread", "edits")}
    renamed = {
        "sent_ids": func.replace(columns["sent_ids"], f'"{old}/', f'"{new}/'),
        "thread": func.replace(columns["thread"], f'"{old}/', f'"{new}/'),
        "edits": func.replace(columns["edits"], f"{old}/", f"{new}/"),
    }
    connection.execute(update(deliveries).where(is_for(deliveries, place)).values(renamed))
