"""Released or not, as far as it can be proved from a default branch's commits, a project's tags and what these hold.

Of a change is said, and else UNKNOWN:

- reverted: a later commit of the branch takes it back, and was not taken back itself;
- in a release: the first stable version tagged after it that holds it, where every stable one before is known not to;
- only in a pre-release: no stable version tagged after it holds it, and the first pre-release that does;
- unreleased: no version of any series was tagged after it, or each is known not to hold it.

A version is also proved to hold a change if a lower one of its series does: lines are cut from the default branch in
the order of their numbers. How tags and branch are laid together is bot/domain/release_line.py. Open and closed are the
host's word, and end with a merge (bot/domain/merging.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.domain.containment import Containment
from bot.domain.project import Project
from bot.domain.release_line import LineCommit, ReleaseLine
from bot.domain.reverting import Reverts
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.update import Precision, Update
from bot.domain.version import TaggedVersion

__all__ = ["KEPT", "LineCommit", "ReleaseLine", "changed_states", "is_on_line", "state_of"]

KEPT = frozenset({Stage.OPEN, Stage.CLOSED, Stage.REVERTED})
"""Stages that tags do not decide."""
NO_REVERTS = Reverts()


def is_on_line(update: Update) -> bool:
    """Whether the update is a commit of a default branch, dated to the second: tags decide the state of those."""
    return bool(update.links.commits) and update.precision is Precision.SECOND


def state_of(
    update: Update,
    project: Project | None,
    versions: Iterable[TaggedVersion],
    committed: Mapping[str, datetime],
    contents: Iterable[Containment] = (),
) -> State:
    """The state of one update; see ReleaseLine. An update that is no commit, or that its source gave a state of its own
    (open, closed, reverted), keeps what it has."""
    if not is_on_line(update) or update.state.stage in KEPT:
        return update.state
    links = update.links
    entry = LineCommit(update.key, links.commits[0], update.published, pull=links.pull, commits=links.commits)
    return ReleaseLine(project, versions, committed, contents).state_of(entry)


def changed_states(
    project: Project | None,
    versions: Iterable[TaggedVersion],
    line: Iterable[LineCommit],
    contents: Iterable[Containment] = (),
    reverts: Reverts = NO_REVERTS,
) -> dict[str, State]:
    """Which updates of a project get another state than the one stored, by key; the whole line of its commits is given.

    What was said to be in a release stays so if nothing is proved now: a later tag cannot take a change out of one. But
    "unreleased" and "only in a pre-release" end with a tag that may hold the change, and "reverted" with a revert of
    the revert. Without tags nothing but reverts changes.
    """
    commits = tuple(line)
    every = tuple(versions)
    named = {version.commit for version in every}
    committed = {entry.commit: entry.published for entry in commits if entry.commit in named}
    release_line = ReleaseLine(project, every, committed, contents)
    changed: dict[str, State] = {}
    for entry in commits:
        if entry.sample and entry.state != UNKNOWN:
            continue
        state = _state_now(entry, release_line, reverts, any_tags=bool(every))
        if state != entry.state and not (state == UNKNOWN and entry.state.stage is Stage.RELEASED):
            changed[entry.key] = state
    return changed


def _state_now(entry: LineCommit, release_line: ReleaseLine, reverts: Reverts, *, any_tags: bool) -> State:
    if entry.key in reverts.states and entry.state.stage not in (Stage.OPEN, Stage.CLOSED):
        return reverts.states[entry.key]
    returned = entry.state.stage is Stage.REVERTED and entry.state.by in reverts.void
    if (entry.state.stage in KEPT and not returned) or not (any_tags or returned):
        return entry.state
    return release_line.state_of(entry)
