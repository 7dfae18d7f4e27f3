"""Tables of measurements in a description, each read as one range with its losses, never as its best cell.

Markdown tables and those drawn with bars and dashes are read; a table whose headings do not say what is compared with
what gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.domain.measure import more_is_better
from bot.domain.update import Spread

ROWS_READ = 200
"""So many rows of a table are read."""
COLUMNS_READ = 20
"""So many columns of a row are read."""
LEAST_CELLS = 2
"""One value is no range."""
ROUNDED = 0.02
"""A factor that a source rounded is this near to the true one."""
NAME_LENGTH = 60
"""A heading is quoted up to so many characters."""


@dataclass(frozen=True, slots=True)
class Table:
    """A heading and rows of as many cells, all without bars and emphasis."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Range:
    """What a table says as a whole: its lowest value and the rest, the heading of the values, and what they are
    compared with ("" where no heading says it)."""

    lowest: str
    spread: Spread
    heading: str
    against: str


@dataclass(frozen=True, slots=True)
class _Value:
    """A cell's text and how many times as good it is as what it is compared with; below 1 it is a loss."""

    text: str
    gain: float


_BARS = re.compile(r"[|│┃]")
_RULE = re.compile(r"^[\s|│┃+:=\-─━┼┬┴├┤┌┐└┘]+$")
_EMPHASIS = re.compile(r"\*\*|__|`|<[^<>]{1,40}>")
_NUMBER = r"[+\-−]?\d[\d,]{0,14}(?:\.\d{1,12})?"
_FACTOR = re.compile(
    rf"[~≈]?\s*(?P<value>{_NUMBER})\s*(?P<unit>[x×%]?)(?:\s*(?:faster|slower|higher|lower))?", re.IGNORECASE
)
_AMOUNT = re.compile(
    rf"[~≈]?\s*(?P<value>{_NUMBER})\s*(?:±\s*[\d.]+%?)?\s*(?P<unit>(?:[a-zA-Zµμ/]{{1,10}}))?\s*(?:±\s*[\d.]+\s*\w*)?"
)
_GAIN = re.compile(r"speed-?up|\bgains?\b|improv|faster|uplift|\bsaving|reduc|提升|收益|加速|节省", re.IGNORECASE)
_CHANGE = re.compile(r"\bratio\b|\bdelta\b|Δ|\bdiff\w*|\bchange\b|变化", re.IGNORECASE)
_BEFORE = re.compile(
    r"\bbefore\b|\bbase(?:line)?\b|\bmain\b|\bmaster\b|\bold\b|\bprev(?:ious)?\b|\boriginal\b|\bupstream\b|\bwithout\b|\bw/o\b"
    r"|\breference\b|\bcurrent main\b|改前|优化前|之前|基线",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\bafter\b|\bnew\b|\bthis (?:pr|branch|change)\b|\bpr\b|\bours?\b|\bcurrent\b|\boptimi[sz]ed\b|\bwith\b"
    r"|\bpatched\b|\bbranch\b|\bproposed\b|改后|优化后|之后",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"[(\[/,]?\s*\b(ms|us|µs|μs|ns|s|secs?|min|tok(?:en)?s?/s|t/s|req/s|[TGM]i?B/s|[KMG]i?B|[TPG]FLOP/?S?|TFLOPS)\b\s*[)\]]?",
    re.IGNORECASE,
)
_NO_CLAIM = re.compile(
    r"accura|gsm8k|mmlu|\bscore|exact|cosine|toleranc|mismatch|error|\bloss\b|acceptance|hit rate|perplex|\bppl\b"
    r"|coverage|精度|passed|\bsize on disk\b",
    re.IGNORECASE,
)


def tables_in(lines: Sequence[str]) -> Iterator[Table]:
    """The tables that consecutive lines make. A line of dashes says that the one before it is a heading; without one
    the first line is."""
    rows: list[tuple[str, ...]] = []
    for at, line in enumerate(lines):
        ruled = at + 1 < len(lines) and _RULE.match(lines[at + 1]) is not None and "-" in lines[at + 1]
        if _RULE.match(line):
            continue
        cells = _cells(line)
        if rows and (len(cells) < 2 or (ruled and len(rows) > 1 and _is_heading(cells))):
            yield from _table(rows)
            rows = []
        if len(cells) >= 2:
            rows.append(cells)
    yield from _table(rows)


def range_of(table: Table, caption: str) -> Range | None:
    """The range of a table's gains, or of its values before and after; None where its headings tell of neither. Where a
    heading does not say whether more is better, the `caption` may."""
    if _NO_CLAIM.search(caption) or any(_NO_CLAIM.search(heading) for heading in table.header):
        return None
    return _of_gains(table, caption) or _of_pairs(table, caption)


def _cells(line: str) -> tuple[str, ...]:
    text = line.strip()
    if not _BARS.search(text):
        return ()
    cells = [" ".join(_EMPHASIS.sub(" ", cell).split()) for cell in _BARS.split(text)]
    if cells and not cells[0]:
        cells = cells[1:]
    if cells and not cells[-1]:
        cells = cells[:-1]
    return tuple(cells[:COLUMNS_READ])


def _is_heading(cells: Sequence[str]) -> bool:
    return sum(_AMOUNT.fullmatch(cell) is not None for cell in cells) * 2 < len(cells)


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[Table]:
    if len(rows) < 2:
        return
    width = len(rows[0])
    body = tuple(row[:width] for row in rows[1 : ROWS_READ + 1] if len(row) >= width)
    if body:
        yield Table(rows[0], body)


def _of_gains(table: Table, caption: str) -> Range | None:
    """Of the columns that give gains; the first of them decides the unit."""
    found: list[_Value] = []
    named, unit = "", None
    for column, heading in enumerate(table.header):
        if not (_GAIN.search(heading) or _CHANGE.search(heading)):
            continue
        falls = _falls(table.header, heading, caption)
        if falls is None:
            continue
        for row in table.rows:
            cell = _FACTOR.fullmatch(row[column])
            if cell is None or (unit is not None and cell["unit"] != unit) or not _is_factor(cell, heading):
                continue
            unit, named = cell["unit"], named or heading
            found.append(_Value(row[column], _gain(cell, falls)))
    return _range(found, named, _against(table.header) or _divided(table, caption))


def _divided(table: Table, caption: str) -> str:
    """The heading of the column that a factor is measured against where none is called old: in every row the factor is
    this column by another, or another by this one where more is better. "" where no column is."""
    factors = [column for column, heading in enumerate(table.header) if _GAIN.search(heading)]
    if not factors:
        return ""
    rows = [row for row in table.rows if (cell := _FACTOR.fullmatch(row[factors[0]])) and cell["unit"] != "%"]
    if len(rows) < LEAST_CELLS:
        return ""
    columns = range(factors[0])
    for upper in columns:
        for lower in columns:
            if upper != lower and all(_divides(row, upper, lower, factors[0]) for row in rows):
                grows = more_is_better(table.header[upper], rows[0][upper], caption)
                return "" if grows is None else table.header[lower if grows else upper]
    return ""


def _divides(row: Sequence[str], upper: int, lower: int, factor: int) -> bool:
    over, under, times = _AMOUNT.fullmatch(row[upper]), _AMOUNT.fullmatch(row[lower]), _FACTOR.fullmatch(row[factor])
    if over is None or under is None or times is None or not _number(under["value"]):
        return False
    wanted = _number(times["value"])
    return abs(_number(over["value"]) / _number(under["value"]) - wanted) <= ROUNDED * abs(wanted)


def _is_factor(cell: re.Match[str], heading: str) -> bool:
    """Whether a cell is a factor: a bare number is one only under a heading of speed-ups or ratios, and near 1."""
    if cell["unit"]:
        return True
    return bool(re.search(r"speed-?up|ratio|加速", heading, re.IGNORECASE)) and 0.01 < abs(_number(cell["value"])) < 100


def _falls(header: Sequence[str], heading: str, caption: str) -> bool | None:
    """Whether a smaller value of a column is the better one: never of a gain; of a change what is measured says it.
    None where nothing says it."""
    if _GAIN.search(heading):
        return False
    grows = more_is_better(heading, " ".join(header), caption)
    return None if grows is None else not grows


def _gain(cell: re.Match[str], falls: bool) -> float:
    value = _number(cell["value"])
    times = 1 + value / 100 if cell["unit"] == "%" else value
    if falls and cell["unit"] == "%":
        times = 1 - value / 100
    elif falls:
        times = 1 / value if value else 1.0
    return times


def _of_pairs(table: Table, caption: str) -> Range | None:
    """Of a column before and one after, the first of each whose headings are alike but for these words."""
    for before, after in _pairs(table.header):
        heading = table.header[after]
        grows = more_is_better(heading, table.header[before], caption)
        if grows is None:
            continue
        named = _UNIT.search(heading) or _UNIT.search(table.header[before])
        found = []
        for row in table.rows:
            old, new = _AMOUNT.fullmatch(row[before]), _AMOUNT.fullmatch(row[after])
            if old is None or new is None or not _number(old["value"]) or not _number(new["value"]):
                continue
            unit = new["unit"] or (named[1] if named else "")
            times = _number(new["value"]) / _number(old["value"])
            text = f"{old['value']} → {new['value']} {unit}".strip()
            found.append(_Value(text, times if grows else 1 / times))
        if spread := _range(found, _plain(heading), _against((table.header[before],))):
            return spread
    return None


def _pairs(header: Sequence[str]) -> Iterator[tuple[int, int]]:
    for before, heading in enumerate(header):
        if not _BEFORE.search(heading):
            continue
        for after in range(len(header)):
            other = header[after]
            if after != before and _AFTER.search(other) and not _BEFORE.search(other) and _alike(heading, other):
                yield before, after


def _alike(before: str, after: str) -> bool:
    return _plain(before).casefold() == _plain(after).casefold() or not (_plain(before) and _plain(after))


def _plain(heading: str) -> str:
    """A heading without the words that say before or after and without its unit."""
    return " ".join(_UNIT.sub(" ", _AFTER.sub(" ", _BEFORE.sub(" ", heading))).strip(" ()[]:,-").split())


def _against(header: Sequence[str]) -> str:
    """How the first heading of what was before calls it: "Main" of "Main auto ms"."""
    return next((found[0] for heading in header if (found := _BEFORE.search(heading))), "")


def _range(found: Sequence[_Value], heading: str, against: str) -> Range | None:
    if len(found) < LEAST_CELLS:
        return None
    low, high = min(found, key=lambda value: value.gain), max(found, key=lambda value: value.gain)
    losses = sum(value.gain < 1 for value in found)
    return Range(low.text, Spread(high.text, len(found), losses), heading[:NAME_LENGTH], against[:NAME_LENGTH])


def _number(text: str) -> float:
    return float(text.replace(",", "").replace("−", "-"))
