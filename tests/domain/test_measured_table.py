"""Tables of measurements: the range with its losses, never the best cell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.measured_table import COLUMNS_READ, NAME_LENGTH, ROWS_READ, Range, range_of, tables_in
from bot.domain.update import Spread


def read(text: str, caption: str = "") -> list[Range | None]:
    """The ranges of the tables of a text."""
    return [range_of(table, caption) for table in tables_in(text.strip().split("\n"))]


SPEEDUPS = """
| shape | ours | plumlib (no routing) | speedup |
|---|---|---|---|
| m=1 | 0.0185 ± 0.0001 ms | 0.0812 ± 0.0002 ms | 4.38x |
| m=4 | 0.0383 ms | 0.0970 ms | 2.54x |
| m=8 | 0.0627 ms | 0.0500 ms | **0.80x** |
"""


def test_a_column_of_factors_gives_its_ends_and_its_losses() -> None:
    """Lowest and highest cell stand as written; what is below 1 is a loss; the other column is what it is against."""
    assert read(SPEEDUPS) == [Range("0.80x", Spread("4.38x", 3, 1), "speedup", "plumlib (no routing)")]


@pytest.mark.parametrize(
    ("header", "rows", "wanted"),
    [
        pytest.param(
            "seq | before | after | gain",
            ("4096 | 186.0 | 234.4 | +26.0%", "8192 | 200 | 198 | -1.0%"),
            Range("-1.0%", Spread("+26.0%", 2, 1), "gain", "before"),
            id="gains-in-percent",
        ),
        pytest.param(
            "shape | time before (us) | time after (us)",
            ("a | 10.0 | 12.5", "b | 10.0 | 8.0", "c | 4 | 4"),
            Range("10.0 → 12.5 us", Spread("10.0 → 8.0 us", 3, 1), "time", "before"),
            id="times-before-and-after",
        ),
        pytest.param(
            "batch | main tok/s | PR tok/s",
            ("1 | 100 | 120", "8 | 800 | 790"),
            Range("800 → 790 tok/s", Spread("100 → 120 tok/s", 2, 1), "", "main"),
            id="rates-should-grow",
        ),
        pytest.param(
            "batch | latency (ms) | change",
            ("1 | 5 | -10%", "8 | 6 | +4%"),
            Range("+4%", Spread("-10%", 2, 1), "change", ""),
            id="a-change-of-a-time-should-fall",
        ),
        pytest.param(
            "model | t/s master | t/s plum | Speedup",
            ("a | 150.15 | 156.29 | 1.04", "b | 157.91 | 157.64 | 1.00"),
            Range("1.00", Spread("1.04", 2, 0), "Speedup", "master"),
            id="bare-factors",
        ),
        pytest.param(
            "batch | baseline auto ms | new auto ms | baseline off ms | new off ms",
            ("1 | 4 | 2 | 4 | 3", "2 | 4 | 4 | 4 | 3"),
            Range("4 → 4 ms", Spread("4 → 2 ms", 2, 0), "auto", "baseline"),
            id="the-first-of-several-pairs",
        ),
    ],
)
def test_ranges(header: str, rows: tuple[str, ...], wanted: Range) -> None:
    """Factors, percentages, and columns before and after, each with what is better."""
    assert read("\n".join((f"| {header} |", "|---|---|", *(f"| {row} |" for row in rows)))) == [wanted]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "| task | before accuracy | after accuracy |\n|---|---|---|\n| a | 92 | 93 |\n| b | 80 | 81 |",
            id="accuracy",
        ),
        pytest.param("| file | what |\n|---|---|\n| a.py | new |\n| b.py | gone |", id="words"),
        pytest.param(
            "| M | before | after |\n|---|---|---|\n| 1 | 5 | 4 |\n| 2 | 5 | 6 |", id="unknown-what-is-better"
        ),
        pytest.param("| M | change |\n|---|---|\n| 1 | -5% |\n| 2 | 3% |", id="unknown-which-way"),
        pytest.param("| M | speedup |\n|---|---|\n| 1 | 2x |", id="one-value"),
        pytest.param("| M | speedup |\n|---|---|\n| 1 | fast |\n| 2 | n/a |", id="no-values"),
    ],
)
def test_a_table_that_says_nothing_gives_nothing(text: str) -> None:
    """Accuracy, lists of files, and numbers without a direction are no ranges."""
    assert set(read(text)) <= {None}


def test_a_caption_may_say_what_is_better() -> None:
    """Where headings name no unit, the sentence above may."""
    text = "| M | before | after |\n|---|---|---|\n| 1 | 5 | 4 |\n| 2 | 5 | 6 |"
    assert read(text, "Kernel latency in us:") == [Range("5 → 6", Spread("5 → 4", 2, 1), "", "before")]


def test_a_drawn_table_is_read_too() -> None:
    """Bars, dashes and crosses of a terminal's table are lines, not cells."""
    drawn = """
+-------+----------+
| batch | speed-up |
+-------+----------+
| 1     | 1.5x     |
| 2     | 0.9x     |
+-------+----------+
"""
    assert read(drawn) == [Range("0.9x", Spread("1.5x", 2, 1), "speed-up", "")]


def test_two_tables_in_a_row_are_two() -> None:
    """A heading above a line of dashes opens a table of its own."""
    assert [found and found.lowest for found in read(SPEEDUPS.strip() + SPEEDUPS)] == ["0.80x", "0.80x"]


@pytest.mark.parametrize("rows", [ROWS_READ - 1, ROWS_READ, ROWS_READ + 1])
def test_so_many_rows_are_read(rows: int) -> None:
    """A table of a thousand rows costs no more."""
    found = read("\n".join(("| m | speedup |", "|---|---|", *(f"| {row} | 2x |" for row in range(rows)))))
    assert found[0] is not None
    assert found[0].spread.cells == min(rows, ROWS_READ)


@pytest.mark.parametrize("before", [COLUMNS_READ - 2, COLUMNS_READ - 1, COLUMNS_READ])
def test_so_many_columns_are_read(before: int) -> None:
    """The column that is one too many is not seen."""
    header, cells = "m | " * before + "speedup", "1 | " * before + "2x"
    found = read(f"| {header} |\n|---|---|\n| {cells} |\n| {cells} |")
    assert (found != [None]) is (before < COLUMNS_READ)


@pytest.mark.parametrize("length", [NAME_LENGTH - 1, NAME_LENGTH, NAME_LENGTH + 1])
def test_a_heading_is_cut(length: int) -> None:
    """A heading of a page's length is nobody's."""
    heading = "speedup ".ljust(length, "a")
    found = read(f"| m | {heading} |\n|---|---|\n| 1 | 2x |\n| 2 | 3x |")
    assert found[0] is not None
    assert len(found[0].heading) == min(length, NAME_LENGTH)


@given(st.lists(st.text(alphabet="|-+0123456789.x%→ ±msbeforeaftspdu│", max_size=60), max_size=12))
def test_any_text_is_read_without_an_error_and_verbatim(lines: list[str]) -> None:
    """Whatever a description draws, ends of a range are cells of it."""
    for table in tables_in(lines):
        if (found := range_of(table, "latency")) and "→" not in found.lowest:
            assert any(found.lowest in row for row in table.rows)
