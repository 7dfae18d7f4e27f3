"""From a window's updates to a Digest: what is in, in which order, and what was left out and why.

The first and plain edition: by project, by rule, counted. Highlights, leads, cards and corrections are further rooms.
The types are bot/domain/digest.py; how a digest reads is bot/wording/digest.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.answer import Story
from bot.domain.clustering import is_cancelled, stories
from bot.domain.digest import Coverage, CoverageStatus, Digest, DigestSection, LeftOut, Unread
from bot.domain.importance import importance
from bot.domain.project import Group, Projects
from bot.domain.sections import in_order
from bot.domain.update import Kind, Update
from bot.domain.window import Window

NOISE = "docs, CI and tests"
PINS = "dependency pins"
CANCELLED = "came and were taken back"
RANKED_LOWER = "ranked lower"


@dataclass(frozen=True, slots=True)
class Limits:
    """How many stories an edition has at the most: in all, in its channel message, and there of one project."""

    items: int
    top: int
    top_of_one_project: int = 2


DAILY = Limits(items=25, top=5)
"""WORDING.md 0.4."""

WEEKLY = Limits(items=70, top=5)
"""WORDING.md 0.4."""


def compose_digest(
    edition: str,
    number: str,
    window: Window,
    updates: Iterable[Update],
    *,
    projects: Projects,
    limits: Limits = DAILY,
    read_to: Mapping[str, datetime] | None = None,
    unread: Mapping[str, Unread] | None = None,
) -> Digest:
    """The digest of a window: its stories by project in the order of the groups, the most important ones of it on top.

    `updates` are all those of the window, noise too; each is either shown or counted in `left_out`. `read_to` says per
    project how far its data reaches; a project without updates is quiet only where that is the window's end or later.
    `unread` are the projects that failed before the window was over: what is there of them may not be all.
    """
    inside = [update for update in updates if window.holds(update.published)]
    left_out = Counter(_reason(update) for update in inside if update.noise)
    found = stories([update for update in inside if not update.noise])
    left_out[CANCELLED] += sum(len(story.updates) for story in found if is_cancelled(story))
    ranked = sorted((story for story in found if not is_cancelled(story)), key=_by_importance)
    left_out[RANKED_LOWER] += sum(len(story.updates) for story in ranked[limits.items :])
    chosen = ranked[: limits.items]
    return Digest(
        edition=edition,
        number=number,
        window=window,
        sections=_by_project(chosen, projects),
        coverage=_coverage(inside, window, projects, read_to or {}, unread or {}),
        left_out=tuple(
            LeftOut(reason, left_out[reason]) for reason in (NOISE, PINS, CANCELLED, RANKED_LOWER) if left_out[reason]
        ),
        read=len(inside),
        top=_top(chosen, limits),
    )


def _reason(update: Update) -> str:
    return PINS if update.kind is Kind.DEPENDENCY else NOISE


def _by_importance(story: Story) -> tuple[float, float, str]:
    return -importance(story.lead, story.label), -story.lead.published.timestamp(), story.lead.key


def _by_project(chosen: Iterable[Story], projects: Projects) -> tuple[DigestSection, ...]:
    """A section for each project with stories, in the order of the groups, then of the catalogue; strangers last."""
    by_project: dict[str, list[Story]] = {}
    for story in chosen:
        by_project.setdefault(story.lead.project, []).append(story)
    return tuple(
        DigestSection(key, in_order(by_project[key])) for key in _order(projects, by_project) if key in by_project
    )


def _order(projects: Projects, found: Iterable[str]) -> list[str]:
    groups = list(Group)
    known = [project.key for project in sorted(projects.all, key=lambda project: groups.index(project.group))]
    return known + sorted(set(found) - set(known))


def _top(chosen: Sequence[Story], limits: Limits) -> tuple[Story, ...]:
    """The first stories, but not more of one project than its share as long as others have something."""
    taken: Counter[str] = Counter()
    first: list[Story] = []
    rest: list[Story] = []
    for story in chosen:
        within = taken[story.lead.project] < limits.top_of_one_project
        (first if within else rest).append(story)
        taken[story.lead.project] += 1
    return tuple((first + rest)[: limits.top])


def _coverage(
    inside: Sequence[Update],
    window: Window,
    projects: Projects,
    read_to: Mapping[str, datetime],
    unread: Mapping[str, Unread],
) -> tuple[Coverage, ...]:
    counts = Counter(update.project for update in inside)
    order = _order(projects, [*counts, *read_to, *unread])
    return tuple(_covered(key, counts[key], window, read_to.get(key), unread.get(key)) for key in order)


def _covered(key: str, updates: int, window: Window, read_to: datetime | None, unread: Unread | None) -> Coverage:
    if unread is not None:
        return Coverage(key, CoverageStatus.FAILED, updates, unread.since, unread.reason)
    if updates:
        return Coverage(key, CoverageStatus.DATA, updates)
    if read_to is not None and read_to >= window.end:
        return Coverage(key, CoverageStatus.QUIET)
    return Coverage(key, CoverageStatus.NO_DATA, since=read_to)
