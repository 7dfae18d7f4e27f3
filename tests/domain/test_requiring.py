"""Words that only rank become required ones where a question is to stand."""

from __future__ import annotations

import pytest

from bot.domain.question.requiring import requiring


@pytest.mark.parametrize(
    ("text", "words", "wanted"),
    [
        pytest.param("vllm deadlock", ("deadlock",), 'vllm "deadlock"', id="a bare word"),
        pytest.param("vllm, word:stack", ("stack",), 'vllm, "stack"', id="with its operator"),
        pytest.param('vllm word:"a b"', ("a b",), 'vllm "a b"', id="a run of words"),
        pytest.param("stacktrace stack", ("stack",), 'stacktrace "stack"', id="not inside another word"),
        pytest.param("word:v0.24.0, sm120", ("v0.24.0",), '"v0.24.0", sm120', id="before a comma"),
        pytest.param("vllm Deadlock", ("deadlock",), 'vllm "deadlock"', id="in any case"),
        pytest.param("vllm a(b", ("a(b",), 'vllm "a(b"', id="what a pattern would read otherwise"),
        pytest.param("vllm", ("gone",), "vllm", id="a word that is not there"),
        pytest.param("vllm", (), "vllm", id="no words"),
    ],
)
def test_requiring(text: str, words: tuple[str, ...], wanted: str) -> None:
    """Each word is quoted where it stands as a word."""
    assert requiring(text, words) == wanted
