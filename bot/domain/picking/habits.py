"""A project's habits: how large its changes are, which prefixes it uses and how often, which folders it works in.

Learnt from its stored history or from the window at hand, so that no project is coded for: a change of 300 lines is
large in one repository and an ordinary day in another.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.domain.picking.paths import touched
from bot.domain.picking.themes import themes_of
from bot.domain.update import Update

ENOUGH = 20
"""From so many known sizes on, a project's own distribution is used; with fewer all projects' together."""


@dataclass(frozen=True, slots=True)
class Habit:
    """One project's: sorted sizes (additions + deletions), growths (additions - deletions), numbers of paths and of
    folders; how many changes carry each prefix and touch each folder, how many there are and how many carry any."""

    changes: int = 0
    marked: int = 0
    sizes: Sequence[int] = ()
    growths: Sequence[int] = ()
    spreads: Sequence[int] = ()
    folders: Sequence[int] = ()
    marks: Mapping[str, int] = field(default_factory=dict)
    works: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Habits:
    """By project's key; `all` is every project's together, for those that are hardly known."""

    by_project: Mapping[str, Habit]
    all: Habit

    def of(self, project: str) -> Habit:
        habit = self.by_project.get(project)
        return habit if habit and len(habit.sizes) >= ENOUGH else self.all


def habits_of(updates: Iterable[Update]) -> Habits:
    """The habits that changes show; releases, papers and posts have no size and teach nothing."""
    own: dict[str, list[Update]] = defaultdict(list)
    for update in updates:
        own[update.project].append(update)
    everything = [update for some in own.values() for update in some]
    alone = len(own) == 1
    whole = _habit(everything)
    return Habits({project: whole if alone else _habit(some) for project, some in own.items()}, whole)


def percentile(values: Sequence[int], value: int) -> float:
    """Where a value stands among sorted ones, from -0.5 (below all) to 0.5; 0 where there are none."""
    if not values:
        return 0.0
    return (bisect_left(values, value) + bisect_right(values, value)) / (2 * len(values)) - 0.5


def _habit(updates: Sequence[Update]) -> Habit:
    sized = [(update.additions or 0, update.deletions or 0) for update in updates if update.additions is not None]
    places = [touched(update.paths) for update in updates if update.paths]
    marks = [themes_of(update).marks for update in updates]
    return Habit(
        changes=len(updates),
        marked=sum(bool(one) for one in marks),
        sizes=sorted(more + less for more, less in sized),
        growths=sorted(more - less for more, less in sized),
        spreads=sorted(place.paths for place in places),
        folders=sorted(len(place.folders) for place in places),
        marks=Counter(mark for one in marks for mark in one),
        works=Counter(folder for place in places for folder in place.folders),
    )
