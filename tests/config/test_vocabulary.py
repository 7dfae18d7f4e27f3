"""The vocabulary file: what is shipped, and how its faults are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.domain.errors import ConfigError
from bot.domain.tag import Facet, Tag
from bot.domain.update import Kind
from bot.domain.vocabulary import Vocabulary
from config.catalog import load_projects
from config.vocabulary import load_vocabulary

TOPICS = [
    "attention",
    "mla",
    "sparse-attention",
    "linear-attention",
    "moe",
    "gemm",
    "kv-cache",
    "speculative-decoding",
    "disaggregation",
    "quantization",
    "parallelism",
    "scheduler",
    "frontend",
    "router",
    "lora",
    "multimodal",
    "diffusion",
    "structured-output",
    "sampling",
    "rl-rollout",
    "rl-training",
    "training",
    "weight-sync",
    "checkpoint",
    "compile",
    "compiler",
    "cuda-graph",
    "communication",
    "kernel-autotune",
    "memory",
    "offload",
    "observability",
    "benchmark",
    "build",
    "deployment",
    "model-support",
]
"""The closed list of data/gold/LABELS.md."""


@pytest.fixture(scope="module")
def shipped() -> Vocabulary:
    """The shipped vocabulary."""
    return load_vocabulary()


def test_topics_are_the_closed_list(shipped: Vocabulary) -> None:
    """All topics of the label rules are there, and any other is marked as a finer one."""
    topics = {entry.tag.name for entry in shipped.entries.values() if entry.tag.facet is Facet.TOPIC and not entry.fine}
    assert topics == set(TOPICS)


def test_kinds_have_words(shipped: Vocabulary) -> None:
    """Every kind of an update can be asked for, in English and in Chinese."""
    for kind in Kind:
        words = [alias.text for alias in shipped.entries[Tag(Facet.KIND, kind.value)].aliases]
        assert any(word.isascii() for word in words)
        if kind not in (Kind.DOCS, Kind.CI, Kind.TEST):
            assert not all(word.isascii() for word in words)


FAMILIES = (
    pytest.param("hardware:sm121", "hardware:blackwell", id="SM121 is Blackwell"),
    pytest.param("hardware:gfx950", "hardware:rocm", id="gfx950 is ROCm over two floors"),
    pytest.param("hardware:gfx1201", "hardware:rdna4", id="gfx1201 is RDNA4"),
    pytest.param("hardware:ascend950", "hardware:ascend", id="Ascend 950"),
    pytest.param("format:nvfp4", "format:fp4", id="NVFP4 is an FP4"),
    pytest.param("format:mxfp4", "format:fp4", id="MXFP4 is an FP4"),
    pytest.param("model:deepseek-v4", "model:deepseek", id="a known version"),
    pytest.param("model:deepseek-v9", "model:deepseek", id="a version to come"),
    pytest.param("topic:fa4", "topic:attention", id="FA4 is attention"),
)


@pytest.mark.parametrize(("member", "family"), FAMILIES)
def test_families(member: str, family: str, shipped: Vocabulary) -> None:
    """A question for the family finds the member."""
    assert Tag.parse(family) in shipped.closure([Tag.parse(member)])


NOT_FAMILIES = (
    pytest.param("hardware:gfx1250", "hardware:rdna4", id="gfx1250 is not RDNA4"),
    pytest.param("model:kimi-k3.1", "model:kimi-k3", id="K3.1 is not K3"),
    pytest.param("model:deepseek-v3.2", "model:deepseek-v3", id="V3.2 is not V3"),
    pytest.param("hardware:sm120", "hardware:sm121", id="siblings"),
)


@pytest.mark.parametrize(("tag", "other"), NOT_FAMILIES)
def test_no_families(tag: str, other: str, shipped: Vocabulary) -> None:
    """Neither numbers nor versions match by prefix."""
    assert Tag.parse(other) not in shipped.closure([Tag.parse(tag)])


def test_every_home_is_a_project(shipped: Vocabulary) -> None:
    """The projects that a topic names are those of the catalogue."""
    keys = set(load_projects().by_key)
    assert {key for entry in shipped.entries.values() for key in (*entry.home, *entry.otherwise)} <= keys


FAULTS = (
    pytest.param("[[hardware]]\ntag = 'SM 1'\nlabel = 'x'", '[[hardware]] 1 "SM 1": tag must be', id="spaces in a tag"),
    pytest.param("[[hardware]]\ntag = 'a'", "label is missing", id="no label"),
    pytest.param("[[hardware]]\ntag = 'a'\nlabel = 'A'\nword = []", "word is not a key", id="misspelt key"),
    pytest.param("[[hardwares]]\ntag = 'a'", "hardwares is not a key", id="unknown facet"),
    pytest.param(
        "[[topic]]\ntag = 'a'\nlabel = 'A'\n[[topic]]\ntag = 'a'\nlabel = 'B'", "stands in two tables", id="twice"
    ),
    pytest.param("[[topic]]\ntag = 'a'\nlabel = 'A'\nfamilies = ['b']", 'families names "b"', id="unknown family"),
    pytest.param(
        "[[topic]]\ntag = 'a'\nlabel = 'A'\nfamilies = ['a']", "must not name the tag itself", id="own family"
    ),
    pytest.param(
        "[[topic]]\ntag = 'a'\nlabel = 'A'\nspecial = [{ text = 'b', where = 'here' }]",
        '[[topic]] 1 "a"[[special]] 1 "b": where must be one of',
        id="wrong place of a word",
    ),
    pytest.param(
        "[[model]]\ntag = 'a'\nlabel = 'A'\nversions = { name = 'a', label = 'A{}', stems = ['a'] }",
        "name must hold {} once",
        id="name without a version",
    ),
    pytest.param(
        "[[model]]\ntag = 'a'\nlabel = 'A'\nversions = { name = 'a{}', label = 'A{}' }", "stems is missing", id="stems"
    ),
)


@pytest.mark.parametrize(("text", "sentence"), FAULTS)
def test_a_fault_names_file_table_and_key(text: str, sentence: str, tmp_path: Path) -> None:
    """A wrong file does not load and says where it is wrong."""
    path = tmp_path / "vocabulary.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as fault:
        load_vocabulary(path)
    assert fault.value.sentence.startswith("vocabulary.toml: ")
    assert sentence in fault.value.sentence


def test_versions_that_count_as_prefixes(shipped: Vocabulary) -> None:
    """Kimi's and MiniMax's versions go without their names in a prefix, a Qwen's does not."""
    marks = {name: shipped.entries[Tag(Facet.MODEL, name)].versions for name in ("kimi", "minimax", "qwen")}
    assert {name: bool(versions and versions.marks) for name, versions in marks.items()} == {
        "kimi": True,
        "minimax": True,
        "qwen": False,
    }


def test_deprecations_are_found_as_breaking(shipped: Vocabulary) -> None:
    """Who asks for what breaks wants to know what will."""
    assert Tag(Facet.KIND, "breaking") in shipped.families(Tag(Facet.KIND, "deprecation"))


def test_known_versions_have_entries(tmp_path: Path) -> None:
    """A listed version is an entry with label, family and words for questions."""
    path = tmp_path / "vocabulary.toml"
    path.write_text(
        "[[model]]\ntag = 'glm'\nlabel = 'GLM'\n"
        "versions = { name = 'glm-{}', label = 'GLM-{}', stems = ['glm'], known = ['5.2', '5.2-vl'] }",
        encoding="utf-8",
    )
    entries = load_vocabulary(path).entries
    assert entries[Tag(Facet.MODEL, "glm-5.2")].families == ("glm",)
    assert entries[Tag(Facet.MODEL, "glm-5.2-vl")].label == "GLM-5.2-VL"
    assert [alias.text for alias in entries[Tag(Facet.MODEL, "glm-5.2")].aliases] == ["glm5.2", "glm 5.2"]
