"""The updates: saved, found and read again. Each method is one store call; all of them block.

How a row looks is storage/update_rows.py, how it is saved storage/saving.py, how a question is answered
storage/searching.py.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection

from bot.domain.query import Query
from bot.domain.release_line import LineCommit
from bot.domain.state import Stage, State
from bot.domain.tag import Facet, Tag
from bot.domain.update import Kind, Precision, Update
from bot.domain.window import Window
from storage import saving, searching
from storage.columns import microseconds
from storage.database import Database
from storage.execution import each, execute, execute_many, fetch
from storage.expression import Expression, indexed
from storage.saving import Saved
from storage.search_index import index_of
from storage.searching import SELECTED, Found
from storage.tokens import ABOUT, NOISE, NOISY_ABOUT, QUIET, Closure, Tokens, commit_token, of_project, token
from storage.update_rows import ID, TOKENS, state_of, update_of

__all__ = ["Found", "Held", "Saved", "Updates"]

SHORTEST_HASH = 7
"""Digits of a hash that are enough to ask for it."""
COMMITS_SHOWN = 20
REINDEXED_AT_ONCE = 1_000

_LINE = "key, commits, published, stage, version, state_at, state_by, sample, pull"
_SET_STATE = "UPDATE updates SET stage = ?, version = ?, state_at = ?, state_by = ? WHERE key = ?"
_FORGET_VERSION = (
    "UPDATE updates SET stage = ?, version = NULL "
    "WHERE project = ? AND version = ? AND stage IN (?, ?) AND release_tag IS NULL"
)
_NEXT_ROWS = f"SELECT {SELECTED} FROM updates WHERE id > ? ORDER BY id LIMIT ?"  # noqa: S608
_PROJECT_TOKENS = (
    "SELECT token, updates FROM token_counts "
    "WHERE updates > 0 AND (token LIKE 'a:project:%' OR token LIKE 'n:project:%')"
)

_HASH = re.compile(rf"[0-9a-f]{{{SHORTEST_HASH},64}}")


@dataclass(frozen=True, slots=True)
class Held:
    """What the store holds of a project: how many updates, and when the oldest and the newest were published."""

    count: int
    oldest: datetime
    newest: datetime


class Updates:
    """Updates by key, by question and by window. Does not tag, merge or rank them.

    Nothing of the `hidden` projects is found by any question (E11); saving, `line_of` and `reverts_of`, which only jobs
    use, do not look at that.
    """

    def __init__(self, database: Database, closure: Closure, hidden: frozenset[str] = frozenset()) -> None:
        self._database = database
        self._closure = closure
        self._tokens = Tokens(closure)
        self._hidden = hidden

    def without(self, hidden: frozenset[str]) -> Updates:
        """The same updates, as somebody sees them from whom some projects are hidden."""
        return Updates(self._database, self._closure, self._hidden | hidden)

    def save(self, batch: Sequence[Update], made_of: Sequence[int] | None = None) -> Saved:
        """Saves updates in one short transaction; a few hundred at a time are best.

        An update is known by its key, or by a commit that the store knows without its pull request. Its id and
        `first_seen` never change; `revision` counts up when its content does. Saving the same again changes nothing.

        Who read the store to make the batch hands in `made_of`, the revision that each update was made of (0 where the
        store had none): what another process has changed since is then left as it is, and told as `overtaken`.
        """
        if not batch:
            return Saved((), (), 0)
        with self._database.writing() as connection:
            return saving.save(connection, batch, self._tokens, made_of)

    def search(self, query: Query, limit: int) -> Found:
        """Up to `limit` updates about a query, newest first, or best first for sort:best, with what was left out."""
        with self._database.reading() as connection:
            return searching.search(connection, query, limit, self._hidden)

    def search_mentions(self, query: Query, limit: int) -> tuple[Update, ...]:
        """Up to `limit` updates that only mention what a query asks for, newest first."""
        with self._database.reading() as connection:
            return searching.mentions(connection, query, limit, self._hidden)

    def count(self, query: Query) -> int:
        """How many updates are about a query, noise left out unless it is asked for."""
        with self._database.reading() as connection:
            return searching.number(connection, query, self._hidden)

    def get(self, key: str) -> Update | None:
        """The update of a key, also of one that it had before its pull request was known."""
        return next(iter(self.of_keys((key,))), None)

    def of_keys(self, keys: Iterable[str]) -> tuple[Update, ...]:
        """The updates of keys, in no certain order, each once."""
        with self._database.reading() as connection:
            rows = {row[ID]: row for _, row in saving.rows_of_keys(connection, dict.fromkeys(keys))}
            return self._seen(map(update_of, rows.values()))

    def by_pull(self, project: str, number: int) -> Update | None:
        """The update of a project's pull request; the newest one where several repositories have the number."""
        question = f"SELECT {SELECTED} FROM updates WHERE project = ? AND pull = ? ORDER BY id DESC LIMIT 1"  # noqa: S608
        with self._database.reading() as connection:
            return next(iter(self._seen(map(update_of, fetch(connection, question, (project, number))))), None)

    def by_commit(self, beginning: str) -> tuple[Update, ...]:
        """Updates that hold a commit whose hash begins so, newest first; none for what is no hash, or too short."""
        if not _HASH.fullmatch(beginning.lower()):
            return ()
        with self._database.reading() as connection:
            expression = index_of(connection).token_prefix(commit_token(beginning))
            rows = _searched(connection, SELECTED, expression, f"ORDER BY search.rowid DESC LIMIT {COMMITS_SHOWN}")
            return self._seen(map(update_of, rows))

    def by_commits(self, hashes: Collection[str]) -> Mapping[str, str]:
        """The keys of the updates that hold commits, by whole hash; the oldest update where forks share a commit."""
        wanted = dict.fromkeys(sha.lower() for sha in hashes)
        found: dict[str, str] = {}
        with self._database.reading() as connection:
            for row in saving.rows_of_hashes(connection, wanted):
                for update in self._seen((update_of(row),)):
                    found.update(
                        (sha, update.key) for sha in update.links.commits if sha in wanted and sha not in found
                    )
        return found

    def in_window(
        self, window: Window, projects: Collection[str] | None = None, seen_after: datetime | None = None
    ) -> tuple[Update, ...]:
        """All updates of a window, noise too, newest first: of some projects if they are named, first seen after an
        instant if one is."""
        values: tuple[str | int, ...] = tuple(projects or ())
        condition = "" if projects is None else f" AND project IN ({', '.join('?' * len(values)) or 'NULL'})"
        if seen_after is not None:
            condition, values = f"{condition} AND first_seen > ?", (*values, microseconds(seen_after))
        with self._database.reading() as connection:
            span = searching.span_of(connection, window)
            question = f"SELECT {SELECTED} FROM updates WHERE id >= ? AND id < ?{condition} ORDER BY id DESC"  # noqa: S608
            rows = fetch(connection, question, (span.low, span.high, *values))
            found = [update_of(row) for row in rows if row[ID] not in span.lost]
            gained = searching.by_ids(connection, span.gained)
            found += [
                update
                for update in gained
                if (projects is None or update.project in projects)
                and (seen_after is None or update.first_seen > seen_after)
            ]
        return self._seen(sorted(found, key=lambda update: update.published, reverse=True) if gained else found)

    def only_sample(self) -> bool:
        """Whether there is nothing but the sample, or nothing at all."""
        with self._database.reading() as connection:
            return not fetch(connection, "SELECT 1 FROM updates WHERE NOT sample LIMIT 1")

    def coverage(self) -> Mapping[str, Held]:
        """How much of each project the store holds, by the project's key."""
        held: dict[str, Held] = {}
        with self._database.reading() as connection:
            counts = {row[0]: row[1] for row in fetch(connection, _PROJECT_TOKENS)}
            for name in {of.partition(":")[2] for of in counts}:
                tokens = [f"{sight}:{name}" for sight in (ABOUT, NOISY_ABOUT)]
                expression = index_of(connection).any_token(tokens)
                number = sum(counts.get(of, 0) for of in tokens)
                ends = [
                    row
                    for order in ("ASC", "DESC")
                    for row in _searched(
                        connection, "project, published", expression, f"ORDER BY search.rowid {order} LIMIT 1"
                    )
                ]
                oldest, newest = (datetime.fromtimestamp(row[1], UTC) for row in ends)
                held[ends[0][0]] = Held(number, oldest, newest)
        return {project: held[project] for project in sorted(held.keys() - self._hidden)}

    def total(self) -> int:
        """How many updates the store holds, noise too."""
        with self._database.reading() as connection:
            own = [of for project in sorted(self._hidden) for of in _tokens_of_project(project)]
            counts = searching.counts_of(connection, (QUIET, NOISE, *own))
            return counts.get(QUIET, 0) + counts.get(NOISE, 0) - sum(counts.get(of, 0) for of in own)

    def _seen(self, found: Iterable[Update]) -> tuple[Update, ...]:
        """Those that are of no hidden project."""
        if not self._hidden:
            return tuple(found)
        return tuple(update for update in found if update.project not in self._hidden)

    def line_of(self, project: str) -> tuple[LineCommit, ...]:
        """A project's commits as far as release states are read from them, oldest first."""
        beside = "AND project = ? AND commits <> '' AND precision = ? ORDER BY search.rowid"
        with self._database.reading() as connection:
            expression = index_of(connection).any_token(_tokens_of_project(project))
            return tuple(
                LineCommit(
                    key=row[0],
                    commit=row[1].partition(" ")[0],
                    published=datetime.fromtimestamp(row[2], UTC),
                    state=state_of(*row[3:7]),
                    sample=bool(row[7]),
                    pull=row[8],
                    commits=tuple(row[1].split()) if " " in row[1] else (),
                )
                for row in _searched(connection, _LINE, expression, beside, (project, Precision.SECOND.value))
            )

    def reverts_of(self, project: str) -> tuple[Update, ...]:
        """A project's updates that take others back, oldest first."""
        reverts = [token(sight, Tag(Facet.KIND, Kind.REVERT.value)) for sight in (ABOUT, NOISY_ABOUT)]
        with self._database.reading() as connection:
            expression = index_of(connection).any_token([of_project(of, project) for of in reverts])
            return tuple(map(update_of, _searched(connection, SELECTED, expression, "ORDER BY search.rowid")))

    def set_states(self, states: Mapping[str, State]) -> None:
        """Notes where changes can be had. States are no content: no revision counts up and nothing is indexed anew."""
        rows = [
            (state.stage.value, state.version, None if state.at is None else microseconds(state.at), state.by, key)
            for key, state in states.items()
        ]
        if rows:
            with self._database.writing() as connection:
                execute_many(connection, _SET_STATE, rows)

    def forget_version(self, project: str, version: str) -> int:
        """Takes back that changes of a project are in a version that was withdrawn; gives how many said so."""
        values = (Stage.UNKNOWN.value, project, version, Stage.RELEASED.value, Stage.PRERELEASE.value)
        with self._database.writing() as connection:
            return execute(connection, _FORGET_VERSION, values)

    def optimize(self) -> None:
        """Merges the index into one piece (3 seconds at 1,000,000); for a quiet hour."""
        with self._database.writing() as connection:
            index_of(connection).optimize(connection)

    def reindex(self) -> int:
        """Brings the index to the present vocabulary, whose families may have changed; gives how many rows changed.

        Works in short transactions, so that others can save meanwhile.
        """
        changed, last = 0, searching.FIRST
        while True:
            with self._database.writing() as connection:
                rows = fetch(connection, _NEXT_ROWS, (last, REINDEXED_AT_ONCE))
                changed += saving.retoken(connection, rows, self._tokens)
            if not rows:
                return changed
            last = rows[-1][ID]

    def rebuild_index(self) -> None:
        """Empties the index and fills it again in one transaction; for another tokenizer."""
        with self._database.writing() as connection:
            index = index_of(connection)
            index.empty(connection)
            last = searching.FIRST
            while rows := fetch(connection, _NEXT_ROWS, (last, REINDEXED_AT_ONCE)):
                last = rows[-1][ID]
                index.put(connection, [indexed(row[ID], update_of(row), row[TOKENS]) for row in rows])


def _tokens_of_project(project: str) -> list[str]:
    tag = Tag(Facet.PROJECT, project)
    return [token(sight, tag) for sight in (ABOUT, NOISY_ABOUT)]


def _searched(
    connection: Connection, columns: str, expression: Expression, beside: str, values: Sequence[object] = ()
) -> Iterator[tuple[Any, ...]]:
    """Columns of the rows that an expression finds."""
    index = index_of(connection)
    condition, asked = index.condition(expression)
    question = f"SELECT {columns} FROM {index.JOINED} WHERE {condition} {beside}"  # noqa: S608 (our own names)
    return each(connection, question, (*asked, *values))
