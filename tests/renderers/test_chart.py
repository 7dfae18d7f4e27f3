"""Charts are PNGs, whatever the counts and names."""

from __future__ import annotations

import struct

import pytest

from bot.renderers.chart import LONGEST_NAME, Names, _short, count_map, stacked_bars

NAMES = Names(("vLLM", "$x^2$ <b>"), ("new", "fixes", "系统"))
COUNTS = ((3, 0, 1), (0, 0, 0))


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("draw", [stacked_bars, count_map])
@pytest.mark.filterwarnings("ignore:Glyph .* missing from font")  # a machine without Chinese fonts draws boxes
def test_any_names_and_counts_are_drawn(draw: type) -> None:
    """Formula signs, markup and Chinese in names are drawn, and the same counts give the same picture."""
    png = draw(COUNTS, NAMES)
    assert size_of(png)[0] > 400
    assert draw(COUNTS, NAMES) == png


@pytest.mark.parametrize("draw", [stacked_bars, count_map])
def test_a_chart_grows_with_its_rows(draw: type) -> None:
    """Twenty rows are higher than two."""
    few, many = (draw([[1]] * rows, Names(("r",) * rows, ("c",))) for rows in (2, 20))
    assert size_of(many)[1] > size_of(few)[1]


@pytest.mark.parametrize("length", [LONGEST_NAME - 1, LONGEST_NAME, LONGEST_NAME + 1])
def test_long_names_are_cut(length: int) -> None:
    """A name is at most so long on a chart, and says where it was cut."""
    shown = _short("n" * length)
    assert len(shown) == min(length, LONGEST_NAME)
    assert shown.endswith("…") == (length > LONGEST_NAME)
