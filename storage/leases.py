"""Who has a role that one process has at a time: which clock publishes, which reader reads the sources.

A lease that is not renewed ends by itself, so that another process takes over from one that was killed.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, select

from storage.database import Database
from storage.schema import leases
from storage.upsert import upsert


class Leases:
    """Roles by name. What a role is for is the jobs' affair."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, role: str, holder: str, now: datetime, length: timedelta) -> bool:
        """Takes or renews a role until `now + length`; False where another process has it."""
        with self._database.writing("leases") as connection:
            row = connection.execute(select(leases).where(leases.c.role == role)).first()
            if row is not None and row.holder != holder and row.until > now:
                return False
            upsert(connection, leases, [{"role": role, "holder": holder, "until": now + length}])
            return True

    def give_up(self, holder: str) -> None:
        """Everything that a process has is free from now on: it stops."""
        with self._database.writing("leases") as connection:
            connection.execute(delete(leases).where(leases.c.holder == holder))

    def holder(self, role: str, now: datetime) -> str | None:
        """Who has a role at an instant, None if it is free."""
        question = select(leases.c.holder).where(leases.c.role == role, leases.c.until > now)
        with self._database.reading() as connection:
            return connection.scalar(question)
