"""Saving updates: what is new, what changed, and where in the order of rows it goes.

One batch is one short transaction. What two sources know of one update is put together by bot/domain/merging; here is
only decided which stored row an update belongs to. Reading is storage/updates.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from bot.domain.update import Update
from storage import search_sqlite as index
from storage.database import fetch, in_parts
from storage.entries import KEYS_A_QUESTION, Entries, Entry
from storage.tokens import Tokens, is_counted
from storage.update_rows import COLUMNS, ID, IDS_A_SECOND, TOKENS, Row, first_id, row_of, settled, update_of

_MARKS = ", ".join("?" * len(COLUMNS))
_INSERT = f"INSERT INTO updates ({', '.join(COLUMNS)}) VALUES ({_MARKS})"  # noqa: S608 (our own names)
_CHANGE = f"UPDATE updates SET {', '.join(f'{name} = ?' for name in COLUMNS[1:])} WHERE id = ?"  # noqa: S608
_COUNT = (
    "INSERT INTO token_counts (token, updates) VALUES (?, ?) "
    "ON CONFLICT (token) DO UPDATE SET updates = updates + excluded.updates"
)

_IDS_BETWEEN = "SELECT id FROM updates WHERE id >= ? AND id < ?"


@dataclass(frozen=True, slots=True)
class Saved:
    """Which keys were new, which changed, and how many updates told nothing new; `overtaken` are places in the batch of
    updates that were left out, because what they were made of has changed meanwhile."""

    new: tuple[str, ...]
    changed: tuple[str, ...]
    known: int
    overtaken: tuple[int, ...] = ()


def save(
    connection: Connection, batch: Sequence[Update], tokens: Tokens, made_of: Sequence[int] | None = None
) -> Saved:
    """Saves a batch in the connection's transaction. Saving the same again changes nothing. With `made_of`, the stored
    revision that each was made of (0: of none), those whose stored one is another by now are left out."""
    incoming = [settled(update) for update in batch]
    entries = Entries(connection, incoming)
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


def _give_ids(connection: Connection, new: Sequence[Entry]) -> None:
    """Gives each new entry the next free id of its second, or of the seconds after it where that is full."""
    wanted = [first_id(int(entry.now.published.timestamp())) for entry in new]
    taken: set[int] = set()
    for some in in_parts(wanted, KEYS_A_QUESTION):
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


def _write(connection: Connection, new: list[Entry], changed: list[Entry], tokens: Tokens) -> None:
    """Writes rows, index and counts, by ascending id."""
    taken_out: list[index.Indexed] = []
    put: list[index.Indexed] = []
    counts: Counter[str] = Counter()
    rows = []
    for entry in sorted(new, key=lambda entry: entry.row_id):
        update = entry.now
        entry.tokens = tokens.of(update)
        rows.append(row_of(update, entry.row_id, entry.tokens))
        put.append(index.indexed(entry.row_id, update, entry.tokens))
        counts.update(entry.tokens.split(" "))
    if rows:
        connection.exec_driver_sql(_INSERT, rows)
    changes = []
    for entry in changed:
        before, update, old_tokens = entry.stored, entry.now, entry.tokens
        assert before is not None
        entry.tokens = tokens.of(update)
        row = row_of(update, entry.row_id, entry.tokens)
        changes.append((*row[1:], row[0]))
        if (before.title, before.body, old_tokens) != (update.title, update.body, entry.tokens):
            taken_out.append(index.indexed(entry.row_id, before, old_tokens))
            put.append(index.indexed(entry.row_id, update, entry.tokens))
            counts.subtract(old_tokens.split(" "))
            counts.update(entry.tokens.split(" "))
    if changes:
        connection.exec_driver_sql(_CHANGE, changes)
    index.take_out(connection, taken_out)
    index.put(connection, put)
    count(connection, counts)


def retoken(connection: Connection, rows: Sequence[Row], tokens: Tokens) -> int:
    """Indexes stored rows under the tokens that they have now; gives how many had others."""
    taken_out: list[index.Indexed] = []
    put: list[index.Indexed] = []
    counts: Counter[str] = Counter()
    for row in rows:
        update, old = update_of(row), row[TOKENS]
        now = tokens.of(update)
        if now != old:
            taken_out.append(index.indexed(row[ID], update, old))
            put.append((*taken_out[-1][:3], now))
            counts.subtract(old.split(" "))
            counts.update(now.split(" "))
    if put:
        connection.exec_driver_sql("UPDATE updates SET tokens = ? WHERE id = ?", [(row[3], row[0]) for row in put])
    index.take_out(connection, taken_out)
    index.put(connection, put)
    count(connection, counts)
    return len(put)


def count(connection: Connection, counts: Mapping[str, int]) -> None:
    """Adds to the numbers of updates that tokens have."""
    differences = [(of, by) for of, by in counts.items() if by and is_counted(of)]
    if differences:
        connection.exec_driver_sql(_COUNT, differences)
