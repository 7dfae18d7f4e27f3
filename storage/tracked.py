"""What workspaces track beside the catalogue: public repositories and feeds, read once for all that track them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, not_, select, update

from bot.domain.audience import Workspace
from storage.database import Database
from storage.schema import tracked
from storage.upsert import upsert

_table = tracked


@dataclass(frozen=True, slots=True)
class Tracked:
    """A source that a workspace tracks. `source` is its name ("github:owner/repo", folded; "feed:address"), `project`
    the key that its updates stand under, `title` how it is written, `repository_id` its host's number for it; `owner`
    is the user who tracked it."""

    platform: str
    workspace: str
    source: str
    project: str
    title: str
    owner: str
    created: datetime
    repository_id: int | None = None


class TrackedSources:
    """Tracked sources by workspace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, one: Tracked) -> bool:
        """Tracks a source for a workspace; False where it does so already, also under an old name of it (B043, B045).
        How many a workspace may track is for the caller to say, in the same transaction (Store.together)."""
        with self._database.writing() as connection:
            same = _table.c.source == one.source
            if one.repository_id is not None:
                same = same | (_table.c.repository_id == one.repository_id)
            if connection.execute(select(_table.c.source).where(same, _of(one.platform, one.workspace))).first():
                return False
            upsert(connection, _table, [{**_values(one), "removed": False}])
        return True

    def remove(self, platform: str, workspace: str, source: str) -> bool:
        """Ends it; whether it stood. What it brought is then seen by those that still track it."""
        one = and_(_of(platform, workspace), _table.c.source == source)
        with self._database.writing() as connection:
            return connection.execute(update(_table).where(one).values(removed=True)).rowcount > 0

    def retitle(self, source: str, title: str) -> None:
        """Notes how a source is written now that it was renamed; it keeps the name by which it was tracked."""
        with self._database.writing() as connection:
            connection.execute(update(_table).where(_table.c.source == source).values(title=title))

    def of(self, platform: str, workspace: str) -> tuple[Tracked, ...]:
        """What a workspace tracks, in the order in which it came."""
        return self._standing(_of(platform, workspace))

    def all(self) -> tuple[Tracked, ...]:
        """What all workspaces track; a source stands there once for each of them."""
        return self._standing(not_(_table.c.removed))

    def readers(self) -> Mapping[str, frozenset[Workspace]]:
        """Which workspaces track each project; none for one that nobody tracks any more."""
        found: dict[str, set[Workspace]] = {}
        columns = (_table.c.project, _table.c.platform, _table.c.workspace, _table.c.removed)
        with self._database.reading() as connection:
            for project, platform, workspace, removed in connection.execute(select(*columns)):
                found.setdefault(project, set()).update([] if removed else [(platform, workspace)])
        return {project: frozenset(workspaces) for project, workspaces in found.items()}

    def _standing(self, condition: ColumnElement[bool]) -> tuple[Tracked, ...]:
        question = select(_table).where(condition).order_by(_table.c.created, _table.c.source)
        with self._database.reading() as connection:
            return tuple(map(_tracked, connection.execute(question)))


def _of(platform: str, workspace: str) -> ColumnElement[bool]:
    return and_(_table.c.platform == platform, _table.c.workspace == workspace, not_(_table.c.removed))


def _values(one: Tracked) -> dict[str, Any]:
    return {name: getattr(one, name) for name in _NAMES}


def _tracked(row: Row[Any]) -> Tracked:
    return Tracked(**{name: getattr(row, name) for name in _NAMES})


_NAMES = ("platform", "workspace", "source", "project", "title", "owner", "created", "repository_id")
