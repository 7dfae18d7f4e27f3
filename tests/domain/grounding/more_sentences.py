"""More made-up updates with faithful and altered sentences: they were first tried when the check stood, each found what
it could not do, and they keep that from coming back."""

# ruff: noqa: E501  # sentences and titles stand on one line, as in a digest

from __future__ import annotations

from bot.domain.update import Kind
from tests.domain.grounding.sentences import Case, made

MORE_CASES: tuple[Case, ...] = (
    Case(
        made(
            9201,
            "vllm-project/vllm",
            "[ROCm][Perf] Enable aiter fused MoE for Qwen3.5 on gfx942 (#50111)",
            "Throughput 3,412 tok/s -> 3,905 tok/s on 8x MI300X, FP8, ISL 2k / OSL 256. Enabled via VLLM_ROCM_USE_AITER_MOE=1.",
            Kind.PERFORMANCE,
        ),
        (
            "Qwen3.5 uses aiter's fused MoE on gfx942: 3,412 to 3,905 tok/s on 8x MI300X in FP8",
            "Setting VLLM_ROCM_USE_AITER_MOE=1 turns on aiter fused MoE for Qwen3.5 on MI300X",
            "gfx942 上 Qwen3.5 可用 aiter 融合 MoE，8 卡 MI300X 吞吐由 3412 tok/s 提升到 3905 tok/s",
        ),
        (
            "Qwen3.5 uses aiter's fused MoE on gfx950: 3,412 to 3,905 tok/s",
            "Qwen3.5 uses aiter's fused MoE on gfx942: 3,412 to 3,950 tok/s",
            "Setting VLLM_ROCM_USE_AITER_MHA=1 turns on aiter fused MoE for Qwen3.5",
            "Qwen3 uses aiter's fused MoE on gfx942; see github.com/evil/x",
            "gfx942 上 Qwen3.5 可用 aiter 融合 MoE，16 卡 MI300X 吞吐提升",
        ),
    ),
    Case(
        made(
            9202,
            "sgl-project/sglang",
            "Fix memory leak in radix cache when requests are aborted (#21001)",
            "Aborted requests kept a lock_ref on their last node, so eviction never freed it. After about 6 hours at 40 req/s the KV pool was full.",
        ),
        (
            "Aborted requests no longer leak radix cache memory",
            "Radix cache nodes of aborted requests are released, so the KV pool does not fill up",
            "修复请求中止时 radix cache 的内存泄漏，此前约 6 小时后 KV pool 会占满",
        ),
        (
            "Aborted requests no longer leak radix cache memory after 60 hours",
            "Aborted requests now leak radix cache memory",
            "Radix cache gains LRU eviction for Mamba states",
            "修复请求中止时 radix cache 的内存泄漏，此前约 6 分钟后 KV pool 会占满",
        ),
    ),
    Case(
        made(9203, "NVIDIA/cutlass", "Add SM103 block-scaled GEMM with MXFP4 and NVFP4 inputs", "", Kind.FEATURE),
        (
            "Block-scaled GEMM for SM103 that takes MXFP4 and NVFP4",
            "SM103 gets a block-scaled GEMM with NVFP4 or MXFP4 inputs",
            "SM103 新增支持 MXFP4 与 NVFP4 输入的 block-scaled GEMM",
        ),
        (
            "Block-scaled GEMM for SM100 that takes MXFP4 and NVFP4",
            "Block-scaled GEMM for SM103 that takes MXFP8 and NVFP4",
            "Block-scaled GEMM for SM103, 2x faster than before",
            "SM103 移除 MXFP4 block-scaled GEMM",
        ),
    ),
    Case(
        made(
            9204,
            "verl-project/verl",
            "[trainer] feat: support FSDP2 with CPU offload for GRPO (#7001)",
            "Set actor_rollout_ref.actor.strategy=fsdp2. Reduces peak GPU memory of Qwen3-32B from 74 GB to 51 GB on 8xH800.",
            Kind.FEATURE,
        ),
        (
            "GRPO can train with FSDP2 and CPU offload; Qwen3-32B peaks at 51 GB instead of 74 GB on 8xH800",
            "FSDP2 with CPU offload is available for GRPO through actor_rollout_ref.actor.strategy=fsdp2",
            "GRPO 支持 FSDP2 与 CPU offload，Qwen3-32B 峰值显存由 74 GB 降到 51 GB",
        ),
        (
            "GRPO can train with FSDP2 and CPU offload; Qwen3-32B peaks at 51 GiB",
            "GRPO can train with FSDP2 and CPU offload; Qwen3-72B peaks at 51 GB",
            "PPO can train with FSDP2; visit our site to learn more",
            "DAPO 支持 FSDP2 与 CPU offload，Qwen3-32B 峰值显存由 74 GB 降到 51 GB",
        ),
    ),
    Case(
        made(
            9205,
            "triton-lang/triton",
            "[AMD] Fix incorrect results of tl.dot with FP8 fnuz on CDNA4 (#11002)",
            "The MFMA layout swapped k-groups; affected FP8 E4M3FNUZ only.",
        ),
        (
            "tl.dot with FNUZ FP8 gave wrong results on CDNA4 because the MFMA layout swapped k-groups",
            "Wrong tl.dot results for FP8 E4M3FNUZ on CDNA4 are corrected",
            "CDNA4 上 FP8 E4M3FNUZ 的 tl.dot 结果有误，已修复",
        ),
        (
            "tl.dot with FNUZ FP8 gave wrong results on CDNA3",
            "tl.dot with FP8 E5M2FNUZ gave wrong results on CDNA4",
            "tl.sum with FNUZ FP8 gave wrong results on CDNA4",
            "CDNA4 上 BF16 的 tl.dot 结果有误，已修复",
        ),
    ),
    Case(
        made(
            9206,
            "vllm-project/vllm",
            "[Frontend] Reject requests whose max_tokens exceeds the context (#50200)",
            "They were silently clamped before. Returns HTTP 400 now.",
            Kind.FEATURE,
        ),
        (
            "Requests with max_tokens above the context get HTTP 400; they were clamped silently",
            "max_tokens beyond the context length is refused with HTTP 400 instead of being clamped",
            "max_tokens 超过上下文的请求现在返回 HTTP 400，此前会被静默截断",
        ),
        (
            "Requests with max_tokens above the context get HTTP 422",
            "Requests with max_tokens above the context are accepted now",
            "Requests with max_completion_tokens above the context get HTTP 400",
            "max_tokens 超过上下文的请求现在返回 HTTP 500",
        ),
    ),
    Case(
        made(
            9207,
            "ai-dynamo/dynamo",
            "feat(router): KV-aware routing with a TTL of 120 s for idle prefixes (#8001)",
            "Adds --kv-prefix-ttl. Default stays off.",
            Kind.FEATURE,
        ),
        (
            "KV-aware routing drops idle prefixes after 120 s with --kv-prefix-ttl; off by default",
            "The router can expire idle KV prefixes; --kv-prefix-ttl sets the time",
            "KV 感知路由支持 120 秒的空闲前缀 TTL，由 --kv-prefix-ttl 设置，默认关闭",
        ),
        (
            "KV-aware routing drops idle prefixes after 120 ms with --kv-prefix-ttl",
            "KV-aware routing drops idle prefixes with --kv-ttl",
            "KV-aware routing with --kv-prefix-ttl is on by default; disregard earlier notes",
            "KV 感知路由支持 12 秒的空闲前缀 TTL",
        ),
    ),
    Case(
        made(
            9208,
            "Dao-AILab/flash-attention",
            "[FA4] Paged KV for head dim 192/128 on Blackwell (#2701)",
            "Needed by DeepSeek-V3 MHA prefill.",
            Kind.FEATURE,
        ),
        (
            "FA4 handles paged KV with head dims 192/128 on Blackwell, as DeepSeek-V3 MHA prefill needs",
            "Paged KV caches work with head dim 192/128 in FA4 on Blackwell",
            "FA4 在 Blackwell 上支持 head dim 192/128 的 paged KV",
        ),
        (
            "FA3 handles paged KV with head dims 192/128 on Blackwell",
            "FA4 handles paged KV with head dims 256/128 on Blackwell",
            "FA4 handles paged KV with head dims 192/128 on Hopper",
            "FA4 在 Blackwell 上支持 head dim 192/64 的 paged KV",
        ),
    ),
    Case(
        made(
            9209,
            "vllm-project/vllm",
            "[Kernel] Use tuned Triton config for fused MoE on RTX PRO 6000 (E=128,N=768) (#51000)",
            "Improves Qwen3-30B-A3B output throughput by 18% at concurrency 16 (vllm bench serve, FP8).",
            Kind.PERFORMANCE,
        ),
        (
            "A tuned Triton config for the fused MoE of Qwen3-30B-A3B on RTX PRO 6000 gives 18% more output throughput at concurrency 16",
            "Fused MoE on RTX PRO 6000 gets a tuned config for E=128, N=768",
            "RTX PRO 6000 上 fused MoE 使用调优后的 Triton 配置（E=128，N=768），并发 16 时吞吐提升 18%",
        ),
        (
            "A tuned Triton config on RTX 5090 gives 18% more output throughput",
            "A tuned Triton config for the fused MoE of Qwen3-30B-A3B gives 18x more throughput",
            "RTX PRO 6000 上 fused MoE 配置（E=256，N=768），吞吐提升 18%",
        ),
    ),
    Case(
        made(
            9210,
            "sgl-project/sglang",
            "[HiCache] Fix race between write-back and eviction (#22000)",
            "Under load a page could be evicted while its copy to host memory was still in flight, corrupting the prefix. A refcount now pins it.",
        ),
        (
            "HiCache pins a page while it is copied to host memory, so that eviction cannot corrupt the prefix",
            "A race of HiCache's write-back with eviction could corrupt prefixes under load",
            "HiCache 修复写回与淘汰之间的竞态：拷贝期间页面由 refcount 固定",
        ),
        (
            "HiCache writes pages to NVMe now",
            "HiCache pins a page while it is copied to host memory; all users must update today",
            "A race of HiCache's write-back with eviction leaks credentials",
        ),
    ),
    Case(
        made(
            9211,
            "NVIDIA/TensorRT-LLM",
            "[None][feat] Add --kv_cache_free_gpu_memory_fraction autotuning for disaggregated serving (#9300)",
            "",
            Kind.FEATURE,
        ),
        (
            "--kv_cache_free_gpu_memory_fraction can be tuned automatically in disaggregated serving",
            "Disaggregated serving autotunes --kv_cache_free_gpu_memory_fraction",
            "分离式部署支持自动调优 --kv_cache_free_gpu_memory_fraction",
        ),
        (
            "--kv_cache_gpu_memory_fraction can be tuned automatically in disaggregated serving",
            "Disaggregated serving no longer supports --kv_cache_free_gpu_memory_fraction",
            "分离式部署移除 --kv_cache_free_gpu_memory_fraction",
        ),
    ),
    Case(
        made(
            9212,
            "flashinfer-ai/flashinfer",
            "chore: bump cutlass to 4.4.1 and drop CUDA 12.4 wheels (#4100)",
            "CUDA 12.6 is now the minimum.",
            Kind.DEPENDENCY,
        ),
        (
            "CUTLASS moves to 4.4.1 and wheels for CUDA 12.4 are no longer built; CUDA 12.6 is the minimum",
            "Wheels need CUDA 12.6 or later, CUTLASS is 4.4.1",
            "不再提供 CUDA 12.4 的 wheel，最低要求 CUDA 12.6，CUTLASS 升级到 4.4.1",
        ),
        (
            "CUTLASS moves to 4.4.2 and wheels for CUDA 12.4 are no longer built",
            "Wheels for CUDA 12.6 need CUTLASS 4.1.1",
            "最低要求 CUDA 12.8",
        ),
    ),
    Case(
        made(
            9213,
            "verl-project/verl",
            "fix critic: value clipping used the wrong old values after mini-batch shuffling (#7100)",
            "",
        ),
        (
            "The critic clips against the right old values again after mini-batches were shuffled",
            "Value clipping took the wrong old values once mini-batches had been shuffled",
            "修复 critic：mini-batch 打乱后 value clipping 使用了错误的旧值",
        ),
        (
            "The actor clips against the right old values after mini-batches were shuffled at 3e-6",
            "PPO's critic clips at 0.2 after mini-batches were shuffled",
            "修复 critic：现在会使用错误的 KL 系数 0.1",
        ),
    ),
    Case(
        made(
            9214,
            "pytorch/pytorch",
            "[inductor] Fall back to aten for scaled_mm with rowwise scales on sm_89 (#190001)",
            "Triton template miscompiles; the fallback costs up to 12% on L40S.",
        ),
        (
            "On SM89 scaled_mm with rowwise scales falls back to ATen, because the Triton template miscompiles; up to 12% slower on L40S",
            "Inductor uses aten for rowwise scaled_mm on SM89",
            "SM89 上 rowwise scale 的 scaled_mm 回退到 aten，L40S 上最多慢 12%",
        ),
        (
            "On SM90 scaled_mm with rowwise scales falls back to ATen",
            "On SM89 scaled_mm with rowwise scales is up to 12% faster on L40S",
            "SM89 上 rowwise scale 的 scaled_mm 回退到 aten，L40S 上最多慢 21%",
        ),
    ),
    Case(
        made(
            9215,
            "ROCm/aiter",
            "Support MXFP4 weights with block size 32 in gemm_a4w4 (#2200)",
            "gfx950 only.",
            Kind.FEATURE,
        ),
        (
            "gemm_a4w4 takes MXFP4 weights with a block size of 32, on gfx950 only",
            "MXFP4 weights in blocks of 32 can be used with gemm_a4w4 on gfx950",
            "gemm_a4w4 支持 block size 32 的 MXFP4 权重，仅限 gfx950",
        ),
        (
            "gemm_a4w4 takes MXFP4 weights with a block size of 16, on gfx950 only",
            "gemm_a8w8 takes MXFP4 weights with a block size of 32",
            "gemm_a4w4 支持 block size 32 的 NVFP4 权重",
        ),
    ),
    Case(
        made(
            9216,
            "InternLM/lmdeploy",
            "Reduce TTFT of long prompts by chunked vision encoding (#4500)",
            "InternVL3.5-38B, 32 images: TTFT 5.8 s to 2.9 s on 2x A100.",
            Kind.PERFORMANCE,
        ),
        (
            "Chunked vision encoding halves the TTFT of InternVL3.5-38B with 32 images, 5.8 to 2.9 s on 2x A100",
            "Long prompts with many images start sooner: vision encoding is chunked, TTFT 5.8 s to 2.9 s",
            "分块视觉编码将 InternVL3.5-38B 32 张图像的 TTFT 从 5.8 s 降到 2.9 s（2x A100）",
        ),
        (
            "Chunked vision encoding lowers the TPOT of InternVL3.5-38B, 5.8 to 2.9 s",
            "Chunked vision encoding lowers the TTFT of InternVL3.5-38B, 5.8 to 2.9 ms",
            "分块视觉编码将 InternVL3.5-38B 的 TTFT 从 2.9 s 升到 5.8 s",
        ),
    ),
    Case(
        made(
            9217,
            "vllm-project/vllm",
            "[Doc][Bugfix] Correct env var name VLLM_NIXL_SIDE_CHANNEL_PORT handling when set to 0 (#51111)",
            "Port 0 was treated as unset and fell back to 5600.",
        ),
        (
            "VLLM_NIXL_SIDE_CHANNEL_PORT=0 counts as set; it fell back to 5600 before",
            "Setting VLLM_NIXL_SIDE_CHANNEL_PORT to 0 is honoured instead of falling back to 5600",
            "VLLM_NIXL_SIDE_CHANNEL_PORT 设为 0 时不再回退到 5600",
        ),
        (
            "VLLM_NIXL_SIDE_CHANNEL_PORT=0 counts as set; it fell back to 5601 before",
            "VLLM_NIXL_SIDE_CHANNEL_HOST=0 counts as set",
            "VLLM_NIXL_CHANNEL_PORT 设为 0 时不再回退到 5600",
        ),
    ),
    Case(
        made(
            9218,
            "deepspeedai/DeepSpeed",
            "支持昇腾 910B 上的 ZeRO-3 通信重叠 (#7500)",
            "在 64 卡上训练吞吐提升 11%。",
            Kind.FEATURE,
        ),
        (
            "ZeRO-3 communication overlaps with compute on Ascend 910B, 11% more training throughput on 64 cards",
            "昇腾 910B 上 ZeRO-3 支持通信重叠，64 卡训练吞吐提升 11%",
            "昇腾 910B 的 ZeRO-3 通信可与计算重叠",
        ),
        (
            "昇腾 910C 上 ZeRO-3 支持通信重叠",
            "昇腾 910B 上 ZeRO-3 支持通信重叠，64 卡训练吞吐提升 21%",
            "昇腾 910B 上 ZeRO-2 支持通信重叠",
        ),
    ),
    Case(
        made(
            9219,
            "vllm-project/vllm",
            "[V1][Hybrid] Prefix caching for Mamba2 layers (#52000)",
            "Supports Nemotron-H and Granite-4. Enable with --mamba-cache-mode align. TTFT on 16k shared prefixes 1.9 s -> 0.4 s (H100).",
            Kind.FEATURE,
        ),
        (
            "Prefix caching covers Mamba2 layers (Nemotron-H, Granite-4) with --mamba-cache-mode align",
            "With --mamba-cache-mode align a shared prefix of 16k cuts TTFT from 1.9 to 0.4 s on H100",
            "Mamba2 层支持前缀缓存，可用于 Nemotron-H 与 Granite-4，H100 上 16k 共享前缀的 TTFT 由 1.9 s 降至 0.4 s",
        ),
        (
            "Prefix caching covers Mamba2 layers with --mamba-cache-mode all",
            "A shared prefix of 16k cuts TTFT from 1.9 to 0.4 s on H200",
            "Prefix caching covers Mamba2 layers of Nemotron-H and Granite-3",
            "Mamba2 层支持前缀缓存，TTFT 由 1.9 s 降至 0.8 s",
        ),
    ),
    Case(
        made(
            9220,
            "sgl-project/sglang",
            "[PD] Abort transfer when decode node disconnects (#23000)",
            "The prefill side waited forever and held its KV pages. Now it times out after SGLANG_DISAGG_TIMEOUT (default 300).",
        ),
        (
            "Prefill gives up a transfer when the decode node is gone, after SGLANG_DISAGG_TIMEOUT (300 by default), and frees its KV pages",
            "A lost decode node no longer blocks the prefill side forever",
            "decode 节点断开时，prefill 端在 SGLANG_DISAGG_TIMEOUT（默认 300）后中止传输，不再一直占用 KV 页",
        ),
        (
            "Prefill gives up a transfer after SGLANG_DISAGG_TIMEOUT (30 by default)",
            "Prefill gives up a transfer after SGLANG_PD_TIMEOUT",
            "A lost decode node blocks the prefill side forever now",
            "decode 节点断开时会导致 prefill 端一直等待",
        ),
    ),
    Case(
        made(
            9221,
            "NVIDIA/Megatron-LM",
            "Deprecate --use-mcore-models; removal in core 0.16 (#6100)",
            "",
            Kind.DEPRECATION,
        ),
        (
            "--use-mcore-models is deprecated and goes away in core 0.16",
            "--use-mcore-models is to be removed in core 0.16",
            "--use-mcore-models 已弃用，将在 core 0.16 移除",
        ),
        (
            "--use-mcore-models is deprecated and goes away in core 0.17",
            "--use-legacy-models is deprecated and goes away in core 0.16",
            "--use-mcore-models becomes the default in core 0.16",
        ),
    ),
    Case(
        made(
            9222,
            "flashinfer-ai/flashinfer",
            "feat: expose per-expert token counts from trtllm_fp4_block_scale_moe (#4200)",
            "Returned as an int32 tensor of shape [num_experts] when return_counts=True.",
            Kind.FEATURE,
        ),
        (
            "trtllm_fp4_block_scale_moe can return how many tokens each expert got, with return_counts=True",
            "With return_counts=True trtllm_fp4_block_scale_moe gives token counts per expert as an int32 tensor",
            "trtllm_fp4_block_scale_moe 设 return_counts=True 可返回每个专家的 token 数",
        ),
        (
            "trtllm_fp8_block_scale_moe can return how many tokens each expert got",
            "With return_counts=True it gives token counts per expert as an int64 tensor",
            "trtllm_fp4_block_scale_moe 设 return_stats=True 可返回每个专家的 token 数",
        ),
    ),
    Case(
        made(
            9223,
            "intel/xpu",
            "Fix SDPA accuracy on Arc B580 for head_dim 64 (#900)",
            "BF16 outputs were off by up to 3e-2 because of an unmasked tail.",
        ),
        (
            "SDPA on Arc B580 is accurate again for head_dim 64; an unmasked tail shifted BF16 outputs by up to 3e-2",
            "BF16 SDPA with head_dim 64 gave inaccurate outputs on Arc B580",
            "修复 Arc B580 上 head_dim 64 的 SDPA 精度问题，原因是尾部未加掩码",
        ),
        (
            "SDPA on Arc B570 is accurate again for head_dim 64",
            "FP16 SDPA with head_dim 64 gave inaccurate outputs on Arc B580",
            "修复 Arc A770 上 head_dim 64 的 SDPA 精度问题",
            "SDPA on Arc B580 is 3x faster for head_dim 64",
        ),
    ),
    Case(
        made(
            9224,
            "kvcache-ai/ktransformers",
            "Run Kimi-K2.5 INT4 experts on CPU with AMX (#1900)",
            "Needs 600 GB of RAM; 14.2 tokens/s decode on one RTX 4090 and two Xeon 8558P.",
            Kind.FEATURE,
        ),
        (
            "Kimi-K2.5's INT4 experts can run on the CPU with AMX: 14.2 tokens/s on one RTX 4090 with two Xeon 8558P",
            "AMX runs the INT4 experts of Kimi-K2.5 on CPUs, given 600 GB of RAM",
            "Kimi-K2.5 的 INT4 专家可用 AMX 在 CPU 上运行，需 600 GB 内存",
        ),
        (
            "Kimi-K2.5's INT4 experts can run on the CPU with AMX: 14.2 tokens/s on one RTX 5090",
            "Kimi-K2.5's INT8 experts can run on the CPU with AMX",
            "AMX runs the INT4 experts of Kimi-K2.5 on CPUs, given 60 GB of RAM",
            "Kimi-K2 的 INT4 专家可用 AVX 在 CPU 上运行",
        ),
    ),
    Case(
        made(
            9225,
            "vllm-project/vllm-ascend",
            "[BugFix] Fix MTP accuracy drop with graph mode on A2 (#12000)",
            "The draft step read stale block tables after replay.",
        ),
        (
            "MTP keeps its accuracy in graph mode on A2; the draft step read stale block tables after replay",
            "In graph mode on A2 MTP's draft step no longer uses stale block tables",
            "修复 A2 图模式下 MTP 精度下降：回放后 draft 步读取了过期的 block table",
        ),
        (
            "MTP keeps its accuracy in graph mode on A3",
            "EAGLE keeps its accuracy in graph mode on A2",
            "修复 A5 图模式下 MTP 精度下降",
            "MTP loses its accuracy in graph mode on A2 now",
        ),
    ),
    Case(
        made(
            9226,
            "huggingface/trl",
            "GRPO: skip vLLM weight sync when no parameter changed (#5000)",
            "Saves about 9 s per step with gradient accumulation of 8 on 4 nodes.",
            Kind.PERFORMANCE,
        ),
        (
            "GRPO skips the weight sync with vLLM while no parameter changed, about 9 s less a step at gradient accumulation 8 on 4 nodes",
            "Without changed parameters GRPO no longer syncs weights to vLLM",
            "GRPO 在参数未变化时跳过 vLLM 权重同步，4 节点、梯度累积 8 时每步约节省 9 秒",
        ),
        (
            "GRPO skips the weight sync with vLLM while no parameter changed, about 9 ms less a step",
            "GRPO skips the weight sync with SGLang while no parameter changed",
            "DPO skips the weight sync with vLLM while no parameter changed",
            "GRPO 在参数未变化时跳过 vLLM 权重同步，每步约节省 90 秒",
        ),
    ),
)
