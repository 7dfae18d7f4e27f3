"""A stack: which changes concern who runs it."""

from __future__ import annotations

import pytest

from bot.domain.stack import Pin, Stack, names_a_setup, touches
from bot.domain.update import Update
from tests.factories import a_tag, a_vocabulary, an_update

OURS = Stack((Pin("flashinfer", "0.6.14"),), frozenset({a_tag("hardware:sm120"), a_tag("format:nvfp4")}))


@pytest.mark.parametrize(
    ("update", "touched", "named"),
    [
        pytest.param(an_update(tags=("hardware:sm120",)), True, True, id="our card"),
        pytest.param(an_update(tags=("hardware:sm90",)), False, True, id="another card"),
        pytest.param(an_update(tags=("hardware:blackwell",)), True, True, id="our card's family"),
        pytest.param(an_update(tags=("hardware:sm120", "format:mxfp8")), False, True, id="our card, another format"),
        pytest.param(an_update(tags=("model:qwen3.5",)), True, True, id="any model is run"),
        pytest.param(an_update(), True, False, id="names nothing"),
        pytest.param(an_update(repository="vllm-project/vllm", tags=("hardware:sm120",)), False, True, id="not run"),
        pytest.param(an_update(mentions=("hardware:sm90",)), True, False, id="a mention excludes nothing"),
    ],
)
def test_what_touches_a_stack(update: Update, touched: bool, named: bool) -> None:
    """Its project is run, and what it is about is run; what it does not name excludes nothing."""
    assert touches(update, OURS, a_vocabulary()) is touched
    assert names_a_setup(update) is named


def test_a_family_that_is_run_is_met_by_its_members() -> None:
    """Who says Blackwell runs SM120 too."""
    stack = Stack(tags=frozenset({a_tag("hardware:blackwell")}))
    assert touches(an_update(tags=("hardware:sm120",)), stack, a_vocabulary())
    assert not touches(an_update(tags=("hardware:sm90",)), stack, a_vocabulary())


def test_an_empty_stack_is_touched_by_nothing() -> None:
    """Who said nothing of what they run has no stack."""
    assert Stack().is_empty
    assert not touches(an_update(), Stack(), a_vocabulary())
    assert Stack((Pin("vllm"), Pin("vllm", "0.24"))).projects == {"vllm"}
