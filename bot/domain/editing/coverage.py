"""What an issue covers, project by project: data, quiet, no data and failed are four things; and their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from bot.domain.digest import Coverage, CoverageStatus, Unread
from bot.domain.project import Group, Projects
from bot.domain.update import Update
from bot.domain.window import Window


def coverage(
    inside: Sequence[Update],
    window: Window,
    projects: Projects,
    read_to: Mapping[str, datetime],
    unread: Mapping[str, Unread],
) -> tuple[Coverage, ...]:
    """Every known project with what there is of it in the window, in the order of the groups."""
    counts = Counter(update.project for update in inside)
    order = project_order(projects, [*counts, *read_to, *unread])
    return tuple(_covered(key, counts[key], window, read_to.get(key), unread.get(key)) for key in order)


def project_order(projects: Projects, found: Iterable[str]) -> list[str]:
    """The keys of all projects in the order of the groups, then of the catalogue; strangers last, by name."""
    groups = list(Group)
    known = [project.key for project in sorted(projects.all, key=lambda project: groups.index(project.group))]
    return known + sorted(set(found) - set(known))


def _covered(key: str, updates: int, window: Window, read_to: datetime | None, unread: Unread | None) -> Coverage:
    if unread is not None:
        return Coverage(key, CoverageStatus.FAILED, updates, unread.since, unread.reason)
    if updates:
        return Coverage(key, CoverageStatus.DATA, updates)
    if read_to is not None and read_to >= window.end:
        return Coverage(key, CoverageStatus.QUIET)
    return Coverage(key, CoverageStatus.NO_DATA, since=read_to)
