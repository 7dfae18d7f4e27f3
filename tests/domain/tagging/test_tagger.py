"""The tagger as a whole: places, defaults, settling, templates, what sources state."""

from __future__ import annotations

import pytest

from bot.domain.tag import Facet, FoundTag, Place, Role, Tag
from bot.domain.template import Template, folded
from bot.domain.update import Figure
from tests.domain.tagging.tagged import about, tag
from tests.factories import found

SM120 = Tag(Facet.HARDWARE, "sm120")


def _place(tagged_tags: tuple[FoundTag, ...], wanted: Tag) -> Place:
    return next(each.place for each in tagged_tags if each.tag == wanted)


def test_the_best_place_counts() -> None:
    """A tag found in title and body stands at the title; one of a path at the path."""
    assert _place(tag("Fix SM120", "On SM120 it hangs.").tags, SM120) is Place.TITLE
    assert _place(tag("Fix kernel", paths=("csrc/gemm_sm120.cu",)).tags, SM120) is Place.PATH
    assert _place(tag("Fix kernel", labels=("sm120",)).tags, SM120) is Place.LABEL


def test_a_path_of_tests_only_mentions() -> None:
    """Hardware in the name of a test file is a mention."""
    assert about(tag("Fix kernel", paths=("tests/test_sm120.py",)), Facet.HARDWARE) == set()


def test_a_project_gives_its_default() -> None:
    """Every update of vllm-ascend is about Ascend, found in the repository."""
    tagged = tag("Fix the scheduler", repository="vllm-project/vllm-ascend", project="vllm-ascend")
    assert _place(tagged.tags, Tag(Facet.HARDWARE, "ascend")) is Place.REPOSITORY


def test_a_project_is_about_its_own_topic() -> None:
    """Megatron's updates are about training, Triton's about the compiler if they name nothing else; CI is not."""
    assert about(tag("Fix expert parallel groups", repository="NVIDIA/Megatron-LM"), Facet.TOPIC) == {
        "training",
        "moe",
        "parallelism",
    }
    assert about(tag("Fix conversion of scalars", repository="triton-lang/triton"), Facet.TOPIC) == {"compiler"}
    assert about(tag("Fix autotuning of configs", repository="triton-lang/triton"), Facet.TOPIC) == {"kernel-autotune"}
    assert about(tag("[CI] Fix runners", repository="triton-lang/triton"), Facet.TOPIC) == set()


def test_what_is_computed_leaves_room_for_a_projects_topic() -> None:
    """A GEMM fixed in a compiler is about the compiler as well."""
    assert about(tag("Fix the GEMM epilogue", repository="triton-lang/triton"), Facet.TOPIC) == {"compiler", "gemm"}


def test_inference_of_a_training_project_is_no_training() -> None:
    """Megatron's inference is not training."""
    tagged = tag("Add expert parallel inference", repository="NVIDIA/Megatron-LM")
    assert about(tagged, Facet.TOPIC) == {"moe", "parallelism"}


def test_a_chore_is_about_nothing_of_its_project() -> None:
    """A bot's bump and the revert of a chore carry no topic of their project."""
    assert about(tag('Revert "ci: add codecov"', repository="NVIDIA/Megatron-LM"), Facet.TOPIC) == set()


def test_a_finer_topic_stands_for_its_family() -> None:
    """FA3 is attention, and both are kept."""
    assert about(tag("Use FA3 of the stable ABI"), Facet.TOPIC) == {"attention", "fa3"}


HUMPS = (
    pytest.param(
        "Fix NixlKVManager start-up", {"communication", "disaggregation", "kv-cache"}, id="abbreviations inside"
    ),
    pytest.param("Extract KV update from TreeAttention", {"attention", "kv-cache"}, id="a compound by its tail"),
    pytest.param("Fix Qwen3CoderToolParser", {"frontend"}, id="several words"),
    pytest.param("Optimize FusedMoEModularKernel output", {"moe"}, id="MoE is one word"),
    pytest.param("Add WorkerSpec and BlockSpec", set(), id="spec at a name's end"),
    pytest.param("Register CPUs and GPUs", set(), id="plurals"),
    pytest.param("Fix the TileScheduler", set(), id="scheduler of tiles"),
)


@pytest.mark.parametrize(("title", "topics"), HUMPS)
def test_names_in_camel_case_are_read(title: str, topics: set[str]) -> None:
    """The words of a name in camel case say topics, those that are unsure excepted."""
    assert about(tag(title), Facet.TOPIC) == topics


def test_models_are_read_out_of_names() -> None:
    """The class of a model names it, unless the title names a model by itself."""
    assert about(tag("Enable drafts for Qwen3NextForCausalLM"), Facet.MODEL) == {"qwen3-next"}
    assert about(tag("Fix Gemma4ToolParser"), Facet.MODEL) == {"gemma-4"}
    assert about(tag("Fuse GemmaRMSNorm for qwen3.5"), Facet.MODEL) == {"qwen3.5"}
    assert about(tag("Bound the sampler of DiffusionGemma"), Facet.MODEL) == {"diffusiongemma"}


SUPPORT = (
    pytest.param("Add basic MiniMax-M3 support", True, id="nothing else"),
    pytest.param("Support Qwen3-VL 235B-A22B", True, id="size"),
    pytest.param("Support MTP for Qwen3.5", False, id="something of it"),
    pytest.param("Fix Qwen3.5 support", False, id="a fix"),
)


@pytest.mark.parametrize(("title", "is_support"), SUPPORT)
def test_a_title_that_only_names_a_model_is_model_support(title: str, is_support: bool) -> None:
    """Support of a model is said where the title says no more than that."""
    assert ("model-support" in about(tag(title), Facet.TOPIC)) is is_support


def test_a_version_counts_as_a_prefix() -> None:
    """[K3] is Kimi K3; a K3 elsewhere is none."""
    assert about(tag("[BugFix][K3] Skip padding"), Facet.MODEL) == {"kimi-k3"}
    assert about(tag("Skip padding of k3"), Facet.MODEL) == set()


def test_a_prefix_that_may_be_a_chip_is_no_model_beside_its_maker() -> None:
    """M3 is MiniMax's model, and Apple's chip where Metal is named."""
    assert about(tag("feat(m3): Support checkpoints"), Facet.MODEL) == {"minimax-m3"}
    assert about(tag("[Metal][M3] Pick plums"), Facet.MODEL) == set()
    assert about(tag("feat(m3): Support checkpoints", "Faster on Apple chips."), Facet.MODEL) == set()


def test_backends_before_a_colon_are_all_meant() -> None:
    """CUDA stays beside HIP where both are prefixes, and goes beside a number."""
    assert about(tag("CUDA/HIP: Fix the kernel"), Facet.HARDWARE) == {"cuda", "rocm"}
    assert about(tag("[NVIDIA] Fix TMA lowering"), Facet.HARDWARE) == {"cuda"}
    assert about(tag("[NVIDIA] Fix TMA lowering on sm120"), Facet.HARDWARE) == {"sm120"}
    assert about(tag("[XLA:CPU] Fix dots"), Facet.HARDWARE) == {"cpu"}


def test_plain_formats_are_no_quantization() -> None:
    """BF16 says nothing of quantization, FP8 does where no topic is named."""
    assert about(tag("Support bf16 in the loader"), Facet.TOPIC) == set()
    assert about(tag("Support FP8 in the loader"), Facet.TOPIC) == {"quantization"}


def test_no_update_carries_project_or_kind_as_tags() -> None:
    """Project and kind have fields of their own."""
    tagged = tag("[Perf] Faster FP8 MoE for DeepSeek-V4 on SM100 in vLLM")
    assert {each.tag.facet for each in tagged.tags} <= {Facet.HARDWARE, Facet.FORMAT, Facet.MODEL, Facet.TOPIC}


def test_a_closer_name_replaces_a_general_one() -> None:
    """FP4 beside NVFP4, Qwen beside Qwen3.5 and CUDA beside SM120 say nothing more."""
    tagged = tag("CUDA: Add mm_fp4 for Qwen/Qwen3.5 on SM120", "Supports nvfp4 only.")
    assert about(tagged, Facet.FORMAT) == {"nvfp4"}
    assert about(tagged, Facet.MODEL) == {"qwen3.5"}
    assert about(tagged, Facet.HARDWARE) == {"sm120"}


def test_cuda_is_hardware_only_as_a_prefix() -> None:
    """ "CUDA graph" is a topic; "CUDA:" names the backend."""
    assert about(tag("CUDA: add fast transform"), Facet.HARDWARE) == {"cuda"}
    graph = tag("Allow piecewise CUDA graph with speculative decoding")
    assert about(graph, Facet.HARDWARE) == set()
    assert about(graph, Facet.TOPIC) == {"cuda-graph", "speculative-decoding"}


def test_b12x_is_one_chip_if_the_title_names_it() -> None:
    """b12x stands for SM120 and SM121 unless the title says which."""
    assert about(tag("Reject EP in b12x MoE"), Facet.HARDWARE) == {"sm120", "sm121"}
    assert about(tag('Add backend="b12x" on SM120'), Facet.HARDWARE) == {"sm120"}


TRAPS = (
    pytest.param("Fix memory access fault", "memory", id="memory access is no memory topic"),
    pytest.param("Speed up docker image build", "multimodal", id="a docker image is no picture"),
    pytest.param("Fix MoE router replay", "router", id="a MoE router is no gateway"),
)


@pytest.mark.parametrize(("title", "topic"), TRAPS)
def test_topic_traps(title: str, topic: str) -> None:
    """Ordinary uses of a topic's word do not tag it."""
    assert topic not in about(tag(title), Facet.TOPIC)


def test_template_lines_are_not_read() -> None:
    """A form's line that names hardware tags nothing; comments and ticks never do."""
    line = "Please test on SM120 before you submit."
    template = Template(frozenset((folded(line),)))
    body = f"{line}\n<!-- H100 is fine too -->\n- [x] Runs on MI300\n\nRepairs the loader."
    assert tag("Fix loader", body, template).tags == ()
    assert SM120 in {each.tag for each in tag("Fix loader", line).tags}


def test_what_a_source_states_is_kept() -> None:
    """Tags and figures of the source itself stand as they are."""
    stated = found(["hardware:sm120"], Place.LABEL, Role.ABOUT)
    figures = (Figure("1.4x"),)
    tagged = tag("Unlike SM120, fast", extra_tags=stated, figures=figures)
    assert stated[0] in tagged.tags
    assert tagged.figures == figures


def test_figures_name_their_device() -> None:
    """A figure carries the only chip that its paragraph names."""
    tagged = tag("Faster MoE", "Throughput improves by 1.85% on B300.")
    assert [(figure.quote, figure.device) for figure in tagged.figures] == [("1.85%", "SM103")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\x00\x1b[31m",
        "[" * 5000,
        "🤖" * 300,
        "(" * 2000,
        "a" * 10_000,
        "[x]" * 3000,
        "sm120/" * 2500,
        "1x " * 5000,
    ],
)
def test_hostile_text_is_read_without_a_fault(text: str) -> None:
    """No title and no body breaks the tagger."""
    tag(text, text)
