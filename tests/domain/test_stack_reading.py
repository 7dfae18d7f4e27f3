"""A stack is read from whatever is at hand: pins, an image's name, a frozen environment, plain names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.question.lexicon import Lexicon
from bot.domain.stack import Pin, Stack
from bot.domain.stack_reading import LONGEST_WORD, MOST_LINES, StackReading, merged, read_stack
from tests.factories import a_tag, a_vocabulary, some_projects

LEXICON = Lexicon(a_vocabulary(), some_projects())


def read(text: str) -> StackReading:
    """The text as the small field of the factories reads it."""
    return read_stack(text, LEXICON)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param(
            "vllm==0.24.0 flashinfer==0.6.14 sm90 nvfp4 deepseek-v4",
            "flashinfer==0.6.14 vllm==0.24.0 sm90 nvfp4 deepseek-v4",
            id="pins and names",
        ),
        pytest.param("vllm/vllm-openai:v0.24.0", "vllm==0.24.0", id="an image"),
        pytest.param("registry.example:5000/x/sglang:v0.5.2-cu126", "sglang==0.5.2", id="an image of a mirror"),
        pytest.param("vllm/vllm-openai:latest", "vllm", id="an image without a version"),
        pytest.param("vllm 0.24.0 rtx 5090", "vllm==0.24.0 rtx 5090", id="words"),
        pytest.param("vllm == 0.24.0", "vllm==0.24.0", id="blanks around the sign"),
        pytest.param("vllm=0.24.0 verl@0.8.0", "verl==0.8.0 vllm==0.24.0", id="conda's and npm's signs"),
        pytest.param("flashinfer-python==0.6.14", "flashinfer==0.6.14", id="the package's name"),
        pytest.param("flash_attn[x]==2.8.3", "", id="a package that is not watched"),
        pytest.param("vllm>=0.24,<1", "vllm", id="a range is no version"),
        pytest.param("vllm==0.24.0+cu130", "vllm==0.24.0", id="a local part"),
        pytest.param("vllm==0.24.0 vllm==0.25.0", "vllm==0.25.0", id="the later pin"),
        pytest.param("vllm @ https://example.org/vllm.whl", "vllm", id="an address"),
        pytest.param("VLLM==0.24.0 SM90", "vllm==0.24.0 sm90", id="any case"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_what_is_kept(text: str, kept: str) -> None:
    """The stack as it is kept, pins first; read again it is the same."""
    found = read(text)
    assert found.text == kept
    assert read(kept).stack == found.stack


def test_a_requirements_file() -> None:
    """Comments, options, hashes and markers are not read; what is not watched is counted, and a line that is no
    requirement is told and stops nothing."""
    text = """--index-url somewhere
# vllm==0.1.0
numpy==2.1.0  # via vllm
vllm==0.24.0 ; python_version >= "3.10" and sys_platform == "linux" \\
    --hash=sha256:abc
-e ./local
??? !
flashinfer-python==0.6.14
"""
    found = read(text)
    assert found.stack.pins == (Pin("flashinfer", "0.6.14"), Pin("vllm", "0.24.0"))
    assert (found.unwatched, found.unread) == (1, ("???", "!"))


def test_a_comment_without_line_breaks_ends_at_the_next_pin() -> None:
    """A form's text comes on one line."""
    found = read("numpy==2.1.0 # via vllm verl flashinfer==0.6.14")
    assert found.stack.pins == (Pin("flashinfer", "0.6.14"),)


@pytest.mark.parametrize("count", [MOST_LINES - 1, MOST_LINES, MOST_LINES + 1])
def test_bounded(count: int) -> None:
    """So many requirements are read, and it is told that there were more."""
    found = read("\n".join(f"package{number}==1.0" for number in range(count)))
    assert found.unwatched == min(count, MOST_LINES)
    assert found.cut == (count > MOST_LINES)


@pytest.mark.parametrize("length", [LONGEST_WORD, LONGEST_WORD + 1])
def test_long_words(length: int) -> None:
    """A word too long to be a requirement is told, cut."""
    assert read("!" * length).unread == ("!" * LONGEST_WORD,)


@given(st.text(max_size=200))
def test_no_text_is_an_error(text: str) -> None:
    """Whatever is pasted is read, and what is kept of it reads as the same."""
    found = read(text)
    assert read(found.text).stack == found.stack


def test_merged() -> None:
    """Another pin of a project takes the place of the first; tags add up."""
    before = Stack((Pin("vllm", "0.24.0"), Pin("verl")), frozenset({a_tag("hardware:sm90")}))
    after = merged(before, Stack((Pin("vllm", "0.25.0"),), frozenset({a_tag("format:fp8")})))
    assert after.pins == (Pin("verl"), Pin("vllm", "0.25.0"))
    assert after.tags == {a_tag("hardware:sm90"), a_tag("format:fp8")}
