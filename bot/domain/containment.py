"""What a tag holds, as its host tells it: the commits between it and the tag before it, cherry-picks included.

A change is in a release when its commit **or a cherry-pick of it** lies in the release's range: FlashInfer #3863 is in
0.6.15 by a pick, though by ancestry alone it would be in 0.6.16. What follows for a state is release_state.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Protocol


class RangeCommit(Protocol):
    """A commit of a tag's range: its hash, the pull request it came by, and what it says that it was picked from."""

    @property
    def sha(self) -> str: ...
    @property
    def pull(self) -> int | None: ...
    @property
    def picked_from(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Containment:
    """What came into a tag after the one before it (`since`, "" for the first): hashes of commits and of what they were
    picked from, and numbers of pull requests. `whole` is False where the range was too long to be read to its end: then
    what is not in it may yet be."""

    project: str
    tag: str
    since: str
    commits: frozenset[str]
    pulls: frozenset[int] = frozenset()
    whole: bool = True

    def holds(self, commits: Collection[str], pull: int | None) -> bool:
        """Whether a change lies in the range, by one of its commits, a pick of one, or its pull request."""
        return (pull is not None and pull in self.pulls) or not self.commits.isdisjoint(commits)


def containment_of(
    project: str, tag: str, since: str, commits: Iterable[RangeCommit], *, whole: bool = True
) -> Containment:
    """The contents of a tag's range."""
    hashes: set[str] = set()
    pulls: set[int] = set()
    for commit in commits:
        hashes.add(commit.sha.lower())
        hashes.update(sha.lower() for sha in commit.picked_from)
        if commit.pull:
            pulls.add(commit.pull)
    return Containment(project, tag, since, frozenset(hashes), frozenset(pulls), whole)
