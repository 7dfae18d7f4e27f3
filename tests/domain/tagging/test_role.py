"""About and mention, in titles and in bodies (LABELS.md, hardware 8; WORDING.md 0.5)."""

from __future__ import annotations

import pytest

from bot.domain.tag import Facet
from tests.domain.tagging.tagged import about, mentioned, tag

TITLES = (
    pytest.param("Don't treat ROCm GPUs as Ampere", {"rocm"}, {"ampere"}, id="as"),
    pytest.param("hopper/setup.py: harden extraction", set(), {"hopper"}, id="path"),
    pytest.param("Bypass grids for SM120 Kernel with SM90 Mainloop", {"sm120"}, {"sm90"}, id="borrowed part"),
    pytest.param("fix(gdn): reject invalid sm120 tma lowering", {"sm120"}, set(), id="plain"),
)


@pytest.mark.parametrize(("title", "is_about", "mentions"), TITLES)
def test_role_in_titles(title: str, is_about: set[str], mentions: set[str]) -> None:
    """A title is about the hardware it names unless it contrasts or names a file."""
    tagged = tag(title)
    assert (about(tagged, Facet.HARDWARE), mentioned(tagged, Facet.HARDWARE)) == (is_about, mentions)


BODIES = (
    pytest.param("On SM120 the kernel deadlocks.", True, id="the broken thing"),
    pytest.param("Tested on RTX 5090.", False, id="test machine"),
    pytest.param("Speedup of 1.4x on RTX 5090.", True, id="measured"),
    pytest.param("The old way was correct on RTX 5090, but slower elsewhere.", False, id="what was right before"),
    pytest.param("The kernel is now correct on RTX 5090.", True, id="what is right now"),
    pytest.param("Unlike SM120, this path has TMEM.", False, id="contrast"),
    pytest.param("The small-smem route is kept on the old path for SM120.", False, id="old path"),
    pytest.param("Mirrors the SM120 layout.", False, id="source"),
    pytest.param("Existing checks only admitted the SM120 path.", False, id="what was admitted"),
    pytest.param("Alignment was guarded only by SM120.", False, id="what was guarded"),
    pytest.param("Fixes test_gemm_sm120 and its layout.", False, id="name of a test"),
    pytest.param("## Known issues\n\nHangs on SM120.", False, id="known issue"),
    pytest.param("## Test Plan\n\nRun the suite on SM120.", False, id="test plan"),
    pytest.param("```\npytest -k sm120\n```", False, id="code"),
    pytest.param("Moves flash_fwd_sm120.py to utils.", False, id="file name"),
    pytest.param('Traceback:\n  File "a.py", line 3, in run_sm120', False, id="traceback"),
    pytest.param("Fixes the layout of SM120 kernels, while SM90 is unaffected.", True, id="other clause unaffected"),
    pytest.param("Plumlib has kernels for SM120, which do not run on SM90.", False, id="what others have for it"),
    pytest.param("Adds kernels for SM120, which do not need TMEM.", True, id="what it does not need"),
    pytest.param("These kernels use SM120-compatible instructions.", False, id="a means"),
    pytest.param("Adds an SM120-compatible kernel.", True, id="an aim"),
    pytest.param("The plums move and the SM120 family keeps its folder.", False, id="what keeps its place"),
    pytest.param("The SM120 path keeps crashing.", True, id="what keeps failing"),
)


@pytest.mark.parametrize(("body", "is_about"), BODIES)
def test_role_in_bodies(body: str, is_about: bool) -> None:
    """A body is about what it repairs, enables or measures, and mentions the rest."""
    tagged = tag("Fix the kernel", body)
    assert ("sm120" in about(tagged, Facet.HARDWARE)) is is_about


PLAIN = (
    pytest.param("Adds decode support for BF16 and per-tensor FP8 paths.", True, id="support"),
    pytest.param("Supports bf16 residual/input tensors.", False, id="what tensors are kept in"),
    pytest.param("Measured on chip: bf16 1024^3 is faster.", False, id="setting of a measurement"),
    pytest.param("Also added bf16 h512 test cases.", False, id="tests"),
    pytest.param("FP8 is missing the drain loop that the BF16 kernel has.", False, id="what another has"),
    pytest.param("FP8 now drains, as the bf16 `mma` already does.", False, id="as another does"),
    pytest.param("It drains unlike BF16 and instead of the old loop.", False, id="contrast"),
    pytest.param("Test cases were added because bf16 takes a branch of its own.", False, id="why it is tested"),
    pytest.param("The tile that BF16 decode needs now fits.", True, id="what it needs"),
    pytest.param("The partial output (bf16/fp16): shape [B, D].", False, id="type in a list"),
)


@pytest.mark.parametrize(("body", "is_about"), PLAIN)
def test_plain_formats_in_bodies(body: str, is_about: bool) -> None:
    """BF16 is the point only where it is no mere type of what is stored."""
    assert ("bf16" in about(tag("Add a kernel", body), Facet.FORMAT)) is is_about


def test_a_list_of_backends_is_no_subject() -> None:
    """A paragraph that names four kinds of hardware is about none of them."""
    tagged = tag("Refactor codegen", "All backends (Metal, OpenCL, WebGPU, AMDGPU) are updated.")
    assert about(tagged, Facet.HARDWARE) == set()
    assert {"metal", "opencl", "webgpu", "rocm"} <= mentioned(tagged, Facet.HARDWARE)


def test_three_backends_are_a_subject() -> None:
    """One below the limit of a list is still the subject."""
    tagged = tag("Refactor codegen", "The Metal, OpenCL and WebGPU backends are updated.")
    assert about(tagged, Facet.HARDWARE) == {"metal", "opencl", "webgpu"}


def test_sm86_is_the_subject_and_sm120_a_contrast() -> None:
    """The example of WORDING.md 0.5: tagged SM86, and SM90 only mentioned."""
    tagged = tag(
        "Optimize FP4 V-scale dequant for h512 FA2 prefill (#3822)",
        "Speeds up the dequant on SM86. The original route is kept on the old path for SM90.",
    )
    assert about(tagged, Facet.HARDWARE) == {"sm86"}
    assert mentioned(tagged, Facet.HARDWARE) == {"sm90"}


def test_a_model_that_was_only_tried_is_a_mention() -> None:
    """Models of a test section are mentions; one that the body opens with is the subject."""
    tagged = tag("Add W8A8 support", "Adds support for Qwen3.5.\n\n## Test\n\nTest on models like GLM-4.7-FP8.")
    assert about(tagged, Facet.MODEL) == {"qwen3.5"}
    assert mentioned(tagged, Facet.MODEL) == {"glm-4.7"}


def test_a_sentence_reaches_only_so_far() -> None:
    """What stands further away than a sentence reaches says nothing of a find."""
    near, far = "SM120 " + "a " * 190 + "unaffected", "SM120 " + "a " * 200 + "unaffected"
    assert about(tag("Fix", near), Facet.HARDWARE) == set()
    assert about(tag("Fix", far), Facet.HARDWARE) == {"sm120"}
