"""Questions for one change: addresses, numbers, hashes."""

from __future__ import annotations

import pytest

from bot.domain.identity import ReferenceKind
from tests.domain.field import reading_of, tags

PULL = "https://github.com/vllm-project/vllm/pull/47910"


@pytest.mark.parametrize(
    "question",
    [
        pytest.param(PULL, id="address"),
        pytest.param(f"what is {PULL}/files ?", id="sub-page in a sentence"),
        pytest.param("vllm#47910", id="project and number"),
        pytest.param("vllm #47910", id="blank before the hash"),
        pytest.param("VLLM-Project/vLLM#47910", id="repository and number"),
        pytest.param("vllm 47910", id="bare number"),
        pytest.param("47910 vllm", id="number first"),
        pytest.param("vllm pr 47910", id="pr"),
    ],
)
def test_a_pull_request_is_asked_for(question: str) -> None:
    """Every way to name a pull request gives the same reference and spelling."""
    reading = reading_of(question)
    assert reading.reference is not None
    assert reading.reference.key == "vllm-project/vllm#47910"
    assert reading.text == "vllm#47910"
    assert reading.query.tags == tags("project:vllm")
    assert not reading.is_empty


def test_commits_papers_and_releases() -> None:
    """A commit by address or by hash, a paper by number, a release by address."""
    sha = "b1384f5ec6b03140fda8c291aec07d35ce3d5c4c"
    for question in (f"https://github.com/vllm-project/vllm/commit/{sha}", f"vllm {sha}", f"vllm-project/vllm@{sha}"):
        found = reading_of(question).reference
        assert found is not None
        assert (found.kind, found.commit) == (ReferenceKind.COMMIT, sha)
    for question in ("2611.09825", "arxiv 2611.09825", "https://arxiv.org/abs/2611.09825"):
        found = reading_of(question).reference
        assert found is not None
        assert (found.kind, found.paper) == (ReferenceKind.PAPER, "2611.09825")
    release = reading_of("https://github.com/flashinfer-ai/flashinfer/releases/tag/v0.6.15").reference
    assert release is not None
    assert (release.kind, release.tag) == (ReferenceKind.RELEASE, "v0.6.15")


@pytest.mark.parametrize("question", [PULL, "vllm 47910", "vllm b1384f5ec6b0", "arxiv 2611.09825"])
def test_spelling_of_a_reference_reads_back(question: str) -> None:
    """What a button carries asks for the same thing."""
    reading = reading_of(question)
    assert reading_of(reading.text).reference == reading.reference


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("vllm 5090", id="a product"),
        pytest.param("vllm 64", id="two digits"),
        pytest.param("vllm 512 head dim", id="with other words"),
        pytest.param("nothing#12", id="no project"),
        pytest.param("47910", id="a number alone"),
        pytest.param("vllm -47910", id="taken away"),
        pytest.param("vllm 0123", id="no number of a pull request"),
    ],
)
def test_what_is_no_reference(question: str) -> None:
    """Products, small numbers and numbers among words are not a pull request."""
    assert reading_of(question).reference is None
