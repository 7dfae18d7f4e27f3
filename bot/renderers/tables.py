"""Tables as lines, for platforms whose tables are optional decoration (A08)."""

from __future__ import annotations

from bot.domain.document import Inline, Strong, Table, Text, plain


def table_lines(table: Table) -> tuple[tuple[Inline, ...], ...]:
    """One line a row: the first cell, then each further cell with its column's heading before it."""
    return tuple(_row_line(table.header, row) for row in table.rows)


def _row_line(header: tuple[tuple[Inline, ...], ...], row: tuple[tuple[Inline, ...], ...]) -> tuple[Inline, ...]:
    parts: list[Inline] = []
    for at, cell in enumerate(row):
        if not plain(cell):
            continue
        if parts:
            parts.append(Text(" · "))
        if at and at < len(header) and plain(header[at]):
            parts.append(Text(f"{plain(header[at])}: "))
        parts.extend(cell if at else (Strong(plain(cell)),) if all(isinstance(c, Text) for c in cell) else cell)
    return tuple(parts)
