"""The detail view (WORDING.md 1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.document import Actions, Button, LinkButton
from bot.domain.label import Label
from bot.domain.state import Stage, State
from bot.domain.tag import Place
from bot.domain.update import BodyState, Figure, Kind, Links, Precision, Update
from bot.renderers.terminal import render
from bot.wording.detail import MENTIONS_SHOWN, TAGS_SHOWN, detail_document
from bot.wording.words import label_word
from tests.factories import a_story, an_update, at, found
from tests.golden_files import assert_golden
from tests.wording.scenes import some_facts

PREFILL = an_update(
    "fix(attention): add LEFT_SLIDING_WINDOW drain loop to FP8 Hopper prefill (#3578) (#3682)",
    body="Fixes #3578: FP8-Q sliding-window prefill deadlocks on Hopper (SM90).",
    links=Links(pull=3682, fixes=("#3578",)),
    state=State(Stage.UNRELEASED, "0.6.14"),
)
PREFILL = replace(
    PREFILL, tags=(*found(["hardware:hopper", "format:fp8", "topic:attention"]), *found(["hardware:sm90"], Place.BODY))
)


def text_of(update: Update, label: Label = Label.FIX) -> str:
    """The detail view as a wide terminal shows it."""
    return render(detail_document(a_story(update, label), some_facts()), width=400)


def test_golden() -> None:
    """Everything that is known of one change."""
    related = [an_update(number=3299, published=at(6))]
    drawn = detail_document(a_story(PREFILL), some_facts(), related, ["systems daily 8 Jul"])
    assert_golden("detail.txt", render(drawn))


def test_heading_status_and_tags() -> None:
    """What it says, when it was merged and whether it is released, and where each tag was found."""
    said = text_of(PREFILL).split("\n")
    assert said[0] == "FlashInfer #3682 FP8-Q sliding-window prefill deadlocks on Hopper (SM90)"
    assert said[1] == "merged 7 Jul 23:56 (UTC+8) · unreleased, latest is 0.6.14 · fixes #3578 [1]"
    assert "Hopper (title) · FP8 (title) · attention (title) · SM90 (description) · fix" in said


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, "Figures: none given (whole description read)."),
        ({"body_state": BodyState.CUT}, "Figures: none in the part of the description that we have; it is cut."),
        ({"body_state": BodyState.MISSING}, "Figures: not known, we have only the title."),
        ({"figures": (Figure("2x", "decode", "H100"),)}, "• 2x; decode; H100; author"),
        ({"figures": (Figure("2x"),)}, "• 2x; GPU not stated; author"),
        ({"figures": (Figure("2x"),), "body_state": BodyState.MISSING}, "• 2x; author (title only)"),
    ],
)
def test_figures(changes: dict[str, object], wanted: str) -> None:
    """Whether there are figures is said by how much was read."""
    assert wanted in text_of(replace(PREFILL, **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("update", "label", "status"),
    [
        (
            an_update(kind=Kind.PAPER, links=Links(), url="https://arxiv.org/abs/2611.09825"),
            Label.PAPER,
            "published 7 Jul",
        ),
        (an_update("v1.0", kind=Kind.RELEASE, links=Links(tag="v1.0")), Label.RELEASE, "released 7 Jul 23:56 (UTC+8)"),
        (an_update(links=Links(commits=("a" * 40,))), Label.FIX, "committed 7 Jul 23:56 (UTC+8) · release unknown"),
        (
            an_update("v1.0", kind=Kind.RELEASE, links=Links(tag="v1.0"), precision=Precision.NOT_BEFORE),
            Label.RELEASE,
            "tagged 7 Jul or later",
        ),
        (an_update(precision=Precision.NOT_BEFORE), Label.FIX, "merged 7 Jul or later · release unknown"),
    ],
)
def test_status_of_other_kinds(update: Update, label: Label, status: str) -> None:
    """Papers are published, releases released, commits committed."""
    assert text_of(update, label).split("\n")[1].startswith(status)


def test_what_was_taken_back_is_called_reverted() -> None:
    """The sentence names what was undone, so the view must say that it was."""
    update = an_update('Revert "Add x to y" (#2)', kind=Kind.REVERT)
    assert "FlashInfer #3682 Reverted Add x to y" in text_of(update, Label.REVERTED)


def test_the_page_is_a_button() -> None:
    """The item's own page is one press away, and so is saying that a tag is wrong."""
    last = detail_document(a_story(PREFILL), some_facts()).blocks[-1]
    wrong = Button("Wrong tag?", "wrong flashinfer-ai/flashinfer#3682")
    waiting = Button("Tell me when released", "watch flashinfer-ai/flashinfer#3682")
    assert last == Actions((waiting, wrong, LinkButton("Open #3682", PREFILL.url)))


def test_mentions_are_named_as_such() -> None:
    """A tag that is only mentioned does not look like one that it is about; a word without a place is enough."""
    lines = text_of(an_update(tags=["hardware:sm90"], mentions=["hardware:sm120"])).split("\n")
    assert "SM90 (title) · fix" in lines
    assert "Mentions only: SM120." in lines


@pytest.mark.parametrize("count", [TAGS_SHOWN - 1, TAGS_SHOWN, TAGS_SHOWN + 1, 30])
def test_many_tags_are_cut_and_counted(count: int) -> None:
    """A view of one change is no list of everything that it touches."""
    drawn = text_of(an_update(tags=[f"topic:t{number}" for number in range(count)]))
    assert drawn.count(" (title)") == min(count, TAGS_SHOWN)
    assert (f"{count - TAGS_SHOWN} more" in drawn) == (count > TAGS_SHOWN)


@pytest.mark.parametrize("count", [MENTIONS_SHOWN, MENTIONS_SHOWN + 1])
def test_many_mentions_are_cut_and_counted(count: int) -> None:
    """What is only mentioned has one short line."""
    drawn = text_of(an_update(mentions=[f"topic:t{number}" for number in range(count)]))
    assert ("and 1 more." in drawn) == (count > MENTIONS_SHOWN)


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        pytest.param(Label.NEEDS, True, id="needs"),
        pytest.param(Label.DEFAULT, True, id="default"),
        pytest.param(Label.BREAKING, True, id="breaking"),
        pytest.param(Label.FIX, False, id="a fix says so itself"),
    ],
)
def test_a_label_that_warns_stands_before_the_sentence(label: Label, shown: bool) -> None:
    """Without it the sentence "vLLM 0.22.0 for ..." would say nothing."""
    detail = "vLLM 0.22.0 for router replay"
    drawn = render(detail_document(a_story(an_update(), label, detail=detail), some_facts()), width=400)
    assert (f"FlashInfer #3682 {label_word(label)} " in drawn) == shown
