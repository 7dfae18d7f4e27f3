"""Which subscriptions somebody means by words."""

from __future__ import annotations

import pytest

from bot.domain.query import Query
from bot.domain.subscription_naming import named_by
from tests.factories import a_query, a_subscription

FLASHINFER, SM120 = "project:flashinfer", "hardware:sm120"
BOTH = a_subscription("flashinfer sm120", id=1, query=a_query(FLASHINFER, SM120))
QUOTED = a_subscription('flashinfer "deadlock"', id=2, query=a_query(FLASHINFER, phrases=("deadlock",)))
WITHOUT = a_subscription(
    "moe -rocm", id=3, query=a_query("topic:moe", excluded=a_query("hardware:rocm").tags, words=("experts",))
)
WORDS = a_subscription("mamba state", id=4, query=a_query(words=("mamba", "state")))
STACK = a_subscription("my stack", id=5, query=a_query("project:sglang"), of_stack=True)
OWN = (BOTH, QUOTED, WITHOUT, WORDS, STACK)


@pytest.mark.parametrize(
    ("text", "query", "meant"),
    [
        pytest.param("sm120 FlashInfer", a_query(FLASHINFER, SM120), [1], id="its words"),
        pytest.param("flashinfer rtx 5090", a_query(FLASHINFER, SM120), [1], id="its question"),
        pytest.param("rtx 5090", a_query(SM120), [1], id="a part of its question"),
        pytest.param("flashinfer", a_query(FLASHINFER), [1, 2], id="words of several"),
        pytest.param("fi", a_query(FLASHINFER), [1, 2], id="a part of several"),
        pytest.param("fi deadlock", a_query(FLASHINFER, phrases=("deadlock",)), [2], id="a phrase"),
        pytest.param("moe", a_query("topic:moe"), [3], id="more than it takes away"),
        pytest.param(
            "experts -amd", a_query("topic:moe", excluded=a_query("hardware:rocm").tags), [3], id="ranking words"
        ),
        pytest.param(
            "experts -npu", a_query("topic:moe", excluded=a_query("hardware:npu").tags), [], id="another exclusion"
        ),
        pytest.param("state mamba", a_query(words=("state", "mamba")), [4], id="words alone"),
        pytest.param("sglang", a_query("project:sglang"), [], id="a project of what is run"),
        pytest.param("everything", Query(), [], id="nothing in particular"),
        pytest.param("foo", None, [], id="not understood"),
        pytest.param("hopper", a_query("hardware:hopper"), [], id="none has it"),
    ],
)
def test_named(text: str, query: Query | None, meant: list[int]) -> None:
    """The nearest to what was typed: the text, then the question, then those that hold it."""
    assert [one.id for one in named_by(text, query, OWN)] == meant
