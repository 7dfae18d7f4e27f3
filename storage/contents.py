"""What tags hold, as their hosts tell it (bot/domain/containment.py): one row for each tag of a project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row, select

from bot.domain.containment import Containment
from storage.database import Database
from storage.schema import contents
from storage.upsert import upsert


class Contents:
    """Contents of tags by project."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, batch: Sequence[Containment]) -> int:
        """Keeps what tags hold, in place of what was known of the same tags; gives how many were new or had changed."""
        wanted = {(content.project, content.tag): content for content in batch}
        if not wanted:
            return 0
        projects = sorted({project for project, _ in wanted})
        with self._database.writing() as connection:
            rows = connection.execute(select(contents).where(contents.c.project.in_(projects)))
            stored: Mapping[tuple[str, str], Containment] = {(row.project, row.tag): _content(row) for row in rows}
            different = [content for key, content in wanted.items() if stored.get(key) != content]
            upsert(connection, contents, [_values(content) for content in different])
        return len(different)

    def of(self, project: str) -> tuple[Containment, ...]:
        """What is known of a project's tags, in no certain order."""
        with self._database.reading() as connection:
            return tuple(map(_content, connection.execute(select(contents).where(contents.c.project == project))))


def _values(content: Containment) -> dict[str, Any]:
    return {
        "project": content.project,
        "tag": content.tag,
        "since": content.since,
        "commits": " ".join(sorted(content.commits)),
        "pulls": " ".join(map(str, sorted(content.pulls))),
        "whole": content.whole,
    }


def _content(row: Row[Any]) -> Containment:
    pulls = frozenset(map(int, row.pulls.split()))
    return Containment(row.project, row.tag, row.since, frozenset(row.commits.split()), pulls, row.whole)
