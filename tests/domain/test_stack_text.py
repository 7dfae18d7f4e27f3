"""The words of a pasted stack, and whether it is a list at all."""

from __future__ import annotations

import pytest

from bot.domain.stack_text import HEAD_ROOM, LEAST_ROWS, MOST_WORDS, is_list, words_of


@pytest.mark.parametrize("rows", [LEAST_ROWS - 1, LEAST_ROWS, LEAST_ROWS + 1])
def test_rows_without_a_head(rows: int) -> None:
    """So many names with a version behind each make a list."""
    assert is_list(" ".join(f"p{number} 1.{number}" for number in range(rows))) is (rows >= LEAST_ROWS)


@pytest.mark.parametrize("room", [HEAD_ROOM - 1, HEAD_ROOM, HEAD_ROOM + 1])
def test_a_head_stands_in_front(room: int) -> None:
    """A notice or a prompt may stand before the head of a table; a text that comes to speak of one later is none."""
    head = "package version"
    assert is_list(f"{'x' * (room - len(head) - 1)} {head} vllm 0.24.0") is (room <= HEAD_ROOM)


@pytest.mark.parametrize("count", [MOST_WORDS - 1, MOST_WORDS, MOST_WORDS + 1])
def test_bounded(count: int) -> None:
    """So many words are read, and it is told that there were more."""
    words, cut = words_of("x " * count)
    assert len(words) == min(count, MOST_WORDS)
    assert cut is (count > MOST_WORDS)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("overflow in vllm 0.24.0", id="a question"),
        pytest.param("which package version of vllm breaks", id="its words in a question"),
        pytest.param("", id="nothing"),
    ],
)
def test_no_list(text: str) -> None:
    """A question is none."""
    assert not is_list(text)
