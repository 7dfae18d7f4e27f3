"""What is offered when nothing was found."""

from __future__ import annotations

import pytest

from bot.domain.neighbours import NEAREST_SHOWN, nearest
from bot.domain.query import Query
from bot.domain.related import Joined
from tests.factories import NOW, SHANGHAI, a_query, a_window

WINDOW = a_window()


def offered(query: Query, *empty: str) -> list[tuple[str, int, int]]:
    """The offers for a query where the questions named `empty` find nothing, and all others one update in the window
    and two in all."""

    def search(asked: Query, _: int) -> Joined:
        words = " ".join((*sorted(tag.name for tag in asked.tags), *asked.phrases))
        count = 0 if words in empty else 1 if asked.window == WINDOW else 2
        return Joined((), count, 0, 0)

    return [(one.text, one.in_window, one.ever) for one in nearest(query, WINDOW, SHANGHAI, NOW, search)]


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        pytest.param(a_query("hardware:sm120"), [], id="nothing can be left away"),
        pytest.param(a_query(phrases=("a b",)), [], id="a phrase alone"),
        pytest.param(a_query("hardware:sm120", phrases=("a b",)), ["sm120", '"a b"'], id="a phrase and a card"),
        pytest.param(
            a_query("project:vllm", "hardware:sm120", phrases=("a b",)),
            ["vllm sm120", 'vllm "a b"', 'sm120 "a b"'],
            id="the phrase stays where a tag is left away",
        ),
        pytest.param(a_query("project:vllm", "format:awq"), ["vllm", "awq"], id="two facets"),
    ],
)
def test_each_part_is_left_away_in_turn(query: Query, texts: list[str]) -> None:
    """The finest part first, the project last."""
    assert [text for text, _, _ in offered(query)] == texts


def test_what_finds_nothing_is_not_offered() -> None:
    """An offer leads to an answer."""
    assert offered(a_query("hardware:sm120", phrases=("a b",)), "sm120") == [('"a b"', 1, 2)]


def test_so_many_are_offered() -> None:
    """A reader chooses among a few."""
    query = a_query("project:vllm", "hardware:sm120", "format:awq", "topic:moe")
    assert len(offered(query)) == NEAREST_SHOWN


def test_exclusions_stay() -> None:
    """What was not wanted is not offered."""
    query = a_query("project:vllm", "format:awq", excluded=a_query("hardware:rocm").tags, excluded_words=("test",))
    assert [text for text, _, _ in offered(query)] == ["vllm -rocm -test", "awq -rocm -test"]
