"""The weights as they are read from ranking.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.domain.errors import ConfigError
from bot.domain.picking.signal import Signal
from config.ranking import LARGEST, load_ranking

MOVES = "ordinary = 0\ncompany = 0.5\nagain = 1\nsettled = 10\nfollows = 0.5\n"
READER = f"[reader]\n{MOVES}[reader.signals]\n"


def written(directory: Path, digest: str, reader: str = READER) -> Path:
    """A file of weights."""
    path = directory / "ranking.toml"
    path.write_text(f"[digest]\n{digest}\n{reader}", encoding="utf-8")
    return path


def test_the_shipped_weights_point_the_right_way() -> None:
    """A digest wants breaking changes, features and large work, and neither CI nor tests."""
    signals = load_ranking().digest.signals
    wanted = (Signal.BREAKING, Signal.FEATURE, Signal.LARGE_FEATURE, Signal.DEFAULT_CHANGED, Signal.FIGURE)
    assert all(signals[signal] > 0 for signal in wanted)
    assert all(signals[signal] < 0 for signal in (Signal.CI, Signal.TEST, Signal.DOCS, Signal.NOISE, Signal.REVERT))


def test_a_readers_weights_let_a_fix_weigh() -> None:
    """A reader is told of fixes that a general digest leaves behind."""
    found = load_ranking()
    assert found.reader.signals[Signal.FIX] > 0 > found.digest.signals[Signal.FIX]


def test_weights_are_read(tmp_path: Path) -> None:
    """Numbers whole or not are read by the signal's name, and words by themselves."""
    found = load_ranking(written(tmp_path, MOVES + '[digest.signals]\n"new model" = 2\n[digest.words]\ntree = -0.5'))
    assert found.digest.signals == {Signal.NEW_MODEL: 2.0}
    assert found.digest.words == {"tree": -0.5}
    assert found.digest.settled == 10


@pytest.mark.parametrize(
    ("digest", "says"),
    [
        pytest.param(MOVES + "[digest.signals]\nnewness = 1", "newness is not a key", id="unknown signal"),
        pytest.param(MOVES + '[digest.signals]\nfix = "much"', "fix must be a number", id="no number"),
        pytest.param(MOVES + "[digest.signals]\nfix = true", "fix must be a number", id="a flag"),
        pytest.param(MOVES + "[digest.signals]\nfix = inf", "fix must be a number", id="infinite"),
        pytest.param(MOVES + "[digest.signals]\nfix = nan", "fix must be a number", id="not a number"),
        pytest.param(MOVES + "[digest.signals]\nfix = 100.5", "fix is beyond 100", id="too large"),
        pytest.param(MOVES + '[digest.words]\n"two words" = 1', "two words is no single word", id="two words"),
        pytest.param(MOVES + "[digest.words]\nTree = 1", "Tree is no single word", id="a word that titles never have"),
        pytest.param("company = 1", "ordinary is missing", id="missing"),
        pytest.param(MOVES.replace("10", "-1"), "settled must not be negative", id="negative place"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, digest: str, says: str) -> None:
    """What is wrong is said with file, table and key."""
    with pytest.raises(ConfigError, match=f"ranking.toml: .*digest.*{says}"):
        load_ranking(written(tmp_path, digest))


@pytest.mark.parametrize("weight", [LARGEST, -LARGEST])
def test_the_largest_weights_are_taken(tmp_path: Path, weight: float) -> None:
    """The bound itself is allowed."""
    found = load_ranking(written(tmp_path, f"{MOVES}[digest.signals]\nfix = {weight}"))
    assert found.digest.signals[Signal.FIX] == weight
