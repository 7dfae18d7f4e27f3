"""Workspaces that took the bot away. An installation of which nothing is known is active."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from storage.database import Database
from storage.schema import inactive_installations
from storage.upsert import insert_missing

_table = inactive_installations


@dataclass(frozen=True, slots=True)
class InactiveInstallation:
    """A workspace that took the bot away, since when, and the platform's reason."""

    platform: str
    workspace: str
    since: datetime
    reason: str


class Installations:
    """Which installations are dead. Tokens stand in the settings, not here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def deactivate(self, platform: str, workspace: str, reason: str, now: datetime) -> bool:
        """The workspace takes nothing from the bot any more; whether that is news."""
        row = {"platform": platform, "workspace": workspace, "since": now, "reason": reason}
        with self._database.writing() as connection:
            return bool(insert_missing(connection, _table, [row]))

    def activate(self, platform: str, workspace: str) -> bool:
        """The bot is there again; whether it was not."""
        same = (_table.c.platform == platform, _table.c.workspace == workspace)
        with self._database.writing() as connection:
            return connection.execute(delete(_table).where(*same)).rowcount > 0

    def all_inactive(self) -> tuple[InactiveInstallation, ...]:
        """Those that took the bot away, and why."""
        with self._database.reading() as connection:
            return tuple(InactiveInstallation(*row) for row in connection.execute(select(_table)))

    def inactive(self, platform: str) -> frozenset[str]:
        """The workspaces of a platform that took the bot away."""
        question = select(_table.c.workspace).where(_table.c.platform == platform)
        with self._database.asking() as connection:
            return frozenset(connection.scalars(question))
