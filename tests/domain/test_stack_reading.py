"""A stack is read from whatever is at hand: pins, an image's name, a frozen environment, plain names."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.project import Group, Projects
from bot.domain.question.lexicon import Lexicon
from bot.domain.stack import Pin, Stack
from bot.domain.stack_reading import LONGEST_WORD, MOST_LINES, Remark, StackReading, Why, merged, read_stack
from bot.domain.text import clean
from tests.factories import a_project, a_tag, a_vocabulary, some_projects

LEXICON = Lexicon(
    a_vocabulary(),
    Projects(
        (
            *some_projects().all,
            a_project("pytorch", "PyTorch", Group.TRAINING, packages=("torch",), numbered_apart=("torch-kernels",)),
            a_project("lmcache", "LMCache", Group.CONTROL_PLANE),
        )
    ),
)
PINS = (Pin("flashinfer", "0.6.14"), Pin("vllm", "0.24.0"))


def read(text: str) -> StackReading:
    """The text as the small field of the factories reads it."""
    return read_stack(text, LEXICON)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param(
            "vllm==0.24.0 flashinfer==0.6.14 sm90 nvfp4 deepseek-v4",
            "flashinfer==0.6.14 vllm==0.24.0 sm90 nvfp4 deepseek-v4",
            id="pins and names",
        ),
        pytest.param("vllm/vllm-openai:v0.24.0", "vllm==0.24.0", id="an image"),
        pytest.param("registry.example:5000/x/sglang:v0.5.2-cu126", "sglang==0.5.2", id="an image of a mirror"),
        pytest.param("vllm/vllm-openai:latest", "vllm", id="an image without a version"),
        pytest.param("vllm 0.24.0 rtx 5090", "vllm==0.24.0 rtx 5090", id="words"),
        pytest.param("vllm == 0.24.0", "vllm==0.24.0", id="blanks around the sign"),
        pytest.param("vllm=0.24.0 verl@0.8.0", "verl==0.8.0 vllm==0.24.0", id="conda's and npm's signs"),
        pytest.param("flashinfer-python==0.6.14", "flashinfer==0.6.14", id="the package's name"),
        pytest.param("flash_attn[x]==2.8.3", "", id="a package that is not watched"),
        pytest.param("torch==2.9.0+cu129", "pytorch==2.9.0", id="another name of the package"),
        pytest.param("torch 2.9.0", "pytorch==2.9.0", id="another name of the package, in words"),
        pytest.param("lmcache/vllm-openai:v0.3.9", "lmcache==0.3.9", id="an image of who built it"),
        pytest.param("nvcr.io/nvidia/pytorch/release:1.2.0", "pytorch==1.2.0", id="a container that counts versions"),
        pytest.param("vllm[audio,flashinfer]==0.24.0", "vllm==0.24.0", id="extras"),
        pytest.param('vllm = "0.24.0"', "vllm==0.24.0", id="a line of pyproject.toml"),
        pytest.param("vllm==0.24.0,!=0.24.1", "vllm==0.24.0", id="one version and what it is not"),
        pytest.param("git+https://github.com/vllm-project/vllm.git@v0.24.0", "vllm==0.24.0", id="a tag"),
        pytest.param("https://github.com/volcengine/verl/archive/refs/tags/v0.8.0.zip", "verl==0.8.0", id="an archive"),
        pytest.param("https://x.test/vllm-0.24.0%2Bcu129-py3-none-any.whl", "vllm==0.24.0", id="a wheel"),
        pytest.param("# mine vllm/vllm-openai:v0.24.0", "vllm==0.24.0", id="an image behind a comment"),
        pytest.param("vllm==0.24.0 vllm>=0.2", "vllm==0.24.0", id="no version takes none away"),
        pytest.param("vllm + sm90 - nvfp4", "vllm sm90 nvfp4", id="bullets"),
        pytest.param("vllm==0.24.0+cu130", "vllm==0.24.0", id="a local part"),
        pytest.param("vllm==0.24.0 vllm==0.25.0", "vllm==0.25.0", id="the later pin"),
        pytest.param("vllm @ https://example.org/vllm.whl", "vllm", id="an address"),
        pytest.param("VLLM==0.24.0 SM90", "vllm==0.24.0 sm90", id="any case"),
        pytest.param("```txt vllm==0.24.0 sm90```", "vllm==0.24.0 sm90", id="a code fence"),
        pytest.param("`vllm==0.24.0`", "vllm==0.24.0", id="a word of code"),
        pytest.param("['vllm[audio]==0.24.0','sm90']", "vllm==0.24.0 sm90", id="a list of a program"),
        pytest.param('dependencies = ["vllm==0.24.0", "sm90"]', "vllm==0.24.0 sm90", id="a list of pyproject.toml"),
        pytest.param("vllm>=0.2，<1，sm90、nvfp4；fp8", "vllm sm90 nvfp4 fp8", id="Chinese commas"),
        pytest.param("vllm==0.24.0;sm90", "vllm==0.24.0 sm90", id="a semicolon that no marker follows"),
        pytest.param("“vllm==0.24.0” sm90", "vllm==0.24.0 sm90", id="quotes that a phone made"),
        pytest.param("8xsm90 (2 x rtx 5090), 4张sm120 x4 16× fp8", "sm90 rtx 5090 sm120 fp8", id="counts of cards"),
        pytest.param("vllm 0.24.0 on sm90 with fp8 and nvfp4", "vllm==0.24.0 sm90 fp8 nvfp4", id="a sentence"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_what_is_kept(text: str, kept: str) -> None:
    """The stack as it is kept, pins first; read again it is the same."""
    found = read(text)
    assert found.text == kept
    assert read(kept).stack == found.stack


def test_a_requirements_file() -> None:
    """Comments, options, hashes and markers are not read; what is not watched is counted, and a line that is no
    requirement is told and stops nothing."""
    text = """--index-url somewhere
# vllm==0.1.0
numpy==2.1.0  # via vllm
vllm==0.24.0 ; python_version >= "3.10" and sys_platform == "linux" \\
    --hash=sha256:abc
-e ./local
??? !
flashinfer-python==0.6.14
"""
    found = read(text)
    assert found.stack.pins == (Pin("flashinfer", "0.6.14"), Pin("vllm", "0.24.0"))
    assert (found.unwatched, found.unread) == (1, ("./local", "???", "!"))


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        pytest.param("vllm==latest", Remark(Why.NO_VERSION, "vllm", "latest"), id="a word"),
        pytest.param("vllm==0.2x4", Remark(Why.NO_VERSION, "vllm", "0.2x4"), id="a misspelt version"),
        pytest.param("vllm/vllm-openai:latest", Remark(Why.NO_VERSION, "vllm", "latest"), id="an image's tag"),
        pytest.param("vllm>=0.24, <1", Remark(Why.RANGE, "vllm", ">=0.24,<1"), id="a range"),
        pytest.param("vllm~=0.24.0", Remark(Why.RANGE, "vllm", "~=0.24.0"), id="a compatible release"),
        pytest.param("vllm==0.24.*", Remark(Why.RANGE, "vllm", "==0.24.*"), id="a wildcard"),
        pytest.param('vllm = "^0.24"', Remark(Why.RANGE, "vllm", "^0.24"), id="poetry's caret"),
        pytest.param(
            "-e git+https://github.com/vllm-project/vllm.git@abc123#egg=vllm",
            Remark(Why.REFERENCE, "vllm", "abc123"),
            id="an editable commit",
        ),
        pytest.param("git+ssh://git@x.test/me/vllm", Remark(Why.REFERENCE, "vllm", ""), id="a fork"),
        pytest.param("vllm @ git+https://x.test/a/b@main", Remark(Why.REFERENCE, "vllm", "main"), id="a branch"),
        pytest.param(
            "nvcr.io/nvidia/pytorch:25.06-py3", Remark(Why.CONTAINER, "pytorch", "25.06-py3"), id="a container"
        ),
        pytest.param("vllm:25.09-py3", Remark(Why.CONTAINER, "vllm", "25.09-py3"), id="a bare container"),
        pytest.param("torch_kernels==0.3.9", Remark(Why.NUMBERED_APART, "pytorch", "torch_kernels"), id="apart"),
    ],
)
def test_what_is_no_version_is_told(text: str, remark: Remark) -> None:
    """The project is taken without a version, and why it has none is told."""
    found = read(text)
    assert found.stack.pins == (Pin(remark.project),)
    assert found.remarks == (remark,)


def test_of_two_versions_the_one_that_is_not_taken_is_told() -> None:
    """The later pin counts; the same one twice is nothing to tell."""
    assert read("vllm==0.24.0 vllm==0.23.0").remarks == (Remark(Why.TWICE, "vllm", "0.24.0"),)
    assert read("vllm==0.24.0 vllm 0.24.0").remarks == ()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "Package Version Editable project location\n------- ------- ---\nvllm 0.24.0 /home/me/vllm\n"
            "flashinfer-python 0.6.14\nnumpy 2.1\ngguf 0.17.1",
            id="pip list",
        ),
        pytest.param("vllm 0.24.0\nflashinfer-python 0.6.14\nnumpy 2.1\ngguf 0.17.1", id="its head left away"),
        pytest.param(
            "# packages in environment at /opt/x:\n#\n# Name Version Build Channel\n_libgcc_mutex 0.1 main\n"
            "vllm 0.24.0 pypi_0 pypi\nflashinfer-python 0.6.14 py312h1_0 pytorch\ntk 8.6.14 h39e8969_0",
            id="conda list",
        ),
        pytest.param(
            "vllm 0.24.0 pypi_0 pypi\nflashinfer-python 0.6.14 py3_0 conda-forge\nnumpy 2.1 h1_0\ntk 8.6 h2_1",
            id="conda list, its head left away",
        ),
        pytest.param(
            "name: x\nchannels:\n  - pytorch\ndependencies:\n  - python=3.12.3=h1_0\n  - conda-forge::numpy=2.1\n"
            "  - vllm=0.24.0=py312_0\n  - pip:\n    - flashinfer-python==0.6.14\nprefix: /opt/vllm",
            id="conda env export",
        ),
    ],
)
@pytest.mark.parametrize("shown", [pytest.param(str, id="lines"), pytest.param(clean, id="one line")])
def test_a_list_of_packages(text: str, shown: Callable[[str], str]) -> None:
    """What package managers print is read, also on one line: builds, channels and paths are no names, the rest is
    counted."""
    found = read(shown(text))
    assert found.stack == Stack(PINS)
    assert (found.unwatched, found.unread) == (2, ())


def test_a_comment_without_line_breaks_ends_at_the_next_pin() -> None:
    """A form's text comes on one line."""
    found = read("numpy==2.1.0 # via vllm verl flashinfer==0.6.14")
    assert found.stack.pins == (Pin("flashinfer", "0.6.14"),)


@pytest.mark.parametrize("count", [MOST_LINES - 1, MOST_LINES, MOST_LINES + 1])
def test_bounded(count: int) -> None:
    """So many requirements are read, and it is told that there were more."""
    found = read("\n".join(f"package{number}==1.0" for number in range(count)))
    assert found.unwatched == min(count, MOST_LINES)
    assert found.cut == (count > MOST_LINES)
    assert found.lines == min(count, MOST_LINES)


@pytest.mark.parametrize("length", [LONGEST_WORD, LONGEST_WORD + 1])
def test_long_words(length: int) -> None:
    """A word too long to be a requirement is told, cut."""
    assert read("!" * length).unread == ("!" * LONGEST_WORD,)


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        pytest.param("vllm==0.24.0 rtx5090 -sm90", ("-sm90",), id="a card"),
        pytest.param("vllm==0.24.0 rtx5090 –nvfp4 −vllm", ("–nvfp4", "−vllm"), id="dashes of a phone"),
        pytest.param("vllm==0.24.0 -verl==0.8.0 rtx5090", ("-verl==0.8.0",), id="a pin"),
        pytest.param("vllm==0.24.0 -U rtx5090", ("-U",), id="an option"),
    ],
)
def test_what_has_a_minus_is_not_run(text: str, unread: tuple[str, ...]) -> None:
    """A name that is left out by its sign never becomes one that is run, and is told as it was typed."""
    found = read(text)
    assert (found.text, found.unread) == ("vllm==0.24.0 rtx5090", unread)


def test_lines_that_begin_like_an_operator_stay_apart() -> None:
    """What is no version is not glued to the name before it."""
    found = read("@everyone==1 <script>==2 vllm < 0.25")
    assert (found.unwatched, found.unread) == (1, ("<script>==2",))
    assert found.remarks == (Remark(Why.RANGE, "vllm", "<0.25"),)


@given(st.text(max_size=200))
def test_no_text_is_an_error(text: str) -> None:
    """Whatever is pasted is read, and what is kept of it reads as the same."""
    found = read(text)
    assert read(found.text).stack == found.stack


def test_merged() -> None:
    """Another pin of a project takes the place of the first; tags add up."""
    before = Stack((Pin("vllm", "0.24.0"), Pin("verl")), frozenset({a_tag("hardware:sm90")}))
    after = merged(before, Stack((Pin("vllm", "0.25.0"),), frozenset({a_tag("format:fp8")})))
    assert after.pins == (Pin("verl"), Pin("vllm", "0.25.0"))
    assert after.tags == {a_tag("hardware:sm90"), a_tag("format:fp8")}
