"""Why a change answers a standing query or not, said in agreement with matching."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.fitting import Fit, Miss, fit
from bot.domain.matching import matches
from tests.factories import a_query, a_tag, a_vocabulary, an_update

VOCABULARY = a_vocabulary()
SM120 = a_query("project:flashinfer", "hardware:sm120")


@pytest.mark.parametrize(
    ("update", "query", "found"),
    [
        pytest.param({"tags": ("hardware:sm120",)}, SM120, Fit(Miss.NOTHING), id="answers"),
        pytest.param({"tags": ("hardware:sm120",), "noise": True}, SM120, Fit(Miss.NOISE), id="noise"),
        pytest.param(
            {"tags": ("hardware:sm86",), "mentions": ("hardware:sm120",)},
            SM120,
            Fit(Miss.MENTIONS, frozenset({a_tag("hardware:sm120")}), alone=True),
            id="WORDING.md 4: mentions only",
        ),
        pytest.param(
            {"tags": ("hardware:sm90",)},
            SM120,
            Fit(Miss.LACKS, frozenset({a_tag("hardware:sm120")}), alone=True),
            id="lacks",
        ),
        pytest.param(
            {"tags": ("hardware:sm90",), "noise": True},
            SM120,
            Fit(Miss.LACKS, frozenset({a_tag("hardware:sm120")})),
            id="lacks, and is noise",
        ),
        pytest.param(
            {"tags": ("hardware:sm90",)},
            a_query("project:vllm", "hardware:sm120"),
            Fit(Miss.LACKS, frozenset({a_tag("project:vllm"), a_tag("hardware:sm120")})),
            id="lacks two",
        ),
        pytest.param(
            {"tags": ("hardware:sm120", "format:fp8")},
            a_query("hardware:sm120", excluded=frozenset({a_tag("format:fp8")})),
            Fit(Miss.EXCLUDED, frozenset({a_tag("format:fp8")}), alone=True),
            id="taken away",
        ),
        pytest.param({}, a_query(phrases=("no such words",)), Fit(Miss.WORDS), id="words"),
        pytest.param({}, a_query("project:flashinfer", excluded_words=("hopper",)), Fit(Miss.EXCLUDED), id="a word"),
        pytest.param(
            {"tags": ("project:vllm", "hardware:ascend")},
            a_query("project:vllm-ascend", either=(frozenset({a_tag("hardware:ascend")}),)),
            Fit(Miss.NOTHING),
            id="another reading answers",
        ),
    ],
)
def test_fit(update: dict[str, Any], query: Any, found: Fit) -> None:
    """The first thing that keeps it from answering, with the tags that do."""
    tags = ("project:flashinfer", *update.pop("tags", ()))
    assert fit(an_update(tags=tags, **update), query, VOCABULARY) == found


NAMES = ("project:flashinfer", "project:vllm", "hardware:sm120", "hardware:sm90", "hardware:blackwell", "format:fp8")
some_tags = st.lists(st.sampled_from(NAMES), max_size=4)


@given(some_tags, some_tags, some_tags, some_tags, st.booleans())
def test_agrees_with_matching(
    about: list[str], mentioned: list[str], wanted: list[str], excluded: list[str], noise: bool
) -> None:
    """Nothing is missing exactly where the change answers the query."""
    update = an_update(tags=about, mentions=mentioned, noise=noise)
    query = a_query(*wanted, excluded=frozenset(map(a_tag, excluded)) - frozenset(map(a_tag, wanted)))
    assert (fit(update, query, VOCABULARY).miss is Miss.NOTHING) == matches(update, query, VOCABULARY)
