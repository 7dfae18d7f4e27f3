"""The full-text index on SQLite: one contentless FTS5 table, and how a question becomes its MATCH expression.

The words of noise (docs, CI, tests) stand in it with a mark before them, so that a question for words reads only the
rows that it is about: asking for "no noise" beside them took five times as long (measured at 1,000,000 rows).

Everything that only FTS5 understands is here; what is indexed is storage/tokens.py and bot/domain/text.py. The table
has no text of its own (SQLite 3.40 has no contentless_delete either): a row is taken out by the exact text that was put
in. Every part of an expression names its column, or a word of a commit could feign a tag (measured).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from sqlalchemy import Connection

from bot.domain.text import stream, words
from bot.domain.update import Update

Indexed = tuple[int, str, str, str]
"""A row of the index: id, the title's and the body's streams, the tag tokens."""

_INSERT = "INSERT INTO search(rowid, title, body, tags) VALUES (?, ?, ?, ?)"
_DELETE = "INSERT INTO search(search, rowid, title, body, tags) VALUES ('delete', ?, ?, ?, ?)"

NOTHING = ""
"""The expression that no row meets; never handed to the engine."""
ANYTHING = "*"
"""The expression that every row meets; only for `all_of`, which leaves it out."""


class Voice(StrEnum):
    """What stands before each word of an update that is no noise, and of one that is."""

    QUIET = ""
    NOISY = "~"


def is_search_table(name: str) -> bool:
    """Whether a table belongs to the index and not to storage/schema.py."""
    return name == "search" or name.startswith("search_")


def indexed(row_id: int, update: Update, tokens: str) -> Indexed:
    """What is put into the index for an update, and later taken out of it."""
    title, body = stream(update.title), stream(update.body) if update.body else ""
    if update.noise:
        title, body = (text.rstrip().replace(" ", f" {Voice.NOISY.value}") for text in (title, body))
    return row_id, title, body, tokens


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


def any_token(tokens: Sequence[str]) -> str:
    """Rows with one of the tokens."""
    return f"{{tags}} : ({' OR '.join(map(_quoted, tokens))})" if tokens else NOTHING


def token_prefix(beginning: str) -> str:
    """Rows with a token that begins so."""
    return f"{{tags}} : {_quoted(beginning)} *"


def run(text: str, voices: Sequence[Voice], columns: Sequence[str] = ("title", "body")) -> str:
    """Rows of some voices where the words of a text stand side by side in one of the columns; NOTHING if it has no
    words."""
    found = words(text)
    if not found:
        return NOTHING
    runs = (_quoted(" ".join(f"{voice.value}{word}" for word in found)) for voice in voices)
    return f"{{{' '.join(columns)}}} : ({' OR '.join(runs)})"


def all_of(parts: Iterable[str]) -> str:
    """Rows that meet every part; NOTHING if one of them is, or if there are none."""
    every = [part for part in parts if part != ANYTHING]
    if not every or NOTHING in every:
        return NOTHING
    return every[0] if len(every) == 1 else f"({' AND '.join(f'({part})' for part in every)})"


def one_of(parts: Iterable[str]) -> str:
    """Rows that meet one of the parts."""
    every = [part for part in parts if part]
    if len(every) < 2:
        return every[0] if every else NOTHING
    return f"({' OR '.join(f'({part})' for part in every)})"


def without(wanted: str, unwanted: str) -> str:
    """Rows that meet one expression and not the other."""
    return f"({wanted}) NOT ({unwanted})" if wanted and unwanted else wanted


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
