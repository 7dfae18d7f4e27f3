"""The canonical spelling reads back: what a button or a subscription carries asks the same question."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.domain.errors import UserError
from bot.domain.question.folding import MAX_QUESTION_LENGTH
from tests.domain.field import PROJECTS, VOCABULARY, reading_of

SPELLINGS = [
    pytest.param("sm120 flashinfer", "flashinfer sm120", id="order of facets"),
    pytest.param("FP8 Hopper MoE", "hopper fp8 moe", id="lower case"),
    pytest.param("ds v4 nvfp4", "nvfp4 deepseek-v4", id="canonical names"),
    pytest.param("vllm npu", "vllm ascend", id="read both ways"),
    pytest.param("vllm flashinfer", "flashinfer vllm", id="two projects"),
    pytest.param("project:vllm flashinfer", 'project:vllm "flashinfer"', id="a project as a word"),
    pytest.param("eplb", "eplb", id="a word for two topics"),
    pytest.param("model:ring", "model:ring", id="a name that is an ordinary word"),
    pytest.param("llama.cpp 5090", "llama.cpp sm120", id="without what comes along"),
    pytest.param(
        'vllm "KV cache" -test kind:fix sort:best limit:5 since:7d until:yesterday deadlock',
        'vllm fix deadlock "kv cache" -test since:7d until:yesterday sort:best limit:5',
        id="everything",
    ),
    pytest.param("7, days", "word:7, word:days", id="words that would run together"),
]


@pytest.mark.parametrize(("question", "spelling"), SPELLINGS)
def test_spellings(question: str, spelling: str) -> None:
    """A question has one spelling, whichever way it was typed."""
    assert reading_of(question).text == spelling


_NAMES = sorted(
    {
        *(tag.name for tag in VOCABULARY.entries),
        *(alias.text for entry in VOCABULARY.entries.values() for alias in entry.aliases),
        *(name for project in PROJECTS.all for name in (project.key, project.name, *project.aliases)),
    }
)
_OTHERS = [
    *("since:7d", "2w", "last week", "today", "until:yesterday", "last", "week", "7", "days", "3d", "since", "monday"),
    *(
        "0.6.15",
        "0.27..0.28",
        "since 0.26",
        "47910",
        "#123",
        "vllm#4",
        '"kv cache"',
        '"',
        "-",
        "-rocm",
        "–npu",
        "--a-b",
    ),
    *(
        "最近",
        "更新",
        "吗",
        "有什么",
        "能跑",
        "上",
        "下文",
        "泄漏",
        "近",
        "两",
        "周",
        "deadlock",
        "flashinfr",
        "max_num_x",
    ),
    *("a+b", "x:y", "kind:fix", "project:vllm", "-kind:ci", "sort:best", "limit:3", "word:moe", "1m", "v4", "k2.5"),
    *("sm12o", "🤖", "to", "is", "t4", "rtx 6000", "fp", "8", "b12180", "1a2b3c4", "https://a.example/c", "may", "20"),
]
_PIECES = st.tuples(st.sampled_from(_NAMES + _OTHERS), st.sampled_from([" ", " ", " ", "", "-", ", ", "_", "，"]))
_TYPED = st.lists(_PIECES, max_size=8).map(lambda pieces: "".join(word + gap for word, gap in pieces))


def _shows_nothing_unseen(text: str) -> None:
    """Control, format (bidirectional, zero-width) and surrogate characters never reach a reader."""
    assert not {"Cc", "Cf", "Cs"}.intersection(map(unicodedata.category, text))


def _reads_back(question: str) -> None:
    try:
        reading = reading_of(question)
    except UserError as refused:
        _shows_nothing_unseen(refused.sentence)
        return
    again = reading_of(reading.text)
    assert again.query == reading.query
    assert again.text == reading.text
    assert again.reference == reading.reference
    assert len(reading.text) <= MAX_QUESTION_LENGTH
    _shows_nothing_unseen(reading.text)


@given(_TYPED)
@example("state-limit:3 eplb")
@example("project:vllm npu")
@example("(x) gqa, tensor parallel-")
def test_names_and_operators_in_any_mixture_read_back(question: str) -> None:
    """Whatever is put together from the field's words is read, and its spelling asks the same."""
    _reads_back(question)


@given(st.text(max_size=80))
def test_any_text_reads_back(question: str) -> None:
    """Any text at all is read or refused with a sentence, and its spelling asks the same."""
    _reads_back(question)
