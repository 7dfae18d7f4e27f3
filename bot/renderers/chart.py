"""Grid -> a PNG: stacked bars, or a map of counts.

matplotlib is imported when a chart is drawn and not before. Charts are for the page alone: what they show also stands
in the page as text, and each has a text alternative from whoever asks for it.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from bot.renderers.base import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 7.4
"""Inches; with DOTS a phone's and a desktop's page shows it sharp."""
DOTS = 144
ROW_HEIGHT = 0.3
MARGIN = 1.1
INK = "#7d8590"
"""Grey that is read on white and on near black alike (about 4:1 on both): the picture has no ground of its own."""
COLOURS = (
    "#d1495b", "#8f2d56", "#2a9d8f", "#3b7dd8", "#e9a23b", "#a26769",
    "#6d597a", "#8d99ae", "#7f9172", "#b8c0c8", "#c9b79c", "#9aa0a6",
)  # fmt: skip
"""One colour for each column of a stack, in order; from the thirteenth on they begin anew."""
CHINESE_FONTS = ("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei")
"""Fonts that are drawn well, in the order in which they are wanted; else any with the signs is taken."""
OWN_FONT = "DejaVu Sans"
"""The font that comes with matplotlib."""
SIGNS = "更新修复性能破坏安全"
"""Signs of a chart that a font must have to be one with Chinese."""
BOXES = "Last Resort"
"""Of fonts of this name every sign is a box."""
LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Names:
    """What stands on a chart: a name for each row and column, in the grid's order."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]


def stacked_bars(counts: Sequence[Sequence[int]], names: Names) -> bytes:
    """Horizontal bars, a row each, that stack the columns' counts; the first row on top."""
    figure, axes = _drawing(len(names.rows))
    left = [0] * len(names.rows)
    places = range(len(names.rows))
    for at, column in enumerate(names.columns):
        values = [row[at] for row in counts]
        axes.barh(places, values, left=left, color=COLOURS[at % len(COLOURS)], label=_short(column), height=0.72)
        left = [before + value for before, value in zip(left, values, strict=True)]
    for place, total in zip(places, left, strict=True):
        axes.text(total, place, f" {total}", va="center", color=INK, fontsize=8)
    axes.set_yticks(places, [_short(row) for row in names.rows])
    axes.invert_yaxis()
    axes.legend(fontsize=8, labelcolor=INK, frameon=False, ncols=6, loc="lower left", bbox_to_anchor=(0, 1.0))
    return _png(figure)


def count_map(counts: Sequence[Sequence[int]], names: Names) -> bytes:
    """A map of rows against columns: the more, the darker, and every number that is not 0 written."""
    figure, axes = _drawing(len(names.rows))
    highest = max((count for row in counts for count in row), default=1) or 1
    shades = [[float(count) if count else float("nan") for count in row] for row in counts]
    axes.imshow(shades, cmap="Blues", aspect="auto", vmin=-0.25 * highest, vmax=highest * 1.1)
    for row, values in enumerate(counts):
        for column, count in enumerate(values):
            if count:
                colour = "#ffffff" if count > 0.6 * highest else "#1b1f24"
                axes.text(column, row, str(count), ha="center", va="center", fontsize=8, color=colour)
    axes.set_xticks(range(len(names.columns)), [_short(name) for name in names.columns], rotation=35, ha="right")
    axes.set_yticks(range(len(names.rows)), [_short(name) for name in names.rows])
    return _png(figure)


def _drawing(rows: int) -> tuple[Figure, Axes]:
    """An empty drawing, high enough for its rows. A Figure of its own: pyplot keeps what it makes for ever."""
    import matplotlib  # a fifth of a second that only charts need
    from matplotlib.figure import Figure  # the same

    matplotlib.rcParams["font.family"] = _fonts()
    figure = Figure(figsize=(WIDTH, MARGIN + ROW_HEIGHT * max(rows, 1)), dpi=DOTS, layout="constrained")
    axes = figure.add_subplot()
    axes.tick_params(colors=INK, labelsize=8, length=0)
    axes.patch.set_alpha(0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return figure, axes


def writes_chinese() -> bool:
    """Whether the machine has a font with Chinese signs; without one they would be drawn as boxes."""
    return len(_fonts()) > 1


def _fonts() -> list[str]:
    """The fonts in the order in which a sign is looked for in them: matplotlib takes it from the first that has it."""
    from matplotlib import font_manager  # as above

    chinese = chinese_font(tuple((entry.name, entry.fname) for entry in font_manager.fontManager.ttflist))
    return [OWN_FONT, chinese] if chinese else [OWN_FONT]


@cache
def chinese_font(installed: tuple[tuple[str, str], ...]) -> str:
    """The name of the font among those installed (name, file) that Chinese is drawn with; "" where none has it."""
    files = dict(installed)
    for name in dict.fromkeys((*CHINESE_FONTS, *sorted(files))):
        if name in files and not name.startswith(BOXES) and _has_signs(files[name]):
            return name
    return ""


def _has_signs(file: str) -> bool:
    from matplotlib.ft2font import FT2Font  # as above

    try:
        font = FT2Font(file)
    except (OSError, RuntimeError):
        # A file that is gone or broken, and no font for it.
        return False
    return all(font.get_char_index(ord(sign)) for sign in SIGNS)


def _short(name: str) -> str:
    """A name as it may stand on a chart. matplotlib reads formulas between dollar signs; here none is meant."""
    seen = one_line(name).strip().replace("$", r"\$")
    return seen if len(seen) <= LONGEST_NAME else f"{seen[: LONGEST_NAME - 1]}…"


def _png(figure: Figure) -> bytes:
    """The drawing as a PNG, the same bytes for the same drawing."""
    out = io.BytesIO()
    figure.savefig(out, format="png", transparent=True, metadata={"Software": None})
    return out.getvalue()
