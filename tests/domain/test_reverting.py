"""Which change a revert takes back."""

from __future__ import annotations

import pytest

from bot.domain.release_line import LineCommit
from bot.domain.reverting import Reverts, Undone, reverts_among, undone_by
from bot.domain.state import Stage, State
from bot.domain.update import Kind, Links, Update
from tests.factories import an_update, at

SHA = "1234567890abcdef1234567890abcdef12345678"


def a_revert(title: str = "Revert it", body: str = "", number: int = 20, day: int = 11) -> Update:
    """A revert."""
    links = Links(pull=number, commits=(f"{number:040x}",))
    return an_update(title, number=number, kind=Kind.REVERT, body=body, links=links, published=at(day))


def an_entry(number: int, sha: str = "", day: int = 8) -> LineCommit:
    """A commit of the line."""
    sha = sha or f"{number:040x}"
    return LineCommit(f"flashinfer-ai/flashinfer#{number}", sha, at(day), pull=number, commits=(sha,))


@pytest.mark.parametrize(
    ("title", "body", "pulls", "commits"),
    [
        pytest.param('Revert "Fix it (#11)" (#20)', "", {11}, set(), id="the number in the quoted title"),
        pytest.param('Revert "Fix it (#5) (#11)" (#20)', "", {11}, set(), id="its own number, not the issue's"),
        pytest.param("Revert it", "Reverts vllm-project/vllm#11", {11}, set(), id="as the host writes it"),
        pytest.param("Revert it", f"This reverts commit {SHA}.", set(), {SHA}, id="a commit"),
        pytest.param("Revert it (#20)", "Reverts #20 and more", set(), set(), id="not itself"),
        pytest.param("Revert it", "Related to #11", set(), set(), id="what is only mentioned"),
    ],
)
def test_undone_by(title: str, body: str, pulls: set[int], commits: set[str]) -> None:
    """A revert says in the hosts' own words what it takes back."""
    undone = undone_by(a_revert(title, body))
    assert undone == Undone(frozenset(pulls), frozenset(commits))


def test_no_revert_undoes_nothing() -> None:
    """A fix that quotes a revert takes nothing back."""
    assert undone_by(an_update("Fix", body="This reverts commit " + SHA)).commits == frozenset()


def test_a_change_is_reverted() -> None:
    """The change is out again, since when and by what is said."""
    revert = a_revert('Revert "x (#11)" (#20)')
    found = reverts_among([an_entry(11), an_entry(12), an_entry(20, day=11)], [revert])
    assert found.states == {"flashinfer-ai/flashinfer#11": State(Stage.REVERTED, at=at(11), by=revert.key)}


def test_a_cut_hash_is_enough() -> None:
    """A commit is found by the beginning of its hash, and by no other beginning."""
    line = [an_entry(11, SHA)]
    assert len(reverts_among(line, [a_revert(body=f"This reverts commit {SHA[:9]}")]).states) == 1
    assert not reverts_among(line, [a_revert(body=f"This reverts commit {SHA[:7]}ffff")]).states


def test_a_revert_of_a_revert() -> None:
    """A revert that was taken back takes nothing back any more."""
    first = a_revert('Revert "x (#11)" (#20)')
    second = a_revert('Revert "Revert "x (#11)" (#20)" (#21)', number=21, day=12)
    found = reverts_among([an_entry(11), an_entry(20, day=11), an_entry(21, day=12)], [first, second])
    assert found == Reverts({}, frozenset({first.key}))


def test_what_comes_later_is_not_reverted() -> None:
    """A change that came after the revert, a reland under the old number, stands."""
    assert not reverts_among([an_entry(11, day=12)], [a_revert('Revert "x (#11)" (#20)')]).states
