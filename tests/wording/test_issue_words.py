"""What an issue says by rule: verdict, lead, highlights, corrections, watch list, and whose sentences they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.answer import Story
from bot.domain.digest import Digest, Layout, Section
from bot.domain.document import Document, Heading, Link, List, Strike, plain
from bot.domain.highlight import Change, Highlight, Theme
from bot.domain.label import Label
from bot.domain.posted import Amendment
from bot.domain.state import Stage, State
from bot.domain.update import Figure
from bot.wording.digest import digest_document
from bot.wording.issue import budget
from bot.wording.issue.corrections import correction_document, correction_lines, struck
from bot.wording.issue.highlights import headline, highlight_blocks
from bot.wording.issue.lead import lead
from bot.wording.issue.parts import issue_parts
from bot.wording.issue.taking_back import to_take_back
from bot.wording.issue.urging import urgings
from bot.wording.issue.verdict import URGED, verdict
from tests.factories import a_story, a_tag, at
from tests.wording import issues
from tests.wording.scenes import some_facts

FACTS = some_facts(now=at(12, hour=0), latest={})
IN = State(Stage.RELEASED, "0.6.15")


def released(digest: Digest, *stages: Stage) -> Digest:
    """The digest with the stories on top at these stages."""
    top = tuple(
        replace(story, lead=replace(story.lead, state=State(stage, "0.6.15")))
        for story, stage in zip(digest.top, stages, strict=False)
    )
    return replace(digest, top=top)


@pytest.mark.parametrize(
    ("stages", "wanted"),
    [
        pytest.param((Stage.RELEASED,) * 2, "Two changes are worth a test, all in a stable release already", id="all"),
        pytest.param(
            (Stage.RELEASED, Stage.UNKNOWN), "Two changes are worth a test, one of them in a stable release", id="one"
        ),
        pytest.param((Stage.UNRELEASED,) * 2, "Two changes are worth a test, none in a stable release yet", id="none"),
        pytest.param(
            (Stage.UNKNOWN, Stage.UNRELEASED),
            "Two changes are worth a test, none known to be in a stable release",
            id="not known",
        ),
        pytest.param((Stage.UNKNOWN,), "One change is worth a test, not known to be in a stable release", id="single"),
    ],
)
def test_a_verdict_says_where_changes_can_be_had(stages: tuple[Stage, ...], wanted: str) -> None:
    """Merged is not released, and what was not read is not called unreleased."""
    assert verdict(released(issues.full_daily(), *stages), FACTS).startswith(wanted)


def test_a_verdict_says_what_figures_do_not_bear() -> None:
    """A speed-up without a figure, and one whose figure names no GPU, are called so."""
    measured = replace(issues.full_daily(), top=(issues.FUSED,))
    assert verdict(measured, FACTS).endswith("; no figure names its GPU.")
    named = replace(issues.FUSED.lead, figures=(Figure("1.19x", device="SM100"),))
    mixed = replace(measured, top=(issues.FUSED, a_story(named, Label.NEW)))
    assert verdict(mixed, FACTS).endswith("; one of two figures names its GPU.")
    more = replace(measured, top=(issues.FUSED, a_story(named, Label.NEW), a_story(named, Label.PERF)))
    assert verdict(more, FACTS).endswith("; two of three figures name their GPU.")
    assert "GPU" not in verdict(replace(measured, top=more.top[1:]), FACTS)
    bare = replace(measured, top=(issues.EARLIER,))
    assert verdict(bare, FACTS).endswith("; no figure supports the one change of performance.")


def test_releases_need_no_test() -> None:
    """An issue of nothing but releases is for information."""
    digest = replace(issues.full_daily(), top=(issues.RELEASE,))
    assert verdict(digest, FACTS) == "Nothing here needs a test: 1 item, for information."


def test_a_lead_says_what_stands_out_then_what_warns_then_how_much() -> None:
    """Three sentences; each counts, none holds an opinion."""
    assert lead(issues.weekly(), FACTS) == (
        "SM120 gets fixes in three projects; two projects fixed results that were wrong without an error. "
        "Before you upgrade: verl breaks twice; vllm-ascend changes a default. "
        "Of 819 updates 11 are told here: 5 fixes, 1 change of performance and 1 pre-release."
    )


def test_a_lead_counts_updates_as_what_is_left_out_does() -> None:
    """A story of several updates is one item, and all of its updates are told."""
    several = replace(issues.NAN, others=(issues.HANG.lead,))
    digest = replace(issues.weekly(), sections=issues.by_project(several, issues.DEFAULT))
    assert lead(digest, FACTS).endswith("Of 819 updates 3 are told here, in 2 items: 1 fix.")


def test_without_a_highlight_the_widest_movement_stands_out() -> None:
    """A tag that most projects changed something for."""
    said = lead(replace(issues.weekly(), highlights=()), FACTS)
    assert said.startswith("The widest movement is SM120, in three projects: FlashInfer, FlashAttention and Triton. ")


@pytest.mark.parametrize(
    ("stories", "wanted"),
    [
        pytest.param((issues.BRIDGE,), "verl breaks once.", id="one break"),
        pytest.param((issues.BRIDGE, issues.COUNTING) * 2, "verl breaks four times.", id="several"),
        pytest.param((a_story(issues.MLIR.lead, Label.MAY_BREAK),), "one may break (Triton).", id="a maybe"),
        pytest.param((issues.SECURITY,), "one change is about security (vLLM).", id="security"),
    ],
)
def test_a_lead_warns_before_an_upgrade(stories: tuple[Story, ...], wanted: str) -> None:
    """By project, with how often."""
    said = lead(replace(issues.weekly(), sections=issues.by_project(*stories)), FACTS)
    assert f"Before you upgrade: {wanted}" in said


@pytest.mark.parametrize(
    ("stories", "wanted"),
    [
        pytest.param(
            (issues.NAN, issues.DEFAULT),
            "Check your results: vLLM (MXFP4 on Hopper). "
            "Check what you set: vllm-ascend (mega_moe_max_tokens 65536 → 131072).",
            id="results, a default",
        ),
        pytest.param(
            (issues.DEFAULT, issues.HANG, issues.SECURITY),
            "Security: vLLM (Bound completion prompt list to "
            "prevent unbounded engine fan-out). Retest what hung or crashed: FlashInfer (FP8 on Hopper).",
            id="the two most pressing of three",
        ),
        pytest.param(
            (issues.BRIDGE, issues.COUNTING),
            "Before you upgrade: verl (Megatron: make Megatron Bridge "
            "default) and verl (Trainer: count a whole sync cycle as one step).",
            id="two of a kind",
        ),
        pytest.param(
            (replace(issues.NAN, lead=replace(issues.NAN.lead, state=IN)),),
            "Check your results: vLLM (MXFP4 on Hopper, in 0.6.15).",
            id="a fix that can be had",
        ),
        pytest.param((issues.FUSED, issues.SM120), "", id="nothing is pressing"),
    ],
)
def test_a_verdict_says_what_to_do(stories: tuple[Story, ...], wanted: str) -> None:
    """By label and by what the title says was wrong: the one or two most pressing, each as its item below names it."""
    assert urgings(stories, FACTS, URGED) == wanted
    assert verdict(replace(issues.plain_daily(), top=stories), FACTS).endswith(wanted)


def test_a_quiet_week_says_so() -> None:
    """Nothing that breaks is a claim about what is told, and no movement is one about projects."""
    said = lead(replace(issues.weekly(), highlights=(), sections=issues.by_project(issues.HANG)), FACTS)
    assert "No hardware, format or model is shared by more than two projects." in said
    assert "Nothing told here is known to break or to change a default." in said


@pytest.mark.parametrize(
    ("highlight", "wanted"),
    [
        pytest.param(
            Highlight(
                Theme.TAG,
                (issues.SM120, issues.MLIR),
                ("flash-attention", "triton"),
                1.0,
                tag=a_tag("hardware:sm120"),
                change=Change.NEW,
            ),
            "SM120: new features in two projects",
            id="tag",
        ),
        pytest.param(
            Highlight(Theme.WRONG_RESULTS, (issues.NAN,), ("vllm",), 1.0),
            "Wrong results without an error: one fix",
            id="wrong results",
        ),
        pytest.param(
            Highlight(Theme.BREAKING, (issues.BRIDGE, issues.COUNTING), ("verl",), 1.0, project="verl"),
            "verl: two breaking changes",
            id="breaking",
        ),
        pytest.param(
            Highlight(Theme.SECURITY, (issues.SECURITY,) * 12, ("vllm",), 1.0), "Security: 12 changes", id="security"
        ),
        pytest.param(
            Highlight(Theme.DEFAULT, (issues.DEFAULT,) * 3, ("vllm-ascend", "vllm"), 1.0),
            "Defaults: three changes",
            id="defaults",
        ),
        pytest.param(
            Highlight(Theme.PIN, (issues.ROUTER,), ("verl", "vllm"), 1.0, project="flashinfer", version="0.6.15"),
            "2 projects move to FlashInfer 0.6.15",
            id="pin",
        ),
        pytest.param(
            Highlight(Theme.STORY, (issues.MLIR,), ("triton",), 1.0, project="triton"),
            "Triton: Fall back on SM120 where FP4 is packed along M",
            id="story",
        ),
    ],
)
def test_headlines_count(highlight: Highlight, wanted: str) -> None:
    """A headline says what the stories share and how many there are; none praises."""
    assert headline(highlight, FACTS) == wanted


def test_a_highlight_links_by_project() -> None:
    """The small line names each project once, with what it brought."""
    highlight = issues.weekly().highlights[2]
    blocks = list(highlight_blocks(1, highlight, FACTS))
    assert plain(blocks[-1].children) == "verl #6977 #6951"  # type: ignore[union-attr]  # a Small closes a highlight


def test_a_models_sentences_take_the_place_of_the_rules() -> None:
    """Item, lead and highlight sentences come from the model where they were kept, and the issue says so."""
    facts = replace(
        FACTS, sentences={"lead": "A week of repairs.", "highlight/1": "It runs.", issues.NAN.lead.key: "No more NaN"}
    )
    text = "\n".join(_texts(issue_parts(issues.weekly(), facts)[0]))
    assert "A week of repairs." in text
    assert "It runs." in text
    assert "Sentences by a model, checked against their sources." in text
    whole = "\n".join(_texts(digest_document(issues.weekly(), facts)))
    assert "Fix No more NaN (title only) · Hopper, MXFP4 #47910" in whole


@pytest.mark.parametrize("count", [4, 5, 6])
def test_highlights_of_a_weekly(count: int) -> None:
    """A weekly opens with five highlights at the most."""
    one = issues.weekly().highlights[2]
    digest = replace(issues.weekly(), highlights=(one,) * count)
    channel = issue_parts(digest, FACTS)[0]
    shown = sum(isinstance(block, Heading) and block.level == 3 for block in channel.blocks)
    assert shown == min(count, budget.CHANNEL_ITEMS)


def test_long_highlights_are_shortened_before_they_are_dropped() -> None:
    """Where five highlights have no room in full they have short bodies, within the message's budget."""
    long = a_story(replace(issues.MLIR.lead, title="Fix a race " + "in the scheduler of requests " * 4), Label.FIX)
    one = Highlight(Theme.WRONG_RESULTS, (long,) * 4, ("triton",), 1.0)
    channel = issue_parts(replace(issues.weekly(), highlights=(one,) * 5), FACTS)[0]
    assert budget.seen(channel.blocks) <= budget.WEEKLY_MESSAGE
    assert sum(isinstance(block, Heading) and block.level == 3 for block in channel.blocks) == 5


def _texts(document: Document) -> list[str]:
    out = []
    for block in document.blocks:
        if isinstance(block, List):
            out += [plain(item) for item in block.items]
        elif children := getattr(block, "children", ()):
            out.append(plain(children))
    return out


def test_a_correction_is_one_line() -> None:
    """Which issue, what it said, what happened since, and by what."""
    document = correction_document([issues.CORRECTION], issues.CITED, FACTS)
    assert _texts(document) == [
        "Corrected Systems daily of 6 Jul: vLLM: Build FlashAttention 3 against torch's stable ABI #47995: "
        "Reverted 7 Jul #48269"
    ]


@pytest.mark.parametrize(
    ("what", "wanted"),
    [
        pytest.param(Amendment.WITHDRAWN, "Withdrawn 7 Jul", id="withdrawn"),
        pytest.param(Amendment.RELABELLED, "is called Breaking now", id="relabelled"),
        pytest.param(Amendment.RETAGGED, "its tags were wrong", id="retagged"),
    ],
)
def test_other_corrections(what: Amendment, wanted: str) -> None:
    """What was wrong by our own reading names nobody else's change."""
    one = replace(issues.CORRECTION, what=what, by=None, label=Label.BREAKING)
    assert plain(correction_lines([one], issues.CITED, FACTS)[0]).endswith(wanted)


def test_what_is_not_at_hand_is_not_corrected() -> None:
    """A correction of an update that is gone is left away rather than guessed."""
    assert correction_lines([replace(issues.CORRECTION, key="gone#1")], issues.CITED, FACTS) == ()


def test_a_posted_item_is_struck_where_it_stands() -> None:
    """Edited in place: the old line struck, what happened behind it; once, and nothing else is touched."""
    posted = issues.many(3)
    listed = replace(posted, sections=issues.by_project(issues.STABLE_ABI, *posted.stories), top=(issues.STABLE_ABI,))
    channel = issue_parts(listed, FACTS)[0]
    edited = struck(channel, [issues.CORRECTION], issues.CITED, FACTS)
    item = next(block for block in edited.blocks if isinstance(block, List)).items[0]
    assert isinstance(item[0], Strike)
    assert plain(item).endswith("#47995 Reverted 7 Jul #48269")
    assert isinstance(item[-1], Link)
    assert [one for one in edited.blocks if not isinstance(one, List)] == [
        one for one in channel.blocks if not isinstance(one, List)
    ]
    assert struck(edited, [issues.CORRECTION], issues.CITED, FACTS) == edited


def test_the_watch_list_is_answered() -> None:
    """Last week's list with what became of it, counted evidence with its sources, and what to watch next."""
    said = _texts(digest_document(issues.deployment(), FACTS))
    assert "FlashInfer: Two gains in FP8 paged prefill #3299: in 0.6.14" in said
    assert "SM120 fixes in 2 projects in 3 weeks · FlashAttention #2656 · Triton #10726" in said
    assert said.index("Last week's watch list") < said.index("Evidence") < said.index("Watch next week")


def test_a_deployment_weekly_has_typed_cards_and_its_number() -> None:
    """Cards open with their kind, and the issue carries its running number."""
    said = _texts(digest_document(issues.deployment(), FACTS))
    assert said[0].startswith("Deployment weekly, 2026-W28, no. 12")
    assert issues.deployment().form is Layout.SELECTED
    assert any(text.startswith("Fix FlashInfer: FP8-Q sliding-window prefill deadlocks") for text in said)


def test_a_deployment_weekly_selects_before_its_highlights() -> None:
    """The channel sees the lines of the cards, which stand in the thread; the whole issue has them there alone."""
    digest = replace(issues.deployment(), highlights=issues.weekly().highlights)
    said = _texts(issue_parts(digest, FACTS)[0])
    assert said.index("Selected") < said.index("SM120: fixes in three projects")
    assert sum("sliding-window prefill" in text for text in said) == 1
    assert _texts(digest_document(digest, FACTS)).count("Selected (2 of 4)") == 1


def test_an_edition_has_the_sections_that_it_names() -> None:
    """Verdict and what is to be taken back are left out where the edition is not made of them."""
    digest = replace(issues.full_daily(), made_of=frozenset({Section.CARDS}))
    said = _texts(digest_document(digest, FACTS))
    assert not any(text.startswith(("Verdict", "To take back")) for text in said)
    assert "Not included, not covered" in said


def test_what_is_taken_back() -> None:
    """By project what its readers look at again, each thing once; what says nothing of where it holds is left away."""
    stories = (issues.NAN, issues.SECURITY, issues.DEFAULT, issues.HANG, issues.FUSED, issues.SM120, issues.ROUTER)
    digest = replace(issues.full_daily(), top=stories[:4], cards=stories)
    assert to_take_back(digest, FACTS) == (
        "To take back: vLLM: results with MXFP4 on Hopper, what is reachable from outside; "
        "vllm-ascend: the values that you set; "
        "FlashInfer: hangs and crashes with FP8 on Hopper, speed with FP8; "
        "FlashAttention: a first run with SM120."
    )
    assert to_take_back(replace(digest, top=(issues.STABLE_ABI,), cards=()), FACTS) == ""


def test_a_card_of_a_release_has_no_steps() -> None:
    """What is only read is not tested."""
    digest = replace(issues.deployment(), cards=(issues.RELEASE,))
    said = _texts(issue_parts(digest, FACTS)[1])
    assert not any(text.startswith("Test: 1. Run what the title") for text in said)
