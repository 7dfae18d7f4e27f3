"""Updates with the states of the hour they are told for: an issue's own, else now. All that tells a state reads its
updates through this room, so that a change has one state in an issue, an answer and a message.

The clock stands behind the newest tag with `--now`, in an old issue, and for a tag whose own date is ahead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import cached_property

from bot.domain.hindsight import Tags, as_of, line_at
from bot.domain.query import Query
from bot.domain.release_line import ReleaseLine
from bot.domain.update import Update
from handlers.deps import Deps
from storage.searching import Found


class Hindsight:
    """The releases as they were known at an instant; made once for an answer, an issue or a run. A project without a
    later tag is not looked at again. Reads the store: use it in a thread."""

    def __init__(self, instant: datetime, deps: Deps) -> None:
        self._instant = instant
        self._deps = deps
        self._lines: dict[str, ReleaseLine] = {}

    @cached_property
    def _outdated(self) -> frozenset[str]:
        """The projects whose stored states know of later tags."""
        return self._deps.store.versions.tagged_after(self._instant)

    def of(self, updates: Iterable[Update]) -> tuple[Update, ...]:
        """The updates with their states at the instant."""
        every = tuple(updates)
        if not every or not self._outdated:
            return every
        for project in {update.project for update in every} & self._outdated - self._lines.keys():
            self._lines[project] = line_at(
                self._instant, self._deps.projects.by_key.get(project), self._tags_of(project)
            )
        return as_of(every, self._lines)

    def search(self, query: Query, limit: int) -> Found:
        """What the store finds, with the states at the instant."""
        found = self._deps.store.updates.search(query, limit)
        return replace(found, updates=self.of(found.updates))

    def _tags_of(self, project: str) -> Tags:
        store = self._deps.store
        versions = store.versions.of(project)
        keys = store.updates.by_commits({version.commit for version in versions})
        published = {update.key: update.published for update in store.updates.of_keys(keys.values())}
        committed = {commit: published[key] for commit, key in keys.items() if key in published}
        return Tags(versions, committed, store.contents.of(project))
