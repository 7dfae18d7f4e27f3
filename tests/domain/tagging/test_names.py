"""Which tags words stand for: hardware, formats and models by dictionary and by rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.tag import Facet
from bot.domain.tagging.tokens import words_of
from tests.domain.tagging.tagged import named

HARDWARE = (
    pytest.param("SM120", {"sm120"}, id="written together"),
    pytest.param("sm_120a and sm-90", {"sm120", "sm90"}, id="underscore, suffix, hyphen"),
    pytest.param("compute_103", {"sm103"}, id="nvcc's spelling"),
    pytest.param("SM100/103/110/120/121", {"sm100", "sm103", "sm110", "sm120", "sm121"}, id="numbers after a slash"),
    pytest.param("SM12x", {"sm120", "sm121"}, id="range of consumer chips"),
    pytest.param("sm_101", {"sm110"}, id="Thor before CUDA 13"),
    pytest.param("compute capability 10.7", {"sm107"}, id="compute capability"),
    pytest.param("CC 12.0", {"sm120"}, id="compute capability cut short"),
    pytest.param("cc @ 12 people", set(), id="cc without a version"),
    pytest.param("12.0f and 9.0a", {"sm120", "sm90"}, id="arch list"),
    pytest.param("148 SMs, 99 KB", set(), id="counts are no chips"),
    pytest.param("sm_2 sm_500", set(), id="no architecture has this number"),
    pytest.param("RTX 5090, rtx4090", {"sm120", "sm89"}, id="cards"),
    pytest.param("RTX 6000 Ada", {"sm89", "ada"}, id="RTX 6000 Ada is not RTX PRO 6000"),
    pytest.param("RTX PRO 6000", {"sm120"}, id="RTX PRO 6000"),
    pytest.param("RTX A6000", {"sm86"}, id="RTX A6000"),
    pytest.param("DGX Spark", {"sm121"}, id="DGX Spark"),
    pytest.param("DSpark and Apache Spark", set(), id="other sparks"),
    pytest.param("a 100 token prompt", set(), id="a hundred is no A100"),
    pytest.param("MI300/MI355X", {"gfx942", "gfx950"}, id="AMD products"),
    pytest.param("MI300/350", {"gfx942", "gfx950"}, id="AMD number after a slash"),
    pytest.param("gfx1150/1151", {"gfx1150", "gfx1151"}, id="gfx number after a slash"),
    pytest.param("gfx1252", {"gfx1252"}, id="a gfx number nobody listed"),
    pytest.param("RDNA 3/4", {"rdna3", "rdna4"}, id="generations after a slash"),
    pytest.param("membership of hipsters", set(), id="hip inside a word"),
    pytest.param("Qwen3-30B-A3B on A2", set(), id="A3B and A2 without Ascend"),
    pytest.param("Atlas A3 nodes", {"ascend"}, id="A3 with Atlas"),
    pytest.param("Hexagon NPU", {"hexagon"}, id="an NPU that is not Huawei's"),
    pytest.param("b12x", {"sm120", "sm121"}, id="a library of one family"),
    pytest.param("Tcgen05Strategy", {"blackwell"}, id="instruction in a type name"),
    pytest.param("昇腾适配", {"ascend"}, id="Chinese"),
)


@pytest.mark.parametrize(("text", "names"), HARDWARE)
def test_hardware_is_read(text: str, names: set[str]) -> None:
    """Hardware is found in every spelling, and not in what only looks like it."""
    assert named(text, Facet.HARDWARE) == names


FORMATS = (
    pytest.param("NVFP4 and MXFP8", {"nvfp4", "mxfp8"}, id="names"),
    pytest.param("fp8_e4m3fnuz", {"fp8"}, id="FP8 spellings"),
    pytest.param("A8W4", {"w4a8"}, id="AMD's order"),
    pytest.param("w4a16mxfp4", {"w4a16", "mxfp4"}, id="glued together"),
    pytest.param("W8A8FP8 dynamic", {"w8a8", "fp8"}, id="glued with FP8"),
    pytest.param("Q4_K_M, iq2_xxs, q5_0", {"q4_k", "iq2_xxs", "q5_0"}, id="GGUF"),
    pytest.param("Q4 2026", set(), id="a quarter of a year"),
    pytest.param("mm_fp4", {"fp4"}, id="part of a function"),
    pytest.param("ue8m0 scales", {"e8m0"}, id="scale format"),
)


@pytest.mark.parametrize(("text", "names"), FORMATS)
def test_formats_are_read(text: str, names: set[str]) -> None:
    """Formats are found by name, by rule and glued together."""
    assert named(text, Facet.FORMAT) == names


MODELS = (
    pytest.param("DeepSeek-V4-Flash, dsv4, DS-V4", {"deepseek-v4"}, id="aliases and variant"),
    pytest.param("DeepSeek V3.2/V4", {"deepseek-v3.2", "deepseek-v4"}, id="version after a slash"),
    pytest.param("deepseek_v32 and deepseek-v3-2-w8a8", {"deepseek-v3.2"}, id="point left away"),
    pytest.param("K3 is not Kimi-K3.1-Pro", {"kimi-k3.1"}, id="no prefix"),
    pytest.param("kimi_k25", {"kimi-k2.5"}, id="glued"),
    pytest.param("Qwen3-30B-A3B", {"qwen3"}, id="size is no version"),
    pytest.param("qwen3_5_moe", {"qwen3.5"}, id="point as underscore"),
    pytest.param("Qwen3-VL, qwen3next", {"qwen3-vl", "qwen3-next"}, id="variants that are models"),
    pytest.param("Qwen3-Omni", {"qwen3"}, id="variant that is dropped"),
    pytest.param("GLM52 GLM-5.2-FP8", {"glm-5.2"}, id="glued number"),
    pytest.param("MiniMax M25", {"minimax-m2.5"}, id="letter and two digits"),
    pytest.param("Gemma4, gemma 3n, Gemma-2B", {"gemma-4", "gemma-3n", "gemma"}, id="size after a family"),
    pytest.param("deepseek-v5, GLM-6, qwen4, Kimi-K4", {"deepseek-v5", "glm-6", "qwen4", "kimi-k4"}, id="to come"),
    pytest.param("step 3 of the ring, one wan", set(), id="ordinary words"),
    pytest.param("Step-3.5-Flash, Wan2.2", {"step-3.5", "wan-2.2"}, id="the same as names"),
    pytest.param("sync (llama/19478), llama.cpp", set(), id="llama.cpp's numbers"),
    pytest.param("Llama-3.1-8B", {"llama-3.1"}, id="Llama with a version"),
    pytest.param("llama-nemotron-vl", {"llama-nemotron-vl"}, id="longest name wins"),
    pytest.param("MiniCPM-V-4.7", {"minicpm-v-4.7"}, id="letter in the family's name"),
)


@pytest.mark.parametrize(("text", "names"), MODELS)
def test_models_are_read(text: str, names: set[str]) -> None:
    """Models are family and version in any spelling; versions nobody listed are read by rule."""
    assert named(text, Facet.MODEL) == names


@given(st.text(max_size=200))
def test_words_lose_nothing(text: str) -> None:
    """Words and gaps together are the text, and spans point at the words."""
    words = words_of(text)
    woven = "".join(gap + word for gap, word in zip(words.gaps, (*words.written, ""), strict=True))
    assert woven == text
    for index, word in enumerate(words.written):
        start, end = words.span(index, index + 1)
        assert text[start:end] == word


@given(st.text(alphabet="sm_gfx1290a/-. QwenDeepSkVkimi0123456789bB昇腾", max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    """No run of fragments of names breaks the readers."""
    for facet in (Facet.HARDWARE, Facet.FORMAT, Facet.MODEL):
        assert all(named(text, facet))
