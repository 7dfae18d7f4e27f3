"""Digest articles: each sentence becomes the text of what it cites."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.errors import SourceError
from bot.domain.project import Group, Projects, Scheme, TagSeries
from bot.domain.state import Stage, State
from bot.domain.update import BodyState, Kind, Precision, RawUpdate
from bot.sources.article import ARTICLE_LIMIT, ArticleSource
from bot.sources.article_text import SENTENCE_LIMIT, addresses_of, sentences_of
from bot.sources.base import FoundUpdate, Item, NamedOnly, Refusal
from tests.factories import a_project, some_projects

NOW = datetime(2026, 11, 30, tzinfo=UTC)
SHA = "17228c6f9eae0c5bb9498d8ee600a7f3face114e"
PROJECTS = Projects(
    (
        *some_projects().all,
        a_project("trtllm", "TensorRT-LLM", Group.ENGINE, "NVIDIA/TensorRT-LLM", aliases=("tensorrt",)),
        a_project(
            "llama.cpp",
            "llama.cpp",
            Group.ENGINE,
            "ggml-org/llama.cpp",
            series=(
                TagSeries("", r"v(?P<version>\d.*)", Scheme.PEP440),
                TagSeries("build", r"b(?P<version>\d+)", Scheme.BUILD),
            ),
        ),
    )
)
WEEKLY = f"""Weekly of kernels · 2026-06-28~07-05
Weekly of kernels · 2026-06-28~07-05Attention for SM120 takes the new path[1] Sparse attention runs on SM121[2] Both \
engines gained consumer kernels, 1.3x[2][3] A stray kernel is gone[4] [1] https://github.com/Flashinfer-AI/flashinfer/\
commit/{SHA} [2] https://github.com/flashinfer-ai/flashinfer/pull/3655 [3] https://github.com/VLLM-Project/vllm/pull/7.
[4] https://github.com/triton-lang/triton/releases/tag/v3.8.0 Lead: one line of work this week.
Highlights
Consumer cards first: both engines merged their kernels[1][3]
"""


def items_of(text: str, tmp_path: Path, name: str = "a.txt") -> list[Item]:
    """What an article gives."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return list(ArticleSource(path, PROJECTS, NOW).items())


def updates_of(items: list[Item]) -> dict[str, FoundUpdate]:
    """Its updates by key, each key once."""
    found = [item for item in items if isinstance(item, FoundUpdate)]
    by_key = {item.raw.key: item for item in found}
    assert len(by_key) == len(found)
    return by_key


def test_sentences_become_the_text_of_what_they_cite(tmp_path: Path) -> None:
    """References on one long line with text before and after; one number cited twice; owners in mixed case."""
    items = items_of(WEEKLY, tmp_path)
    found = updates_of(items)
    assert {key: item.raw.summary for key, item in found.items()} == {
        f"flashinfer-ai/flashinfer@{SHA}": "Attention for SM120 takes the new path",
        "flashinfer-ai/flashinfer#3655": "Sparse attention runs on SM121",
        "vllm-project/vllm#7": "Both engines gained consumer kernels, 1.3x",
        "triton-lang/triton:v3.8.0": "A stray kernel is gone",
    }
    assert found["flashinfer-ai/flashinfer#3655"].further == ("Both engines gained consumer kernels, 1.3x",)
    assert not [item for item in items if isinstance(item, Refusal)]


def test_an_update_of_an_article_is_dated_by_its_span(tmp_path: Path) -> None:
    """Project, date, precision and address follow from the article; a release is called by its version."""
    found = updates_of(items_of(WEEKLY, tmp_path))
    raw = found["flashinfer-ai/flashinfer#3655"].raw
    assert (raw.project, raw.published, raw.precision) == (
        "flashinfer",
        datetime(2026, 6, 28, tzinfo=UTC),
        Precision.RANGE,
    )
    assert (raw.url, raw.links.pull) == ("https://github.com/flashinfer-ai/flashinfer/pull/3655", 3655)
    commit = found[f"flashinfer-ai/flashinfer@{SHA}"].raw
    assert commit.url == f"https://github.com/Flashinfer-AI/flashinfer/commit/{SHA[:12]}"
    assert (commit.body_state, commit.links.commits) == (BodyState.CUT, (SHA,))
    release = found["triton-lang/triton:v3.8.0"].raw
    assert (release.kind, release.title, release.state) == (Kind.RELEASE, "3.8.0", State(Stage.RELEASED, "3.8.0"))


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        pytest.param("First. Second one[1]", [("Second one", (1,))], id="only the last sentence"),
        pytest.param("甲支持乙。丙修复丁[1]。戊[2]", [("丙修复丁", (1,)), ("戊", (2,))], id="Chinese stops"),
        pytest.param("Adds FP8.[1] Adds FP4.[2]", [("Adds FP8.", (1,)), ("Adds FP4.", (2,))], id="stop before"),
        pytest.param("In v0.6.15 it works[1]", [("In v0.6.15 it works", (1,))], id="a version's dots"),
        pytest.param("Both[1, 3] all[1-3]", [("Both", (1, 3)), ("all", (1, 2, 3))], id="lists and ranges"),
        pytest.param("Wide［1］ or 【2】", [("Wide", (1,)), ("or", (2,))], id="wide brackets"),
        pytest.param("- **Adds** `x`[1]", [("Adds x", (1,))], id="marks of a list"),
        pytest.param("[1] alone [2]", [("alone", (2,))], id="no words of its own"),
        pytest.param("See [1](https://a.example/x) now", [("See", (1,))], id="an inline address cites"),
        pytest.param("Tail [1] https://a.example/x Head[2]", [("Head", (2,))], id="an address ends a sentence"),
    ],
)
def test_what_belongs_to_a_number(text: str, sentences: list[tuple[str, tuple[int, ...]]]) -> None:
    """A number belongs to what stands since the last number, address and full stop."""
    found = [(sentence.text, sentence.numbers) for sentence in sentences_of(text, "Title")]
    assert [pair for pair in found if pair[0] != "Tail"] == sentences


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        pytest.param("[1] https://a.example/x. [2]https://a.example/y重点", ["x", "y"], id="stops and Chinese"),
        pytest.param("[1]: <https://a.example/x>", ["x"], id="Markdown's form"),
        pytest.param("text [1](https://a.example/x_(y))", ["x_(y)"], id="brackets in an address"),
        pytest.param("[1] FlashInfer release notes: https://a.example/x", ["x"], id="a named source"),
        pytest.param("cited[1] and see https://a.example/x", [], id="an address further on is not the number's"),
        pytest.param("[1] http://", [], id="no address"),
    ],
)
def test_where_addresses_stand(text: str, urls: list[str]) -> None:
    """A number's address stands right behind it, or on its own line of a list."""
    assert [address.url.rpartition("/")[2] for address in addresses_of(text)] == urls


def test_what_does_not_fit_is_refused_with_its_line(tmp_path: Path) -> None:
    """A number without an address, one that nothing cites and one with two addresses are told; the rest is used."""
    text = (
        "Weekly, 28 June to 5 July 2026\nFirst[1] Second[2]\n"
        "[1] https://github.com/vllm-project/vllm/pull/1\n[1] https://github.com/vllm-project/vllm/pull/2\n"
        "[3] https://github.com/vllm-project/vllm/pull/3\n[4] https://user:pass@github.com/a/b/pull/4\n"
    )
    items = items_of(text, tmp_path)
    assert list(updates_of(items)) == ["vllm-project/vllm#1"]
    assert {(item.line, item.reason.split(":")[0]) for item in items if isinstance(item, Refusal)} == {
        (4, "[1] has two addresses; the first is used"),
        (5, "[3] is cited by no sentence"),
        (6, "[4] is no http(s) address"),
        (2, "[2] has no address"),
    }


def test_two_numbers_of_one_address_are_one_update(tmp_path: Path) -> None:
    """The same change under two numbers is one update."""
    text = (
        "Daily 2026-07-02\nFirst thing[1] Second thing[2] "
        "[1] https://github.com/vllm-project/vllm/pull/1 [2] https://github.com/vllm-project/vllm/pull/1/files"
    )
    (only,) = updates_of(items_of(text, tmp_path)).values()
    assert (only.raw.summary, only.further) == ("First thing", ("Second thing",))


def test_papers_and_posts(tmp_path: Path) -> None:
    """What is no repository is a paper or a post, under arXiv or its host."""
    text = (
        "Daily 2026-07-02\nA paper[1] A post[2] [1] https://arxiv.org/abs/2611.09825v1 [2] https://www.example.org/a/"
    )
    paper, post = (item.raw for item in updates_of(items_of(text, tmp_path)).values())
    assert (paper.key, paper.kind, paper.project) == ("arxiv:2611.09825", Kind.PAPER, "arxiv")
    assert (post.key, post.kind, post.project) == ("post:www.example.org/a", Kind.POST, "example.org")


DIGEST = """8 月 1 日速览

本次窗口是 2026 年 7 月 31 日 07:00 至 8 月 1 日 07:00（UTC+08:00）。更新有两条：FlashInfer v0.6.17rc1 值得测 FP4；\
TensorRT-LLM v1.3.0rc23 先放 staging。

发布

vLLM v0.33.0 发布

默认批处理翻倍。

为什么重要:
移除了旧架构，SM120 可用。

来源:GitHub vLLM Releases

llama.cpp 支持新模型

支持混合注意力。

b12180 支持新模型的注意力;b12121 融合 NVFP4 矩阵乘。vLLM 0.32 已有类似实现。

论文

BitDecoding 的 FP4 解码

FP4 KV 解码，B300 吞吐更高。

来源:arXiv 2611.09825

Kinference 控制面

开源控制面。

来源:某博客

References

  1. 1ROCS 详情页
"""


def raws_of(items: list[Item]) -> dict[str, RawUpdate]:
    """The raw updates by key."""
    return {key: item.raw for key, item in updates_of(items).items()}


def test_what_is_named_with_its_version_has_an_address_by_rule(tmp_path: Path) -> None:
    """Versions of the catalogue's projects, builds and papers are found with the sentence that is about them."""
    found = raws_of(items_of(DIGEST, tmp_path, "a.md"))
    assert {key: raw.summary for key, raw in found.items()} == {
        "flashinfer-ai/flashinfer:v0.6.17rc1": "FlashInfer v0.6.17rc1 值得测 FP4",
        "nvidia/tensorrt-llm:v1.3.0rc23": "TensorRT-LLM v1.3.0rc23 先放 staging。",
        "vllm-project/vllm:v0.33.0": "默认批处理翻倍。",
        "ggml-org/llama.cpp:b12180": "b12180 支持新模型的注意力",
        "ggml-org/llama.cpp:b12121": "b12121 融合 NVFP4 矩阵乘。",
        "arxiv:2611.09825": "FP4 KV 解码，B300 吞吐更高。",
    }
    assert found["vllm-project/vllm:v0.33.0"].url == "https://github.com/vllm-project/vllm/releases/tag/v0.33.0"
    assert found["arxiv:2611.09825"].url == "https://arxiv.org/abs/2611.09825"
    assert found["arxiv:2611.09825"].title == "BitDecoding 的 FP4 解码"
    assert found["flashinfer-ai/flashinfer:v0.6.17rc1"].state == State(Stage.PRERELEASE, "0.6.17rc1")
    assert {raw.published for raw in found.values()} == {datetime(2026, 7, 30, 23, tzinfo=UTC)}


def test_the_rest_is_named_without_an_address(tmp_path: Path) -> None:
    """Part of a version, a name outside the catalogue and a listed source without address are told and not stored."""
    named = [item.name for item in items_of(DIGEST, tmp_path) if isinstance(item, NamedOnly)]
    assert named == ["vLLM 0.32", "Kinference 控制面", "ROCS 详情页"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(b"No date here[1] [1] https://github.com/a/b/pull/1", "no date", id="no date"),
        pytest.param(b"2027-06-28~07-05\nx[1]", "has not come", id="a time that has not come"),
        pytest.param(b"2026-06-28 \xff\xfe", "is not UTF-8", id="not UTF-8"),
        pytest.param(b"2026-06-28 \x00", "NUL", id="NUL bytes"),
        pytest.param(b"2026-06-28 " + b"x" * ARTICLE_LIMIT, "is no article", id="too long"),
    ],
)
def test_an_article_that_cannot_be_read_is_told(tmp_path: Path, content: bytes, sentence: str) -> None:
    """The whole article is refused with one sentence."""
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=sentence.replace("(", r"\(")):
        list(ArticleSource(path, PROJECTS, NOW).items())


def test_a_missing_article_is_told(tmp_path: Path) -> None:
    """A file that is not there gives a sentence."""
    with pytest.raises(SourceError, match="cannot be read"):
        ArticleSource(tmp_path / "none.txt", PROJECTS, NOW)


def test_an_article_at_the_limit_is_read(tmp_path: Path) -> None:
    """At the limit and one under it an article is read."""
    for size in (ARTICLE_LIMIT - 1, ARTICLE_LIMIT):
        path = tmp_path / "a.txt"
        path.write_bytes(b"2026-06-28\n" + b" " * (size - 11))
        assert list(ArticleSource(path, PROJECTS, NOW).items()) == []


@pytest.mark.parametrize("length", [SENTENCE_LIMIT - 1, SENTENCE_LIMIT, SENTENCE_LIMIT + 1])
def test_a_long_sentence_is_shortened(length: int) -> None:
    """A sentence over the limit is cut to it."""
    (sentence,) = sentences_of("x" * length + "[1]", "")
    assert len(sentence.text) == min(length, SENTENCE_LIMIT)


@given(st.text(alphabet="ab。. \n[]()1-2https://x.y·：#\u202e", max_size=200))
def test_any_text_is_read_without_an_error(text: str) -> None:
    """Whatever an article looks like, it is taken to pieces without an error, and its sentences are clean."""
    for address in addresses_of(text):
        assert address.url.isascii()
    for sentence in sentences_of(text, ""):
        assert sentence.text.isprintable()


def test_a_long_line_of_brackets_is_read_in_no_time() -> None:
    """Hostile text does not make reading slow."""
    text = "[1]" + " " * 20_000 + "[" * 20_000 + "[1" * 5_000 + "https://" * 2_000
    assert list(sentences_of(text, "")) is not None
    assert addresses_of(text) is not None
