"""A project's tags laid along its default branch and over what their hosts say that they hold.

What is proved from the branch alone is narrow on purpose: a tag whose own commit stands on the default branch holds
every commit before it, for that history is a line. A tag on a release branch says by itself nothing of a single commit;
its contents (bot/domain/containment.py) do, cherry-picks included.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.containment import Containment
from bot.domain.project import Project
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.version import MAIN, TaggedVersion, latest_stable, sorted_versions


@dataclass(frozen=True, slots=True)
class LineCommit:
    """A commit of a project's default branch as the store holds it: the update's key, the merge commit's whole hash,
    the instant it was committed and the state that is stored. `sample` marks one of the sample, whose states were
    written by hand where tags alone do not give them. `commits` are all hashes of the change, `pull` its number."""

    key: str
    commit: str
    published: datetime
    state: State = UNKNOWN
    sample: bool = False
    pull: int | None = None
    commits: tuple[str, ...] = ()

    @property
    def hashes(self) -> tuple[str, ...]:
        """All hashes of the change, its merge commit's first."""
        return self.commits or (self.commit,)


@dataclass(frozen=True, slots=True)
class _Proof:
    """A tag of the main series: when it was made, whether it is stable, and up to which commit it is proved to hold the
    default branch: all commits before `holds_before`, and the commit `commit` itself. A tag without a date of its own
    has that of its commit (`is_undated`), and may have been made long after. `rank` is the version's place in
    its series."""

    version: TaggedVersion
    holds_before: datetime | None
    commit: str
    is_undated: bool = False
    rank: int = 0

    def holds(self, entry: LineCommit) -> bool:
        # Within one second the order of two commits is not known; 90 in one second were seen.
        return self.holds_before is not None and (entry.published < self.holds_before or entry.commit == self.commit)


class ReleaseLine:
    """Made once for all commits of a project."""

    def __init__(
        self,
        project: Project | None,
        versions: Iterable[TaggedVersion],
        committed: Mapping[str, datetime],
        contents: Iterable[Containment] = (),
    ) -> None:
        """`committed` says when each commit of the default branch that a tag may name was committed."""
        every = tuple(versions)
        proofs = _proofs(sorted_versions(project, every), committed)
        self._any = bool(proofs)
        self._stable = _Timeline(proof for proof in proofs if not proof.version.prerelease)
        self._pre = _Timeline(proof for proof in proofs if proof.version.prerelease)
        self._beside = _Timeline(_Proof(version, None, "") for version in every if version.series != MAIN)
        self._tagged = {version.tag: version.tagged_at for version in every}
        self._contents = {content.tag: content for content in contents}
        latest = latest_stable(project, every)
        self._latest = latest.version if latest else None

    def state_of(self, entry: LineCommit) -> State:
        """The state of a commit of the default branch; UNKNOWN where nothing is proved or no tag was read."""
        if not self._any:
            return UNKNOWN
        for stage, timeline in ((Stage.RELEASED, self._stable), (Stage.PRERELEASE, self._pre)):
            for proof in timeline.since(entry.published):
                held = self._holds(proof, entry)
                if held:
                    return State(stage, self._first(proof, timeline, entry).version.version)
                if held is None:
                    return UNKNOWN
        # A tag of another series may hold it, and is no version that "unreleased" could be said against.
        beside = (self._in_contents(proof.version.tag, entry) for proof in self._beside.since(entry.published))
        return State(Stage.UNRELEASED, self._latest) if all(held is False for held in beside) else UNKNOWN

    def _first(self, proof: _Proof, timeline: _Timeline, entry: LineCommit) -> _Proof:
        """The tag itself; for one without a date of its own the lowest version that holds the change as well, for that
        one was made before it."""
        if not proof.is_undated:
            return proof
        lower = [one for one in timeline.since(entry.published) if one.rank < proof.rank and self._holds(one, entry)]
        return min(lower, key=lambda one: one.rank, default=proof)

    def _holds(self, proof: _Proof, entry: LineCommit) -> bool | None:
        """Whether a tag holds a change; None where nothing proves either."""
        return True if proof.holds(entry) else self._in_contents(proof.version.tag, entry)

    def _in_contents(self, tag: str, entry: LineCommit) -> bool | None:
        """What the host says of it: each tag holds its own range and all of the tag before it. Tags that are older than
        the change cannot hold it."""
        seen: set[str] = set()
        proved = True
        while tag not in seen:
            seen.add(tag)
            content = self._contents.get(tag)
            if content is None:
                return None
            if content.holds(entry.hashes, entry.pull):
                return True
            proved = proved and content.whole
            tagged_at = self._tagged.get(content.since)
            if not content.since or (tagged_at is not None and tagged_at < entry.published):
                return False if proved else None
            tag = content.since
        return None


class _Timeline:
    """Proofs in the order of their dates."""

    def __init__(self, proofs: Iterable[_Proof]) -> None:
        self._proofs = sorted(proofs, key=lambda proof: proof.version.tagged_at)
        self._dates = [proof.version.tagged_at for proof in self._proofs]

    def since(self, instant: datetime) -> Iterator[_Proof]:
        """Those tagged at or after the instant, the first one first."""
        for place in range(bisect_left(self._dates, instant), len(self._proofs)):
            yield self._proofs[place]


def _proofs(ascending: Sequence[TaggedVersion], committed: Mapping[str, datetime]) -> list[_Proof]:
    """Each version with the furthest point of the default branch that it, or a lower version, is proved to hold."""
    proofs: list[_Proof] = []
    reach: datetime | None = None
    at_reach = ""
    for rank, version in enumerate(ascending):
        own = committed.get(version.commit)
        if own is not None and (reach is None or reach < own):
            reach, at_reach = own, version.commit
        proofs.append(_Proof(version, reach, at_reach, own == version.tagged_at, rank))
    return proofs
