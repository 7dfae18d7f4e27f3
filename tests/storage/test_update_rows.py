"""Rows of updates: what an older version of the program wrote is read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.domain.measure import Measure
from bot.domain.update import Figure, Spread
from storage.update_rows import COLUMNS, row_of, update_of
from tests.factories import an_update

FIGURES = COLUMNS.index("figures")


@pytest.mark.parametrize(
    ("stored", "figure"),
    [
        pytest.param(["1.4x", "kernel", "H100", False], Figure("1.4x", "kernel", "H100"), id="before-measures"),
        pytest.param(
            ["1.4x", "", None, True, "ttft", "main"],
            Figure("1.4x", by_bot=True, measure=Measure.TTFT, against="main"),
            id="before-ranges",
        ),
        pytest.param(
            ["1x", "", None, False, "", "", ["2x", 3, 1, False]],
            Figure("1x", spread=Spread("2x", 3, 1, whole=False)),
            id="range",
        ),
    ],
)
def test_figures_of_older_rows_are_read(stored: list[object], figure: Figure) -> None:
    """A row without the later values gives a figure without them."""
    row = list(row_of(an_update(), 1, ""))
    row[FIGURES] = json.dumps([stored])
    assert update_of(row).figures == (figure,)


def test_a_plain_figure_is_stored_as_before() -> None:
    """What has no measure and no range takes no more room than it did."""
    row = row_of(replace(an_update(), figures=(Figure("2x"),)), 1, "")
    assert json.loads(row[FIGURES]) == [["2x", "", None, False]]
