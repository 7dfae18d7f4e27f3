"""The vocabulary: labels, families, members, and tags that no entry lists."""

from __future__ import annotations

import pytest

from bot.domain.tag import Facet, Tag
from bot.domain.vocabulary import Entry, Versions, Vocabulary, written

BLACKWELL, SM120 = Tag(Facet.HARDWARE, "blackwell"), Tag(Facet.HARDWARE, "sm120")
GFX11, RDNA3, ROCM = (Tag(Facet.HARDWARE, name) for name in ("gfx11", "rdna3", "rocm"))
KIMI = Tag(Facet.MODEL, "kimi")
VOCABULARY = Vocabulary(
    (
        Entry(BLACKWELL, "Blackwell"),
        Entry(SM120, "SM120", families=("blackwell",)),
        Entry(ROCM, "ROCm"),
        Entry(RDNA3, "RDNA3", families=("rocm",)),
        Entry(GFX11, "gfx11", families=("rdna3",)),
        Entry(KIMI, "Kimi", versions=Versions("kimi-{}", "Kimi-{}", ("kimi",), ("k",))),
        Entry(
            Tag(Facet.MODEL, "minicpm-v"),
            "MiniCPM-V",
            versions=Versions("minicpm-v-{}", "MiniCPM-V-{}", ("minicpmv",)),
        ),
        Entry(Tag(Facet.MODEL, "minicpm"), "MiniCPM", versions=Versions("minicpm-{}", "MiniCPM{}", ("minicpm",))),
        Entry(Tag(Facet.TOPIC, "training"), "training", home=("megatron",)),
        Entry(Tag(Facet.TOPIC, "compiler"), "compiler", otherwise=("triton",)),
    )
)

LABELS = (
    pytest.param("hardware:sm120", "SM120", id="an entry"),
    pytest.param("hardware:sm77", "SM77", id="an SM number nobody listed"),
    pytest.param("hardware:gfx1152", "gfx1152", id="gfx stays small"),
    pytest.param("model:kimi-k4", "Kimi-K4", id="a version nobody listed"),
    pytest.param("model:minicpm-v-4.7", "MiniCPM-V-4.7", id="the longest family's way"),
    pytest.param("model:someone", "someone", id="unknown"),
    pytest.param("format:q4_k", "q4_k", id="another facet"),
)


@pytest.mark.parametrize(("tag", "label"), LABELS)
def test_labels(tag: str, label: str) -> None:
    """Readers see entries by their label, other tags by the rule of their family."""
    assert VOCABULARY.label(Tag.parse(tag)) == label


def test_families_and_members() -> None:
    """Families are closed upwards, members downwards; a tag without an entry belongs where its name says."""
    assert VOCABULARY.families(GFX11) == {RDNA3, ROCM}
    assert VOCABULARY.members(ROCM) == {GFX11, RDNA3}
    assert VOCABULARY.families(Tag(Facet.HARDWARE, "gfx1152")) == {GFX11, RDNA3, ROCM}
    assert VOCABULARY.families(Tag(Facet.HARDWARE, "sm122")) == {BLACKWELL}
    assert VOCABULARY.families(Tag(Facet.MODEL, "kimi-k4")) == {KIMI}
    assert VOCABULARY.families(Tag(Facet.HARDWARE, "abacus")) == frozenset()
    assert VOCABULARY.families(Tag(Facet.TOPIC, "gfx1152")) == frozenset()


def test_closure() -> None:
    """What an update is indexed under is its tags with all their families."""
    assert VOCABULARY.closure([SM120, KIMI]) == {SM120, BLACKWELL, KIMI}


def test_topics_of_projects() -> None:
    """A project's own topics are told apart: always, and only if nothing else is named."""
    assert VOCABULARY.at_home("megatron") == (Tag(Facet.TOPIC, "training"),)
    assert VOCABULARY.otherwise("triton") == (Tag(Facet.TOPIC, "compiler"),)
    assert VOCABULARY.at_home("triton") == VOCABULARY.otherwise("vllm") == ()


@pytest.mark.parametrize(("version", "text"), [("v4", "V4"), ("3-vl", "3-VL"), ("3-next", "3-Next"), ("2.2", "2.2")])
def test_versions_are_written_as_vendors_do(version: str, text: str) -> None:
    """Letters and short variants are capitals, longer variants are words."""
    assert written(version) == text
