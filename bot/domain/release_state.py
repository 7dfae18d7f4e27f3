"""Released or not, as far as it can be proved from a default branch's commits and a project's tags.

What is proved here is narrow on purpose. A tag whose own commit stands on the default branch holds every commit before
it, for that history is a line. A tag on a release branch says by itself nothing of a single commit: the branch may have
been cut before it, or a fix may have been picked into it (WORDING.md 0.2). So three things are said, and else UNKNOWN:

- in a release: the first stable version tagged after the change is proved to hold it;
- only in a pre-release: no stable version was tagged after it, and the first pre-release after it is proved to hold it;
- unreleased: no version of any series was tagged after it.

A version is also proved to hold a change if a lower one of its series does: lines are cut from the default branch in
the order of their numbers. Ancestry and picks as a host tells them belong to another room.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.project import Project
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.update import Precision, Update
from bot.domain.version import TaggedVersion, latest_stable, sorted_versions


@dataclass(frozen=True, slots=True)
class LineCommit:
    """A commit of a project's default branch as the store holds it: the update's key, the merge commit's whole hash,
    the instant it was committed and the state that is stored. `sample` marks one of the sample, whose states were
    written by hand where tags alone do not give them."""

    key: str
    commit: str
    published: datetime
    state: State = UNKNOWN
    sample: bool = False


@dataclass(frozen=True, slots=True)
class _Proof:
    """A tag of the main series: when it was made, whether it is stable, and up to which commit it is proved to hold the
    default branch: all commits before `holds_before`, and the commit `commit` itself."""

    version: TaggedVersion
    holds_before: datetime | None
    commit: str

    def holds(self, commit: str, published: datetime) -> bool:
        # Within one second the order of two commits is not known; 90 in one second were seen.
        return self.holds_before is not None and (published < self.holds_before or commit == self.commit)


class ReleaseLine:
    """A project's tags laid along its default branch; made once for all of the project's commits."""

    def __init__(
        self, project: Project | None, versions: Iterable[TaggedVersion], committed: Mapping[str, datetime]
    ) -> None:
        """`committed` says when each commit of the default branch that a tag may name was committed."""
        every = tuple(versions)
        proofs = _proofs(sorted_versions(project, every), committed)
        self._any = bool(proofs)
        self._stable = _Timeline(proof for proof in proofs if not proof.version.prerelease)
        self._pre = _Timeline(proof for proof in proofs if proof.version.prerelease)
        self._newest = max((version.tagged_at for version in every), default=None)
        latest = latest_stable(project, every)
        self._latest = latest.version if latest else None

    def state_of(self, commit: str, published: datetime) -> State:
        """The state of a commit of the default branch; UNKNOWN where nothing is proved or no tag was read."""
        if not self._any or self._newest is None:
            return UNKNOWN
        stable = self._stable.first_after(published)
        if stable is not None:
            return _in(Stage.RELEASED, stable) if stable.holds(commit, published) else UNKNOWN
        pre = self._pre.first_after(published)
        if pre is not None:
            return _in(Stage.PRERELEASE, pre) if pre.holds(commit, published) else UNKNOWN
        return State(Stage.UNRELEASED, self._latest) if self._newest < published else UNKNOWN


def _in(stage: Stage, proof: _Proof) -> State:
    return State(stage, proof.version.version)


class _Timeline:
    """Proofs in the order of their dates."""

    def __init__(self, proofs: Iterable[_Proof]) -> None:
        self._proofs = sorted(proofs, key=lambda proof: proof.version.tagged_at)
        self._dates = [proof.version.tagged_at for proof in self._proofs]

    def first_after(self, instant: datetime) -> _Proof | None:
        """The first one tagged at or after the instant."""
        place = bisect_left(self._dates, instant)
        return self._proofs[place] if place < len(self._proofs) else None


def _proofs(ascending: Sequence[TaggedVersion], committed: Mapping[str, datetime]) -> list[_Proof]:
    """Each version with the furthest point of the default branch that it, or a lower version, is proved to hold."""
    proofs: list[_Proof] = []
    reach: datetime | None = None
    at_reach = ""
    for version in ascending:
        own = committed.get(version.commit)
        if own is not None and (reach is None or reach < own):
            reach, at_reach = own, version.commit
        proofs.append(_Proof(version, reach, at_reach))
    return proofs


def is_on_line(update: Update) -> bool:
    """Whether the update is a commit of a default branch, dated to the second: tags decide the state of those."""
    return bool(update.links.commits) and update.precision is Precision.SECOND


def state_of(
    update: Update, project: Project | None, versions: Iterable[TaggedVersion], committed: Mapping[str, datetime]
) -> State:
    """The state of one update; see ReleaseLine. An update that is no commit, or that its source gave a state of its own
    (open, closed, reverted), keeps what it has."""
    if not is_on_line(update) or update.state.stage in KEPT:
        return update.state
    return ReleaseLine(project, versions, committed).state_of(update.links.commits[0], update.published)


KEPT = frozenset({Stage.OPEN, Stage.CLOSED, Stage.REVERTED})
"""Stages that tags do not decide."""


def changed_states(
    project: Project | None, versions: Iterable[TaggedVersion], line: Iterable[LineCommit]
) -> dict[str, State]:
    """Which updates of a project get another state than the one stored, by key; the whole line of its commits is given.

    What was said to be in a release stays so if nothing is proved now: a later tag cannot take a change out of one. But
    "unreleased" and "only in a pre-release" end with a tag that may hold the change. Without tags nothing changes.
    """
    commits = tuple(line)
    every = tuple(versions)
    if not every:
        return {}
    named = {version.commit for version in every}
    committed = {entry.commit: entry.published for entry in commits if entry.commit in named}
    release_line = ReleaseLine(project, every, committed)
    changed: dict[str, State] = {}
    for entry in commits:
        if entry.state.stage in KEPT or (entry.sample and entry.state != UNKNOWN):
            continue
        state = release_line.state_of(entry.commit, entry.published)
        if state != entry.state and not (state == UNKNOWN and entry.state.stage is Stage.RELEASED):
            changed[entry.key] = state
    return changed
