"""One item, one line: WORDING.md 0 and 1."""

from __future__ import annotations

import unicodedata
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.answer import Story
from bot.domain.clustering import stories
from bot.domain.document import Link, Strong, plain
from bot.domain.label import Label
from bot.domain.state import Stage, State
from bot.domain.text import clean
from bot.domain.update import BodyState, Figure, Kind, Links, Precision
from bot.wording.item import Known, item_line
from tests.factories import a_story, a_tag, an_update, at
from tests.wording.scenes import some_facts

FACTS = some_facts()
UNRELEASED = State(Stage.UNRELEASED, "0.6.14")
BARE = Known(project=True, date=True)
LATEST = Known(project=True, date=True, latest=MappingProxyType({"flashinfer": "0.6.14"}))
LINE_LIMIT = 700
"""Seen characters of a line: sentence, two tags, figure, state, date, three links."""


def line_of(story: Story, known: Known = BARE) -> str:
    """The line as it is seen."""
    return plain(item_line(story, FACTS, known))


def test_a_fix_with_its_state() -> None:
    """WORDING.md 1, first line: the latest release is said where nothing above said it."""
    update = an_update("", summary="FP8 sliding-window prefill no longer hangs on Hopper", state=UNRELEASED)
    assert line_of(a_story(update), LATEST) == (
        "Fix FP8 sliding-window prefill no longer hangs on Hopper · unreleased, latest is 0.6.14 #3682"
    )


def test_a_title_without_description() -> None:
    """What we did not read is said, and so is that the tags were not read."""
    update = an_update("[Bugfix] Patch Hopper MXFP4 OOB scales (#47910)", number=47910, body_state=BodyState.MISSING)
    assert line_of(a_story(update)) == "Fix Patch Hopper MXFP4 OOB scales (title only) · release unknown #47910"


def test_figures_are_never_alone() -> None:
    """Condition, device and source stand with the figure."""
    figure = Figure("1.7 to 4.4x the speed of CUTLASS, which did not route", "kernel time, one shape")
    update = an_update(
        "One fused kernel for FP8 block-wise MoE", kind=Kind.PERFORMANCE, figures=(figure,), state=UNRELEASED
    )
    assert line_of(a_story(update, Label.PERF)) == (
        "Perf One fused kernel for FP8 block-wise MoE · 1.7 to 4.4x the speed of CUTLASS, which did not route; "
        "kernel time, one shape; GPU not stated; author · unreleased #3682"
    )


@pytest.mark.parametrize(
    ("body_state", "device", "wanted"),
    [
        pytest.param(BodyState.WHOLE, None, "Faster plums · 2x; GPU not stated; author", id="whole"),
        pytest.param(BodyState.MISSING, None, "Faster plums (title only) · 2x; author", id="title-only"),
        pytest.param(
            BodyState.CUT, None, "Faster plums (description cut; figures may be missing) · 2x; author", id="cut"
        ),
        pytest.param(BodyState.CUT, "H100", "Faster plums · 2x; H100; author", id="stated-before-the-cut"),
    ],
)
def test_a_gpu_is_called_not_stated_only_where_all_was_read(
    body_state: BodyState, device: str | None, wanted: str
) -> None:
    """What is missing of a description has its own words (0.3)."""
    update = an_update("Faster plums", kind=Kind.FEATURE, body_state=body_state, figures=(Figure("2x", device=device),))
    assert line_of(a_story(update, Label.NEW), Known(project=True, date=True, label=Label.NEW)).startswith(wanted)


@pytest.mark.parametrize(
    ("body_state", "label", "wanted"),
    [
        (BodyState.WHOLE, Label.PERF, "Perf Faster prefill · no figures given · unreleased #3682"),
        (BodyState.CUT, Label.PERF, "Perf Faster prefill (description cut; figures may be missing) · unreleased #3682"),
        (BodyState.MISSING, Label.PERF, "Perf Faster prefill (title only) · unreleased #3682"),
        (BodyState.WHOLE, Label.NEW, "New Faster prefill · unreleased #3682"),
        (BodyState.CUT, Label.NEW, "New Faster prefill · unreleased #3682"),
    ],
)
def test_missing_figures(body_state: BodyState, label: Label, wanted: str) -> None:
    """ "No figures given" only where the whole description of a Perf item was read (rule 9)."""
    update = an_update("Faster prefill", kind=Kind.FEATURE, body_state=body_state, state=UNRELEASED)
    assert line_of(a_story(update, label)) == wanted


@pytest.mark.parametrize(
    ("state", "wanted"),
    [
        (State(Stage.RELEASED, "0.6.15"), "in 0.6.15"),
        (State(Stage.PRERELEASE, "0.6.15rc2"), "in 0.6.15rc2 (pre-release)"),
        (State(Stage.UNRELEASED, "0.6.14"), "unreleased"),
        (State(Stage.OPEN), "open"),
        (State(Stage.CLOSED), "closed unmerged"),
        (State(Stage.REVERTED, at=at(11), by="vllm-project/vllm#48269"), "reverted 11 Jul #48269"),
        (State(Stage.REVERTED), "reverted"),
        (State(Stage.UNKNOWN), "release unknown"),
    ],
)
def test_states(state: State, wanted: str) -> None:
    """WORDING.md 0.2, row by row."""
    assert line_of(a_story(an_update("x y", state=state))) == f"Fix x y · {wanted} #3682".replace("x y", "X y")


def test_a_look_out_says_that_the_state_is_the_fixs() -> None:
    """What is wrong is in the sentence, what is unreleased is the fix."""
    known = Known(project=True, date=True, look_out=True)
    assert "fix unreleased" in line_of(a_story(an_update(state=UNRELEASED)), known)
    assert "fix in 0.6.15" in line_of(a_story(an_update(state=State(Stage.RELEASED, "0.6.15"))), known)
    breaking = an_update(kind=Kind.BREAKING, state=UNRELEASED)
    assert "fix unreleased" not in line_of(a_story(breaking, Label.BREAKING), known)


def test_what_the_reader_knows_is_left_out() -> None:
    """Not the label, project, state or date that stands above; all of them where nothing does."""
    story = a_story(an_update("x y", state=UNRELEASED))
    assert line_of(story, Known(label=Label.FIX, project=True, date=True, state=True)) == "X y #3682"
    assert line_of(story, Known()) == "Fix FlashInfer: X y · unreleased · 7 Jul #3682"


@pytest.mark.parametrize(
    ("tags", "known", "wanted"),
    [
        (("hardware:sm120", "format:fp8"), (), ["SM120, FP8"]),
        (("hardware:sm120", "format:fp8"), ("hardware:sm120",), ["FP8"]),
        (("hardware:sm120", "hardware:blackwell"), (), ["SM120"]),
        (("hardware:sm120",), ("hardware:blackwell",), ["SM120"]),
        (("hardware:blackwell",), ("hardware:sm120",), []),
        (("hardware:sm120", "hardware:sm121", "format:fp8"), (), ["SM120, SM121"]),
        (("topic:moe",), (), []),
        (("format:nvfp4",), (), []),
    ],
)
def test_tags(tags: tuple[str, ...], known: tuple[str, ...], wanted: list[str]) -> None:
    """At most two, none that was asked, that the sentence says, or whose member stands beside it."""
    update = an_update("Faster NVFP4 path", tags=tags, mentions=("format:bf16",), state=UNRELEASED)
    told = Known(tags=frozenset(a_tag(tag) for tag in known), project=True, date=True, state=True)
    assert line_of(a_story(update), told).removeprefix("Fix ").split(" #")[0].split(" · ")[1:] == wanted


def test_tags_of_every_update_of_a_project_are_not_news() -> None:
    """Ascend is not printed on each line of vllm-ascend."""
    update = an_update("x y", repository="vllm-project/vllm-ascend", tags=("hardware:ascend",))
    assert "Ascend" not in line_of(a_story(update))


@pytest.mark.parametrize(
    ("changes", "label", "address"),
    [
        ({}, "#3682", "https://github.com/flashinfer-ai/flashinfer/pull/3682"),
        (
            {"url": "https://github.com/o/r/commit/" + "a" * 40, "links": Links(commits=("a" * 40,))},
            "a" * 12,
            "https://github.com/o/r/commit/" + "a" * 12,
        ),
        (
            {"url": "https://github.com/o/r/commit/" + "a" * 40, "links": Links(pull=7, commits=("a" * 40,))},
            "#7",
            "https://github.com/o/r/pull/7",
        ),
        (
            {"url": "https://h/r/releases/tag/v0.6.15", "links": Links(tag="v0.6.15")},
            "v0.6.15",
            "https://h/r/releases/tag/v0.6.15",
        ),
        (
            {"url": "https://arxiv.org/abs/2611.09825", "links": Links()},
            "arXiv 2611.09825",
            "https://arxiv.org/abs/2611.09825",
        ),
        ({"url": "https://www.blog.example/post", "links": Links()}, "blog.example", "https://www.blog.example/post"),
        ({"url": "https://github.com/o/r/issues/9", "links": Links()}, "#9", "https://github.com/o/r/issues/9"),
    ],
)
def test_links(changes: dict[str, Any], label: str, address: str) -> None:
    """What people say to each other, and the shortest address (rule 6)."""
    children = item_line(a_story(an_update("x", **changes)), FACTS, BARE)
    assert children[-1] == Link(label, address)


def test_a_story_links_to_its_parts() -> None:
    """The others of a story follow, at most three links, each once."""
    others = tuple(an_update(number=number) for number in (3683, 3682, 3684, 3685))
    children = item_line(a_story(an_update("x"), others=others), FACTS, BARE)
    assert [child.label for child in children if isinstance(child, Link)] == ["#3682", "#3683", "#3684"]


def test_builds_of_a_day() -> None:
    """The last one stands for all, and how many there were is said."""
    builds = [
        an_update(f"b{number}", key=f"x/x:b{number}", kind=Kind.RELEASE, links=Links(tag=f"b{number}"))
        for number in (12179, 12180)
    ]
    (story,) = stories(builds)
    assert line_of(story).startswith("Release b12180, the last of 2 builds in a day")
    (single,) = stories(builds[:1])
    assert line_of(single).startswith("Release b12179 ")


def test_releases() -> None:
    """A tag is a version; a release commit without a tag is said to be only prepared."""
    tagged = an_update("v0.6.15", kind=Kind.RELEASE, links=Links(tag="v0.6.15"), url="https://h/v0.6.15")
    assert line_of(a_story(tagged, Label.RELEASE)) == "Release 0.6.15 v0.6.15"
    prepared = an_update("v4.6 tag release. (#3362)", kind=Kind.RELEASE, number=3362)
    assert line_of(a_story(prepared, Label.RELEASE)) == (
        "Release 4.6 is being prepared: commit on main, no tag yet #3362"
    )


def test_an_update_without_words() -> None:
    """An empty title and description have a placeholder (B090)."""
    assert line_of(a_story(an_update("", state=UNRELEASED))) == "Fix (no title) · unreleased #3682"


@pytest.mark.parametrize(
    ("precision", "wanted"),
    [
        (Precision.SECOND, "8 Jul"),
        (Precision.DAY, "7 Jul"),
        (Precision.RANGE, "about 8 Jul"),
        (Precision.NOT_BEFORE, "tagged 8 Jul or later"),
    ],
)
def test_how_well_a_date_is_known(precision: Precision, wanted: str) -> None:
    """A day is the source's own day; a range or a bound says what it is."""
    update = an_update("x", published=at(7, hour=20), precision=precision, state=UNRELEASED)
    assert line_of(a_story(update), Known(project=True)).endswith(f"unreleased · {wanted} #3682")


def test_another_year_is_said() -> None:
    """A date of last year has its year."""
    update = an_update("x", published=at(7).replace(year=2025), state=UNRELEASED)
    assert "7 Jul 2025" in line_of(a_story(update), Known(project=True))


def test_the_label_is_bold_and_first() -> None:
    """The eye runs down the labels."""
    children = item_line(a_story(an_update("x"), Label.MAY_BREAK), FACTS, BARE)
    assert children[0] == Strong("May break")


FIGURES = st.lists(
    st.builds(Figure, st.text(max_size=300), st.text(max_size=300), st.none() | st.text(max_size=300)), max_size=4
)


@given(
    st.text(max_size=400),
    st.text(max_size=200),
    FIGURES,
    st.sampled_from(Label),
    st.sampled_from(Kind),
    st.builds(State, st.sampled_from(Stage), st.none() | st.text(max_size=20)),
)
def test_any_item_is_one_clean_line(
    title: str, summary: str, figures: list[Figure], label: Label, kind: Kind, state: State
) -> None:
    """Whatever sources hold, a line has no control characters and keeps its limit."""
    update = an_update(title, summary=summary, figures=tuple(figures), kind=kind, state=state)
    text = plain(item_line(a_story(an_update(title, tags=["hardware:sm120"]), label), FACTS, Known()))
    text += plain(item_line(a_story(update, label), FACTS, Known()))
    assert not any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in text)
    assert len(text) <= 2 * LINE_LIMIT


@given(st.text(min_size=1, max_size=120))
def test_a_summary_is_seen_as_it_was_written(summary: str) -> None:
    """A person's sentence stands byte for byte."""
    update = an_update("x", summary=summary)
    if clean(summary):
        assert clean(summary) in line_of(a_story(update))


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        pytest.param("FlashInfer wheels for ARM", "New FlashInfer wheels for ARM #3682", id="opens-with-it"),
        pytest.param(
            "FLASHINFER_USE_X selects it", "New FlashInfer: FLASHINFER_USE_X selects it #3682", id="identifier"
        ),
    ],
)
def test_the_project_is_named_once(title: str, wanted: str) -> None:
    """A sentence that opens with the project's name is not given it again; an identifier is no name."""
    story = a_story(an_update(title, kind=Kind.FEATURE), Label.NEW)
    assert line_of(story, Known(date=True, stages=frozenset(Stage))) == wanted
