"""Identity: which update is meant, whoever tells of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.identity import (
    ReferenceKind,
    at_present,
    commit_key,
    commit_url,
    is_repository,
    post_key,
    pull_number,
    reference_of,
    release_key,
    release_url,
)
from tests.factories import some_projects

SHA = "9d33a28e8321b2da099e7106fbc527ab3bca904c"


@pytest.mark.parametrize(
    ("title", "number"),
    [
        pytest.param("fix: reject invalid lowering (#3844)", 3844, id="at the end"),
        pytest.param("fix: drain loop (#3578) (#3682)", 3682, id="the last of two"),
        pytest.param("fix: drain loop (#3682)  ", 3682, id="blanks behind"),
        pytest.param("common : add nvfp4 (#0)", None, id="number nought is none"),
        pytest.param("common : add nvfp4 (#0123)", None, id="leading nought"),
        pytest.param("metal : consolidate bin kernels (llama/19390)", None, id="another repository's"),
        pytest.param("Revert (#12) for now", None, id="not at the end"),
        pytest.param("huge (#1234567890)", None, id="longer than any number"),
        pytest.param("", None, id="empty"),
    ],
)
def test_a_pull_request_is_read_from_the_end_of_a_title(title: str, number: int | None) -> None:
    """The number in the last brackets of a title is its pull request's."""
    assert pull_number(title) == number


def test_a_commit_and_its_pull_request_have_one_key() -> None:
    """A title that ends in a pull request's number decides before the hash, owner and name folded."""
    assert commit_key("Flashinfer-AI/FlashInfer", SHA, "Add GEMM (#3891)") == "flashinfer-ai/flashinfer#3891"
    assert commit_key("Flashinfer-AI/FlashInfer", SHA.upper(), "Add GEMM (#0)") == f"flashinfer-ai/flashinfer@{SHA}"


def test_tags_keep_their_case() -> None:
    """Repositories are folded, tags are not: a host tells those apart."""
    assert release_key("NVIDIA/Cutlass", "V4.5.0") == "nvidia/cutlass:V4.5.0"


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        pytest.param("https://github.com/vllm-project/vllm/pull/47910", "pull", "vllm-project/vllm#47910", id="pull"),
        pytest.param("http://www.github.com/A/b/pull/7/files#diff-1", "pull", "a/b#7", id="a pull request's files"),
        pytest.param("https://github.com/a/b/issues/7", "pull", "a/b#7", id="issues count with pull requests"),
        pytest.param(f"https://github.com/A/b/commit/{SHA}", "commit", f"a/b@{SHA}", id="commit"),
        pytest.param("https://github.com/a/b/commit/9D33A28E8321", "commit", "a/b@9d33a28e8321", id="cut commit"),
        pytest.param("https://github.com/a/b/releases/tag/v1.9.0", "release", "a/b:v1.9.0", id="release"),
        pytest.param("https://github.com/a/b/releases/tag/x%2Fv1", "release", "a/b:x/v1", id="a slash in a tag"),
        pytest.param("https://arxiv.org/abs/2611.09825v2", "paper", "arxiv:2611.09825", id="a paper's revision"),
        pytest.param("https://arxiv.org/pdf/2611.09825.pdf", "paper", "arxiv:2611.09825", id="a paper's pages"),
        pytest.param("arXiv 2611.09825", "paper", "arxiv:2611.09825", id="a paper's number"),
        pytest.param("vllm-project/vllm#47910", "pull", "vllm-project/vllm#47910", id="short pull"),
        pytest.param(f"a/b@{SHA[:12]}", "commit", f"a/b@{SHA[:12]}", id="short commit"),
        pytest.param("https://Blog.vLLM.ai/2026/post/", "post", "post:blog.vllm.ai/2026/post", id="post"),
        pytest.param("https://github.com/a/b/wiki/Home", "post", "post:github.com/a/b/wiki/Home", id="another page"),
        pytest.param("https://github.com:8443/a/b/pull/7", "post", "post:github.com:8443/a/b/pull/7", id="a port"),
        pytest.param("https://github.com/a/b/pull/0", "post", "post:github.com/a/b/pull/0", id="number nought"),
    ],
)
def test_an_address_is_read_back(text: str, kind: str, key: str) -> None:
    """An address or a written reference gives the key of the update that it points at."""
    reference = reference_of(text)
    assert reference is not None
    assert (reference.kind, reference.key) == (ReferenceKind(kind), key)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("flashinfer sm120", id="words"),
        pytest.param("https://user:secret@github.com/a/b/pull/7", id="a password"),
        pytest.param("https://localhost/a", id="a bare host"),
        pytest.param("https://github.com/a/b/pull/7\u202e", id="a bidirectional character"),
        pytest.param("javascript:alert(1)", id="another scheme"),
        pytest.param("https://[::1/a", id="a broken host"),
        pytest.param("https://github.com:99999/a", id="a port that cannot be"),
        pytest.param("a/..#7", id="a name that is a directory"),
    ],
)
def test_what_is_no_address_points_at_nothing(text: str) -> None:
    """Anything else is None, and never an error."""
    assert reference_of(text) is None


@given(st.text(max_size=60))
def test_any_text_is_read_without_an_error(text: str) -> None:
    """Whatever people type or paste, reading it raises nothing."""
    for address in (text, f"https://github.com/{text}", f"https://{text}"):
        reference = reference_of(address)
        assert reference is None or reference.key


def test_an_old_name_meets_the_same_update() -> None:
    """An address under a repository's old name has the key of its present one."""
    reference = reference_of("https://github.com/Volcengine/verl/pull/6951")
    assert reference is not None
    assert at_present(reference, some_projects()).key == "verl-project/verl#6951"


def test_addresses_are_short_and_escaped() -> None:
    """A commit's address is cut to twelve digits; a tag's signs are escaped."""
    assert commit_url("a/b", SHA) == "https://github.com/a/b/commit/9d33a28e8321"
    assert release_url("a/b", "v1 <x>") == "https://github.com/a/b/releases/tag/v1%20%3Cx%3E"


def test_posts_are_told_apart_by_their_question() -> None:
    """Scheme, fragment and closing slash do not matter for a post, what is asked for does."""
    assert post_key("http://Example.org/a/#top") == post_key("https://example.org/a")
    assert post_key("https://example.org/a?id=1") != post_key("https://example.org/a?id=2")


@pytest.mark.parametrize("text", ["a/b", "Dao-AILab/flash-attention", "a/b.c", "name_company/x"])
def test_repositories_are_owner_and_name(text: str) -> None:
    """The names that hosts give are taken."""
    assert is_repository(text)


@pytest.mark.parametrize("text", ["", "a", "a/", "/b", "a/b/c", "a/..", "a b/c", "-a/b", "a/<b>", "a/\u202eb"])
def test_other_names_are_no_repositories(text: str) -> None:
    """Nothing else is."""
    assert not is_repository(text)
