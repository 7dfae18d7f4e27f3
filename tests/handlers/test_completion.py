"""Completion: what a line may become while somebody types."""

from __future__ import annotations

import pytest

from bot.platforms.base import Completion
from handlers.completion import LONGEST, MOST, completions
from handlers.deps import Deps


@pytest.mark.parametrize(
    ("prefix", "text"),
    [
        pytest.param("subs", "subscribe", id="a command"),
        pytest.param("flashi", "flashinfer", id="a project"),
        pytest.param("flashinfer sm12", "flashinfer sm120", id="a tag after a project"),
        pytest.param("FLASHINFER BLA", "FLASHINFER blackwell", id="in any case"),
    ],
)
def test_completes(prefix: str, text: str, deps: Deps) -> None:
    """The last word is completed from the table of commands and the catalogue; the rest stays as typed."""
    assert text in [completion.text for completion in completions(prefix, deps)]


@pytest.mark.parametrize("prefix", ["", "vllm ", "zzz", "vllm subscr"])
def test_nothing_to_complete(prefix: str, deps: Deps) -> None:
    """No word begun, an unknown one, and a command's word after the first complete to nothing."""
    assert completions(prefix, deps, search=False) == ()


@pytest.mark.parametrize(
    ("prefix", "offered"),
    [
        pytest.param("flashinfer bla", Completion('flashinfer "bla"', "search the words"), id="a part of a word"),
        pytest.param("zzz", Completion('"zzz"', "search the words"), id="an unknown word"),
        pytest.param(
            "flashinfer blackwe", Completion("flashinfer blackwell", "SM120"), id="a family names its members"
        ),
    ],
)
def test_what_it_will_be_read_as(prefix: str, offered: Completion, deps: Deps) -> None:
    """A chat platform offers the word itself to search for, and says what each line will be (WORDING.md 9)."""
    found = {completion.text: completion.note for completion in completions(prefix, deps)}
    assert offered.note in found[offered.text]


@pytest.mark.parametrize("prefix", ["", "vllm ", 'vllm "kv'])
def test_nothing_to_search(prefix: str, deps: Deps) -> None:
    """Where no word is begun, or it is quoted already, nothing is offered."""
    assert completions(prefix, deps) == ()


@pytest.mark.parametrize("length", [LONGEST - 1, LONGEST, LONGEST + 1, 100_000])
def test_a_long_line(length: int, deps: Deps) -> None:
    """However long a line is, the end of it is completed."""
    prefix = ("x " * length)[-(length - 4) :] + "sm12"
    assert any(completion.text.endswith("sm120") for completion in completions(prefix, deps))


@pytest.mark.parametrize("prefix", ["s", "f", "m"])
def test_never_more_than_a_platform_shows(prefix: str, deps: Deps) -> None:
    """At most 25, each once."""
    found = [completion.text for completion in completions(prefix, deps)]
    assert 0 < len(found) <= MOST
    assert len(set(found)) == len(found)
