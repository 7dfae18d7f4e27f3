"""Command lines that buttons stand for where a platform keeps a button's value short."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import delete, select

from storage.database import Database
from storage.schema import command_lines
from storage.upsert import upsert


class CommandLines:
    """Command lines by token. A token is derived from its command line, so the same one twice is one row."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def remember(self, lines: Mapping[str, str], used: datetime) -> None:
        """Keeps command lines by token, and that they were used just now."""
        rows = [{"token": token, "command": command, "used": used} for token, command in lines.items()]
        if rows:
            with self._database.writing() as connection:
                upsert(connection, command_lines, rows)

    def recall(self, token: str) -> str | None:
        """The command line of a token, None if it was never kept or forgotten since."""
        with self._database.reading() as connection:
            return connection.scalar(select(command_lines.c.command).where(command_lines.c.token == token))

    def forget(self, before: datetime) -> int:
        """Forgets what was last used before an instant, when its messages have scrolled away; how many those were."""
        with self._database.writing() as connection:
            return connection.execute(delete(command_lines).where(command_lines.c.used < before)).rowcount
