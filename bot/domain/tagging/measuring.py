"""The figures of an update: what its title and description claim, and the tables of a description as ranges."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bot.domain.figure import distinct, figures_in, may_hold_figures, times_as_good
from bot.domain.measure import measure_of
from bot.domain.measured_table import range_of, tables_in
from bot.domain.tagging.body import BODY_READ, Paragraph, SectionKind, Shape
from bot.domain.tagging.reading import Reading
from bot.domain.tagging.role import is_log
from bot.domain.update import BodyState, Figure, Kind, Update

Devices = Callable[[Sequence[int], str], str | None]
"""The label of the only hardware number that the paragraphs of these numbers (-1 is the title) and a heading name."""

LEAST_LINES = 3
"""Fewer lines are no table."""
_BASELINE = re.compile(r"[|│\s*`]*(?:base-?line|before|main|master|old|w/o|without)\b[^|│]*[|│]", re.IGNORECASE)
"""A row whose first cell names what the others are compared with."""
_MEASURED = frozenset({SectionKind.RESULTS, SectionKind.TEST})


def figures_of(reading: Reading, device: Devices) -> tuple[Figure, ...]:
    """The first figures of an update, in its source's order. A figure whose own paragraph names no hardware was
    measured on what title and sections of measurements name, if that is one."""
    found = list(_found(reading, device))
    if any(figure.device is None for figure in found):
        named = device([-1, *(at for at, part in enumerate(reading.parts) if part.section in _MEASURED)], "")
        found = [_on(figure, named) for figure in found]
    return distinct(found)


def is_read_whole(update: Update) -> bool:
    """Whether the whole description was read for figures: only then may be said that it gives none."""
    return update.body_state is BodyState.WHOLE and len(update.body) <= BODY_READ


def _found(reading: Reading, device: Devices) -> Iterator[Figure]:
    fast = reading.kind is Kind.PERFORMANCE
    title = reading.heading.title
    if may_hold_figures(title):
        yield from figures_in(title, fast)
    at = 0
    while at < len(reading.parts):
        end = _end_of_rows(reading.parts, at)
        part = reading.parts[at]
        if part.section is not SectionKind.LIMITS and not is_log(part):
            ranges = list(_of_tables(reading, at, end, device))
            yield from ranges
            if not ranges:
                beside = _stands_beside_a_baseline(part, reading.parts)
                for one in range(at, end):
                    figures = _of_paragraph(reading.parts[one], fast, one, device)
                    yield from (figure for figure in figures if not beside or times_as_good(figure.quote) is not None)
        at = end


def _stands_beside_a_baseline(part: Paragraph, parts: Sequence[Paragraph]) -> bool:
    """Whether a row is of a table in which a row of its own is the baseline: a rate that one of its rows says may be
    that before the change. A row that was wrapped is still one of its section."""
    if part.shape is not Shape.ROW:
        return False
    return any(
        _BASELINE.match(other.text)
        for other in parts
        if other.shape is Shape.ROW and (other.section, other.heading) == (part.section, part.heading)
    )


def _of_paragraph(part: Paragraph, fast: bool, at: int, device: Devices) -> Iterator[Figure]:
    if not may_hold_figures(part.text) or is_log(part):
        return
    surely = part.section is SectionKind.RESULTS or (fast and part.section is SectionKind.TEST)
    yield from figures_in(part.text, surely, device([at], part.heading), part.section is SectionKind.BOT, part.heading)


def _of_tables(reading: Reading, first: int, end: int, device: Devices) -> Iterator[Figure]:
    """The ranges of the tables in the paragraphs from `first` up to `end`, with what stands above them as caption."""
    parts = reading.parts[first:end]
    lines = [line for part in parts for line in part.text.split("\n")]
    if parts[0].shape is Shape.TEXT or len(lines) < LEAST_LINES:
        return
    above = first - 1 if first and reading.parts[first - 1].shape is Shape.TEXT else None
    caption = reading.parts[above].text if above is not None else ""
    named = device([at for at in (above, *range(first, end)) if at is not None], parts[0].heading)
    for table in tables_in(lines):
        told = f"{parts[0].heading} {caption}"
        if read := range_of(table, f"{told} {reading.heading.title}"):
            measure = measure_of(read.heading, " ".join(table.header), read.lowest, told, reading.heading.title)
            by_bot = parts[0].section is SectionKind.BOT
            spread = replace(read.spread, whole=end < len(reading.parts) or reading.raw.body_state is BodyState.WHOLE)
            yield Figure(read.lowest, read.heading, named, by_bot, measure, read.against, spread)


def _end_of_rows(parts: Sequence[Paragraph], at: int) -> int:
    """Behind the last of the rows that stand together; a paragraph of another shape stands alone."""
    end = at + 1
    if parts[at].shape is Shape.ROW:
        while end < len(parts) and parts[end].shape is Shape.ROW and parts[end].section is parts[at].section:
            end += 1
    return end


def _on(figure: Figure, device: str | None) -> Figure:
    return figure if figure.device is not None or device is None else replace(figure, device=device)
