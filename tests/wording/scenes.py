"""The scenes of WORDING.md as values: what was found when `/whatsnew flashinfer sm120` was asked on 22 July 2026.

The facts are those of public commits, the sentences are ours.
"""

from __future__ import annotations

from datetime import timedelta

from bot.domain.answer import Answer, Nearest, Section, Story, WindowChoice
from bot.domain.digest import Coverage, CoverageStatus, Digest, DigestSection, LeftOut
from bot.domain.label import Label, SectionHeading
from bot.domain.question.notes import Note
from bot.domain.reading import Reading
from bot.domain.state import Stage, State
from bot.domain.update import BodyState, Figure, Kind
from bot.domain.window import Window
from bot.wording.facts import Facts, Held, Latest
from tests.factories import (
    NOW,
    SHANGHAI,
    VLLM,
    a_digest,
    a_query,
    a_section,
    a_story,
    a_tag,
    a_vocabulary,
    an_answer,
    an_update,
    at,
    some_projects,
)

UNRELEASED = State(Stage.UNRELEASED, "0.6.15.post1")


def some_facts(**changes: object) -> Facts:
    """What the store knows on that morning."""
    known: dict[str, object] = {
        "projects": some_projects(),
        "vocabulary": a_vocabulary(),
        "now": NOW,
        "zone": SHANGHAI,
        "latest": {"flashinfer": Latest("0.6.15.post1", at(21))},
        "held": {"flashinfer": Held(697, at(1, 2), at(21)), "vllm": Held(9_000, at(1, 2), at(21))},
    }
    return Facts(**{**known, **changes})  # type: ignore[arg-type]  # the tests name Facts' own fields


def a_reading(answer: Answer, *notes: Note) -> Reading:
    """How the answer's question was read."""
    return Reading(query=answer.query, text=answer.text, standing=answer.text, notes=notes)


def found(number: int, day: int, text: str, label: Label, kind: Kind, **changes: object) -> Story:
    """A story of FlashInfer about SM120 that is merged and not released."""
    fields: dict[str, object] = {"tags": ("hardware:sm120",), "state": UNRELEASED, **changes}
    return a_story(an_update("", number=number, summary=text, kind=kind, published=at(day), **fields), label)  # type: ignore[arg-type]


def sm120_answer() -> Answer:
    """WORDING.md 2."""
    look_out = a_section(
        SectionHeading.LOOK_OUT,
        found(
            3838,
            11,
            "NVFP4 attention gave wrong results: output about halved, lse never written. The path came with 0.6.14",
            Label.FIX,
            Kind.FIX,
            tags=("hardware:sm120", "format:nvfp4", "topic:attention"),
        ),
        found(
            3922,
            15,
            "CUTLASS DSL 4.6, which a fresh install takes, removed names that the b12x dense GEMM calls: "
            "AttributeError. 4.5.x works",
            Label.MAY_BREAK,
            Kind.FIX,
            tags=("hardware:sm120", "topic:gemm"),
        ),
    )
    new = a_section(
        SectionHeading.NEW,
        found(
            3983,
            21,
            "b12x NVFP4 and W4A16 in the unified MoE API, SM121 too",
            Label.NEW,
            Kind.FEATURE,
            tags=("hardware:sm120", "hardware:sm121", "format:nvfp4", "topic:moe"),
        ),
        found(
            3655,
            16,
            "MiniMax sparse attention (MiniMax-M3), with FP8 or NVFP4 KV",
            Label.NEW,
            Kind.FEATURE,
            tags=("hardware:sm120", "model:minimax-m3", "format:nvfp4", "format:fp8"),
            figures=(
                Figure(
                    "sparse prefill 0.46 to 4.6x the speed of vLLM's Triton kernels, by length and overlap",
                    device="RTX PRO 6000, RTX 5080, GB10",
                ),
            ),
        ),
        found(
            3891,
            14,
            "FP8 groupwise MoE GEMM",
            Label.NEW,
            Kind.FEATURE,
            tags=("hardware:sm120", "format:fp8", "topic:moe"),
            figures=(
                Figure(
                    "CUTLASS takes 1.0 to 3.2x as long, cuDNN 0.98 to 2.4x",
                    "kernel time, RTX PRO 6000 Server",
                    "RTX PRO 6000 Server",
                ),
            ),
        ),
    )
    perf = a_section(
        SectionHeading.PERF,
        found(
            3016,
            17,
            "BF16 and FP16 MHA prefill takes fmha_v2 from 256 tokens; GQA stays on FA2",
            Label.PERF,
            Kind.PERFORMANCE,
            figures=(Figure("9 to 31 % less kernel time, measured on GB10, not on SM120", device="GB10"),),
        ),
        found(
            3947,
            18,
            "The jit-cache wheel drops code that SM12x never runs",
            Label.PERF,
            Kind.PERFORMANCE,
            figures=(Figure("1,046 MB installed", "0.6.9, cu130, aarch64"),),
        ),
    )
    fixed = a_section(
        SectionHeading.FIXED,
        found(
            3863,
            10,
            "Ragged prefill with FP8 KV and head_dim 512 did not launch on GPUs with 99 KB of shared memory",
            Label.FIX,
            Kind.FIX,
            tags=("hardware:sm120", "format:fp8"),
            state=State(Stage.RELEASED, "0.6.15"),
        ),
    )
    return an_answer(look_out, new, perf, fixed, stories=16, mentions=6, noise=5)


def wide_answer() -> Answer:
    """WORDING.md 2b: a question that is too wide, of a project whose tags were not read."""

    def story(number: int, day: int, text: str, label: Label, kind: Kind, *tags: str) -> Story:
        update = an_update(
            "",
            number=number,
            repository=VLLM,
            summary=text,
            kind=kind,
            published=at(day),
            tags=tags,
            body_state=BodyState.MISSING,
        )
        return a_story(update, label)

    look_out = a_section(
        SectionHeading.LOOK_OUT,
        story(
            49244,
            21,
            "max_num_partial_prefills and max_long_partial_prefills are removed",
            Label.BREAKING,
            Kind.BREAKING,
        ),
        story(44549, 15, "diskcache is replaced: no more pickle deserialization", Label.SECURITY, Kind.SECURITY),
    )
    new = a_section(
        SectionHeading.NEW,
        story(
            42569,
            21,
            "FP8 KV cache with FlashAttention 4 on SM100",
            Label.NEW,
            Kind.FEATURE,
            "hardware:sm100",
            "format:fp8",
        ),
    )
    return an_answer(
        look_out,
        new,
        query=a_query("project:vllm"),
        text="vllm",
        window=Window(NOW - timedelta(days=7), NOW, SHANGHAI),
        choice=WindowChoice.NARROWED,
        stories=180,
        updates_in_default=1_122,
    )


def empty_answer() -> Answer:
    """WORDING.md 2c: nothing found, two neighbours that have something."""
    flashinfer, sm120, awq = a_tag("project:flashinfer"), a_tag("hardware:sm120"), a_tag("format:awq")
    return an_answer(
        query=a_query("project:flashinfer", "hardware:sm120", "format:awq"),
        text="flashinfer sm120 awq",
        nearest=(
            Nearest("flashinfer sm120", (awq,), in_window=16, ever=40),
            Nearest("awq", (flashinfer, sm120), in_window=0, ever=15),
        ),
    )


def daily() -> Digest:
    """A systems daily of three projects with every kind of coverage."""
    flashinfer = DigestSection(
        "flashinfer",
        (
            found(
                3682,
                7,
                "FP8 sliding-window prefill no longer hangs on Hopper",
                Label.FIX,
                Kind.FIX,
                tags=("hardware:hopper", "format:fp8"),
                state=State(Stage.UNRELEASED, "0.6.14"),
            ),
            found(
                3821,
                7,
                "Expert parallel (moe_ep) is part of the default install; the NCCL submodule is gone",
                Label.DEFAULT,
                Kind.FEATURE,
                tags=(),
                state=State(Stage.PRERELEASE, "0.6.15rc1"),
            ),
        ),
    )
    vllm = DigestSection(
        "vllm",
        (
            a_story(
                an_update(
                    "[Bugfix] Patch Hopper MXFP4 OOB scales reads leading to NaN (#47910)",
                    number=47910,
                    repository=VLLM,
                    body_state=BodyState.MISSING,
                    tags=("hardware:hopper", "format:mxfp4"),
                ),
                Label.FIX,
            ),
        ),
    )
    ascend = DigestSection(
        "vllm-ascend",
        (
            a_story(
                an_update(
                    "[BugFix] mega moe max token default value fix (#11584)",
                    number=11584,
                    repository="vllm-project/vllm-ascend",
                    tags=("hardware:ascend",),
                    state=State(Stage.UNRELEASED, "0.23.0rc1"),
                ),
                Label.DEFAULT,
                detail="mega_moe_max_tokens 65536 → 131072",
            ),
        ),
    )
    return a_digest(
        vllm,
        flashinfer,
        ascend,
        read=163,
        left_out=(LeftOut("docs, CI and tests", 40), LeftOut("dependency pins", 3), LeftOut("ranked lower", 116)),
        coverage=(
            Coverage("vllm", CoverageStatus.DATA, 90),
            Coverage("sglang", CoverageStatus.NO_DATA, since=at(24, 6)),
            Coverage("flashinfer", CoverageStatus.DATA, 60),
            Coverage("flash-attention", CoverageStatus.NO_DATA, since=at(24, 6)),
            Coverage("triton", CoverageStatus.QUIET),
            Coverage("vllm-ascend", CoverageStatus.DATA, 13),
            Coverage("verl", CoverageStatus.NO_DATA),
        ),
    )


def empty_daily() -> Digest:
    """WORDING.md 3c: a Sunday without anything, though everything was read."""
    return a_digest(
        number="2026-07-12",
        window=Window(at(10, hour=23), at(11, hour=23), SHANGHAI),
        read=58,
        coverage=tuple(
            Coverage(key, CoverageStatus.DATA if count else CoverageStatus.QUIET, count)
            for key, count in (("vllm", 30), ("flashinfer", 20), ("triton", 8), ("verl", 0))
        ),
        left_out=(LeftOut("docs, CI and tests", 58),),
    )


def sections_of(*stories: Story) -> tuple[Section, ...]:
    """One section that says no label."""
    return (a_section(SectionHeading.OTHER, *stories),)
