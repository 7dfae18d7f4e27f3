"""Charts are PNGs, whatever the counts and names."""

from __future__ import annotations

import struct
from importlib import import_module
from pathlib import Path

import pytest

from bot.renderers.chart import (
    CHINESE_FONTS,
    LONGEST_NAME,
    OWN_FONT,
    SIGNS,
    Names,
    _short,
    chinese_font,
    count_map,
    stacked_bars,
)

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


def a_font(path: Path, signs: str) -> str:
    """A font file that has these signs, each a square; gives its path."""
    # fontTools comes with matplotlib and has no types.
    pen = import_module("fontTools.pens.ttGlyphPen").TTGlyphPen(None)
    pen.moveTo((0, 0))
    for corner in ((0, 500), (500, 500), (500, 0)):
        pen.lineTo(corner)
    pen.closePath()
    square, names = pen.glyph(), [".notdef", *(f"uni{ord(sign):04X}" for sign in signs)]
    font = import_module("fontTools.fontBuilder").FontBuilder(1000)
    font.setupGlyphOrder(names)
    font.setupCharacterMap({ord(sign): name for sign, name in zip(signs, names[1:], strict=True)})
    font.setupGlyf(dict.fromkeys(names, square))
    font.setupHorizontalMetrics(dict.fromkeys(names, (500, 0)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "A", "styleName": "Regular"})
    font.setupOS2()
    font.setupPost()
    font.save(path)
    return str(path)


def test_any_font_with_chinese_signs_is_taken(tmp_path: Path) -> None:
    """One of those that are drawn well before another; a file that is broken, has some of the signs alone or only boxes
    is none."""
    whole = a_font(tmp_path / "whole.ttf", SIGNS)
    part = a_font(tmp_path / "part.ttf", SIGNS[:-1])
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    none = ((OWN_FONT, part), ("Broken", str(tmp_path / "broken.ttf")), ("Last Resort High-Efficiency", whole))
    assert chinese_font(none) == ""
    assert chinese_font((*none, ("Some Hei", whole))) == "Some Hei"
    assert chinese_font((*none, ("Some Hei", whole), (CHINESE_FONTS[-1], whole))) == CHINESE_FONTS[-1]
