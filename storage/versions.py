"""Versions: the tags of projects that count as releases or pre-releases. Their order is bot/domain/version.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select

from bot.domain.project import Project
from bot.domain.version import MAIN, TaggedVersion, latest_stable
from storage.database import Database
from storage.schema import versions
from storage.upsert import upsert


class Versions:
    """Tagged versions by project and tag; none of the `hidden` projects (E11)."""

    def __init__(self, database: Database, hidden: frozenset[str] = frozenset()) -> None:
        self._database = database
        self._hidden = hidden

    def without(self, hidden: frozenset[str]) -> Versions:
        """The same versions, as somebody sees them from whom some projects are hidden."""
        return Versions(self._database, self._hidden | hidden)

    def save(self, batch: Sequence[TaggedVersion]) -> int:
        """Saves versions, one for each tag of a project; gives how many were new or had changed."""
        wanted = {(version.project, version.tag): version for version in batch}
        if not wanted:
            return 0
        projects = sorted({project for project, _ in wanted})
        with self._database.writing() as connection:
            rows = connection.execute(select(versions).where(versions.c.project.in_(projects)))
            stored = {(row.project, row.tag): _version(row._mapping) for row in rows}
            different = [version for key, version in wanted.items() if stored.get(key) != version]
            upsert(connection, versions, [_row(version) for version in different])
        return len(different)

    def remove(self, project: str, tag: str) -> bool:
        """Forgets a version that was withdrawn; whether it was known."""
        one = (versions.c.project == project, versions.c.tag == tag)
        with self._database.writing() as connection:
            return connection.execute(delete(versions).where(*one)).rowcount > 0

    def of(self, project: str) -> tuple[TaggedVersion, ...]:
        """All versions of a project by date of tagging, oldest first, the main series in front."""
        if project in self._hidden:
            return ()
        question = select(versions).where(versions.c.project == project)
        with self._database.reading() as connection:
            found = [_version(row._mapping) for row in connection.execute(question)]
        return tuple(sorted(found, key=lambda version: (version.series != MAIN, version.tagged_at, version.tag)))

    def tagged_after(self, instant: datetime) -> frozenset[str]:
        """The projects that have a version tagged later."""
        question = select(versions.c.project).where(versions.c.tagged_at > instant).distinct()
        with self._database.reading() as connection:
            return frozenset(connection.scalars(question)) - self._hidden

    def latest(self, project: str, series: str = MAIN, catalogue: Project | None = None) -> TaggedVersion | None:
        """The highest stable version of a series, None if there is none; `catalogue` says how the project counts."""
        return latest_stable(catalogue, self.of(project), series)


def _row(version: TaggedVersion) -> dict[str, Any]:
    return {
        "project": version.project,
        "tag": version.tag,
        "series": version.series,
        "version": version.version,
        "prerelease": version.prerelease,
        "tagged_at": version.tagged_at,
        "commit": version.commit,
    }


def _version(row: Mapping[Any, Any]) -> TaggedVersion:
    return TaggedVersion(
        project=row["project"],
        series=row["series"],
        version=row["version"],
        tag=row["tag"],
        prerelease=row["prerelease"],
        tagged_at=row["tagged_at"],
        commit=row["commit"],
    )
