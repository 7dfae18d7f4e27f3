"""Issues as values, written by us: a full daily for a channel with a stack, a weekly, a deployment weekly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.domain.answer import Story
from bot.domain.digest import Coverage, CoverageStatus, Digest, DigestSection, Layout, LeftOut
from bot.domain.highlight import Change, Highlight, Tally, Theme
from bot.domain.label import Label
from bot.domain.posted import Amendment, Answered, Continues, Correction, Outcome, Reason, Watched
from bot.domain.references import Tie
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.update import BodyState, Figure, Kind, Links, Precision, Update
from bot.domain.window import Window
from tests.factories import SHANGHAI, a_digest, a_story, a_tag, an_update, at

UNRELEASED = State(Stage.UNRELEASED, "0.6.14")
REPOSITORIES = {
    "flashinfer": "flashinfer-ai/flashinfer",
    "vllm": "vllm-project/vllm",
    "vllm-ascend": "vllm-project/vllm-ascend",
    "verl": "verl-project/verl",
    "triton": "triton-lang/triton",
    "flash-attention": "Dao-AILab/flash-attention",
}


def change(project: str, number: int, title: str, label: Label, kind: Kind, **fields: Any) -> Story:
    """A story of one change of a project, merged on 7 July."""
    made = {"state": UNRELEASED if project == "flashinfer" else UNKNOWN, **fields}
    detail = made.pop("detail", "")
    repository = REPOSITORIES[project]
    return a_story(an_update(title, number=number, repository=repository, kind=kind, **made), label, detail=detail)


HANG = change(
    "flashinfer",
    3682,
    "fix(attention): add LEFT_SLIDING_WINDOW drain loop to FP8 Hopper prefill (#3578) (#3682)",
    Label.FIX,
    Kind.FIX,
    body="Fixes #3578: FP8-Q sliding-window prefill deadlocks on Hopper (SM90).\n\nThe consumer drains what is left.",
    tags=("hardware:hopper", "format:fp8", "topic:attention"),
    links=Links(pull=3682, commits=("ab" * 20,), fixes=("#3578",)),
)
NAN = change(
    "vllm",
    47910,
    "[Bugfix] Patch Hopper MXFP4 OOB scales reads leading to NaN (#47910)",
    Label.FIX,
    Kind.FIX,
    body_state=BodyState.MISSING,
    tags=("hardware:hopper", "format:mxfp4"),
)
SECURITY = change(
    "vllm",
    47845,
    "fix(security): bound completion prompt list to prevent unbounded engine fan-out (#47845)",
    Label.SECURITY,
    Kind.SECURITY,
    body_state=BodyState.MISSING,
)
DEFAULT = change(
    "vllm-ascend",
    11584,
    "[BugFix] mega moe max token default value fix (#11584)",
    Label.DEFAULT,
    Kind.FIX,
    tags=("hardware:ascend",),
    state=State(Stage.UNRELEASED, "0.23.0rc1"),
    detail="mega_moe_max_tokens 65536 → 131072",
)
FUSED = change(
    "flashinfer",
    3424,
    "perf(moe): one fused kernel for FP8 block-wise MoE at batch 1 to 8 (#3424)",
    Label.PERF,
    Kind.PERFORMANCE,
    body="The kernel is measured against CUTLASS.",
    tags=("format:fp8",),
    figures=(Figure("1.7x", "kernel time, one shape"), Figure("4.4x", "kernel time, one shape")),
)
SM120 = change(
    "flash-attention",
    2656,
    "[CuTe] Limit the TMA output store so that the forward runs on sm120 (#2656)",
    Label.FIX,
    Kind.FIX,
    tags=("hardware:sm120",),
    state=State(Stage.PRERELEASE, "fa4-v4.0.0.beta21"),
)
MLIR = change(
    "triton",
    10726,
    "Fall back on sm120 where FP4 is packed along M (#10726)",
    Label.FIX,
    Kind.FIX,
    tags=("hardware:sm120",),
    state=State(Stage.UNRELEASED, "3.6.0"),
)
ROUTER = change(
    "verl",
    6922,
    "[vllm] fix: require vLLM>=0.22.0 for Qwen3.5 router replay (#6922)",
    Label.NEEDS,
    Kind.DEPENDENCY,
    detail="vLLM 0.22.0 for Qwen3.5 router replay",
    state=State(Stage.UNRELEASED, "0.8.0"),
)
BRIDGE = change(
    "verl",
    6951,
    "[BREAKING][megatron] chore: make Megatron Bridge default (#6951)",
    Label.BREAKING,
    Kind.BREAKING,
    state=State(Stage.UNRELEASED, "0.8.0"),
)
COUNTING = change(
    "verl",
    6977,
    "[BREAKING][trainer] count a whole sync cycle as one step (#6977)",
    Label.BREAKING,
    Kind.BREAKING,
    state=State(Stage.UNRELEASED, "0.8.0"),
)
RELEASE = change(
    "flashinfer",
    0,
    "v0.6.15rc1",
    Label.PRE_RELEASE,
    Kind.RELEASE,
    links=Links(tag="v0.6.15rc1"),
    precision=Precision.NOT_BEFORE,
)
PAPER = a_story(
    an_update(
        "KV cache eviction by attention sinks",
        repository="",
        kind=Kind.PAPER,
        project="papers",
        key="arxiv:2607.01234",
        url="https://arxiv.org/abs/2607.01234",
        state=UNKNOWN,
        tags=("topic:kv-cache",),
    ),
    Label.PAPER,
)
EARLIER = change("flashinfer", 3299, "perf: two gains in FP8 paged prefill (#3299)", Label.PERF, Kind.PERFORMANCE)
STABLE_ABI = change(
    "vllm", 47995, "Build FlashAttention 3 against torch's stable ABI (#47995)", Label.CHANGED, Kind.REFACTOR
)
TAKEN_BACK = change("vllm", 48269, 'Revert "Build FlashAttention 3" (#48269)', Label.REVERTED, Kind.REVERT)

CORRECTION = Correction(
    "systems-daily", "2026-07-06", STABLE_ABI.lead.key, Amendment.REVERTED, at(7), TAKEN_BACK.lead.key, Label.REVERTED
)
CITED: dict[str, Update] = {story.lead.key: story.lead for story in (EARLIER, STABLE_ABI, TAKEN_BACK)}

COVERAGE = (
    Coverage("vllm", CoverageStatus.DATA, 90),
    Coverage("sglang", CoverageStatus.NO_DATA, since=at(24, 6)),
    Coverage("flashinfer", CoverageStatus.DATA, 60),
    Coverage("triton", CoverageStatus.QUIET),
    Coverage("vllm-ascend", CoverageStatus.DATA, 13),
    Coverage("verl", CoverageStatus.NO_DATA),
)
LEFT_OUT = (LeftOut("docs, CI and tests", 40), LeftOut("dependency pins", 3), LeftOut("ranked lower", 111))


def by_project(*stories: Story) -> tuple[DigestSection, ...]:
    """Sections of the stories' projects, in their order."""
    keys = dict.fromkeys(story.lead.project for story in stories)
    return tuple(DigestSection(key, tuple(s for s in stories if s.lead.project == key)) for key in keys)


def full_daily() -> Digest:
    """A daily with everything: a stack, cards, a correction, a continued story, a late one, a date that is not sure."""
    stories = (HANG, NAN, SECURITY, DEFAULT, FUSED, SM120, MLIR, ROUTER, RELEASE)
    return a_digest(
        *by_project(*stories),
        read=163,
        coverage=COVERAGE,
        left_out=LEFT_OUT,
        top=(HANG, NAN, SM120, SECURITY, DEFAULT),
        cards=(HANG, SM120, FUSED),
        has_stack=True,
        mine=frozenset({HANG.lead.key, NAN.lead.key, SM120.lead.key}),
        corrections=(CORRECTION,),
        continues=(Continues(FUSED.lead.key, EARLIER.lead.key, "systems-daily", "2026-07-06", Tie.FOLLOW_UP),),
        late=frozenset({MLIR.lead.key}),
        unsure=(RELEASE.lead,),
        cited=CITED,
    )


def plain_daily() -> Digest:
    """The same for a channel without a stack and on a day without anything to correct."""
    return replace(full_daily(), has_stack=False, mine=frozenset(), corrections=(), continues=(), late=frozenset())


def thin_daily() -> Digest:
    """WORDING.md 3c: one item about the channel's scope."""
    return a_digest(*by_project(MLIR), read=37, scope="SM120", coverage=COVERAGE[:1])


def two_days() -> Digest:
    """The daily after an outage of the bot."""
    return replace(plain_daily(), catch_up=True, window=Window(at(5, hour=23), at(7, hour=23), SHANGHAI))


def incomplete_daily() -> Digest:
    """Two sources that could not be read."""
    failed = tuple(
        Coverage(key, CoverageStatus.FAILED, since=at(7, hour=11, minute=10), reason="GitHub rate limit")
        for key in ("vllm", "flashinfer")
    )
    return a_digest(coverage=failed)


def weekly() -> Digest:
    """A frameworks weekly with three highlights."""
    stories = (HANG, NAN, FUSED, SM120, MLIR, ROUTER, BRIDGE, COUNTING, RELEASE, DEFAULT)
    flash = change(
        "flashinfer",
        3838,
        "fix: NVFP4 attention gave wrong results (#3838)",
        Label.FIX,
        Kind.FIX,
        tags=("hardware:sm120", "format:nvfp4"),
    )
    return a_digest(
        *by_project(*stories, flash),
        edition="frameworks-weekly",
        number="2026-W28",
        window=Window(at(6, hour=1), at(13, hour=1), SHANGHAI),
        read=819,
        coverage=COVERAGE,
        left_out=LEFT_OUT,
        highlights=(
            Highlight(
                Theme.TAG,
                (SM120, flash, MLIR),
                ("flash-attention", "flashinfer", "triton"),
                9.0,
                tag=a_tag("hardware:sm120"),
                change=Change.FIX,
            ),
            Highlight(Theme.WRONG_RESULTS, (NAN, flash), ("vllm", "flashinfer"), 6.0),
            Highlight(Theme.BREAKING, (COUNTING, BRIDGE), ("verl",), 5.0, project="verl"),
        ),
    )


def deployment() -> Digest:
    """A deployment weekly with cards, a paper, evidence and a watch list that is answered."""
    return replace(
        weekly(),
        edition="deployment-weekly",
        layout=Layout.SELECTED,
        issue=12,
        highlights=(),
        sections=by_project(HANG, RELEASE, BRIDGE, PAPER),
        cards=(HANG, FUSED),
        tallies=(
            Tally(
                a_tag("hardware:sm120"),
                Change.FIX,
                ("flash-attention", "triton"),
                (SM120.lead.key, MLIR.lead.key),
                5,
                3,
            ),
        ),
        watched=(Watched(HANG.lead.key, Reason.UNRELEASED_FIX, at(7)),),
        answered=(
            Answered(Watched(EARLIER.lead.key, Reason.UNRELEASED_FIX, at(1)), Outcome.RELEASED, "0.6.14"),
            Answered(Watched(STABLE_ABI.lead.key, Reason.OPEN_SERIES, at(1)), Outcome.REVERTED, by=TAKEN_BACK.lead.key),
        ),
        cited={**CITED, SM120.lead.key: SM120.lead, MLIR.lead.key: MLIR.lead},
    )


def many(count: int, title: str = "Fix a hang of the scheduler with {at} requests") -> Digest:
    """A daily of so many stories of one project."""
    stories = tuple(
        change("vllm", 50_000 + at_, f"{title.format(at=at_)} (#{50_000 + at_})", Label.FIX, Kind.FIX)
        for at_ in range(count)
    )
    return a_digest(DigestSection("vllm", stories), top=stories[:5], read=count)
