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
from storage.execution import fetch
from storage.expression import Expression
from storage.question import Asked, asked, tokens_asked
from storage.search_index import index_of
from storage.update_rows import COLUMNS, first_id, update_of

ROWS_A_QUESTION = 500
FIRST, LAST = -(1 << 62), 1 << 62
"""Ids that lie outside all others."""

SELECTED = ", ".join(f"updates.{name}" for name in COLUMNS)
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
    question = asked(index_of(connection), query, counts, hidden)
    scope = _scope(connection, query)
    whole = _whole(connection, question, counts, query.window)
    if not whole and index_of(connection).COUNTS_AS_IT_FINDS and _is_plain(question, scope, limit):
        updates, about = _newest_and_number(connection, question.about, scope, limit)
    else:
        updates, about = _updates(connection, question.tiers, scope, limit), None
    if len(question.tiers) > 1 and query.sort is Sort.NEW:
        updates = tuple(sorted(updates, key=lambda update: update.published, reverse=True))
    if whole:
        return Found(updates, *whole)
    if about is None:
        about = len(updates) if len(updates) < limit else _number(connection, question.about, scope)
    return Found(
        updates,
        about,
        _number(connection, question.mentions, scope),
        _number(connection, question.noise, scope),
    )


def mentions(connection: Connection, query: Query, limit: int, hidden: Collection[str] = ()) -> tuple[Update, ...]:
    """The updates that carry what was asked for and are not about it, newest first."""
    question = asked(index_of(connection), query, counts_of(connection, tokens_asked(query, hidden)), hidden)
    return _updates(connection, (question.mentions,), _scope(connection, query), limit)


def number(connection: Connection, query: Query, hidden: Collection[str] = ()) -> int:
    """How many updates are about a query."""
    counts = counts_of(connection, tokens_asked(query, hidden))
    question = asked(index_of(connection), query, counts, hidden)
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
    marks = ", ".join("?" * len(versions.covered)) or "NULL"
    return (
        " AND +search.rowid IN (SELECT id FROM updates WHERE project = ? "  # noqa: S608
        f"AND version IN ({marks}) AND stage IN (?, ?))",
        (versions.project, *versions.covered, Stage.RELEASED.value, Stage.PRERELEASE.value),
    )


def _updates(connection: Connection, tiers: Sequence[Expression], scope: _Scope, limit: int) -> tuple[Update, ...]:
    """Up to `limit` updates from each expression in turn; in one statement where there is one expression."""
    if len(tiers) != 1 or scope.span.gained:
        return by_ids(connection, _taken(connection, tiers, scope, limit))
    if not tiers[0] or limit <= 0:
        return ()
    condition, values = _within(connection, tiers[0], scope)
    question = (
        f"SELECT {SELECTED} FROM {index_of(connection).JOINED} WHERE {condition} "  # noqa: S608
        "ORDER BY search.rowid DESC LIMIT ?"
    )
    return tuple(map(update_of, fetch(connection, question, (*values, limit))))


def _is_plain(question: Asked, scope: _Scope, limit: int) -> bool:
    """Whether rows are taken from one expression, in the order of their ids."""
    return len(question.tiers) == 1 and bool(question.about) and limit > 0 and not scope.span.gained


def _newest_and_number(
    connection: Connection, expression: Expression, scope: _Scope, limit: int
) -> tuple[tuple[Update, ...], int]:
    """Up to `limit` updates of an expression, newest first, and how many there are, from one look into the index."""
    condition, values = _within(connection, expression, scope)
    question = (
        f"WITH found AS MATERIALIZED (SELECT rowid FROM search WHERE {condition}) "  # noqa: S608
        f"SELECT {SELECTED}, (SELECT count(*) FROM found) FROM updates "
        "WHERE id IN (SELECT rowid FROM found ORDER BY rowid DESC LIMIT ?) ORDER BY id DESC"
    )
    rows = fetch(connection, question, (*values, limit))
    return tuple(update_of(row[:-1]) for row in rows), rows[0][-1] if rows else 0


def _taken(connection: Connection, tiers: Iterable[Expression], scope: _Scope, limit: int) -> list[int]:
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


def _ids(connection: Connection, expression: Expression, scope: _Scope, limit: int) -> list[int]:
    if not expression or limit <= 0:
        return []
    condition, values = _within(connection, expression, scope)
    question = f"SELECT rowid FROM search WHERE {condition} ORDER BY rowid DESC LIMIT ?"  # noqa: S608
    ids = [row[0] for row in fetch(connection, question, (*values, limit))]
    if scope.span.gained:
        condition, values = _strayed_in(connection, expression, scope)
        ids += [row[0] for row in fetch(connection, f"SELECT rowid FROM search WHERE {condition}", values)]  # noqa: S608
        ids = _by_date(connection, ids)[:limit]
    return ids


def _number(connection: Connection, expression: Expression, scope: _Scope) -> int:
    if not expression:
        return 0
    condition, values = _within(connection, expression, scope)
    number: int = fetch(connection, f"SELECT count(*) FROM search WHERE {condition}", values)[0][0]  # noqa: S608
    if scope.span.gained:
        condition, values = _strayed_in(connection, expression, scope)
        number += fetch(connection, f"SELECT count(*) FROM search WHERE {condition}", values)[0][0]  # noqa: S608
    return number


def _within(connection: Connection, expression: Expression, scope: _Scope) -> tuple[str, tuple[Any, ...]]:
    """The rows of an expression within a scope, but for those that only their dates bring into it."""
    condition, values = index_of(connection).condition(expression)
    span = scope.span
    bounds = [bound for bound in (span.low, span.high) if bound not in (FIRST, LAST)]
    if span.low != FIRST:
        condition += " AND search.rowid >= ?"
    if span.high != LAST:
        condition += " AND search.rowid < ?"
    return f"{condition}{_outside(span.lost)}{scope.condition}", (*values, *bounds, *scope.values)


def _strayed_in(connection: Connection, expression: Expression, scope: _Scope) -> tuple[str, tuple[Any, ...]]:
    """The rows of an expression that their dates bring into a scope, and not their ids."""
    condition, values = index_of(connection).condition(expression)
    return f"{condition}{_inside(scope.span.gained)}{scope.condition}", (*values, *scope.values)


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
