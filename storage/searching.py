"""Answering a question from the index: which rows, in what order, and how many there are beside them.

Every statement is plain text with few values, so that the whole call costs little more than the database itself
(measured: 18 microseconds a statement). What is asked is storage/question.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from math import ceil
from typing import Any

from sqlalchemy import Connection

from bot.domain.query import Query, Sort, VersionRange
from bot.domain.state import Stage
from bot.domain.update import Update
from bot.domain.window import Window
from storage.database import fetch
from storage.question import Asked, asked, tokens_asked
from storage.update_rows import COLUMNS, first_id, update_of

ROWS_A_QUESTION = 500
FIRST, LAST = -(1 << 62), 1 << 62
"""Ids that lie outside all others."""

SELECTED = ", ".join(f"updates.{name}" for name in COLUMNS)
_FROM = "FROM search WHERE search MATCH ? AND search.rowid >= ? AND search.rowid < ?"
_ROWS = (
    f"SELECT {SELECTED} FROM search CROSS JOIN updates ON updates.id = search.rowid "  # noqa: S608
    "WHERE search MATCH ? AND search.rowid >= ? AND search.rowid < ?"
)
_STRAYS = (
    "SELECT id, id >= ? AND id < ? FROM updates "
    "WHERE moved AND (published >= ? AND published < ?) <> (id >= ? AND id < ?)"
)


@dataclass(frozen=True, slots=True)
class Found:
    """`updates` as far as the limit goes; how many there are `about` the question, how many more only mention it, and
    how many were left out as noise (docs, CI, tests)."""

    updates: tuple[Update, ...]
    about: int
    mentions: int
    noise: int


@dataclass(frozen=True, slots=True)
class Span:
    """The rows of a window: ids from `low` to before `high`, without `lost` and with `gained`, whose ids do not tell
    their dates (a corrected date, a full second)."""

    low: int = FIRST
    high: int = LAST
    lost: tuple[int, ...] = ()
    gained: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Scope:
    """A span and the versions that narrow it, as an SQL condition with its values."""

    span: Span
    condition: str
    values: tuple[Any, ...]


def search(connection: Connection, query: Query, limit: int, hidden: Collection[str] = ()) -> Found:
    """What the store has for a query, newest first, or best first as far as an index can tell; nothing of the hidden
    projects is in it or counted."""
    counts = counts_of(connection, tokens_asked(query, hidden))
    question = asked(query, counts, hidden)
    scope = _scope(connection, query)
    updates = _updates(connection, question.tiers, scope, limit)
    if len(question.tiers) > 1 and query.sort is Sort.NEW:
        updates = tuple(sorted(updates, key=lambda update: update.published, reverse=True))
    whole = _whole(connection, question, counts, query.window)
    if whole:
        return Found(updates, *whole)
    return Found(
        updates,
        len(updates) if len(updates) < limit else _number(connection, question.about, scope),
        _number(connection, question.mentions, scope),
        _number(connection, question.noise, scope),
    )


def mentions(connection: Connection, query: Query, limit: int, hidden: Collection[str] = ()) -> tuple[Update, ...]:
    """The updates that carry what was asked for and are not about it, newest first."""
    question = asked(query, counts_of(connection, tokens_asked(query, hidden)), hidden)
    return _updates(connection, (question.mentions,), _scope(connection, query), limit)


def number(connection: Connection, query: Query, hidden: Collection[str] = ()) -> int:
    """How many updates are about a query."""
    counts = counts_of(connection, tokens_asked(query, hidden))
    question = asked(query, counts, hidden)
    whole = _whole(connection, question, counts, query.window)
    return whole[0] if whole else _number(connection, question.about, _scope(connection, query))


def counts_of(connection: Connection, tokens: Sequence[str]) -> dict[str, int]:
    """How many updates each token has; tokens of none are left out."""
    marks = ", ".join("?" * len(tokens))
    question = f"SELECT token, updates FROM token_counts WHERE updates > 0 AND token IN ({marks})"  # noqa: S608
    return {row[0]: row[1] for row in fetch(connection, question, tokens)}


def span_of(connection: Connection, window: Window | None) -> Span:
    """The rows of a window; all rows for none."""
    if window is None:
        return Span()
    start = None if window.start is None else _second(window.start)
    end = _second(window.end)
    low, high = FIRST if start is None else first_id(start), first_id(end)
    values = (low, high, FIRST if start is None else start, end, low, high)
    strays = fetch(connection, _STRAYS, values)
    if not strays:
        return Span(low, high)
    lost = tuple(row[0] for row in strays if row[1])
    return Span(low, high, lost, tuple(row[0] for row in strays if not row[1]))


def by_ids(connection: Connection, ids: Sequence[int]) -> tuple[Update, ...]:
    """The updates of ids, in their order."""
    rows: dict[int, Update] = {}
    rest: Iterator[int] = iter(ids)
    while some := tuple(islice(rest, ROWS_A_QUESTION)):
        question = f"SELECT {SELECTED} FROM updates WHERE id IN ({', '.join('?' * len(some))})"  # noqa: S608
        for row in fetch(connection, question, some):
            rows[row[0]] = update_of(row)
    return tuple(rows[row_id] for row_id in ids if row_id in rows)


def _second(instant: datetime) -> int:
    """The first whole second that is not before an instant: dates are kept to the second."""
    return ceil(instant.timestamp())


def _scope(connection: Connection, query: Query) -> _Scope:
    span = span_of(connection, query.window)
    condition, values = "", ()
    if query.versions is not None:
        condition, values = _of_versions(query.versions)
    return _Scope(span, condition, values)


def _of_versions(versions: VersionRange) -> tuple[str, tuple[Any, ...]]:
    """Rows whose first release or pre-release is one of the versions."""
    marks = ", ".join("?" * len(versions.covered))
    return (
        " AND +search.rowid IN (SELECT id FROM updates WHERE project = ? "  # noqa: S608
        f"AND version IN ({marks}) AND stage IN (?, ?))",
        (versions.project, *versions.covered, Stage.RELEASED.value, Stage.PRERELEASE.value),
    )


def _updates(connection: Connection, tiers: Sequence[str], scope: _Scope, limit: int) -> tuple[Update, ...]:
    """Up to `limit` updates from each expression in turn; in one statement where there is one expression."""
    if len(tiers) != 1 or scope.span.gained:
        return by_ids(connection, _taken(connection, tiers, scope, limit))
    span = scope.span
    if not tiers[0] or limit <= 0:
        return ()
    question = f"{_ROWS}{_outside(span.lost)}{scope.condition} ORDER BY search.rowid DESC LIMIT ?"
    values = (tiers[0], span.low, span.high, *scope.values, limit)
    return tuple(map(update_of, fetch(connection, question, values)))


def _taken(connection: Connection, tiers: Iterable[str], scope: _Scope, limit: int) -> list[int]:
    """The ids of rows from each expression in turn, newest first, each once, as far as the limit goes."""
    ids: dict[int, None] = {}
    for expression in tiers:
        if len(ids) >= limit:
            break
        for row_id in _ids(connection, expression, scope, limit):
            ids.setdefault(row_id)
            if len(ids) >= limit:
                break
    return list(ids)


def _ids(connection: Connection, expression: str, scope: _Scope, limit: int) -> list[int]:
    if not expression or limit <= 0:
        return []
    span = scope.span
    question = f"SELECT rowid {_FROM}{_outside(span.lost)}{scope.condition} ORDER BY rowid DESC LIMIT ?"
    values = (expression, span.low, span.high, *scope.values, limit)
    ids = [row[0] for row in fetch(connection, question, values)]
    if span.gained:
        gained = f"SELECT rowid {_FROM}{_inside(span.gained)}{scope.condition}"
        ids += [row[0] for row in fetch(connection, gained, (expression, FIRST, LAST, *scope.values))]
        ids = _by_date(connection, ids)[:limit]
    return ids


def _number(connection: Connection, expression: str, scope: _Scope) -> int:
    if not expression:
        return 0
    span = scope.span
    question = f"SELECT count(*) {_FROM}{_outside(span.lost)}{scope.condition}"
    number: int = fetch(connection, question, (expression, span.low, span.high, *scope.values))[0][0]
    if span.gained:
        gained = f"SELECT count(*) {_FROM}{_inside(span.gained)}{scope.condition}"
        number += fetch(connection, gained, (expression, FIRST, LAST, *scope.values))[0][0]
    return number


def _whole(
    connection: Connection, question: Asked, counts: Mapping[str, int], window: Window | None
) -> tuple[int, int, int] | None:
    """About, mentions and noise from the counters, where the question is one tag of all times."""
    if question.lone is None or (window is not None and not _holds_all(connection, window)):
        return None
    about, mentioned, noise = (sum(counts.get(of, 0) for of in tokens) for tokens in question.lone)
    return about, mentioned, noise


def _holds_all(connection: Connection, window: Window) -> bool:
    """Whether no update lies outside a window."""
    if window.start is not None:
        return False
    after = _second(window.end)
    newest = fetch(connection, "SELECT max(id) FROM updates")[0][0]
    if newest is not None and newest >= first_id(after):
        return False
    return not fetch(connection, "SELECT 1 FROM updates WHERE moved AND published >= ? LIMIT 1", (after,))


def _by_date(connection: Connection, ids: Sequence[int]) -> list[int]:
    """Ids in the order of their dates, newest first; only asked for where ids do not tell them."""
    dated = {}
    rest = iter(ids)
    while some := tuple(islice(rest, ROWS_A_QUESTION)):
        question = f"SELECT id, published FROM updates WHERE id IN ({', '.join('?' * len(some))})"  # noqa: S608
        dated.update({row[0]: row[1] for row in fetch(connection, question, some)})
    return sorted(dated, key=lambda row_id: (dated[row_id], row_id), reverse=True)


def _outside(ids: Sequence[int]) -> str:
    return f" AND +search.rowid NOT IN ({', '.join(map(str, ids))})" if ids else ""


def _inside(ids: Sequence[int]) -> str:
    return f" AND +search.rowid IN ({', '.join(map(str, ids))})" if ids else ""
