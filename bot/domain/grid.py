"""Counts of two things against each other: what an issue's charts show.

How a grid is drawn is bot/renderers/chart.py; its words are bot/wording's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.domain.tag import Facet, Role, Tag
from bot.domain.update import Kind, Update

MOST_ROWS = 14
MOST_COLUMNS = 12
KINDS = (
    Kind.BREAKING,
    Kind.SECURITY,
    Kind.FEATURE,
    Kind.PERFORMANCE,
    Kind.FIX,
    Kind.REVERT,
    Kind.RELEASE,
    Kind.DEPENDENCY,
    Kind.REFACTOR,
    Kind.DOCS,
    Kind.TEST,
    Kind.CI,
)
"""The kinds of changes in the order in which a chart stacks them."""


@dataclass(frozen=True, slots=True)
class Grid:
    """`counts[r][c]` updates have both row r and column c. Rows and columns are keys ("vllm", "fix", "sm120"), the
    fullest rows first; `rows_left_out` counts the emptier rows that found no room."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    rows_left_out: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.rows or not self.columns


def by_project_and_kind(updates: Iterable[Update]) -> Grid:
    """Projects against kinds of changes; papers and posts are none."""
    pairs = Counter((update.project, update.kind.value) for update in updates if update.kind in KINDS)
    used = {kind for _, kind in pairs}
    return _grid(pairs, [kind.value for kind in KINDS if kind.value in used])


def hardware_by_project(updates: Iterable[Update]) -> Grid:
    """Hardware that changes are about, against projects; docs, tests and CI do not count."""
    pairs = Counter((tag.name, update.project) for update in updates if not update.noise for tag in _hardware(update))
    projects = Counter[str]()
    for (_, project), count in pairs.items():
        projects[project] += count
    return _grid(pairs, _fullest(projects, MOST_COLUMNS))


def _hardware(update: Update) -> Iterable[Tag]:
    return {found.tag for found in update.tags if found.role is Role.ABOUT and found.tag.facet is Facet.HARDWARE}


def _grid(pairs: Counter[tuple[str, str]], columns: Sequence[str]) -> Grid:
    shown = set(columns)
    totals = Counter[str]()
    for (row, column), count in pairs.items():
        if column in shown:
            totals[row] += count
    rows = _fullest(totals, MOST_ROWS)
    counts = tuple(tuple(pairs[row, column] for column in columns) for row in rows)
    return Grid(tuple(rows), tuple(columns), counts, len(totals) - len(rows))


def _fullest(totals: Counter[str], most: int) -> list[str]:
    """The keys with the highest counts, equal ones by name, so that the same updates draw the same chart."""
    return sorted(totals, key=lambda key: (-totals[key], key))[:most]
