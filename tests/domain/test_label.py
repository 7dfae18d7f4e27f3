"""What an update is called: every row of WORDING.md 0.5 that has a label, and what makes a look-out."""

from __future__ import annotations

import pytest

from bot.domain.label import Label, Labelled, SectionHeading, is_look_out, is_severe, labelled, section_of
from bot.domain.state import Stage, State
from bot.domain.update import Kind, Links
from tests.factories import an_update


@pytest.mark.parametrize(
    ("title", "body", "kind", "expected"),
    [
        pytest.param(
            "[Bugfix] Patch Hopper MXFP4 OOB scales reads leading to NaN (#47910)", "", Kind.FIX, Label.FIX, id="fix"
        ),
        pytest.param("fix(gdn): reject invalid sm120 tma lowering (#3844)", "", Kind.FIX, Label.FIX, id="scoped-fix"),
        pytest.param(
            "fix(attention): add LEFT_SLIDING_WINDOW drain loop to FP8 Hopper prefill (#3578) (#3682)",
            "Fixes #3578: FP8-Q sliding-window prefill deadlocks on Hopper (SM90).",
            Kind.FIX,
            Label.FIX,
            id="fix-by-symptom",
        ),
        pytest.param(
            "fix(security): bound completion prompt list to prevent unbounded engine fan-out (#47845)",
            "",
            Kind.SECURITY,
            Label.SECURITY,
            id="security",
        ),
        pytest.param(
            "[BREAKING][megatron] chore: deprecate vanilla mBridge and make Megatron Bridge default (#6951)",
            "",
            Kind.BREAKING,
            Label.BREAKING,
            id="marked-breaking",
        ),
        pytest.param(
            "feat: make moe_ep (EP) part of the default install; drop nccl submodule (#3821)",
            "",
            Kind.FEATURE,
            Label.DEFAULT,
            id="default-install",
        ),
        pytest.param(
            'sycl : rename the env vars from "disable" to "enable" (llama/25042)',
            "",
            Kind.BREAKING,
            Label.MAY_BREAK,
            id="rename-without-names",
        ),
        pytest.param(
            "[3/n] Disaggregated rollout: engine-side /pull_weights (#2181)", "", Kind.FEATURE, Label.NEW, id="new"
        ),
        pytest.param("Fix/3170 dense blockscaled sm12x (#3180)", "", Kind.FIX, Label.FIX, id="fix-branch-name"),
        pytest.param("v4.6 tag release. (#3362)", "", Kind.RELEASE, Label.RELEASE, id="release"),
        pytest.param(
            'Revert "[Misc][Quantization] Remove kvcache quant weight related patches." (#11615)',
            "",
            Kind.REVERT,
            Label.REVERTED,
            id="revert",
        ),
        pytest.param(
            "Optimize FP4 V-scale dequant for h512 FA2 prefill (#3822)",
            "SM90 and later are kept on the old path.",
            Kind.PERFORMANCE,
            Label.PERF,
            id="perf",
        ),
        pytest.param("Refactor the scheduler (#1)", "", Kind.REFACTOR, Label.CHANGED, id="changed"),
        pytest.param("Ring attention over NVLink", "", Kind.PAPER, Label.PAPER, id="paper"),
        pytest.param("How we serve it", "", Kind.POST, Label.POST, id="post"),
    ],
)
def test_a_title_as_merged_gets_the_label_of_the_table(title: str, body: str, kind: Kind, expected: Label) -> None:
    """Each row of WORDING.md 0.5 opens with the label that stands there."""
    assert labelled(an_update(title, body=body, kind=kind)).label is expected


@pytest.mark.parametrize(
    ("title", "body", "kind", "expected"),
    [
        pytest.param(
            "[BugFix] mega moe max token default value fix (#11584)",
            "Change the default value of mega_moe_max_tokens from 65536 to 131072.",
            Kind.FIX,
            Labelled(Label.DEFAULT, "mega_moe_max_tokens 65536 → 131072"),
            id="default-old-and-new",
        ),
        pytest.param(
            "[Misc] Remove old now unsupported `max_num_partial_prefills` and `max_long_partial_prefills` (#49244)",
            "",
            Kind.BREAKING,
            Labelled(Label.BREAKING, "Remove max_num_partial_prefills and max_long_partial_prefills"),
            id="removed-names",
        ),
        pytest.param(
            "[vllm, rollout] fix: require vLLM>=0.22.0 for Qwen3.5 router replay (R3) (#6922)",
            "",
            Kind.FIX,
            Labelled(Label.NEEDS, "vLLM 0.22.0 for Qwen3.5 router replay (R3)"),
            id="floor",
        ),
        pytest.param(
            "[Core] Bump Transformers to v5.10.4 (#41359)",
            "",
            Kind.DEPENDENCY,
            Labelled(Label.NEEDS, "Transformers 5.10.4"),
            id="pin",
        ),
        pytest.param(
            "Rename --stream-output to --incremental-streaming-output (#20614)",
            "",
            Kind.BREAKING,
            Labelled(Label.BREAKING, "--stream-output → --incremental-streaming-output"),
            id="renamed-flag",
        ),
    ],
)
def test_the_change_itself_is_quoted_where_old_and_new_are_known(
    title: str, body: str, kind: Kind, expected: Labelled
) -> None:
    """Default, Needs and Breaking carry the quoted change as their detail."""
    assert labelled(an_update(title, body=body, kind=kind)) == expected


@pytest.mark.parametrize(
    ("tag", "title", "expected"),
    [
        pytest.param("v0.6.15", "v0.6.15", Label.RELEASE, id="final"),
        pytest.param("v0.6.15.post1", "v0.6.15.post1", Label.RELEASE, id="post-release"),
        pytest.param("v0.6.15rc2", "v0.6.15rc2", Label.PRE_RELEASE, id="candidate"),
        pytest.param("fa4-v4.0.0.beta21", "FlashAttention 4 beta 21", Label.PRE_RELEASE, id="beta"),
        pytest.param("b6123", "b6123", Label.RELEASE, id="build-number"),
        pytest.param("v0.9.1", "v0.9.1 (yanked)", Label.WITHDRAWN, id="withdrawn"),
    ],
)
def test_a_release_is_told_from_a_pre_release_and_a_withdrawn_one(tag: str, title: str, expected: Label) -> None:
    """The tag says whether a release is a pre-release; a title that says it was withdrawn wins."""
    assert labelled(an_update(title, kind=Kind.RELEASE, links=Links(tag=tag))).label is expected


def test_a_likely_break_of_a_dependency_is_said_as_what_it_needs() -> None:
    """That everything stands on a new version is told by that version, not as a maybe."""
    update = an_update("Update PyTorch to 2.13.0", kind=Kind.DEPENDENCY, paths=("requirements/cuda.txt", "docs/a.md"))
    assert labelled(update) == Labelled(Label.NEEDS, "PyTorch 2.13.0")


def test_weak_clues_do_not_change_what_an_update_is_called() -> None:
    """What is only worth a look keeps the label of its kind."""
    update = an_update("Reject sampling options that plums do not know", kind=Kind.FIX)
    assert labelled(update).label is Label.FIX


def test_a_security_fix_with_a_marked_title_is_breaking() -> None:
    """The mark in a title is the strongest word that a source has."""
    update = an_update("[BREAKING][Security] Refuse pickled weights", kind=Kind.SECURITY)
    assert labelled(update).label is Label.BREAKING


@pytest.mark.parametrize(
    ("title", "severe"),
    [
        pytest.param("Fix NVFP4 attention that gave wrong results", True, id="wrong-results"),
        pytest.param("Patch OOB scales reads leading to NaN", True, id="nan"),
        pytest.param("Fix deadlock in sliding-window prefill", True, id="deadlock"),
        pytest.param("Fix crash when top-k > 1", True, id="crash"),
        pytest.param("Fix checkpoint corruption on resume", True, id="lost-data"),
        pytest.param("Fix numerical correctness of the planner", True, id="correctness-mended"),
        pytest.param("Address a correctness issue of the planner", True, id="correctness-issue"),
        pytest.param("Two small perf/correctness wins", False, id="correctness-named"),
        pytest.param("Use the old path as correctness reference", False, id="correctness-reference"),
        pytest.param("Fix typo in help text", False, id="typo"),
        pytest.param("Fix change of layout in Cuda graphs", False, id="change-is-not-hang"),
    ],
)
def test_a_fix_is_severe_by_its_symptom(title: str, severe: bool) -> None:
    """Wrong results, lost data, hangs and crashes are severe; other fixes are not."""
    assert is_severe(an_update(title)) is severe


def test_a_symptom_may_stand_in_the_description() -> None:
    """Titles often name the repair and descriptions the symptom."""
    assert is_severe(an_update("Add drain loop", body="Prefill deadlocks on Hopper."))


@pytest.mark.parametrize(
    ("stage", "look_out"),
    [
        pytest.param(Stage.UNRELEASED, True, id="unreleased"),
        pytest.param(Stage.PRERELEASE, True, id="only-in-a-pre-release"),
        pytest.param(Stage.RELEASED, False, id="released"),
        pytest.param(Stage.UNKNOWN, False, id="tags-not-read"),
        pytest.param(Stage.OPEN, False, id="open"),
    ],
)
def test_a_severe_fix_is_a_look_out_while_the_latest_release_lacks_it(stage: Stage, look_out: bool) -> None:
    """`fix unreleased` is a look-out, `in 0.6.15` is not, and nothing is claimed where tags were not read."""
    update = an_update("Fix NVFP4 attention that gave wrong results", state=State(stage, "0.6.14"))
    assert is_look_out(update, Label.FIX) is look_out
    assert (section_of(update, Label.FIX) is SectionHeading.LOOK_OUT) is look_out


def test_a_harmless_unreleased_fix_is_no_look_out() -> None:
    """Only what bites is a look-out."""
    update = an_update("Fix typo in a log line", state=State(Stage.UNRELEASED, "0.6.14"))
    assert section_of(update, Label.FIX) is SectionHeading.FIXED


@pytest.mark.parametrize(
    ("label", "heading"),
    [
        pytest.param(Label.BREAKING, SectionHeading.LOOK_OUT, id="breaking"),
        pytest.param(Label.NEEDS, SectionHeading.LOOK_OUT, id="needs"),
        pytest.param(Label.WITHDRAWN, SectionHeading.LOOK_OUT, id="withdrawn"),
        pytest.param(Label.RELEASE, SectionHeading.RELEASES, id="release"),
        pytest.param(Label.PRE_RELEASE, SectionHeading.RELEASES, id="pre-release"),
        pytest.param(Label.NEW, SectionHeading.NEW, id="new"),
        pytest.param(Label.PERF, SectionHeading.PERF, id="perf"),
        pytest.param(Label.CHANGED, SectionHeading.OTHER, id="changed"),
        pytest.param(Label.PAPER, SectionHeading.OTHER, id="paper"),
    ],
)
def test_every_label_has_its_heading(label: Label, heading: SectionHeading) -> None:
    """Look-outs stand first, then releases, new, perf, fixed and the rest."""
    assert section_of(an_update("Anything"), label) is heading
