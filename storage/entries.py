"""Which stored row an update of a batch belongs to: by its key, by one that it had before, or by a commit of it.

What two sources know of one update is put together by bot/domain/merging; writing is storage/saving.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from bot.domain.merging import merge
from bot.domain.state import Stage
from bot.domain.update import BodyState, Precision, Update
from storage import search_sqlite as index
from storage.database import fetch, in_parts
from storage.tokens import commit_token
from storage.update_rows import COLUMNS, KEY, TOKENS, Row, update_of

KEYS_A_QUESTION = 400
HASHES_A_QUESTION = 100

_SELECTED = ", ".join(f"updates.{name}" for name in COLUMNS)
_ALIAS = "INSERT INTO update_aliases (key, update_id) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"
_HELD = {BodyState.MISSING: 0, BodyState.CUT: 1, BodyState.WHOLE: 2}


@dataclass(slots=True)
class Entry:
    """An update of the batch as it will stand: beside it what is stored of it, if anything."""

    now: Update
    stored: Update | None = None
    row_id: int = 0
    tokens: str = ""

    @property
    def changed(self) -> bool:
        return self.stored is not None and self.now != self.stored


class Entries:
    """The updates of a batch by every key that they go under, the stored ones among them."""

    def __init__(self, connection: Connection, incoming: Sequence[Update]) -> None:
        self.all: list[Entry] = []
        self._connection = connection
        self._by_key: dict[str, Entry] = {}
        self._by_id: dict[int, Entry] = {}
        self._old_keys: list[tuple[str, Entry]] = []
        keys = dict.fromkeys(key for update in incoming for key in (update.key, *_commit_keys(update)))
        for asked, row in rows_of_keys(connection, keys):
            self._by_key[asked] = self._known(row)
        lone = [update for update in incoming if _is_commit(update.key) and update.key not in self._by_key]
        hashes = dict.fromkeys(sha for update in lone for sha in update.links.commits)
        for row in rows_of_hashes(connection, hashes):
            entry = self._known(row)
            for key in _commit_keys(entry.now):
                self._by_key.setdefault(key, entry)

    def take(self, update: Update) -> None:
        """Puts an update to the entry that it belongs to, or makes one."""
        keys = (update.key, *_commit_keys(update))
        entry = self._entry(update)
        if entry is None:
            entry = Entry(update)
            self.all.append(entry)
        else:
            before = entry.now
            entry.now = _put_together(before, update)
            if _is_commit(before.key) and not _is_commit(update.key):
                # The commit's pull request is learnt of: from now on it is known by that.
                entry.now = replace(entry.now, key=update.key, url=update.url)
                self._old_keys.append((before.key, entry))
        for key in keys:
            self._by_key.setdefault(key, entry)

    def stored_revision(self, update: Update) -> int:
        """The revision at which the store holds an update, 0 if it does not."""
        entry = self._entry(update)
        return entry.stored.revision if entry and entry.stored else 0

    def _entry(self, update: Update) -> Entry | None:
        keys = (update.key, *_commit_keys(update))
        return next((self._by_key[key] for key in keys if key in self._by_key), None)

    def remember_old_keys(self) -> None:
        """Keeps the keys that stored updates had before findable."""
        aliases = [(key, entry.row_id) for key, entry in self._old_keys if entry.stored is not None]
        if aliases:
            self._connection.exec_driver_sql(_ALIAS, aliases)

    def _known(self, row: Row) -> Entry:
        entry = self._by_id.get(row[0])
        if entry is None:
            update = update_of(row)
            entry = self._by_id[row[0]] = Entry(update, update, row[0], row[TOKENS])
            self.all.append(entry)
            self._by_key.setdefault(update.key, entry)
        return entry


def _put_together(known: Update, update: Update) -> Update:
    """What stands after `update` was read: its own word on what it is the same version of, else both put together."""
    if not _replaces(update, known):
        return merge(known, update)
    state = known.state if update.state.stage is Stage.UNKNOWN else update.state
    return replace(
        update,
        key=known.key,
        first_seen=known.first_seen,
        revision=known.revision,
        history=known.history,
        state=state,
        summary=update.summary or known.summary,
    )


def _replaces(update: Update, known: Update) -> bool:
    """Whether an update is the stored one in a later form (an edit, other tags, a corrected date), not a part of it."""
    return (
        update.links.commits == known.links.commits
        and update.sample == known.sample
        and update.precision is known.precision
        and _HELD[update.body_state] >= _HELD[known.body_state]
        and (update.precision is not Precision.RANGE or update.published == known.published)
    )


def _commit_keys(update: Update) -> tuple[str, ...]:
    """The keys that an update's commits would have, were no pull request known. A release is not its commit."""
    if update.links.tag is not None or not update.repository:
        return ()
    repository = update.repository.casefold()
    return tuple(f"{repository}@{sha}" for sha in update.links.commits)


def _is_commit(key: str) -> bool:
    """Whether a key is made of a commit's hash, for want of a pull request."""
    return "#" not in key and "@" in key and "/" in key.partition("@")[0] and ":" not in key


def rows_of_keys(connection: Connection, keys: Iterable[str]) -> Iterator[tuple[str, Row]]:
    """The stored rows of keys, each with the key that it was asked by: its own, or one that it had before."""
    for some in in_parts(keys, KEYS_A_QUESTION):
        marks = ", ".join("?" * len(some))
        own = f"SELECT {_SELECTED} FROM updates WHERE key IN ({marks})"  # noqa: S608 (question marks only)
        for row in fetch(connection, own, some):
            yield row[KEY], row
        old = (
            f"SELECT {_SELECTED}, update_aliases.key FROM update_aliases "  # noqa: S608
            f"JOIN updates ON updates.id = update_aliases.update_id WHERE update_aliases.key IN ({marks})"
        )
        for row in fetch(connection, old, some):
            yield row[-1], row[:-1]


def rows_of_hashes(connection: Connection, hashes: Iterable[str]) -> Iterator[Row]:
    """The stored rows that hold commits with these whole hashes, oldest first."""
    question = (
        f"SELECT {_SELECTED} FROM search CROSS JOIN updates ON updates.id = search.rowid "  # noqa: S608
        "WHERE search MATCH ? ORDER BY search.rowid"
    )
    for some in in_parts(hashes, HASHES_A_QUESTION):
        yield from fetch(connection, question, (index.any_token(tuple(map(commit_token, some))),))
