"""How a question was read, sentence by sentence (WORDING.md 6 and 10)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.domain.document import plain
from bot.domain.question.notes import (
    Ambiguous,
    BothWays,
    Correction,
    EitherProject,
    EverywhereNot,
    FutureSince,
    Note,
    NotMeant,
    ProductIs,
    ReadAs,
    WordsCut,
)
from bot.domain.window import Window
from bot.wording.notes import NOTE_LIMIT, note_lines
from tests.factories import NOW, SHANGHAI, a_tag, a_window
from tests.wording.scenes import some_facts

SM120, MOE, ROCM = a_tag("hardware:sm120"), a_tag("topic:moe"), a_tag("hardware:rocm")


@pytest.mark.parametrize(
    ("note", "wanted"),
    [
        (
            ReadAs(
                (a_tag("project:flashinfer"), a_tag("hardware:blackwell"), a_tag("topic:mla")),
                corrections=(Correction("flashinfr", "flashinfer"),),
            ),
            "Read as FlashInfer, Blackwell, MLA.",
        ),
        (ReadAs((MOE,), excluded=(ROCM,)), "MoE without ROCm."),
        (ReadAs((), excluded=(ROCM,)), "Read as: without ROCm."),
        (ReadAs((SM120,), words=("wheel",)), 'Read as SM120, "wheel".'),
        (ProductIs("RTX 5090", SM120), "RTX 5090 is SM120."),
        (NotMeant("DSpark", a_tag("topic:speculative-decoding")), "DSpark (speculative-decoding) is not meant."),
        (Ambiguous("RTX 6000", 3, "RTX PRO 6000", SM120), '"RTX 6000" is three cards. Shown: RTX PRO 6000 (SM120).'),
        (
            EverywhereNot(a_tag("topic:fa3"), "flash-attention"),
            "fa3 in every project, not only in FlashAttention.",
        ),
        (
            EitherProject(("vllm", "flashinfer"), "flashinfer", "project:vllm flashinfer"),
            'vLLM or FlashInfer. Both at once: "flashinfer" in vLLM → project:vllm flashinfer',
        ),
        (
            BothWays("vllm-ascend", "vllm", a_tag("hardware:ascend")),
            "Read as vllm-ascend, and vLLM with Ascend.",
        ),
        (FutureSince(date(2027, 1, 1)), "That day has not come. Showing the last 30 days instead."),
        (WordsCut(16, 1_200), "Only the first 16 of 1,200 words are looked for."),
    ],
)
def test_each_note_has_its_sentence(note: Note, wanted: str) -> None:
    """Literally as WORDING.md writes it, where it does."""
    (small,) = note_lines([note], [], some_facts(), a_window())
    assert plain(small.children) == wanted


def test_notes_share_a_line() -> None:
    """Several remarks stand in one small line."""
    (small,) = note_lines([ProductIs("RTX 5090", SM120), FutureSince(date(2027, 1, 1))], [], some_facts(), a_window())
    assert plain(small.children).startswith("RTX 5090 is SM120. That day")


def test_foreign_words_are_cleaned_and_cut() -> None:
    """What was typed is hostile too."""
    (small,) = note_lines([ProductIs("\x1b[31m" + "x" * 10_000, SM120)], [], some_facts(), a_window())
    text = plain(small.children)
    assert len(text) <= NOTE_LIMIT
    assert "\x1b" not in text


def test_no_notes_no_line() -> None:
    """A question that was read as it stands needs no remark."""
    assert note_lines([], [], some_facts(), a_window()) == ()


@pytest.mark.parametrize(
    ("window", "shown"),
    [
        pytest.param(a_window(), "the last 30 days", id="the default"),
        pytest.param(a_window(NOW - timedelta(days=7)), "the last 7 days", id="narrowed"),
        pytest.param(Window(None, NOW, SHANGHAI), "all there is", id="widened to everything"),
    ],
)
def test_a_future_day_says_what_is_shown_instead(window: Window, shown: str) -> None:
    """The window that the answer really has, also where it was narrowed or widened."""
    (small,) = note_lines([FutureSince(date(2027, 1, 1))], [], some_facts(), window)
    assert plain(small.children) == f"That day has not come. Showing {shown} instead."


def test_words_that_no_text_has_are_told() -> None:
    """A word that ranks nothing is named, so that nobody takes the answer for one about it."""
    (small,) = note_lines([], [], some_facts(absent_words=("deadlock",)), a_window())
    assert plain(small.children) == 'No text found in this window has "deadlock".'
