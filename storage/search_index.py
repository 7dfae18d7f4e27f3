"""What a full-text index has to do, whichever database it lives in; storage/question.py asks in these words only.

How SQLite does it is storage/search_sqlite.py, how PostgreSQL does is storage/search_postgres.py. What is indexed is
the same on both: storage/tokens.py and bot/domain/text.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from sqlalchemy import Connection

from storage import search_postgres, search_sqlite
from storage.expression import Expression, Indexed, Voice


class SearchIndex(Protocol):
    """The index of one kind of database."""

    @property
    def JOINED(self) -> str:  # noqa: N802 (a constant of a module)
        """The index beside the rows of `updates`, for FROM."""

    @property
    def COUNTS_AS_IT_FINDS(self) -> bool:  # noqa: N802
        """Whether finding all rows of an expression once, for their number and the newest ones, is cheaper than asking
        for the newest ones and then counting."""

    def condition(self, expression: Expression) -> tuple[str, tuple[Any, ...]]:
        """An expression as an SQL condition on the table `search`, with its values."""

    def put(self, connection: Connection, rows: Iterable[Indexed]) -> None:
        """Puts rows in."""

    def take_out(self, connection: Connection, rows: Iterable[Indexed]) -> None:
        """Takes rows out that were put in exactly so."""

    def empty(self, connection: Connection) -> None:
        """Takes everything out."""

    def optimize(self, connection: Connection) -> None:
        """Makes questions fast again after many small changes."""

    def any_token(self, tokens: Sequence[str]) -> Expression:
        """Rows with one of the tokens."""

    def token_prefix(self, beginning: str) -> Expression:
        """Rows with a token that begins so."""

    def run(self, text: str, voices: Sequence[Voice], columns: Sequence[str] = ("title", "body")) -> Expression:
        """Rows of some voices where the words of a text stand side by side in one of the columns; NOTHING if it has no
        words."""

    def all_of(self, parts: Iterable[Expression]) -> Expression:
        """Rows that meet every part; NOTHING if one of them is, or if there are none."""

    def one_of(self, parts: Iterable[Expression]) -> Expression:
        """Rows that meet one of the parts."""

    def without(self, wanted: Expression, unwanted: Expression) -> Expression:
        """Rows that meet one expression and not the other."""


_INDEXES: Mapping[str, SearchIndex] = MappingProxyType({"sqlite": search_sqlite, "postgresql": search_postgres})


def index_of(connection: Connection) -> SearchIndex:
    """The index of a connection's database."""
    return _INDEXES[connection.dialect.name]


def is_search_table(name: str) -> bool:
    """Whether a table belongs to an index and not to storage/schema.py."""
    return name == "search" or name.startswith("search_")
