"""What updates name as their forerunners."""

from __future__ import annotations

import pytest

from bot.domain.references import READ_CHARACTERS, Forerunner, Tie, forerunners, names_a_forerunner
from bot.domain.update import Kind, Links
from tests.factories import FLASHINFER, VLLM, an_update

OWN = FLASHINFER.casefold()


@pytest.mark.parametrize(
    ("title", "body", "expected"),
    [
        pytest.param("Handle empty batches", "Follow-up to #12.", {(Tie.FOLLOW_UP, OWN, 12)}, id="follow-up"),
        pytest.param("Handle empty batches", "Followup for PR 12", {(Tie.FOLLOW_UP, OWN, 12)}, id="pr-number"),
        pytest.param("Reland the sampler", "Relands #12", {(Tie.RELAND, OWN, 12)}, id="reland"),
        pytest.param("Guard TMA", "Backport of #12", {(Tie.PICK, OWN, 12)}, id="backport"),
        pytest.param("Guard TMA", "The crash was introduced by #12.", {(Tie.FIX, OWN, 12)}, id="introduced-by"),
        pytest.param("Guard TMA", "Fixes a regression from #12", {(Tie.FIX, OWN, 12)}, id="regression"),
        pytest.param("Stop filter (#12) (#13)", "", {(Tie.FOLLOW_UP, OWN, 12)}, id="number-before-its-own"),
        pytest.param(
            "Guard TMA", "Follow up to vllm-project/vllm#12", {(Tie.FOLLOW_UP, VLLM.casefold(), 12)}, id="elsewhere"
        ),
        pytest.param(
            "Guard TMA",
            "Follow up to https://github.com/vllm-project/vllm/pull/12",
            {(Tie.FOLLOW_UP, VLLM.casefold(), 12)},
            id="address",
        ),
        pytest.param("sched : fewer waits (llama/12)", "", {(Tie.PICK, "ggml-org/llama.cpp", 12)}, id="copied"),
        pytest.param('Revert "sched : fewer waits" (llama/12)', "", set(), id="copied-revert"),
        pytest.param("Guard TMA", "Closes #12, see also #14.", set(), id="issue"),
        pytest.param("Guard TMA", "Follow-up to #13", set(), id="itself"),
        pytest.param("Guard TMA", "x" * READ_CHARACTERS + " follow-up to #12", set(), id="too-far-down"),
    ],
)
def test_forerunners(title: str, body: str, expected: set[tuple[Tie, str, int]]) -> None:
    """Numbers count where words say that the change goes on from them, each in the repository that is named."""
    update = an_update(title, number=13, body=body)
    assert {(found.tie, found.repository, found.pull) for found in forerunners(update)} == expected


def test_a_commit_that_was_picked_or_reverted_is_named_by_its_beginning() -> None:
    """Hashes are cut to what every mention of them has."""
    update = an_update("Guard TMA", number=13, body="(cherry picked from commit A0EFA0ADFE49bb836ab1)")
    assert list(forerunners(update)) == [Forerunner(Tie.PICK, OWN, commit="a0efa0a")]


def test_only_a_revert_takes_numbers_from_the_word_revert() -> None:
    """Other changes speak of reverts without being one."""
    body = "We may have to revert the change of #12"
    assert not list(forerunners(an_update("Guard TMA", number=13, body=body)))
    revert = an_update("Revert the guard", number=13, body=body, kind=Kind.REVERT)
    assert [found.pull for found in forerunners(revert)] == [12]


def test_a_fix_of_an_earlier_change_does_not_call_itself_a_follow_up() -> None:
    """What follows, relands or picks does not lead a story; a fix may."""
    assert names_a_forerunner(an_update(body="Follow-up to #12"))
    assert not names_a_forerunner(an_update(body="introduced in #12", links=Links()))
