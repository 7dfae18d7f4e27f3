"""The health of sources: one row each, and what their hosts let us ask. What follows from what happened is
bot/domain/health.py."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, delete, insert, select

from bot.domain.budget import HostBudget
from bot.domain.health import HealthStatus, SourceHealth
from storage.database import Database
from storage.schema import meta, source_health
from storage.upsert import upsert

BUDGETS = "budgets of hosts"
"""The key in `meta`: they are a few, and always kept and read together."""
_MICROSECOND = timedelta(microseconds=1)
_SAME = ("project", "began", "last_try", "last_success", "failing_since", "failures", "error", "next_try", "last_news")
_ALSO = ("back_to", "loaded", "note", "told")


class Health:
    """Health rows by the source's name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def watch(self, wanted: Mapping[str, str | None]) -> None:
        """Has a row for every source that is wanted, each with its project's key, and for no other."""
        with self._database.writing() as connection:
            known = set(connection.scalars(select(source_health.c.source)))
            gone = sorted(known - set(wanted))
            if gone:
                connection.execute(delete(source_health).where(source_health.c.source.in_(gone)))
            new = [_values(SourceHealth(name, project)) for name, project in wanted.items() if name not in known]
            if new:
                connection.execute(insert(source_health), new)

    def get(self, name: str) -> SourceHealth | None:
        """How a source is, None if it is not known."""
        with self._database.reading() as connection:
            row = connection.execute(select(source_health).where(source_health.c.source == name)).first()
            return _health(row) if row else None

    def all(self) -> tuple[SourceHealth, ...]:
        """How all sources are, by name."""
        with self._database.reading() as connection:
            return tuple(map(_health, connection.execute(select(source_health).order_by(source_health.c.source))))

    def save(self, health: SourceHealth) -> None:
        """Keeps how a source is, in place of how it was."""
        with self._database.writing() as connection:
            upsert(connection, source_health, [_values(health)])

    def forget(self, before: datetime) -> int:
        """Forgets the sources that were tried last before an instant: nobody reads them any more. Gives how many."""
        with self._database.writing() as connection:
            return connection.execute(delete(source_health).where(source_health.c.last_try < before)).rowcount

    def keep_budgets(self, budgets: Iterable[HostBudget]) -> None:
        """Keeps what hosts said last of their limits, in place of what was kept."""
        rows = [[one.host, one.limit, one.remaining, one.resets.isoformat()] for one in budgets]
        with self._database.writing() as connection:
            upsert(connection, meta, [{"name": BUDGETS, "value": json.dumps(rows)}])

    def budgets(self) -> tuple[HostBudget, ...]:
        """What hosts said last of their limits."""
        with self._database.reading() as connection:
            text = connection.scalar(select(meta.c.value).where(meta.c.name == BUDGETS))
        rows = json.loads(text) if text else []
        return tuple(HostBudget(host, limit, left, datetime.fromisoformat(at)) for host, limit, left, at in rows)


def _values(health: SourceHealth) -> dict[str, Any]:
    return {
        "source": health.name,
        "status": health.status.value,
        "rhythm": None if health.rhythm is None else health.rhythm // _MICROSECOND,
        "lacks": "\n".join(health.lacks),
        **{name: getattr(health, name) for name in (*_SAME, *_ALSO)},
    }


def _health(row: Row[Any]) -> SourceHealth:
    return SourceHealth(
        name=row.source,
        status=HealthStatus(row.status),
        rhythm=None if row.rhythm is None else row.rhythm * _MICROSECOND,
        lacks=tuple(row.lacks.split("\n")) if row.lacks else (),
        **{name: getattr(row, name) for name in (*_SAME, *_ALSO)},
    )
