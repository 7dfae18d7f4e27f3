"""What is left of changes and the reverts among them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.netting import brings_back, net, takes_back
from bot.domain.update import Kind, Links, Update
from tests.factories import VLLM, an_update, at

CHANGE = an_update("Add a fused sampler kernel (#10)", number=10, kind=Kind.FEATURE, published=at(5))


def a_revert(title: str, number: int = 12, day: int = 6, body: str = "") -> Update:
    """A revert of a day of July."""
    return an_update(title, number=number, kind=Kind.REVERT, published=at(day), body=body)


@pytest.mark.parametrize(
    ("title", "body"),
    [
        pytest.param('Revert "Add a fused sampler kernel (#10)" (#12)', "", id="number-in-the-quotation"),
        pytest.param('Revert "Add a fused sampler kernel" (#12)', "", id="quoted-title"),
        pytest.param('Revert "Add a fused sampler" (#10) (#12)', "", id="number-behind-a-cut-quotation"),
        pytest.param('[BugFix] Revert "[Kernel] Add a fused sampler kernel"', "", id="prefixes"),
        pytest.param("Revert #10", "", id="number"),
        pytest.param("Take the sampler back", "Reverts flashinfer-ai/flashinfer#10", id="host-line"),
    ],
)
def test_a_whole_revert_takes_the_change_back(title: str, body: str) -> None:
    """By number, by quoted title, or in the host's words."""
    left = net([CHANGE, a_revert(title, body=body)])
    assert (left.standing, left.out) == ((), (CHANGE,))


@pytest.mark.parametrize(
    ("title", "body"),
    [
        pytest.param("Revert part of `Add a fused sampler kernel` #10 (#12)", "", id="part"),
        pytest.param("Partially revert #10", "Reverts flashinfer-ai/flashinfer#10", id="partially"),
        pytest.param("fix: revert the stop filter (#10) (#12)", "", id="something-inside-it"),
        pytest.param("Revert the tuning", "This reverts a line of #10", id="a-line"),
    ],
)
def test_a_partial_revert_leaves_the_change_standing(title: str, body: str) -> None:
    """What takes back a part leaves the rest in place."""
    assert CHANGE in net([CHANGE, a_revert(title, body=body)]).standing


def test_a_revert_that_was_reverted_takes_nothing_back() -> None:
    """The change stands again, and its own title tells it."""
    first = a_revert('Revert "Add a fused sampler kernel"', 12, 6)
    second = replace(a_revert('Revert "Revert "Add a fused sampler kernel""', 13, 7), kind=Kind.FEATURE)
    again = replace(second, body="Reverts flashinfer-ai/flashinfer#12")
    assert net([CHANGE, first, again]).standing == (CHANGE,)


def test_of_one_second_the_revert_is_the_later() -> None:
    """Copied histories give a change and its revert the same second."""
    revert = replace(a_revert('Revert "Add a fused sampler kernel"'), published=CHANGE.published, key="0")
    assert net([CHANGE, revert]).out == (CHANGE,)


def test_a_revert_takes_back_only_what_is_older_and_its_own_project_s() -> None:
    """Numbers count per project, and time runs forwards."""
    revert = a_revert("Revert #10")
    assert not takes_back(revert, replace(CHANGE, published=at(9)))
    assert not takes_back(revert, an_update(number=10, repository=VLLM, published=at(5)))


def test_a_hash_is_enough() -> None:
    """ "This reverts commit" names the commit."""
    change = replace(CHANGE, links=Links(commits=("a0efa0adfe49bb836ab1a147d6572980b870f3d4",)))
    assert takes_back(a_revert("Undo", body="This reverts commit a0efa0adfe49bb83."), change)


def test_a_reland_brings_back_by_number_or_by_title() -> None:
    """A change under another title says what it relands."""
    assert brings_back(an_update("Add a fused sampler kernel", number=14, published=at(8)), CHANGE)
    assert brings_back(an_update("Sampler, once more", number=14, body="Relands #10"), CHANGE)
    assert not brings_back(an_update("Sampler, once more", number=14), CHANGE)
    assert not brings_back(a_revert('Revert "Add a fused sampler kernel"'), CHANGE)
