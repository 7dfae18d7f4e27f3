"""Questions that nothing can ever meet."""

from __future__ import annotations

import pytest

from bot.domain.contradiction import contradiction
from bot.domain.query import Query
from bot.domain.tag import Tag
from tests.factories import a_query, a_vocabulary


def without(*tags: str) -> frozenset[Tag]:
    """The tags that a query excludes."""
    return frozenset(map(Tag.parse, tags))


@pytest.mark.parametrize(
    ("query", "names"),
    [
        pytest.param(a_query("project:vllm", excluded=without("project:vllm")), ("vllm",), id="the same project"),
        pytest.param(a_query("kind:breaking", excluded=without("kind:breaking")), ("breaking",), id="the same kind"),
        pytest.param(a_query("hardware:sm90", excluded=without("hardware:hopper")), ("sm90",), id="its family"),
        pytest.param(a_query("hardware:hopper", excluded=without("hardware:sm90")), (), id="one of a family"),
        pytest.param(
            a_query("project:vllm", "project:flashinfer", excluded=without("project:vllm")),
            (),
            id="one of two",
        ),
        pytest.param(
            a_query("project:vllm", "hardware:sm90", excluded=without("hardware:sm90")),
            ("sm90",),
            id="one facet",
        ),
        pytest.param(
            a_query("project:vllm", either=(without("project:flashinfer"),), excluded=without("project:vllm")),
            (),
            id="another reading is left",
        ),
        pytest.param(a_query(phrases=("foo bar",), excluded_words=("bar",)), ("foo bar",), id="a word of a phrase"),
        pytest.param(a_query(words=("foo",), excluded_words=("foo",)), ("foo",), id="the only word"),
        pytest.param(a_query("project:vllm", words=("foo",), excluded_words=("foo",)), (), id="a word that only ranks"),
        pytest.param(a_query("project:vllm"), (), id="nothing excluded"),
    ],
)
def test_contradiction(query: Query, names: tuple[str, ...]) -> None:
    """What is asked for and left out at once is named; a question that something can meet has none."""
    assert contradiction(query, a_vocabulary()) == names
