"""The full-text index on SQLite: one contentless FTS5 table, and how a question becomes its MATCH expression.

The words of noise (docs, CI, tests) stand in it with a mark before them, so that a question for words reads only the
rows that it is about: asking for "no noise" beside them took five times as long (measured at 1,000,000 rows).

Everything that only FTS5 understands is here; what is indexed is storage/tokens.py and bot/domain/text.py. The table
has no text of its own (SQLite 3.40 has no contentless_delete either): a row is taken out by the exact text that was put
in. Every part of an expression names its column, or a word of a commit could feign a tag (measured).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection

from bot.domain.text import words
from storage.expression import ANYTHING, NOTHING, Expression, Indexed, Voice

JOINED = "search CROSS JOIN updates ON updates.id = search.rowid"
"""The index beside the rows of `updates`; CROSS keeps SQLite from reading the rows first."""

COUNTS_AS_IT_FINDS = False
"""It finds rows newest first, and can stop there."""

_INSERT = "INSERT INTO search(rowid, title, body, tags) VALUES (?, ?, ?, ?)"
_DELETE = "INSERT INTO search(search, rowid, title, body, tags) VALUES ('delete', ?, ?, ?, ?)"


def put(connection: Connection, rows: Iterable[Indexed]) -> None:
    """Puts rows in, by ascending id: FTS5 flushes at each id that is lower than the one before."""
    ordered = sorted(rows)
    if ordered:
        connection.exec_driver_sql(_INSERT, ordered)


def take_out(connection: Connection, rows: Iterable[Indexed]) -> None:
    """Takes rows out that were put in exactly so."""
    ordered = sorted(rows)
    if ordered:
        connection.exec_driver_sql(_DELETE, ordered)


def empty(connection: Connection) -> None:
    """Takes everything out."""
    connection.exec_driver_sql("INSERT INTO search(search) VALUES ('delete-all')")


def optimize(connection: Connection) -> None:
    """Merges the index into one segment; after 400,000 updates in small transactions it halves a question's time."""
    connection.exec_driver_sql("INSERT INTO search(search) VALUES ('optimize')")


def condition(expression: Expression) -> tuple[str, tuple[Any, ...]]:
    """An expression as an SQL condition on the table `search`, with its values."""
    return "search MATCH ?", (expression.terms,)


def any_token(tokens: Sequence[str]) -> Expression:
    """Rows with one of the tokens."""
    return Expression(f"{{tags}} : ({' OR '.join(map(_quoted, tokens))})") if tokens else NOTHING


def token_prefix(beginning: str) -> Expression:
    """Rows with a token that begins so."""
    return Expression(f"{{tags}} : {_quoted(beginning)} *")


def run(text: str, voices: Sequence[Voice], columns: Sequence[str] = ("title", "body")) -> Expression:
    """Rows of some voices where the words of a text stand side by side in one of the columns; NOTHING if it has no
    words."""
    found = words(text)
    if not found:
        return NOTHING
    runs = (_quoted(" ".join(f"{voice.value}{word}" for word in found)) for voice in voices)
    return Expression(f"{{{' '.join(columns)}}} : ({' OR '.join(runs)})")


def all_of(parts: Iterable[Expression]) -> Expression:
    """Rows that meet every part; NOTHING if one of them is, or if there are none."""
    every = [part.terms for part in parts if part != ANYTHING]
    if not all(every) or not every:
        return NOTHING
    return Expression(every[0] if len(every) == 1 else f"({' AND '.join(f'({part})' for part in every)})")


def one_of(parts: Iterable[Expression]) -> Expression:
    """Rows that meet one of the parts."""
    every = [part.terms for part in parts if part]
    if len(every) < 2:
        return Expression(every[0]) if every else NOTHING
    return Expression(f"({' OR '.join(f'({part})' for part in every)})")


def without(wanted: Expression, unwanted: Expression) -> Expression:
    """Rows that meet one expression and not the other."""
    return Expression(f"({wanted.terms}) NOT ({unwanted.terms})") if wanted and unwanted else wanted


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
