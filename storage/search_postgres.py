"""The full-text index on PostgreSQL: a table of terms under a GIN index, and how a question becomes a condition on it.

PostgreSQL's own parser is not asked: a row's terms are our tokens and words as they are, told apart by their first
letter, so that no word of a commit can feign a tag. They have no positions and no weights, which would have the server
read every row again that the index found (and it keeps 255 positions of a word at most). Where words stand side by side
is seen from the streams, which stand beside the terms; only rows that hold all of the words are looked at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection

from bot.domain.text import BREAK, words
from storage.execution import execute, execute_many
from storage.expression import ANYTHING, NOTHING, Expression, Indexed, Voice

JOINED = "search JOIN updates ON updates.id = search.rowid"
"""The index beside the rows of `updates`."""

COUNTS_AS_IT_FINDS = True
"""It finds rows in no order, and all of them before the first is known."""

LONGEST_TERM = 255
"""Bytes of a term; a longer word stands as its digest. PostgreSQL takes 2,046."""
TERMS_A_ROW = 900_000
"""Bytes of the terms of one row; PostgreSQL takes 1,048,575. A body of 65,536 characters has at most 720,000."""

_TAG, _WORD, _TITLE_WORD = "t", "w", "h"

_INSERT = "INSERT INTO search (rowid, terms, title, body) VALUES (?, array_to_tsvector(CAST(? AS text[])), ?, ?)"


def put(connection: Connection, rows: Iterable[Indexed]) -> None:
    """Puts rows in."""
    execute_many(
        connection,
        _INSERT,
        [
            (row_id, _terms(title, body, tokens), _enclosed(title), _enclosed(body))
            for row_id, title, body, tokens in rows
        ],
    )


def take_out(connection: Connection, rows: Iterable[Indexed]) -> None:
    """Takes rows out."""
    ids = [row[0] for row in rows]
    if ids:
        execute(connection, "DELETE FROM search WHERE rowid = ANY(?)", (ids,))


def empty(connection: Connection) -> None:
    """Takes everything out."""
    execute(connection, "TRUNCATE search")


def optimize(connection: Connection) -> None:
    """Tells the planner how frequent terms are; the server tidies the index up by itself."""
    execute(connection, "ANALYZE search")
    execute(connection, "ANALYZE updates")


def condition(expression: Expression) -> tuple[str, tuple[Any, ...]]:
    """An expression as an SQL condition on the table `search`, with its values."""
    asked = "search.terms @@ CAST(? AS tsquery)"
    if not expression.check:
        return asked, (expression.terms,)
    return f"{asked} AND {expression.check}", (expression.terms, *expression.values)


def any_token(tokens: Sequence[str]) -> Expression:
    """Rows with one of the tokens."""
    return Expression(_joined(" | ", [_quoted(_TAG + token) for token in tokens])) if tokens else NOTHING


def token_prefix(beginning: str) -> Expression:
    """Rows with a token that begins so."""
    return Expression(f"{_quoted(_TAG + beginning)}:*")


def run(text: str, voices: Sequence[Voice], columns: Sequence[str] = ("title", "body")) -> Expression:
    """Rows of some voices where the words of a text stand side by side in one of the columns; NOTHING if it has no
    words."""
    found = words(text)
    if not found:
        return NOTHING
    kind = _WORD if "body" in columns else _TITLE_WORD
    spoken = [[voice.value + word for word in found] for voice in voices]
    terms = _joined(" | ", [_joined(" & ", [_quoted(_term(kind, word)) for word in run]) for run in spoken])
    if len(found) == 1:
        return Expression(terms)
    checks = [f"strpos(search.{column}, ?) > 0" for column in columns for _ in spoken]
    return Expression(
        terms, f"({' OR '.join(checks)})", tuple(_enclosed(" ".join(run)) for run in spoken) * len(columns)
    )


def all_of(parts: Iterable[Expression]) -> Expression:
    """Rows that meet every part; NOTHING if one of them is, or if there are none."""
    every = [part for part in parts if part != ANYTHING]
    if not all(every) or not every:
        return NOTHING
    checked = [part for part in every if part.check]
    return Expression(
        _joined(" & ", [part.terms for part in every]),
        " AND ".join(part.check for part in checked),
        tuple(value for part in checked for value in part.values),
    )


def one_of(parts: Iterable[Expression]) -> Expression:
    """Rows that meet one of the parts."""
    every = [part for part in parts if part]
    if len(every) < 2:
        return every[0] if every else NOTHING
    terms = _joined(" | ", [part.terms for part in every])
    if not any(part.check for part in every):
        return Expression(terms)
    conditions = [condition(part) for part in every]
    check = " OR ".join(f"({sql})" for sql, _ in conditions)
    return Expression(terms, f"({check})", tuple(value for _, values in conditions for value in values))


def without(wanted: Expression, unwanted: Expression) -> Expression:
    """Rows that meet one expression and not the other."""
    if not wanted or not unwanted:
        return wanted
    if not unwanted.check:
        return Expression(f"({wanted.terms}) & !({unwanted.terms})", wanted.check, wanted.values)
    sql, values = condition(unwanted)
    return Expression(
        wanted.terms, f"{wanted.check} AND NOT ({sql})" if wanted.check else f"NOT ({sql})", (*wanted.values, *values)
    )


def _terms(title: str, body: str, tokens: str) -> list[str]:
    """What a row is found by. What is beyond the server's limit for one row is left out, the last words of it."""
    in_title, in_body = title.split(), body.split()
    terms = dict.fromkeys(_TAG + token for token in tokens.split(" "))
    for kind, found in ((_TITLE_WORD, in_title), (_WORD, in_title), (_WORD, in_body)):
        terms.update(dict.fromkeys(_term(kind, word) for word in found if not word.endswith(BREAK)))
    room, kept = TERMS_A_ROW, []
    for term in terms:
        room -= len(term.encode())
        if room < 0:
            break
        kept.append(term)
    return kept


def _term(kind: str, word: str) -> str:
    if len(word) <= LONGEST_TERM // 4 or len(word.encode()) < LONGEST_TERM:
        return kind + word
    return f"{kind}#{hashlib.sha256(word.encode()).hexdigest()}"


def _enclosed(text: str) -> str:
    return f" {text.strip(' ')} " if text else ""


def _joined(mark: str, parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else mark.join(f"({part})" for part in parts)


def _quoted(term: str) -> str:
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'"
