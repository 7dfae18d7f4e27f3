"""What a tag holds: its range, cherry-picks included."""

from __future__ import annotations

from bot.domain.containment import containment_of
from bot.sources.polling import RangeCommit

MAIN, PICK, OTHER = "a" * 40, "b" * 40, "c" * 40


def test_a_commit_a_pick_and_a_pull_request() -> None:
    """A change is held by its commit, by a pick of it, or by its pull request's number."""
    content = containment_of(
        "p", "v1", "v0", [RangeCommit(PICK, pull=7, picked_from=(MAIN.upper(),)), RangeCommit(OTHER)]
    )
    assert content.holds((MAIN,), None)
    assert content.holds((OTHER, "d" * 40), None)
    assert content.holds((), 7)
    assert not content.holds(("d" * 40,), 8)
    assert not content.holds((), None)
