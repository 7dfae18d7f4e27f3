"""Which subscriptions changed since when: a number that grows with every change, beside the id of each that it touched.

The id of one whose row is gone stays: whoever keeps the questions in memory must hear of it.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, Select, select

from storage.execution import fetch
from storage.schema import meta, subscription_changes, subscriptions
from storage.upsert import upsert

_LAST = "last change of a subscription"
_NEXT = """
INSERT INTO meta (name, value) VALUES (?, '1')
ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(meta.value AS BIGINT) + 1 AS TEXT) RETURNING value
"""


def note_change(connection: Connection, *which: ColumnElement[bool]) -> None:
    """Notes that the subscriptions that meet these conditions are changed in this transaction. Call it before they are
    changed or deleted, and after they are inserted."""
    number = _next(connection)
    touched = connection.scalars(select(subscriptions.c.id).where(*which)).all()
    upsert(connection, subscription_changes, [{"subscription": one, "number": number} for one in touched])


def last_change(connection: Connection) -> int:
    """The number of the last change; 0 before the first one."""
    return int(connection.scalar(select(meta.c.value).where(meta.c.name == _LAST)) or 0)


def changed_since(number: int) -> Select[tuple[int]]:
    """Asks for the ids that changes with a greater number touched, of subscriptions that are gone, too."""
    return select(subscription_changes.c.subscription).where(subscription_changes.c.number > number)


def _next(connection: Connection) -> int:
    """The number of a change. Its row is locked until the transaction ends, so that changes are kept in the order of
    their numbers: who has read one will find no smaller one later."""
    return int(fetch(connection, _NEXT, (_LAST,))[0][0])
