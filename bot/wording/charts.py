"""What stands on and beside an issue's charts: their titles, names and text alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.grid import Grid
from bot.domain.tag import Facet, Tag
from bot.wording.catalogue import message, number, say
from bot.wording.facts import Facts
from bot.wording.joining import commas

TOLD = 3
"""Rows that a text alternative tells; the rest it counts."""

KINDS = {
    "breaking": message("breaking"),
    "security": message("security"),
    "feature": message("new"),
    "performance": message("perf"),
    "fix": message("fixes"),
    "revert": message("reverts"),
    "release": message("releases"),
    "dependency": message("pins"),
    "refactor": message("refactoring"),
    "docs": message("docs"),
    "test": message("tests"),
    "ci": message("CI"),
}


@dataclass(frozen=True, slots=True)
class ChartWords:
    """A chart's title, what it says to whom cannot see it, and the names of its rows and columns."""

    title: str
    alt: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]


def project_chart(grid: Grid, facts: Facts) -> ChartWords:
    """Words for the chart of projects and kinds of changes."""
    rows = tuple(facts.projects.name(key) for key in grid.rows)
    columns = tuple(say(KINDS[kind]) for kind in grid.columns)
    return ChartWords(_title(say("Updates by project and kind"), grid), _told(grid, rows, columns), rows, columns)


def hardware_chart(grid: Grid, facts: Facts) -> ChartWords:
    """Words for the map of hardware and projects."""
    rows = tuple(facts.vocabulary.label(Tag(Facet.HARDWARE, name)) for name in grid.rows)
    columns = tuple(facts.projects.name(key) for key in grid.columns)
    return ChartWords(_title(say("Hardware by project"), grid), _told(grid, rows, columns), rows, columns)


def in_english(alt: str) -> str:
    """A text alternative of a picture whose names could not be drawn in the page's language."""
    return say("{text}. The names in the picture are English: no font with Chinese signs is at hand here.", text=alt)


def _title(title: str, grid: Grid) -> str:
    if not grid.rows_left_out:
        return title
    return say("{title} ({count} smaller ones are not drawn)", title=title, count=number(grid.rows_left_out))


def _told(grid: Grid, rows: Sequence[str], columns: Sequence[str]) -> str:
    """ "vLLM 64 (new 20, fixes 30, perf 14); Triton 7 (fixes 7); 3 more rows"."""
    told = []
    for name, counts in list(zip(rows, grid.counts, strict=True))[:TOLD]:
        parts = [f"{column} {number(count)}" for column, count in zip(columns, counts, strict=True) if count]
        told.append(say("{name} {total} ({parts})", name=name, total=number(sum(counts)), parts=commas(parts)))
    if len(rows) > TOLD:
        told.append(say("{count} more rows", count=number(len(rows) - TOLD)))
    return say("; ").join(told)
