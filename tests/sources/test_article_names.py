"""What has an address by rule."""

from __future__ import annotations

import pytest

from bot.domain.project import Group, Project, Projects, Scheme, TagSeries
from bot.sources.article_names import Names, tag_of
from tests.factories import a_project, some_projects

VERSION = r"(?P<version>\d+(?:\.\d+)+(?:rc\d+|\.post\d+|\.beta\d+)?)"
MEGATRON = a_project(
    "megatron",
    "Megatron-LM",
    Group.TRAINING,
    "NVIDIA/Megatron-LM",
    series=(TagSeries("", f"core_v{VERSION}", Scheme.PEP440),),
)
NPU = a_project(
    "sgl-kernel-npu",
    "sgl-kernel-npu",
    Group.VENDOR,
    "sgl-project/sgl-kernel-npu",
    series=(TagSeries("", r"(?P<version>\d[\d.]*)", Scheme.CALENDAR),),
)
LLAMA = a_project(
    "llama.cpp",
    "llama.cpp",
    Group.ENGINE,
    "ggml-org/llama.cpp",
    series=(TagSeries("", f"v{VERSION}", Scheme.SEMVER), TagSeries("build", r"b(?P<version>\d+)", Scheme.BUILD)),
)
LOOSE = a_project("trl", "TRL", Group.RL, "huggingface/trl", series=(TagSeries("", f"v?{VERSION}", Scheme.PEP440),))
NAMES = Names(Projects((*some_projects().all, MEGATRON, NPU, LLAMA, LOOSE)))


@pytest.mark.parametrize(
    ("project", "typed", "tag"),
    [
        pytest.param(LOOSE, "v1.9.0", "v1.9.0", id="as it is written"),
        pytest.param(LOOSE, "1.9.0", "v1.9.0", id="without its v"),
        pytest.param(LOOSE, "V1.9.0", "v1.9.0", id="a capital v"),
        pytest.param(LOOSE, "1.9.0rc1", "v1.9.0rc1", id="a candidate"),
        pytest.param(MEGATRON, "v0.17.0", "core_v0.17.0", id="the series' own prefix"),
        pytest.param(MEGATRON, "core_v0.17.0", "core_v0.17.0", id="the whole tag"),
        pytest.param(LLAMA, "b12180", "b12180", id="a build"),
        pytest.param(LLAMA, "0.2.0", "v0.2.0", id="the main series"),
        pytest.param(LOOSE, "1.9", None, id="part of a version"),
        pytest.param(NPU, "2026.08.21", None, id="dates are written in many ways"),
    ],
)
def test_which_tag_a_written_version_is(project: Project, typed: str, tag: str | None) -> None:
    """A whole version has a tag by the pattern of its series; anything less has none."""
    assert tag_of(project, typed) == tag


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        pytest.param(
            "vLLM v0.33.0 与 SGLang v0.5.23", ["vllm-project/vllm:v0.33.0", "sgl-project/sglang:v0.5.23"], id="two"
        ),
        pytest.param(
            "1FlashInfer v0.6.17rc1 release notes", ["flashinfer-ai/flashinfer:v0.6.17rc1"], id="glued number"
        ),
        pytest.param("flashinfer: 0.6.15", ["flashinfer-ai/flashinfer:v0.6.15"], id="a colon between"),
        pytest.param("arXiv:2611.09825v2", ["arxiv:2611.09825"], id="a paper"),
        pytest.param("vllm-ascend v0.18.0", ["vllm-project/vllm-ascend:v0.18.0"], id="the longer name"),
        pytest.param("CUDA 12.9.1 and Kimi K3.1", [], id="nothing of the catalogue"),
        pytest.param("my-vllm v0.1.0", [], id="part of another name"),
        pytest.param("b12180 is out", [], id="a build of nobody"),
    ],
)
def test_what_a_text_names(text: str, keys: list[str]) -> None:
    """A project's name with a version beside it, and a paper's number."""
    assert [named.reference.key for named in NAMES.named(text, None) if named.reference] == keys


def test_builds_belong_to_the_project_that_the_text_is_about() -> None:
    """A build number has an address only where a heading names the project."""
    about = NAMES.project_of("llama.cpp 支持新模型")
    assert [named.text for named in NAMES.named("b12180 融合;b12181 修复", about)] == ["b12180", "b12181"]
    assert NAMES.project_of("vLLM and llama.cpp") is None
    assert NAMES.project_of("nobody") is None


def test_part_of_a_version_is_named_without_an_address() -> None:
    """It is found, so that it can be told."""
    (named,) = NAMES.named("vLLM 0.32 的 NVFP4", None)
    assert (named.text, named.reference) == ("vLLM 0.32", None)
