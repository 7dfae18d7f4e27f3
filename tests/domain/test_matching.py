"""Whether an update answers a query: families, both ways of reading, words, noise and windows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.matching import matches
from bot.domain.query import Query
from bot.domain.tag import Tag
from bot.domain.update import Kind, Update
from bot.domain.window import Window
from tests.domain.field import NOW, SHANGHAI, VOCABULARY, reading_of, tag, tags
from tests.factories import an_update

UPDATE = an_update(
    "fix(attention): correct SM120 NVFP4 qk_correction layout",
    number=3838,
    tags=("hardware:sm120", "format:nvfp4", "topic:attention"),
    mentions=("hardware:sm90",),
    body="The output was halved; 注意力 结果 was wrong in FlashInferB12xExperts.",
)


def _answers(question: str, update: Update = UPDATE) -> bool:
    return matches(update, reading_of(question).query, VOCABULARY)


FOUND = [
    pytest.param("flashinfer sm120", id="project and card"),
    pytest.param("blackwell", id="a family finds its member"),
    pytest.param("fp4", id="a format's family"),
    pytest.param("5090 nvfp4", id="a product"),
    pytest.param("sm120 sm90", id="either of a facet"),
    pytest.param("kind:fix", id="kind"),
    pytest.param("flashinfer vllm", id="either project"),
    pytest.param("sm120 deadlock", id="an unknown word only ranks"),
    pytest.param("halved", id="a word alone, in the body"),
    pytest.param("qk_correction", id="an identifier alone"),
    pytest.param("qk_correction halved", id="words alone, title and body"),
    pytest.param('"correction layout"', id="phrase"),
    pytest.param('sm120 "注意力"', id="Chinese phrase"),
    pytest.param("sm120 -moe", id="without something else"),
    pytest.param("sm120 -sm90", id="a mention is no reason to take away"),
    pytest.param("sm120 -deadlock", id="without a word that is not there"),
]


@pytest.mark.parametrize("question", FOUND)
def test_what_is_found(question: str) -> None:
    """The update answers questions for what it is about."""
    assert _answers(question)


NOT_FOUND = [
    pytest.param("vllm sm120", id="another project"),
    pytest.param("flashinfer sm121", id="a sister card"),
    pytest.param("sm90", id="only mentioned"),
    pytest.param("sm120 moe", id="another topic"),
    pytest.param("kind:feature", id="another kind"),
    pytest.param("deadlock", id="a word alone that is not there"),
    pytest.param("halved deadlock", id="one of the words is not there"),
    pytest.param('sm120 "layout correction"', id="phrase in another order"),
    pytest.param("sm120 -nvfp4", id="taken away"),
    pytest.param("sm120 -fp4", id="taken away by family"),
    pytest.param("sm120 -halved", id="taken away by a word"),
    pytest.param('sm120 -"correction layout"', id="taken away by a phrase"),
]


@pytest.mark.parametrize("question", NOT_FOUND)
def test_what_is_not_found(question: str) -> None:
    """The update does not answer for what it lacks, only mentions, or what was taken away."""
    assert not _answers(question)


def test_a_question_read_both_ways_finds_both() -> None:
    """`vllm ascend` finds vLLM with Ascend and all of vllm-ascend, and no other vLLM."""
    ascend = an_update(repository="vllm-project/vllm", tags=("hardware:ascend",))
    plugin = an_update(repository="vllm-project/vllm-ascend")
    other = an_update(repository="vllm-project/vllm", tags=("hardware:rocm",))
    assert [_answers("vllm ascend", update) for update in (ascend, plugin, other)] == [True, True, False]


def test_noise_is_found_only_by_who_asks_for_it() -> None:
    """Docs, tests and CI match a query for their kind and no other."""
    noise = an_update("ci: bump actions", kind=Kind.CI, noise=True)
    assert not _answers("flashinfer", noise)
    assert _answers("flashinfer ci", noise)


def test_windows_are_half_open() -> None:
    """An update at the start of the window is in, one at its end is out."""
    window = Window(UPDATE.published, UPDATE.published + timedelta(days=1), SHANGHAI)
    query = Query(tags("hardware:sm120"), window=window)
    assert matches(UPDATE, query, VOCABULARY)
    ended = Query(tags("hardware:sm120"), window=Window(None, UPDATE.published, SHANGHAI))
    assert not matches(UPDATE, ended, VOCABULARY)


def test_the_empty_query_matches_everything_but_noise() -> None:
    """Nothing asked, nothing missing."""
    assert matches(UPDATE, Query(), VOCABULARY)
    assert UPDATE.published < NOW


@given(st.sampled_from(sorted(VOCABULARY.entries)))
def test_a_family_finds_what_its_member_finds(one: Tag) -> None:
    """An update about a tag answers for the tag and for each of its families, however high."""
    update = an_update(tags=(str(one),)) if one.facet.value != "kind" else an_update(kind=Kind(one.name))
    for wanted in (one, *VOCABULARY.families(one)):
        assert matches(update, Query(frozenset({wanted})), VOCABULARY) is not update.noise
    assert not matches(update, Query(frozenset({tag("model:nobody")})), VOCABULARY)


@pytest.mark.parametrize(
    ("title", "kind", "wanted"),
    [
        pytest.param("Deprecate the old API", Kind.DEPRECATION, True, id="deprecation"),
        pytest.param("Remove --max-seqs", Kind.FEATURE, True, id="removed-name"),
        pytest.param("Add a kernel", Kind.FEATURE, False, id="feature"),
    ],
)
def test_what_breaks_matches_whatever_its_kind(title: str, kind: Kind, wanted: bool) -> None:
    """A subscription to what breaks is told of all that an answer to the same question shows as such."""
    assert _answers("kind:breaking", an_update(title, kind=kind)) is wanted
