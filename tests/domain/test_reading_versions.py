"""Versions and ranges of a project in questions."""

from __future__ import annotations

import pytest

from bot.domain.errors import UserError
from bot.domain.query import VersionRange
from tests.domain.field import reading_of, tags

FIFTEEN = VersionRange("flashinfer", None, "0.6.15", ("0.6.15rc1", "0.6.15rc2", "0.6.15"))
RANGES = [
    pytest.param("flashinfer 0.6.15", FIFTEEN, "flashinfer 0.6.15", id="one version with its candidates"),
    pytest.param("0.6.15 flashinfer", FIFTEEN, "flashinfer 0.6.15", id="version first"),
    pytest.param("flashinfer v0.6.15", FIFTEEN, "flashinfer 0.6.15", id="v"),
    pytest.param("flashinfer==0.6.15", FIFTEEN, "flashinfer 0.6.15", id="as pip writes it"),
    pytest.param("flashinfer release 0.6.15", FIFTEEN, "flashinfer 0.6.15 release", id="release between"),
    pytest.param(
        "flashinfer 0.6.15rc2",
        VersionRange("flashinfer", None, "0.6.15rc2", ("0.6.15rc2",)),
        "flashinfer 0.6.15rc2",
        id="candidate",
    ),
    pytest.param(
        "flashinfer 0.6.14..0.6.15.post1",
        VersionRange("flashinfer", "0.6.14", "0.6.15.post1", ("0.6.15rc1", "0.6.15rc2", "0.6.15", "0.6.15.post1")),
        "flashinfer 0.6.14..0.6.15.post1",
        id="range",
    ),
    pytest.param(
        "vllm 0.27..0.28",
        VersionRange("vllm", "0.27.0", "0.28.0", ("0.28.0rc1", "0.28.0")),
        "vllm 0.27.0..0.28.0",
        id="short versions",
    ),
    pytest.param(
        "vllm since 0.26",
        VersionRange("vllm", "0.26.0", None, ("0.27.0", "0.28.0rc1", "0.28.0")),
        "vllm since:0.26.0",
        id="since",
    ),
    pytest.param(
        "moe since:0.27 vllm",
        VersionRange("vllm", "0.27.0", None, ("0.28.0rc1", "0.28.0")),
        "vllm since:0.27.0 moe",
        id="since, anywhere",
    ),
    pytest.param(
        "llama.cpp b12180",
        VersionRange("llama.cpp", None, "12180", ("12180",)),
        "llama.cpp b12180",
        id="build",
    ),
]


@pytest.mark.parametrize(("question", "wanted", "spelling"), RANGES)
def test_versions_of_the_project(question: str, wanted: VersionRange, spelling: str) -> None:
    """A version beside its project is a range of stored versions, and its spelling reads back."""
    reading = reading_of(question)
    assert reading.query.versions == wanted
    assert reading.query.words == ()
    assert reading.text == spelling
    assert reading_of(spelling).query == reading.query


@pytest.mark.parametrize(
    ("question", "word"),
    [
        pytest.param("vllm cuda 12.8", "12.8", id="of another name"),
        pytest.param("fp8 2.9", "2.9", id="without a project"),
        pytest.param("vllm flashinfer 0.6.15", "0.6.15", id="with two projects"),
        pytest.param("vllm b4096", "b4096", id="a project without builds"),
    ],
)
def test_numbers_of_something_else_are_words(question: str, word: str) -> None:
    """A number that does not clearly belong to one project only ranks."""
    reading = reading_of(question)
    assert reading.query.versions is None
    assert word in reading.query.words


def test_a_model_version_is_no_version_of_the_project() -> None:
    """`vllm kimi 2.5` is Kimi K2.5 in vLLM."""
    assert reading_of("vllm kimi 2.5").query.tags == tags("project:vllm", "model:kimi-k2.5")


@pytest.mark.parametrize(
    ("question", "sentence", "commands"),
    [
        pytest.param(
            "triton 3.6.0",
            "Triton's tags have not been read, so 3.6.0 cannot be looked up.",
            ["whatsnew triton"],
            id="tags not read",
        ),
        pytest.param(
            "flashinfer 0.6.99",
            "FlashInfer has no version 0.6.99 that was read. Nearest: 0.6.15.post1, 0.6.15, 0.6.14.",
            ["whatsnew flashinfer 0.6.15.post1", "whatsnew flashinfer 0.6.15", "whatsnew flashinfer 0.6.14"],
            id="not stored",
        ),
        pytest.param("flashinfer 0.6.15..0.6.13", "FlashInfer 0.6.15 does not come before 0.6.13.", [], id="backwards"),
    ],
)
def test_versions_that_cannot_be_looked_up_are_refused(question: str, sentence: str, commands: list[str]) -> None:
    """An unknown version is told plainly, with what can be asked instead."""
    with pytest.raises(UserError) as refused:
        reading_of(question)
    assert refused.value.sentence == sentence
    assert [suggestion.command for suggestion in refused.value.suggestions] == commands
