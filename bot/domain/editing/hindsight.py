"""An old issue is told as of its own hour: what is in a release since was not then, and what no tag proves any more may
have been proved by the tags of its time (WORDING.md 0.2).

A revert is told whenever it came: nobody is sent to a change that was taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.containment import Containment
from bot.domain.project import Projects
from bot.domain.release_line import LineCommit, ReleaseLine
from bot.domain.release_state import KEPT, is_on_line
from bot.domain.update import Update
from bot.domain.version import TaggedVersion


@dataclass(frozen=True, slots=True)
class Tags:
    """What is known of a project's versions: the tags themselves, and what their host says that they hold."""

    versions: Sequence[TaggedVersion]
    contents: Sequence[Containment] = ()


def as_of(
    instant: datetime, updates: Iterable[Update], tags: Mapping[str, Tags], projects: Projects
) -> tuple[Update, ...]:
    """The updates with the states that the tags of that instant give them; those of projects without a later tag keep
    theirs. `updates` must hold whatever a tag since the oldest of them may name."""
    every = tuple(updates)
    committed = {commit: update.published for update in every for commit in update.links.commits}
    lines = {
        key: ReleaseLine(
            projects.by_key.get(key),
            [version for version in own.versions if version.tagged_at <= instant],
            committed,
            own.contents,
        )
        for key, own in tags.items()
        if any(version.tagged_at > instant for version in own.versions)
    }
    return tuple(_then(update, lines.get(update.project)) for update in every)


def _then(update: Update, line: ReleaseLine | None) -> Update:
    if line is None or not is_on_line(update) or update.state.stage in KEPT:
        return update
    links = update.links
    entry = LineCommit(update.key, links.commits[0], update.published, pull=links.pull, commits=links.commits)
    return replace(update, state=line.state_of(entry))
