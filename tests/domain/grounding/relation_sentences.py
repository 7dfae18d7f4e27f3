"""Made-up updates whose altered sentences have every name right and their relation wrong: what moved to what, which
side, which limit, whose number, what is needed."""

# ruff: noqa: E501  # sentences and titles stand on one line, as in a digest

from __future__ import annotations

from bot.domain.update import Kind
from tests.domain.grounding.sentences import Case, made

RELATION_CASES: tuple[Case, ...] = (
    Case(
        made(
            9301,
            "triton-lang/triton",
            "[PROFILER] Migrate the ROCm backend from hiptracer to tracekit-sdk (#9301)",
            "The preload step is gone: it does not need HIP_PRELOAD. Renamed num_groups → num_warp_groups.",
            Kind.FEATURE,
        ),
        (
            "The profiler's ROCm backend moves from hiptracer to tracekit-sdk and no longer needs HIP_PRELOAD",
            "profiler 的 ROCm 后端由 hiptracer 迁移到 tracekit-sdk",
            "num_groups 改为 num_warp_groups，且不需要 HIP_PRELOAD",
        ),
        (
            "The profiler's ROCm backend moves from tracekit-sdk to hiptracer",
            "profiler 的 ROCm 后端由 tracekit-sdk 迁移到 hiptracer",
            "profiler 的 ROCm 后端迁移到 tracekit-sdk，必须设置 HIP_PRELOAD",
            "num_warp_groups 改为 num_groups",
        ),
    ),
    Case(
        made(
            9302,
            "ggml-org/ggml",
            "zen : add grouped matmul for MoE models (#9302)",
            "Falls back to the CPU backend if experts > 48. Vectors of at most 8 lanes are taken, of 64/4=16 planned. "
            "The mode defaults to ROW_MAJOR; COL_MAJOR is the other. Padding only where n % 4 != 0.",
            Kind.FEATURE,
        ),
        (
            "Grouped matmul for MoE models falls back to the CPU backend above 48 experts",
            "MoE 模型的 grouped matmul 在专家数超过 48 时回退到 CPU 后端",
            "Grouped matmul for MoE models takes vectors of at most 8 lanes; the mode defaults to ROW_MAJOR",
            "MoE grouped matmul 仅在 n % 4 != 0 时做 padding",
        ),
        (
            "Grouped matmul for MoE models falls back to the CPU backend below 48 experts",
            "MoE 模型的 grouped matmul 在专家数不超过 48 时回退到 CPU 后端",
            "Grouped matmul for MoE models takes vectors of at most 16 lanes",
            "MoE grouped matmul 的模式默认 COL_MAJOR",
            "MoE grouped matmul 仅在 n % 4 == 0 时做 padding",
        ),
    ),
    Case(
        made(
            9303,
            "triton-lang/triton",
            "[GLUON] Two CTA matmul example (#9303)",
            "Benchmark on B200:\n\n1712.250 glide [M=4096]\n1688.125 plume [M=4096]",
            Kind.FEATURE,
        ),
        (
            "A two-CTA matmul example reaches 1712.250 against plume's 1688.125 on B200",
            "新增双 CTA matmul 示例，B200 上 1712.250，plume 为 1688.125",
        ),
        (
            "A two-CTA matmul example reaches 1688.125 against plume's 1712.250 on B200",
            "新增四 CTA matmul 示例",
        ),
    ),
    Case(
        made(
            9304,
            "vllm-project/vllm-ascend",
            "[BugFix] Fix padding of multi-stream attention in graph mode (#9304)",
            "In graph mode the padded count differed for unsigned inputs, independent of the batch. Eight ranks were tried with scale ue8m0.",
        ),
        (
            "Padding of multi-stream attention in graph mode is right again, which does not depend on the batch",
            "修复图模式下 multi-stream attention 的 padding",
        ),
        (
            "Padding of multi-stream attention in eager mode is right again",
            "Padding of single-stream attention in graph mode is right again",
            "Padding of multi-stream attention is right for signed values in graph mode",
            "Padding of multi-stream attention in graph mode is right again for all 16 ranks",
        ),
    ),
    Case(
        made(
            9305,
            "sgl-project/sglang",
            "Fix gathered MXFP4 activation scales in routed MoE on B300 (#9305)",
            "X scales took the wrong rows. It does not affect the FP8 activation path. B200 takes another route.",
            tags=("hardware:sm103", "format:mxfp4"),
        ),
        (
            "Routed MoE gathers the right MXFP4 activation scales on B300; FP8 activations are unaffected",
            "修复 B300 上 routed MoE 的 MXFP4 激活 scale 取错行的问题，FP8 路径不受影响",
        ),
        (
            "Routed MoE gathers the right FP8 activation scales",
            "修复 routed MoE 中 FP8 激活 scale 取错行的问题",
            "Routed MoE gathers the right MXFP4 activation scales on B200",
        ),
    ),
    Case(
        made(
            9306,
            "vllm-project/vllm",
            "[Connector] Enable hybrid caches in the offloading connector (#9306)",
            "The connector advertises hybrid caches and is validated with unit tests. Arguments dKVpart and int2, int4, and int8 are taken.",
            Kind.FEATURE,
        ),
        (
            "The offloading connector supports hybrid caches",
            "offloading connector 支持 hybrid caches，可用 int2/int4/int8",
            "The offloading connector takes hybrid caches and dKV parts",
        ),
        (
            "The offloading connector no longer supports hybrid caches",
            "The offloading connector supports hybrid caches; run pip install connector-plus",
        ),
    ),
    Case(
        made(
            9307,
            "ggml-org/ggml",
            "cuda: enable routing fusion for 288 experts (#9307)",
            "Only powers of 2 and 576 experts were fused before. Rejects snake fusion when ne[2] > 1. Kernels now take qv first.",
            Kind.FEATURE,
        ),
        (
            "CUDA fuses the routing of models with 288 experts",
            "CUDA 支持 288 个专家的 routing 融合",
            "CUDA routing: snake fusion is rejected when ne[2] > 1, and kernels take qv first",
        ),
        (
            "CUDA fuses the routing of models with 576 experts",
            "CUDA 不再支持 288 个专家的 routing 融合",
            "CUDA accepts snake fusion when ne[2] > 1",
            "CUDA kernels no longer take qv first",
            "CUDA kernels must take 288 experts for routing fusion",
        ),
    ),
    Case(
        made(
            9308,
            "NVIDIA/cutlass",
            "Bypass launch grids for SM120 kernel with SM90 mainloop (#9308)",
            "Removes compat support for grids of the old form.",
            tags=("hardware:sm120",),
        ),
        (
            "Launch grids are bypassed for the SM120 kernel with an SM90 mainloop",
            "Launch grids of the SM120 kernel must take the new form",
        ),
        ("Launch grids are bypassed for the SM90 kernel with an SM120 mainloop",),
    ),
)
