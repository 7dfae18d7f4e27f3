"""The projects that are shipped: found by every name they have, and their real tags read or ignored."""

from __future__ import annotations

import re

import pytest
from packaging.version import Version

from bot.domain.project import Package, Project, Scheme
from config.catalog import load_projects
from config.vocabulary import load_vocabulary

PROJECTS = load_projects(vocabulary=load_vocabulary())
FIRST_CIRCLE = (
    "vllm sglang trtllm tokenspeed smg lightllm flashinfer triton triton-ascend tilelang flash-attention cutlass "
    "helion vllm-ascend sgl-kernel-npu verl megatron nemo-rl trl slime veomni llama.cpp"
)


def series_of(project: Project, tag: str) -> str | None:
    """The name of the series that takes a tag, None if it is ignored, "no series" if nothing takes it."""
    if any(re.fullmatch(pattern, tag) for pattern in project.ignored_tags):
        return None
    return next((series.name for series in project.series if re.fullmatch(series.pattern, tag)), "no series")


def version_of(project: Project, tag: str) -> str:
    for series in project.series:
        if match := re.fullmatch(series.pattern, tag):
            return match["version"]
    return ""


@pytest.mark.parametrize("key", FIRST_CIRCLE.split())
def test_the_first_circle_is_watched(key: str) -> None:
    """Every project of the first circle is there under its key (field/catalogue.md 5.1)."""
    assert PROJECTS.by_key[key].circle == 1


@pytest.mark.parametrize(
    ("repository", "key"),
    [
        pytest.param("VLLM-Project/vLLM", "vllm", id="case"),
        pytest.param("smg-project/smg", "smg", id="present name"),
        pytest.param("lightseekorg/smg", "smg", id="old owner"),
        pytest.param("volcengine/verl", "verl", id="verl before it moved"),
        pytest.param("openai/triton", "triton", id="triton before it moved"),
        pytest.param("nvidia/nemo-rl", "nemo-rl", id="renamed and moved"),
        pytest.param("ggerganov/llama.cpp", "llama.cpp", id="llama.cpp before it moved"),
        pytest.param("ggml-org/ggml", "ggml", id="ggml is a project of its own"),
        pytest.param("ModelTC/LightLLM", "lightllm", id="as its page writes it"),
        pytest.param("THUDM/slime", "slime", id="slime"),
        pytest.param("vllm-project/production-stack", "production-stack", id="second circle"),
        pytest.param("somebody/else", "somebody/else", id="not watched"),
    ],
)
def test_a_repository_finds_its_project(repository: str, key: str) -> None:
    """Any owner/name that a project has or had leads to it."""
    assert PROJECTS.key_for(repository) == key


@pytest.mark.parametrize(
    ("alias", "key"),
    [("trt-llm", "trtllm"), ("fa", "flash-attention"), ("flash-attn", "flash-attention"), ("mega", "megatron"),
     ("megatron-core", "megatron"), ("llamacpp", "llama.cpp"), ("torchao", "torchao"), ("nvidia dynamo", "dynamo")],
)  # fmt: skip
def test_people_have_other_words_for_projects(alias: str, key: str) -> None:
    """The words of field/catalogue.md and of chats are aliases, keys or names."""
    project = PROJECTS.by_key[key]
    assert alias in (project.key, project.name.casefold(), *project.aliases)


def test_what_is_no_word_for_a_project() -> None:
    """FA3 and FA4 are backends of every project, DS is a model, "vllm ascend" is read both ways by the question."""
    words = {word for project in PROJECTS.all for word in (project.key, project.name.casefold(), *project.aliases)}
    assert words.isdisjoint({"fa3", "fa4", "ds", "vllm ascend"})


def test_a_question_for_llama_cpp_finds_ggml() -> None:
    """Its kernels are written there; ggml has its own pull requests and tags."""
    assert PROJECTS.by_key["llama.cpp"].also == ("ggml",)


@pytest.mark.parametrize(
    ("key", "default"),
    [("vllm-ascend", "hardware:ascend"), ("triton-ascend", "hardware:ascend"), ("sgl-kernel-npu", "hardware:ascend"),
     ("aiter", "hardware:rocm"), ("tpu-inference", "hardware:tpu"), ("sglang-jax", "hardware:tpu"),
     ("vllm-gaudi", "hardware:gaudi"), ("intel-xpu-triton", "hardware:xpu")],
)  # fmt: skip
def test_repositories_for_one_hardware_default_to_it(key: str, default: str) -> None:
    """Every change of a vendor's repository is about the vendor's hardware (LABELS.md, hardware rule 6)."""
    assert [str(tag) for tag in PROJECTS.by_key[key].defaults] == [default]


@pytest.mark.parametrize(
    ("key", "tag", "series", "version"),
    [
        pytest.param("vllm", "v0.24.0rc1", "", "0.24.0rc1", id="vllm rc"),
        pytest.param("vllm", "v0.10.1.post1", "", "0.10.1.post1", id="vllm post"),
        pytest.param("sglang", "v0.5.21", "", "0.5.21", id="sglang"),
        pytest.param("sglang", "gateway-v0.3.0", "gateway", "0.3.0", id="sglang gateway"),
        pytest.param("trtllm", "v1.4.0rc0", "", "1.4.0rc0", id="trtllm"),
        pytest.param("flashinfer", "v0.6.15.post1", "", "0.6.15.post1", id="flashinfer post"),
        pytest.param("flashinfer", "0.5.0rc2", "", "0.5.0rc2", id="flashinfer without v"),
        pytest.param("flashinfer", "nightly-v0.6.18-20260819", None, "", id="flashinfer nightly"),
        pytest.param("flashinfer", "test-release-026", None, "", id="flashinfer test"),
        pytest.param("flash-attention", "v2.8.3.post1", "", "2.8.3.post1", id="fa 2"),
        pytest.param("flash-attention", "fa4-v4.0.0.beta21", "fa4", "4.0.0.beta21", id="fa 4"),
        pytest.param("cutlass", "v4.4.3", "", "4.4.3", id="cutlass"),
        pytest.param("megatron", "core_v0.18.0", "", "0.18.0", id="megatron core"),
        pytest.param("megatron", "core_v0.7.0.beta", "", "0.7.0.beta", id="megatron beta"),
        pytest.param("megatron", "26.04-alpha.rc2", "alpha", "26.04-alpha.rc2", id="megatron alpha"),
        pytest.param("megatron", "23.06", "alpha", "23.06", id="megatron by month"),
        pytest.param("megatron", "v0.15.3", None, "", id="megatron double"),
        pytest.param("megatron", "core_r0.11.0", None, "", id="megatron branch"),
        pytest.param("megatron", "ykarnati-submodule-cc897f011", None, "", id="megatron accident"),
        pytest.param("llama.cpp", "b10483", "build", "10483", id="llama.cpp build"),
        pytest.param("llama.cpp", "v0.2.0", "", "0.2.0", id="llama.cpp version"),
        pytest.param("llama.cpp", "master-0a1b2c3", None, "", id="llama.cpp old"),
        pytest.param("sgl-kernel-npu", "20260821", "", "20260821", id="npu day"),
        pytest.param("sgl-kernel-npu", "2026.8.18_v2", "", "2026.8.18_v2", id="npu second of a day"),
        pytest.param("sgl-kernel-npu", "2026.06.15.post2", "", "2026.06.15.post2", id="npu post"),
        pytest.param("sgl-kernel-npu", "2026.7.4", "", "2026.7.4", id="npu month and number"),
        pytest.param("production-stack", "vllm-stack-0.1.9", "", "0.1.9", id="helm chart"),
        pytest.param("aiter", "v0.1.14-rc0", "", "0.1.14-rc0", id="aiter"),
        pytest.param("aiter", "archive/old-branch", None, "", id="aiter archive"),
        pytest.param("deepgemm", "v2.1.1.post3", "", "2.1.1.post3", id="deepgemm"),
        pytest.param("deepgemm", "nv_dev_4ff3f54", None, "", id="deepgemm of a branch"),
        pytest.param("mooncake", "v0.3.9-rc1", "", "0.3.9-rc1", id="mooncake"),
        pytest.param("smg", "v1.9.0", "", "1.9.0", id="smg"),
        pytest.param("smg", "tool-parser-v1.2.0", None, "", id="smg crate"),
        pytest.param("jax", "jaxlib-v0.7.0", "jaxlib", "0.7.0", id="jaxlib"),
        pytest.param("tvm", "v0.23.dev0", "", "0.23.dev0", id="tvm"),
        pytest.param("veomni", "v0.1.10a1", "", "0.1.10a1", id="veomni"),
    ],
)
def test_a_tag_belongs_to_a_series(key: str, tag: str, series: str | None, version: str) -> None:
    """Real tags are counted where they belong; what is no release is ignored."""
    project = PROJECTS.by_key[key]
    assert series_of(project, tag) == series
    if series is not None:
        assert version_of(project, tag) == version


def test_versions_of_the_common_form_can_be_ordered() -> None:
    """What a PEP 440 series takes, packaging reads."""
    tags = (
        "v0.6.15rc4",
        "v0.6.15.post1",
        "v1.0.0-rc0",
        "v4.0.0.beta21",
        "v0.23.dev0",
        "v0.7.0.beta",
        "v1.2.0rc6.post2",
    )
    project = PROJECTS.by_key["vllm"]
    assert project.series[0].scheme is Scheme.PEP440
    for tag in tags:
        assert series_of(project, tag) == ""
        Version(version_of(project, tag))


def test_a_hostile_tag_is_refused_quickly() -> None:
    """No pattern takes longer than the tag is long; a host may name a tag as it likes."""
    for project in PROJECTS.all:
        for tag in (
            "v" + "1." * 5_000 + "x",
            "v1.0" + "rc-" * 5_000 + "!",
            "a-" * 5_000 + "v",
            "b" * 10_000,
            "1" * 10_000,
        ):
            assert series_of(project, tag) in {None, "no series"}


@pytest.mark.parametrize(
    ("names", "key"),
    [
        ("vllm", "vllm"),
        ("sglang", "sglang"),
        ("tensorrt-llm tensorrt_llm", "trtllm"),
        ("flashinfer-python flashinfer_python flashinfer-cubin flashinfer-jit-cache", "flashinfer"),
        ("flash-attn flash_attn", "flash-attention"),
        ("nvidia-cutlass-dsl", "cutlass"),
        ("deep_ep deep-ep", "deepep"),
        ("deep_gemm", "deepgemm"),
        ("flash_mla", "flashmla"),
        ("amd-aiter aiter", "aiter"),
        ("triton pytorch-triton pytorch-triton-rocm", "triton"),
        ("apache-tvm", "tvm"),
        ("vllm-ascend vllm_ascend", "vllm-ascend"),
        ("megatron-core megatron_core", "megatron"),
        ("nemo-rl nemo_rl", "nemo-rl"),
        ("torch pytorch libtorch", "pytorch"),
        ("torchao", "torchao"),
        ("xgrammar @mlc-ai/web-xgrammar", "xgrammar"),
        ("mooncake-transfer-engine", "mooncake"),
        ("nixl nixl-cu12 nixl-cu13", "nixl"),
        ("ai-dynamo ai-dynamo-runtime", "dynamo"),
    ],
)
def test_a_package_finds_its_project(names: str, key: str) -> None:
    """Whatever a project is installed as leads to it, and its version is the project's."""
    for name in names.split():
        assert PROJECTS.packaged(name) == Package(PROJECTS.by_key[key]), name


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("sgl-kernel", "sglang"),
        ("sgl_kernel", "sglang"),
        ("sglang-router", "sglang"),
        ("llama-cpp-python", "llama.cpp"),
        ("flash-attn-4", "flash-attention"),
        ("jaxlib", "jax"),
    ],
)
def test_a_package_that_is_numbered_apart(name: str, key: str) -> None:
    """It is of the project, and its versions are its own."""
    assert PROJECTS.packaged(name) == Package(PROJECTS.by_key[key], numbered_apart=True)


@pytest.mark.parametrize(
    "name", ["torch_npu", "lmdeploy", "transformer-engine", "tritonserver", "tritonclient", "numpy"]
)
def test_a_package_of_no_project(name: str) -> None:
    """What is only called like a project is none."""
    assert PROJECTS.packaged(name) is None
