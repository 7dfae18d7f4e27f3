"""Saving updates: what is new, what changed, and where in the order of rows it goes.

One batch is one short transaction. What two sources know of one update is put together by bot/domain/merging; here is
only decided which stored row an update belongs to. Reading is storage/updates.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from sqlalchemy import Connection

from bot.domain.merging import merge
from bot.domain.state import Stage
from bot.domain.update import BodyState, Precision, Update
from storage.execution import execute_many, fetch
from storage.expression import Indexed, indexed
from storage.search_index import index_of
from storage.tokens import Tokens, commit_token, is_counted
from storage.update_rows import COLUMNS, ID, IDS_A_SECOND, KEY, TOKENS, Row, first_id, row_of, settled, update_of

KEYS_A_QUESTION = 400
HASHES_A_QUESTION = 100

_SELECTED = ", ".join(f"updates.{name}" for name in COLUMNS)
_MARKS = ", ".join("?" * len(COLUMNS))
_INSERT = f"INSERT INTO updates ({', '.join(COLUMNS)}) VALUES ({_MARKS})"  # noqa: S608 (our own names)
_CHANGE = f"UPDATE updates SET {', '.join(f'{name} = ?' for name in COLUMNS[1:])} WHERE id = ?"  # noqa: S608
_COUNT = (
    "INSERT INTO token_counts (token, updates) VALUES (?, ?) "
    "ON CONFLICT (token) DO UPDATE SET updates = token_counts.updates + excluded.updates"
)
_ALIAS = "INSERT INTO update_aliases (key, update_id) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"

_IDS_BETWEEN = "SELECT id FROM updates WHERE id >= ? AND id < ?"

_HELD = {BodyState.MISSING: 0, BodyState.CUT: 1, BodyState.WHOLE: 2}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Saved:
    """Which keys were new, which changed, and how many updates told nothing new; `overtaken` are places in the batch of
    updates that were left out, because what they were made of has changed meanwhile."""

    new: tuple[str, ...]
    changed: tuple[str, ...]
    known: int
    overtaken: tuple[int, ...] = ()


@dataclass(slots=True)
class _Entry:
    """An update of the batch as it will stand: beside it what is stored of it, if anything."""

    now: Update
    stored: Update | None = None
    row_id: int = 0
    tokens: str = ""

    @property
    def changed(self) -> bool:
        return self.stored is not None and self.now != self.stored


def save(
    connection: Connection, batch: Sequence[Update], tokens: Tokens, made_of: Sequence[int] | None = None
) -> Saved:
    """Saves a batch in the connection's transaction. Saving the same again changes nothing. With `made_of`, the stored
    revision that each was made of (0: of none), those whose stored one is another by now are left out."""
    incoming = [settled(update) for update in batch]
    entries = _Entries(connection, incoming)
    overtaken = []
    for place, update in enumerate(incoming):
        if made_of is None or entries.stored_revision(update) == made_of[place]:
            entries.take(update)
        else:
            overtaken.append(place)
    new = [entry for entry in entries.all if entry.stored is None]
    changed = [entry for entry in entries.all if entry.changed]
    for entry in changed:
        assert entry.stored is not None
        entry.now = replace(entry.now, revision=entry.stored.revision + 1)
    _give_ids(connection, new)
    _write(connection, new, changed, tokens)
    entries.remember_old_keys()
    known = len(incoming) - len(overtaken) - len(new) - len(changed)
    new_keys, changed_keys = (tuple(entry.now.key for entry in some) for some in (new, changed))
    return Saved(new_keys, changed_keys, known, tuple(overtaken))


class _Entries:
    """The updates of a batch by every key that they go under, the stored ones among them."""

    def __init__(self, connection: Connection, incoming: Sequence[Update]) -> None:
        self.all: list[_Entry] = []
        self._connection = connection
        self._by_key: dict[str, _Entry] = {}
        self._by_id: dict[int, _Entry] = {}
        self._old_keys: list[tuple[str, _Entry]] = []
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
            entry = _Entry(update)
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

    def _entry(self, update: Update) -> _Entry | None:
        keys = (update.key, *_commit_keys(update))
        return next((self._by_key[key] for key in keys if key in self._by_key), None)

    def remember_old_keys(self) -> None:
        """Keeps the keys that stored updates had before findable."""
        aliases = [(key, entry.row_id) for key, entry in self._old_keys if entry.stored is not None]
        execute_many(self._connection, _ALIAS, aliases)

    def _known(self, row: Row) -> _Entry:
        entry = self._by_id.get(row[0])
        if entry is None:
            update = update_of(row)
            entry = self._by_id[row[0]] = _Entry(update, update, row[0], row[TOKENS])
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
    for some in _in_parts(keys, KEYS_A_QUESTION):
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
    index = index_of(connection)
    for some in _in_parts(hashes, HASHES_A_QUESTION):
        condition, values = index.condition(index.any_token(tuple(map(commit_token, some))))
        question = f"SELECT {_SELECTED} FROM {index.JOINED} WHERE {condition} ORDER BY search.rowid"  # noqa: S608
        yield from fetch(connection, question, values)


def _give_ids(connection: Connection, new: Sequence[_Entry]) -> None:
    """Gives each new entry the next free id of its second, or of the seconds after it where that is full."""
    wanted = [first_id(int(entry.now.published.timestamp())) for entry in new]
    taken: set[int] = set()
    for some in _in_parts(wanted, KEYS_A_QUESTION):
        question = f"SELECT id FROM updates WHERE id IN ({', '.join('?' * len(some))})"  # noqa: S608
        taken.update(row[0] for row in fetch(connection, question, some))
    looked_up = set(wanted)
    next_of: dict[int, int] = {}
    for entry, first in zip(new, wanted, strict=True):
        row_id = next_of.get(first, first)
        while row_id in taken or row_id not in looked_up:
            if row_id in taken:
                row_id += 1
            else:
                looked_up.update(range(row_id, row_id + IDS_A_SECOND))
                values = (row_id, row_id + IDS_A_SECOND)
                taken.update(row[0] for row in fetch(connection, _IDS_BETWEEN, values))
        entry.row_id = row_id
        taken.add(row_id)
        next_of[first] = row_id + 1


def _write(connection: Connection, new: list[_Entry], changed: list[_Entry], tokens: Tokens) -> None:
    """Writes rows, index and counts, by ascending id."""
    taken_out: list[Indexed] = []
    put: list[Indexed] = []
    counts: Counter[str] = Counter()
    rows = []
    for entry in sorted(new, key=lambda entry: entry.row_id):
        update = entry.now
        entry.tokens = tokens.of(update)
        rows.append(row_of(update, entry.row_id, entry.tokens))
        put.append(indexed(entry.row_id, update, entry.tokens))
        counts.update(entry.tokens.split(" "))
    execute_many(connection, _INSERT, rows)
    changes = []
    for entry in changed:
        before, update, old_tokens = entry.stored, entry.now, entry.tokens
        assert before is not None
        entry.tokens = tokens.of(update)
        row = row_of(update, entry.row_id, entry.tokens)
        changes.append((*row[1:], row[0]))
        if (before.title, before.body, old_tokens) != (update.title, update.body, entry.tokens):
            taken_out.append(indexed(entry.row_id, before, old_tokens))
            put.append(indexed(entry.row_id, update, entry.tokens))
            counts.subtract(old_tokens.split(" "))
            counts.update(entry.tokens.split(" "))
    execute_many(connection, _CHANGE, changes)
    index_of(connection).take_out(connection, taken_out)
    index_of(connection).put(connection, put)
    count(connection, counts)


def retoken(connection: Connection, rows: Sequence[Row], tokens: Tokens) -> int:
    """Indexes stored rows under the tokens that they have now; gives how many had others."""
    taken_out: list[Indexed] = []
    put: list[Indexed] = []
    counts: Counter[str] = Counter()
    for row in rows:
        update, old = update_of(row), row[TOKENS]
        now = tokens.of(update)
        if now != old:
            taken_out.append(indexed(row[ID], update, old))
            put.append((*taken_out[-1][:3], now))
            counts.subtract(old.split(" "))
            counts.update(now.split(" "))
    execute_many(connection, "UPDATE updates SET tokens = ? WHERE id = ?", [(row[3], row[0]) for row in put])
    index_of(connection).take_out(connection, taken_out)
    index_of(connection).put(connection, put)
    count(connection, counts)
    return len(put)


def count(connection: Connection, counts: Mapping[str, int]) -> None:
    """Adds to the numbers of updates that tokens have."""
    execute_many(connection, _COUNT, [(of, by) for of, by in counts.items() if by and is_counted(of)])


def _in_parts(values: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    rest = iter(values)
    while part := tuple(islice(rest, size)):
        yield part
