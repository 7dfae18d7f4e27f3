"""When two titles say the same, and when they only look alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.likeness import (
    CONTAINED_WORDS,
    SHORT_TITLE,
    content_words,
    identifiers,
    normalised,
    quotes,
    say_the_same,
)
from tests.factories import an_update


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            "[Bugfix] Reject negative values for max_logprobs and prefill_token_threshold",
            "fix(config): reject negative max_logprobs (except -1) and prefill_token_threshold",
            id="contained-beside-an-aside",
        ),
        pytest.param(
            "[Frontend] Return raw output when the parser ends non-terminal",
            "[Frontend] Recover raw tail when the parser ends non-terminal",
            id="the-same-end",
        ),
        pytest.param("Prepare v0.21.0rc1 release notes", "Update v0.21.0rc1 release notes", id="verbs-of-one-meaning"),
        pytest.param("fix: autotuner memory leak follow up", "Autotuner mem leak follow up 2", id="follow-up-numbers"),
        pytest.param(
            "Tune the attention kernels for long prompts", "Tune attention kernel for long prompt", id="plural"
        ),
    ],
)
def test_reworded_titles_say_the_same(first: str, second: str) -> None:
    """The same change in other words is told once."""
    assert say_the_same(an_update(first, number=1), an_update(second, number=2))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            "[Backend] Dispatch host CodeGen through the backend registry",
            "[Backend] Dispatch device CodeGen through the backend registry",
            id="another-noun",
        ),
        pytest.param(
            "Encode the audio stream on the GPU", "Decode the audio stream on the GPU", id="other-first-letter"
        ),
        pytest.param(
            "Enable async scheduling by default again", "Disable async scheduling by default again", id="opposite"
        ),
        pytest.param(
            "Use inter node transfers for expert weights",
            "Use intra node transfers for expert weights",
            id="inter-intra",
        ),
        pytest.param("Add text encoder batching to the server", "Add test encoder batching to the server", id="short"),
        pytest.param(
            "Fix int32 overflow in sampler kernels", "Fix int32 overflow in block verification kernels", id="two-places"
        ),
        pytest.param(
            "Update image cuda_12.8_a3 for nightly builds",
            "Update image cuda_12.8_a2 for nightly builds",
            id="identifier",
        ),
        pytest.param("Bump Transformers version to 5.10.4", "Bump Transformers version to 5.13.0", id="version"),
        pytest.param("Add tables for the sampler (part one)", "Add tables for the sampler (part two)", id="two-asides"),
    ],
)
def test_titles_that_differ_in_a_word_that_counts_stay_apart(first: str, second: str) -> None:
    """One noun, one number or one negation makes it another change, however long the rest of the sentence is."""
    assert not say_the_same(an_update(first, number=1), an_update(second, number=2))


@pytest.mark.parametrize(
    ("words", "same"),
    [
        pytest.param(CONTAINED_WORDS - 1, False, id="under"),
        pytest.param(CONTAINED_WORDS, True, id="at"),
        pytest.param(CONTAINED_WORDS + 1, True, id="over"),
    ],
)
def test_a_title_inside_a_longer_one_needs_some_words(words: int, same: bool) -> None:
    """Few words that come again in a long title are no sign of one change."""
    short = " ".join(["alpha", "bravo", "charlie", "delta", "echo"][:words])
    longer = f"{short} whiskey yankee"
    assert say_the_same(an_update(short, number=1), an_update(longer, number=2)) is same


@pytest.mark.parametrize(
    ("title", "same"),
    [
        pytest.param(" ".join(["lint"] * (SHORT_TITLE - 1)), False, id="under"),
        pytest.param("fix lint errors", True, id="at"),
        pytest.param("fix lint errors again", True, id="over"),
    ],
)
def test_short_titles_are_no_ground(title: str, same: bool) -> None:
    """ "Fix lint" is written every week."""
    assert say_the_same(an_update(title, number=1), an_update(title, number=2)) is same


def test_a_revert_quotes_a_title_behind_prefixes_and_before_references() -> None:
    """What stands around the quotation does not belong to it, whichever repository is referred to."""
    for title in (
        'Revert "sched : fewer synchronizations (#20793)" (llama/25138)',
        '[BugFix] Revert "sched : fewer synchronizations" (#11)',
        '[Revert] Revert "[CI] sched : fewer synchronizations" (#10) (#11)',
    ):
        assert quotes(title) == "sched fewer synchronizations"
    assert quotes("Revert the scheduler") == ""


def test_a_follow_up_number_and_an_aside_are_no_identifiers() -> None:
    """Only what names a thing must not differ."""
    assert identifiers("Fix the KV cache (for -1) follow-up 2") == {"kv"}


def test_content_words_leave_out_what_every_title_has() -> None:
    """Verbs of merging and small words tell nothing apart."""
    assert content_words("[Feat] Add support for the Inkling model") == {"inkling"}


@given(st.text(max_size=300))
def test_any_title_is_like_itself_and_breaks_nothing(title: str) -> None:
    """Titles come from outside and may be anything."""
    one = an_update(title, number=1)
    assert normalised(normalised(title)) is not None
    assert say_the_same(one, an_update(title, number=2)) is (normalised(title).count(" ") + 1 >= SHORT_TITLE)
