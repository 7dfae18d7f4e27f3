"""A small field: a realistic vocabulary, projects and tags for tests of questions and of matching.

It holds one of each trap (a family, a product, an ambiguous card, a name with company, an ordinary word, a counting
model family), so that tests do not depend on the files in config/.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.domain.project import Group, Project, Projects, Scheme, TagSeries
from bot.domain.question.lexicon import Lexicon
from bot.domain.reading import Reading, read
from bot.domain.tag import Tag
from bot.domain.version import TaggedVersion
from bot.domain.vocabulary import Alias, Entry, Versions, Vocabulary

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 7, 22, 1, 0, tzinfo=UTC)
"""Wednesday 22 July 2026, 09:00 in Shanghai."""


def _entry(
    tag: str,
    label: str,
    *both: str,
    question: Sequence[str] = (),
    special: Sequence[Alias] = (),
    families: tuple[str, ...] = (),
    note: str = "",
    versions: Versions | None = None,
) -> Entry:
    aliases = (
        *(Alias(text) for text in both),
        *(Alias(text, where="question") for text in question),
        *special,
    )
    return Entry(Tag.parse(tag), label, aliases, families, note, versions)


VOCABULARY = Vocabulary(
    (
        _entry("hardware:blackwell", "Blackwell"),
        _entry("hardware:hopper", "Hopper"),
        _entry("hardware:cuda", "CUDA", question=("nvidia",)),
        _entry("hardware:sm86", "SM86", "rtx a6000", families=("ampere",), note="RTX 30, RTX A6000"),
        _entry("hardware:sm89", "SM89", "rtx 6000 ada", question=("4090",), note="RTX 40, RTX 6000 Ada"),
        _entry("hardware:sm90", "SM90", "h100", "h200", "h20", families=("hopper",), note="H100, H200, H20"),
        _entry("hardware:sm100", "SM100", "b200", "gb200", families=("blackwell",), note="B200, GB200"),
        _entry("hardware:sm103", "SM103", "b300", "gb300", families=("blackwell",), note="B300, GB300"),
        _entry(
            "hardware:sm120",
            "SM120",
            "rtx pro 6000",
            question=("5090", "5070 ti"),
            special=(Alias("b12x", where="text"),),
            families=("blackwell",),
            note="RTX 50, RTX PRO 6000",
        ),
        _entry("hardware:sm121", "SM121", "gb10", "dgx spark", families=("blackwell",), note="GB10: DGX Spark"),
        _entry("hardware:rocm", "ROCm", "amd", "hip", "rccl"),
        _entry("hardware:gfx942", "gfx942", "mi300x", "mi3xx", families=("rocm",)),
        _entry("hardware:gfx950", "gfx950", "mi355x", "mi3xx", families=("rocm",)),
        _entry(
            "hardware:ascend",
            "Ascend",
            "昇腾",
            "910b",
            "ascend910b",
            question=("npu",),
            special=(Alias("a2", needs=("ascend", "atlas", "npu"), forbids=("nvidia",)),),
        ),
        _entry("hardware:ascend950", "Ascend 950", "950pr", families=("ascend",)),
        _entry("format:fp4", "FP4"),
        _entry("format:nvfp4", "NVFP4", families=("fp4",)),
        _entry("format:mxfp4", "MXFP4", families=("fp4",)),
        _entry("format:fp8", "FP8", "e4m3"),
        _entry("format:int4", "INT4"),
        _entry("format:w4a8", "W4A8", "a8w4"),
        _entry(
            "model:deepseek",
            "DeepSeek",
            question=("ds",),
            versions=Versions("deepseek-{}", "DeepSeek-{}", ("deepseek", "ds"), ("v", "r")),
        ),
        _entry("model:kimi", "Kimi", versions=Versions("kimi-{}", "Kimi-{}", ("kimi",), ("k",))),
        _entry("model:qwen", "Qwen", "千问", versions=Versions("qwen{}", "Qwen{}", ("qwen",), variants=("vl", "next"))),
        _entry("model:ring", "Ring", special=(Alias("Ring", exact_case=True),)),
        _entry("topic:attention", "attention", "attn", "gqa", "注意力"),
        _entry("topic:fa3", "FA3", "flash attention 3", families=("attention",)),
        _entry("topic:mla", "MLA", families=("attention",)),
        _entry("topic:linear-attention", "linear attention", "gdn", "mamba", families=("attention",)),
        _entry("topic:moe", "MoE", "deepep", "eplb", "专家"),
        _entry("topic:communication", "communication", "rccl", "deepep"),
        _entry("topic:kv-cache", "KV cache", "kv", "kv cache"),
        _entry("topic:parallelism", "parallelism", "eplb", "tensor parallel"),
        _entry("topic:quantization", "quantization", "量化", "w4a8"),
        _entry("topic:speculative-decoding", "speculative decoding", "mtp", "投机解码", "dspark"),
        _entry("topic:offload", "offload", "卸载"),
        _entry("kind:fix", "fix", question=("fixes", "bug", "修复")),
        _entry("kind:performance", "perf", question=("perf", "性能")),
        _entry("kind:breaking", "breaking", question=("breaking change", "破坏性变更")),
        _entry("kind:security", "security", question=("安全",)),
        _entry("kind:release", "release", question=("releases", "发布")),
        _entry("kind:paper", "paper", question=("arxiv",)),
    )
)

PROJECTS = Projects(
    (
        Project("vllm", "vLLM", Group.ENGINE, ("vllm-project/vllm",)),
        Project("sglang", "SGLang", Group.ENGINE, ("sgl-project/sglang",)),
        Project("trtllm", "TensorRT-LLM", Group.ENGINE, ("NVIDIA/TensorRT-LLM",), ("trt llm",)),
        Project(
            "llama.cpp",
            "llama.cpp",
            Group.ENGINE,
            ("ggml-org/llama.cpp", "ggerganov/llama.cpp"),
            series=(TagSeries("", r"b(?P<version>\d+)", Scheme.BUILD),),
            also=("ggml",),
        ),
        Project("ggml", "ggml", Group.ENGINE, ("ggml-org/ggml",)),
        Project("flashinfer", "FlashInfer", Group.KERNELS, ("flashinfer-ai/flashinfer",)),
        Project("flash-attention", "FlashAttention", Group.KERNELS, ("Dao-AILab/flash-attention",), ("fa",)),
        Project("deepep", "DeepEP", Group.KERNELS, ("deepseek-ai/DeepEP",)),
        Project("triton", "Triton", Group.COMPILER, ("triton-lang/triton", "openai/triton")),
        Project("triton-ascend", "triton-ascend", Group.COMPILER, ("triton-lang/triton-ascend",)),
        Project("vllm-ascend", "vllm-ascend", Group.VENDOR, ("vllm-project/vllm-ascend",)),
        Project("verl", "verl", Group.RL, ("verl-project/verl", "volcengine/verl")),
        Project("mooncake", "Mooncake", Group.CONTROL_PLANE, ("kvcache-ai/Mooncake",)),
    )
)

LEXICON = Lexicon(VOCABULARY, PROJECTS)


def a_version(project: str, version: str, day: int) -> TaggedVersion:
    """A stored version, tagged on a day counted from 1 June 2026."""
    return TaggedVersion(
        project=project,
        series="",
        version=version,
        tag=f"b{version}" if project == "llama.cpp" else f"v{version}",
        prerelease="rc" in version,
        tagged_at=datetime(2026, 6, 1, tzinfo=UTC) + timedelta(days=day),
        commit="0" * 40,
    )


_STORED = {
    "flashinfer": ("0.6.13", "0.6.14", "0.6.15rc1", "0.6.15rc2", "0.6.15", "0.6.15.post1"),
    "vllm": ("0.26.0", "0.27.0", "0.28.0rc1", "0.28.0"),
    "llama.cpp": ("12119", "12180"),
}


def versions_of(project: str) -> tuple[TaggedVersion, ...]:
    """The lookup of stored versions: FlashInfer's, vLLM's and llama.cpp's tags were read, no others."""
    return tuple(a_version(project, version, at) for at, version in enumerate(_STORED.get(project, ()), start=1))


def reading_of(text: str, now: datetime = NOW, zone: ZoneInfo = SHANGHAI) -> Reading:
    """A question read against this field."""
    return read(text, LEXICON, now, zone, versions_of)


def tags(*names: str) -> frozenset[Tag]:
    """Tags written `facet:name`."""
    return frozenset(map(Tag.parse, names))


def tag(name: str) -> Tag:
    """One tag written `facet:name`."""
    return Tag.parse(name)
