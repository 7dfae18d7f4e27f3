"""Reading projects.toml: what a table becomes, and what is refused with file, table and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.domain.errors import ConfigError
from bot.domain.project import Group, Project, Projects, Scheme, TagSeries
from bot.domain.tag import Facet, Tag
from bot.domain.vocabulary import Entry, Vocabulary
from config.catalog import COMMON_VERSION, load_projects

FLASHINFER = """
[[project]]
key = "flashinfer"
name = "FlashInfer"
group = "kernels"
repositories = ["flashinfer-ai/flashinfer"]
"""
AITER = Tag(Facet.HARDWARE, "rocm")


def load(tmp_path: Path, text: str, vocabulary: Vocabulary | None = None) -> Projects:
    file = tmp_path / "projects.toml"
    file.write_text(text, encoding="utf-8")
    return load_projects(file, vocabulary)


def test_a_table_becomes_a_project(tmp_path: Path) -> None:
    """All keys end in their fields; prefix and pattern both make a series."""
    text = """
        [[project]]
        key = "fa"
        name = "FlashAttention"
        group = "control plane"
        repositories = ["Dao-AILab/flash-attention", "old/name"]
        aliases = ["flash-attn", "闪存"]
        ignored_tags = ['nightly-.*']
        defaults = ["hardware:rocm"]
        circle = 2
        also = ["flashinfer"]
        packages = ["fa-cuda"]
        numbered_apart = ["fa-kernels"]
        [[project.series]]
        prefix = "v"
        [[project.series]]
        name = "build"
        pattern = 'b(?P<version>\\d+)'
        scheme = "build"
    """
    assert load(tmp_path, FLASHINFER + text).by_key["fa"] == Project(
        key="fa",
        name="FlashAttention",
        group=Group.CONTROL_PLANE,
        repositories=("Dao-AILab/flash-attention", "old/name"),
        aliases=("flash-attn", "闪存"),
        series=(
            TagSeries("", f"v(?P<version>{COMMON_VERSION})", Scheme.PEP440),
            TagSeries("build", r"b(?P<version>\d+)", Scheme.BUILD),
        ),
        ignored_tags=("nightly-.*",),
        defaults=(AITER,),
        circle=2,
        also=("flashinfer",),
        packages=("fa-cuda",),
        numbered_apart=("fa-kernels",),
    )


def test_without_series_a_project_has_the_common_one(tmp_path: Path) -> None:
    """Most projects tag v1.2.3; they need no series of their own."""
    [series] = load(tmp_path, FLASHINFER).by_key["flashinfer"].series
    assert series == TagSeries("", f"v?(?P<version>{COMMON_VERSION})", Scheme.PEP440)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param('key = "flashinfer"', 'key = "Flash Infer"', "key must be lower-case letters", id="key"),
        pytest.param('key = "flashinfer"', "", "key is missing", id="no key"),
        pytest.param('"FlashInfer"', "7", "name must be a text", id="wrong type"),
        pytest.param('"kernels"', '"kernel"', 'group "kernel" is not one of engine, gateway, kernels', id="group"),
        pytest.param('["flashinfer-ai/flashinfer"]', "[]", "repositories must name at least one", id="no repository"),
        pytest.param('["flashinfer-ai/flashinfer"]', '["flashinfer"]', "is not owner/name", id="no owner"),
        pytest.param('"kernels"', '"kernels"\ncircle = 3', "circle must be 1 or 2", id="circle"),
        pytest.param('"kernels"', '"kernels"\nalias = ["fi"]', "alias is not a key that is known here", id="misspelt"),
        pytest.param('"kernels"', '"kernels"\ndefaults = ["sm90"]', "which is not facet:name", id="default"),
        pytest.param('"kernels"', '"kernels"\ndefaults = ["gpu:a"]', "which is not facet:name", id="facet"),
        pytest.param('"kernels"', '"kernels"\nalso = ["vllm"]', "not the key of another project", id="also"),
        pytest.param('"kernels"', '"kernels"\nalso = ["flashinfer"]', "not the key of another project", id="itself"),
        pytest.param('"kernels"', "\"kernels\"\nignored_tags = ['(']", "not a regular expression", id="ignored"),
    ],
)
def test_a_fault_names_file_table_and_key(tmp_path: Path, old: str, new: str, said: str) -> None:
    """Whoever edits the file reads where it is wrong and what would be right."""
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, FLASHINFER.replace(old, new))
    assert caught.value.sentence.startswith("projects.toml: [[project]] 1")
    assert said in caught.value.sentence


@pytest.mark.parametrize(
    ("series", "said"),
    [
        pytest.param('scheme = "pep440"', "prefix or pattern must be given", id="neither"),
        pytest.param("prefix = 'v'\npattern = 'v(?P<version>.)'", "and not both", id="both"),
        pytest.param("pattern = '('", "not a regular expression", id="bad pattern"),
        pytest.param(r"pattern = 'v\d+'", "has no group (?P<version>...)", id="no version"),
        pytest.param('prefix = "v"\nscheme = "roman"', 'scheme "roman" is not one of pep440', id="scheme"),
        pytest.param('prefix = "v"\nkind = "x"', "kind is not a key that is known here", id="unknown key"),
        pytest.param('prefix = "v"\n[[project.series]]\nprefix = "w"', "series has two of the same name", id="twice"),
    ],
)
def test_a_series_is_checked(tmp_path: Path, series: str, said: str) -> None:
    """A series that could match nothing, or whose versions nobody could order, is refused."""
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, f"{FLASHINFER}[[project.series]]\n{series}\n")
    assert said in caught.value.sentence
    assert "project" in caught.value.sentence


@pytest.mark.parametrize(
    ("line", "said"),
    [
        pytest.param('key = "flashinfer"', 'key has "flashinfer"', id="key"),
        pytest.param('name = "FLASHINFER"', 'name has "FLASHINFER"', id="name in other case"),
        pytest.param('aliases = ["FlashInfer"]', 'aliases has "FlashInfer"', id="alias"),
        pytest.param('aliases = ["two", "Two"]', 'aliases has "Two"', id="alias twice"),
        pytest.param('packages = ["flashinfer"]', 'packages has "flashinfer"', id="package"),
        pytest.param('numbered_apart = ["FlashInfer"]', 'numbered_apart has "FlashInfer"', id="package numbered apart"),
        pytest.param('aliases = ["second"]', 'aliases has "second"', id="its own key"),
        pytest.param('repositories = ["Flashinfer-AI/FlashInfer"]', "repositories has", id="repository in other case"),
    ],
)
def test_a_word_or_repository_belongs_to_one_project(tmp_path: Path, line: str, said: str) -> None:
    """What two projects claim is refused, naming who has it."""
    values = {"key": 'key = "second"', "name": 'name = "Second One"', "repositories": 'repositories = ["a/b"]'}
    values[line.partition(" ")[0]] = line
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, FLASHINFER + "[[project]]\n" + "\n".join([*values.values(), 'group = "kernels"']))
    assert "[[project]] 2" in caught.value.sentence
    assert said in caught.value.sentence
    assert "has already" in caught.value.sentence


def test_defaults_are_checked_against_the_vocabulary(tmp_path: Path) -> None:
    """With a vocabulary at hand, a default that no update could be found by is refused."""
    text = FLASHINFER + 'defaults = ["hardware:rocm"]\n'
    known = Vocabulary([Entry(AITER, "ROCm")])
    assert load(tmp_path, text, known).by_key["flashinfer"].defaults == (AITER,)
    with pytest.raises(ConfigError, match="not in the vocabulary"):
        load(tmp_path, text, Vocabulary([]))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("[project]\nkey = 'x'\n", id="a table in place of a list"),
        pytest.param("[[projects]]\nkey = 'x'\n", id="another name"),
        pytest.param("[[project]\n", id="no TOML"),
    ],
)
def test_a_file_without_projects_is_a_fault(tmp_path: Path, text: str) -> None:
    """A file that would leave the bot with nothing to watch is refused, naming the file."""
    with pytest.raises(ConfigError, match=r"projects\.toml"):
        load(tmp_path, text)
