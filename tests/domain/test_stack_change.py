"""A change of a stack: what comes to it and what leaves it, by signs."""

from __future__ import annotations

import pytest

from bot.domain.question.lexicon import Lexicon
from bot.domain.stack_change import StackChange, joined, read_change, without
from bot.domain.stack_reading import Remark, Why, read_stack
from tests.factories import a_vocabulary, some_projects

LEXICON = Lexicon(a_vocabulary(), some_projects())


@pytest.mark.parametrize(
    ("text", "change"),
    [
        pytest.param("+sm120", StackChange("sm120"), id="added"),
        pytest.param("+ sm120 nvfp4", StackChange("sm120 nvfp4"), id="a sign apart counts on"),
        pytest.param("-sm90", StackChange("", "sm90"), id="dropped"),
        pytest.param("–sm90", StackChange("", "sm90"), id="a dash that a phone made"),
        pytest.param("+rtx 5090 -sm90 fp8", StackChange("rtx 5090", "sm90 fp8"), id="both"),
        pytest.param("- sm90", StackChange("", "sm90"), id="a sign apart"),
        pytest.param("vllm -sm90", None, id="no sign first"),
        pytest.param("- vllm=0.24.0 - numpy=2.1", None, id="lines of an environment's file"),
        pytest.param("-e git+https://x.test/a/b", None, id="an option of a requirements file"),
        pytest.param("--pre vllm", None, id="a long option"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_read_change(text: str, change: StackChange | None) -> None:
    """A sign first makes a change; a pasted file does not."""
    assert read_change(text) == change


@pytest.mark.parametrize(
    ("dropped", "left", "absent"),
    [
        pytest.param("rtx5090", "flashinfer vllm==0.24.0 fp8", (), id="as it was typed"),
        pytest.param("RTX 5090", "flashinfer vllm==0.24.0 fp8", (), id="in another spelling"),
        pytest.param("sm120", "flashinfer vllm==0.24.0 fp8", (), id="by what it means"),
        pytest.param("vllm==0.1 fp8", "flashinfer rtx5090", (), id="a project whatever its version"),
        pytest.param(
            "sm90 verl flashinfer",
            "vllm==0.24.0 rtx5090 fp8",
            (Remark(Why.ABSENT, "verl", ""), Remark(Why.ABSENT, "", "sm90")),
            id="what was not there",
        ),
    ],
)
def test_without(dropped: str, left: str, absent: tuple[Remark, ...]) -> None:
    """What is named leaves, the rest stays as it was typed, and what was not there is told."""
    before = read_stack("vllm==0.24.0 flashinfer rtx5090 fp8", LEXICON)
    after = without(before, read_stack(dropped, LEXICON), LEXICON)
    assert (after.text, after.remarks) == (left, absent)
    assert after.stack == read_stack(left, LEXICON).stack


def test_joined() -> None:
    """What comes to a stack takes nothing away but the pins of the same projects."""
    after = joined(read_stack("vllm==0.24.0 sm90", LEXICON), read_stack("vllm==0.25.0 sm120", LEXICON))
    assert after.text == "vllm==0.25.0 sm90 sm120"
    assert after.stack == read_stack(after.text, LEXICON).stack
