"""How many seeds are lived through: `--seeds`, which `make soak SEEDS=n` sets."""

from __future__ import annotations

import pytest

SEEDS = 1


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many seeds; SEEDS of them take less than five minutes in all."""
    parser.addoption("--seeds", type=int, default=SEEDS, help="how many seeds the soak lives through")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with a `seed` runs once for each."""
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range(metafunc.config.getoption("--seeds")))
