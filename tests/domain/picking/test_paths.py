"""What a path belongs to."""

from __future__ import annotations

import pytest

from bot.domain.picking.paths import PATHS_READ, touched


@pytest.mark.parametrize(
    ("path", "core", "tests", "side"),
    [
        pytest.param("engine/planner.py", 1, 0, 0, id="code"),
        pytest.param("csrc/kernels/gemm.cu", 1, 0, 0, id="kernel"),
        pytest.param("engine/attention/contest.py", 1, 0, 0, id="a word that ends in test"),
        pytest.param("tests/test_planner.py", 0, 1, 0, id="tests folder"),
        pytest.param("engine/test_planner.py", 0, 1, 0, id="test file beside the code"),
        pytest.param("engine/planner_test.go", 0, 1, 0, id="test by its ending"),
        pytest.param("conftest.py", 0, 1, 0, id="conftest"),
        pytest.param("docs/source/guide.rst", 0, 0, 1, id="docs"),
        pytest.param("README.md", 0, 0, 1, id="readme"),
        pytest.param(".github/workflows/lint.yaml", 0, 0, 1, id="workflow"),
        pytest.param("benchmarks/serve.py", 0, 0, 1, id="benchmark"),
        pytest.param("examples/offline.py", 0, 0, 1, id="example"),
        pytest.param("Dockerfile.rocm", 0, 0, 1, id="Dockerfile"),
    ],
)
def test_a_path_belongs_to_one_area(path: str, core: int, tests: int, side: int) -> None:
    """Code, tests, and what stands beside both are told apart by folder and name."""
    found = touched((path,))
    assert (found.core, found.tests, found.side) == (core, tests, side)


def test_folders_are_counted_once() -> None:
    """Two files of a folder are one folder."""
    assert len(touched(("engine/a.py", "engine/b.py", "kernels/c.py")).folders) == 2


@pytest.mark.parametrize(("given", "read"), [(PATHS_READ + more, PATHS_READ + min(0, more)) for more in (-1, 0, 1)])
def test_so_many_paths_are_read(given: int, read: int) -> None:
    """A change of ten thousand files costs no more than one of a hundred."""
    assert touched(tuple(f"engine/{number}.py" for number in range(given))).paths == read


def test_no_paths_touch_nothing() -> None:
    """A change whose paths are not known touches nothing."""
    assert touched(()).paths == 0
