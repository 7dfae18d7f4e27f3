"""Counts of two things against each other, the fullest first."""

from __future__ import annotations

import pytest

from bot.domain.grid import MOST_COLUMNS, MOST_ROWS, by_project_and_kind, hardware_by_project
from bot.domain.update import Kind
from tests.factories import an_update


def test_projects_against_kinds() -> None:
    """Each project has its changes by kind, the fullest project first, kinds in their fixed order; papers are none."""
    updates = [
        an_update(key="a", project="triton", kind=Kind.FIX),
        an_update(key="b", project="vllm", kind=Kind.FIX),
        an_update(key="c", project="vllm", kind=Kind.BREAKING),
        an_update(key="d", project="vllm", kind=Kind.PAPER),
    ]
    grid = by_project_and_kind(updates)
    assert (grid.rows, grid.columns, grid.counts) == (("vllm", "triton"), ("breaking", "fix"), ((1, 1), (0, 1)))


def test_hardware_against_projects() -> None:
    """A change counts for what it is about once, not for what it mentions, and noise does not count."""
    updates = [
        an_update(key="a", project="vllm", tags=["hardware:sm120"]),
        an_update(key="b", project="vllm", mentions=["hardware:sm90"]),
        an_update(key="c", project="vllm", tags=["hardware:sm120"], noise=True),
        an_update(key="d", project="triton", tags=["hardware:sm90", "hardware:sm120"]),
    ]
    grid = hardware_by_project(updates)
    assert (grid.rows, grid.columns) == (("sm120", "sm90"), ("triton", "vllm"))
    assert grid.counts == ((1, 1), (1, 0))


@pytest.mark.parametrize("over", [-1, 0, 1])
def test_the_emptiest_rows_find_no_room(over: int) -> None:
    """Beyond the most rows the emptiest are left out and counted."""
    updates = [
        an_update(key=f"{project}/{number}", project=f"p{project:02}")
        for project in range(MOST_ROWS + over)
        for number in range(project + 1)
    ]
    grid = by_project_and_kind(updates)
    assert (len(grid.rows), grid.rows_left_out) == (min(MOST_ROWS + over, MOST_ROWS), max(over, 0))
    assert grid.rows[0] == f"p{MOST_ROWS + over - 1:02}"


@pytest.mark.parametrize("over", [-1, 0, 1])
def test_the_emptiest_columns_find_no_room(over: int) -> None:
    """Beyond the most columns the emptiest projects are not drawn."""
    updates = [
        an_update(key=f"{project}", project=f"p{project:02}", tags=["hardware:sm120"])
        for project in range(MOST_COLUMNS + over)
    ]
    assert len(hardware_by_project(updates).columns) == min(MOST_COLUMNS + over, MOST_COLUMNS)


def test_nothing_to_draw() -> None:
    """Without updates a grid is empty."""
    assert by_project_and_kind([]).is_empty
    assert hardware_by_project([an_update()]).is_empty
