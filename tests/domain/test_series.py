"""Which part numbers belong to one series."""

from __future__ import annotations

import pytest

from bot.domain.series import are_parts_of_one, series_name
from tests.factories import an_update


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("[1/4] Disaggregated rollout: pull endpoint", "[2/4] Disaggregated rollout: engine", id="a-name"),
        pytest.param("[Perf][1/N] Expand Triton warmup, DSv4", "[Perf][2/N] Expand Triton warmup, Qwen", id="words"),
        pytest.param("[Model] Add Inkling support [1/N]", "[Model] Add Inkling LoRA [4/N]", id="prefix-and-a-word"),
        pytest.param("[2/n] [CP] Add strategy classes", "[3/N][CP] Implement zigzag strategy", id="prefix-anywhere"),
    ],
)
def test_parts_of_one_series(first: str, second: str) -> None:
    """A name of their own, common words, or a common prefix with a word make parts a series."""
    assert are_parts_of_one(an_update(first, number=1), an_update(second, number=2))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("[MUSA][9/N] Add attention backend", "[MUSA][10/N] Add GGUF loader", id="only-a-prefix"),
        pytest.param("[Helion][1/N] Add kernel for norm_a", "[Helion][1/N] Add kernel for norm_b", id="one-number"),
        pytest.param("[LoRA][1/N] Integrate MoE LoRA", "[Model] Add Inkling LoRA support [4/N]", id="only-a-word"),
        pytest.param("[1/3] Block pool for the scheduler", "[2/5] Block pool for the worker", id="other-totals"),
        pytest.param("[1/3] Block pool for the scheduler", "Block pool for the worker", id="no-part"),
    ],
)
def test_parts_of_different_series(first: str, second: str) -> None:
    """Part numbers of different things are not tied together."""
    assert not are_parts_of_one(an_update(first, number=1), an_update(second, number=2))


def test_the_longest_bracket_of_several_words_names_a_series() -> None:
    """An area's short prefix is no name."""
    assert series_name("[2/N][KV-Cache Layout Refactor][V1] Pack K and V") == "kv-cache layout refactor"
    assert series_name("[2/N][Core] Pack K and V") == ""
