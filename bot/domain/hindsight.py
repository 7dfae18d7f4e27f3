"""What is told of an earlier hour is told with its states: what is in a release since was not then, and what no tag
proves any more may have been proved by the tags of its time (WORDING.md 0.2).

A revert is told whenever it came: nobody is sent to a change that was taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.containment import Containment
from bot.domain.project import Project
from bot.domain.release_line import LineCommit, ReleaseLine
from bot.domain.release_state import KEPT, is_on_line
from bot.domain.update import Update
from bot.domain.version import TaggedVersion


@dataclass(frozen=True, slots=True)
class Tags:
    """What is known of a project's versions: the tags themselves, when the commits of the default branch that they name
    were committed, and what their host says that they hold."""

    versions: Sequence[TaggedVersion]
    committed: Mapping[str, datetime]
    contents: Sequence[Containment] = ()


def line_at(instant: datetime, project: Project | None, tags: Tags) -> ReleaseLine:
    """A project's tags as they were at an instant."""
    known = [version for version in tags.versions if version.tagged_at <= instant]
    return ReleaseLine(project, known, tags.committed, tags.contents)


def as_of(updates: Iterable[Update], lines: Mapping[str, ReleaseLine]) -> tuple[Update, ...]:
    """The updates with the states that these lines give them, by project; those of other projects keep theirs."""
    return tuple(_then(update, lines.get(update.project)) for update in updates)


def _then(update: Update, line: ReleaseLine | None) -> Update:
    if line is None or not is_on_line(update) or update.state.stage in KEPT:
        return update
    links = update.links
    entry = LineCommit(update.key, links.commits[0], update.published, pull=links.pull, commits=links.commits)
    return replace(update, state=line.state_of(entry))
