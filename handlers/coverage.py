"""How far the store reaches: what answers and digests say of sources that were not read, or not yet (WORDING 2d, 3c).

Read from the health of sources; where no source was ever polled (a store that was filled from files), from what is
stored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.digest import Unread
from bot.domain.health import REPOSITORIES, TELL_AFTER, SourceHealth, family_of, loading_of
from bot.sources.polling import Lack
from bot.wording.facts import Loading
from handlers.deps import Deps

TOLD_LACKS = frozenset({Lack.DESCRIPTIONS.value, Lack.LABELS.value, Lack.HISTORY.value})
"""What a reader of an answer is to know of how its projects are read; `sources` and `check` tell everything."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Until when each project was read, and which cannot be read now, by the project's key."""

    read_to: Mapping[str, datetime]
    unread: Mapping[str, Unread]


def reach_of(deps: Deps, window_end: datetime) -> Reach:
    """How far the projects were read that may be seen; those that failed before the window was over are unread."""
    stored = {key: held.newest for key, held in deps.store.updates.coverage().items()}
    if deps.sample:
        return Reach(stored, {})
    healths = _seen(deps.store.health.all(), deps)
    polled = {health.project: health.last_success for health in healths if health.project and health.last_success}
    read_to = stored | {key: min(at, deps.now()) for key, at in polled.items()}
    unread = {
        health.project: Unread(_since(health), health.error)
        for health in healths
        if health.project and not health.is_well and _failed_before(health, window_end)
    }
    return Reach(read_to, unread)


def loading_now(deps: Deps, projects: Collection[str]) -> Loading | None:
    """How far the first loading is, for an answer about some projects, or about all; None where what was asked for is
    loaded."""
    healths = [health for health in deps.store.health.all() if _is_repository(health)]
    loading = None if deps.sample else loading_of(healths, deps.now())
    if loading is None:
        return None
    waiting = {health.project: health for health in _seen(healths, deps) if not health.loaded}
    asked = sorted(key for key in projects if key in waiting)
    if projects and not asked:
        return None
    if all(_is_stuck(waiting[key]) for key in asked or waiting):
        return None
    back_to = waiting[asked[0]].back_to if asked else None
    return Loading(asked[0] if asked else "", back_to, loading.done, loading.of, loading.minutes)


def unread_now(deps: Deps, projects: Collection[str]) -> Mapping[str, Unread]:
    """Those of some projects (of all that may be seen, where none is named) that cannot be read now, and were not read
    within the last hour; in the catalogue's order."""
    if deps.sample:
        return {}
    places = {project.key: place for place, project in enumerate(deps.projects.all)}
    seen = _seen(deps.store.health.all(), deps)
    return {
        health.project: Unread(_since(health), health.error)
        for health in sorted(seen, key=lambda health: places[health.project or ""])
        if health.project
        and (not projects or health.project in projects)
        and not health.is_well
        and health.last_try is not None
        and _missing(health, deps.now() - TELL_AFTER)
    }


def lacks_of(deps: Deps, projects: Collection[str]) -> tuple[str, ...]:
    """What an answer about these projects says that it cannot tell, the way they are read."""
    if deps.sample:
        return ()
    healths = [health for health in _seen(deps.store.health.all(), deps) if health.project in projects]
    return tuple(sorted(TOLD_LACKS.intersection(lack for health in healths for lack in health.lacks)))


def _is_stuck(health: SourceHealth) -> bool:
    """Whether nothing of a history could be read yet, so that it does not load: why is told in place of how far."""
    return not health.is_well and health.back_to is None


def _seen(healths: Iterable[SourceHealth], deps: Deps) -> list[SourceHealth]:
    """Those of repositories whose projects may be seen: a blog says nothing of how far its project was read."""
    return [health for health in healths if _is_repository(health) and health.project in deps.projects.by_key]


def _is_repository(health: SourceHealth) -> bool:
    return family_of(health.name) == REPOSITORIES


def _missing(health: SourceHealth, window_end: datetime) -> bool:
    return health.last_success is None or health.last_success < window_end


def _failed_before(health: SourceHealth, window_end: datetime) -> bool:
    """Whether a source failed in a window or before it; one that was first asked afterwards says nothing of it."""
    last = health.last_success or health.failing_since
    return last is None or last < window_end


def _since(health: SourceHealth) -> datetime | None:
    return health.last_success or health.failing_since
