"""The outbox: what is owed to whom, and how far each delivery got.

A row is claimed with a lease and a token; every later word about it must bring the token, so that a worker that was
frozen past its lease changes nothing. What is sent when, and what an answer of a platform means, is handlers/jobs.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    Connection,
    Executable,
    Row,
    Update,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    not_,
    select,
    update,
)

from bot.domain.delivery import Delivery, DeliveryState, Recipient, Thread
from bot.domain.send_count import SendResult
from bot.domain.window import Window
from storage.database import Database
from storage.delivery_rows import delivery_of, values_of
from storage.document_codec import decode_documents
from storage.recipients import is_for
from storage.schema import deliveries
from storage.send_counts import count
from storage.thread_codec import encode_thread
from storage.told import note_told
from storage.turns import CLAIMING_ONE, claimable

KEYS_A_QUESTION = 400
INTERRUPTED = "interrupted while part {part} was being sent"

OUTBOX = "outbox"
"""Writers of the outbox wait for each other, and not for those that save updates meanwhile."""

NOTICE = "notice/"

_table = deliveries
_AT_REST: Mapping[str, None] = MappingProxyType({"lease_until": None, "posting": None, "posting_since": None})
"""Nobody is at it."""
_DOUBTFUL: Mapping[str, None] = MappingProxyType({"lease_until": None})
"""Nobody is at it, and a part may be out that somebody was posting."""


def notice_key(key: str) -> str:
    """The key of the delivery that tells once that the one of this key is in doubt or parked."""
    return f"{NOTICE}{key}"


class Deliveries:
    """Deliveries by key. Does not send, and decides nothing about trying again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def enqueue(self, batch: Sequence[Delivery]) -> tuple[str, ...]:
        """Adds deliveries; gives the keys that were new. One whose key is there already is left as it stands."""
        wanted = {delivery.key: delivery for delivery in reversed(batch)}
        keys = list(dict.fromkeys(delivery.key for delivery in batch))
        if not keys:
            return ()
        with self._database.writing(OUTBOX) as connection:
            known = _known(connection, keys)
            new = [key for key in keys if key not in known]
            if new:
                connection.execute(insert(_table), [values_of(wanted[key]) for key in new])
                note_told(connection, [wanted[key] for key in new])
        return tuple(new)

    def known(self, keys: Collection[str]) -> frozenset[str]:
        """Those of the keys of which there is a delivery, in whatever state."""
        with self._database.reading() as connection:
            return frozenset(_known(connection, list(keys)))

    def claim(
        self,
        now: datetime,
        lease: timedelta,
        limit: int,
        platforms: Collection[str] | None = None,
        *,
        resumes: bool = False,
    ) -> tuple[Delivery, ...]:
        """Takes up to `limit` due deliveries until `now + lease`, at most one of each recipient: the oldest of every
        workspace, then the next of every workspace, so that a big one keeps nobody waiting.

        A claimed one whose lease is over is taken again where it stopped between two parts; one that stopped while a
        part was being posted becomes UNKNOWN, for the part may be out (B007). Whoever can find out whether it is
        (`resumes`) is given it instead, with its `posting_since`. An edit is taken again in any case: doing it twice is
        doing it once.
        """
        values = {
            "state": DeliveryState.CLAIMED.value,
            "token": _table.c.token + 1,
            "attempts": _table.c.attempts + 1,
            "lease_until": now + lease,
        }
        with self._database.writing(OUTBOX) as connection:
            if not resumes:
                give_up_interrupted(connection, now, platforms)
            ids = connection.execute(claimable(now, limit, platforms)).scalars().all()
            rows: dict[int, Row[Any]] = {}
            for at in range(0, len(ids), KEYS_A_QUESTION):
                some = _table.c.id.in_(ids[at : at + KEYS_A_QUESTION])
                taken = connection.execute(update(_table).where(some).values(**values).returning(_table))
                rows.update({row.id: row for row in taken})
        return tuple(delivery_of(rows[one]) for one in ids)

    def claim_one(self, key: str, now: datetime, lease: timedelta, *, resumes: bool = False) -> Delivery | None:
        """Takes this one until `now + lease`; None where it is not due, somebody else has it, an earlier one of its
        recipient waits, or it was interrupted and nobody can find out what became of it (`resumes`)."""
        values = {"this": key, "now": now, "until": now + lease, "resumes": resumes}
        with self._database.writing(OUTBOX) as connection:
            row = connection.execute(CLAIMING_ONE, values).first()
        return delivery_of(row) if row else None

    def begin_part(self, key: str, token: int, now: datetime, lease: timedelta) -> bool:
        """Notes that the next part is about to be posted, since when, and renews the lease; False if the token is no
        longer the row's."""
        with self._database.writing(OUTBOX) as connection:
            row = _held(connection, key, token)
            if row is None:
                return False
            since = row.posting_since or now
            part = len(json.loads(row.sent_ids))
            return _change(connection, row, posting=part, posting_since=since, lease_until=now + lease)

    def renew(self, key: str, token: int, until: datetime) -> bool:
        """Whoever has it is still at it; False if the token is no longer the row's."""
        with self._database.writing(OUTBOX) as connection:
            row = _held(connection, key, token)
            return row is not None and _change(connection, row, lease_until=until)

    def record_part(self, key: str, token: int, sent_id: str, until: datetime) -> bool:
        """Notes that the next part is out under the platform's id, and renews the lease; False if the token is no
        longer the row's."""
        with self._database.writing(OUTBOX) as connection:
            row = _held(connection, key, token)
            if row is None:
                return False
            sent_ids = json.dumps([*json.loads(row.sent_ids), sent_id])
            return _change(connection, row, sent_ids=sent_ids, posting=None, posting_since=None, lease_until=until)

    def hang(self, key: str, token: int, thread: Thread) -> bool:
        """The parts to come stand in this thread; False if the token is no longer the row's."""
        with self._database.writing(OUTBOX) as connection:
            row = _held(connection, key, token)
            values = {"thread": encode_thread(thread), "posting": None, "posting_since": None}
            return row is not None and _change(connection, row, **values)

    def finish(self, key: str, token: int, now: datetime) -> bool:
        """All parts are out."""
        return self._end(key, token, SendResult.SENT, now, state=DeliveryState.SENT.value, reason=None)

    def unknown(self, key: str, token: int, reason: str) -> bool:
        """A part may or may not be out; the delivery is not tried again by itself (B002)."""
        return self._end(key, token, SendResult.UNKNOWN, state=DeliveryState.UNKNOWN.value, reason=reason)

    def park(
        self,
        key: str,
        token: int,
        reason: str,
        result: SendResult = SendResult.REFUSED,
        *,
        doubtful: bool = False,
    ) -> bool:
        """The place takes nothing from us: this delivery and the recipient's later ones wait until `unpark`. A part
        that somebody was posting before is as doubtful as it was (`doubtful`)."""
        rest = _DOUBTFUL if doubtful else _AT_REST
        return self._end(key, token, result, rest=rest, state=DeliveryState.PARKED.value, reason=reason)

    def release(
        self, key: str, token: int, due: datetime, reason: str, result: SendResult | None, *, doubtful: bool = False
    ) -> bool:
        """To be tried again at `due`, from the first part that is not out. Only what was put off (`LATER`) was an
        attempt; with None nothing was tried. A part that somebody was posting before is as doubtful as it was
        (`doubtful`), whatever was said to asking again."""
        with self._database.writing(OUTBOX) as connection:
            row = _held(connection, key, token)
            if row is None:
                return False
            if result is not None:
                count(connection, row.platform, result)
            attempts = row.attempts if result is SendResult.LATER else row.attempts - 1
            values = {"state": DeliveryState.PENDING.value, "reason": reason, "due": due, "attempts": attempts}
            rest = _DOUBTFUL if doubtful else _AT_REST
            return _change(connection, row, **rest, **values)

    def cancel(self, recipient: Recipient, beginning: str) -> frozenset[str]:
        """Takes back what waits for a recipient under keys that begin so, no part of it being out; gives its keys."""
        waiting = (DeliveryState.PENDING.value, DeliveryState.PARKED.value)
        mine = (is_for(_table, recipient), _table.c.key.startswith(beginning, autoescape=True))
        unsent = (_table.c.state.in_(waiting), _table.c.sent_ids == "[]")
        with self._database.writing(OUTBOX) as connection:
            return frozenset(connection.execute(delete(_table).where(*mine, *unsent).returning(_table.c.key)).scalars())

    def settle(self, key: str, *, arrived: bool) -> bool:
        """What somebody says of a delivery in doubt: the part arrived, so that the next one follows, or it did not, and
        is sent again. False where it is in no doubt."""
        with self._database.writing(OUTBOX) as connection:
            doubtful = (_table.c.key == key, _table.c.state == DeliveryState.UNKNOWN.value)
            row = connection.execute(select(_table).where(*doubtful)).first()
            if row is None:
                return False
            sent_ids = [*json.loads(row.sent_ids), ""] if arrived else json.loads(row.sent_ids)
            done = len(sent_ids) >= len(decode_documents(row.parts))
            state = DeliveryState.SENT if done else DeliveryState.PENDING
            values = {"state": state.value, "sent_ids": json.dumps(sent_ids), "reason": None}
            return _change(connection, row, **_AT_REST, **values)

    def unpark(self, recipient: Recipient) -> int:
        """The place takes deliveries again; gives how many wait there. Until they are out it stays known why they were
        not before."""
        parked = (is_for(_table, recipient), _table.c.state == DeliveryState.PARKED.value)
        change = update(_table).where(*parked).values(state=DeliveryState.PENDING.value)
        with self._database.writing(OUTBOX) as connection:
            return connection.execute(change).rowcount

    def is_parked(self, recipient: Recipient) -> bool:
        """Whether the place takes nothing from us at present."""
        parked = exists().where(is_for(_table, recipient), _table.c.state == DeliveryState.PARKED.value)
        with self._database.reading() as connection:
            return bool(connection.scalar(select(parked)))

    def held_up(self, recipient: Recipient) -> str:
        """Why the first of what waits for a recipient is not out, "" where nothing waits that was tried."""
        waiting = (DeliveryState.PENDING.value, DeliveryState.PARKED.value)
        tried = (is_for(_table, recipient), _table.c.state.in_(waiting), _table.c.reason.is_not(None))
        question = select(_table.c.reason).where(*tried).order_by(_table.c.due, _table.c.id).limit(1)
        with self._database.reading() as connection:
            return connection.scalar(question) or ""

    def untold(self) -> tuple[Delivery, ...]:
        """Deliveries in doubt and parked ones of which nobody was told: there is none under their `notice_key`. What
        tells of others is told of nobody."""
        notices, stuck = _table.alias(), (DeliveryState.UNKNOWN.value, DeliveryState.PARKED.value)
        told = exists().where(notices.c.key == literal(NOTICE) + _table.c.key)
        is_notice = _table.c.key.startswith(NOTICE, autoescape=True)
        return self._all(_table.c.state.in_(stuck), not_(is_notice), not_(told))

    def get(self, key: str) -> Delivery | None:
        """The delivery of a key."""
        with self._database.reading() as connection:
            row = connection.execute(select(_table).where(_table.c.key == key)).first()
            return delivery_of(row) if row else None

    def of(self, recipient: Recipient) -> tuple[Delivery, ...]:
        """A recipient's deliveries in the order in which they go out."""
        return self._all(is_for(_table, recipient))

    def count(self, recipient: Recipient, way: str, window: Window) -> int:
        """How many messages a recipient gets in a window under keys that begin with a way and a slash; a mark of what
        was told with another message is none."""
        mine = (is_for(_table, recipient), _table.c.key.startswith(f"{way}/", autoescape=True), _table.c.parts != "[]")
        within = (_table.c.due >= window.start, _table.c.due < window.end)
        question = select(func.count()).where(*mine, *within)
        with self._database.reading() as connection:
            return int(connection.execute(question).scalar_one())

    def showing(self, recipient: Recipient, address: str) -> tuple[Delivery, ...]:
        """A recipient's deliveries in which a link to this address stands, in the order in which they go out."""
        link = json.dumps(address)
        return self._all(is_for(_table, recipient), _table.c.parts.contains(link, autoescape=True))

    def beginning_with(self, beginning: str) -> tuple[Delivery, ...]:
        """The deliveries whose key begins so, in the order in which they go out."""
        return self._all(_table.c.key.startswith(beginning, autoescape=True))

    def sent_since(self, recipient: Recipient, beginning: str, since: datetime) -> tuple[Delivery, ...]:
        """A recipient's deliveries under keys that begin so, which are out and were due since an instant."""
        out = (_table.c.state == DeliveryState.SENT.value, _table.c.due >= since)
        return self._all(is_for(_table, recipient), *out, _table.c.key.startswith(beginning, autoescape=True))

    def marks(self, beginning: str, since: datetime) -> frozenset[str]:
        """The keys that begin so of what is out and was due since an instant."""
        out = (_table.c.state == DeliveryState.SENT.value, _table.c.due >= since)
        question = select(_table.c.key).where(*out, _table.c.key.startswith(beginning, autoescape=True))
        with self._database.reading() as connection:
            return frozenset(connection.execute(question).scalars())

    def all(self) -> tuple[Delivery, ...]:
        """Every delivery in the order in which they go out."""
        return self._all()

    def numbers(self) -> Mapping[DeliveryState, int]:
        """How many deliveries are in each state; states of none are left out."""
        question = select(_table.c.state, func.count()).group_by(_table.c.state)
        with self._database.reading() as connection:
            return {DeliveryState(row[0]): row[1] for row in connection.execute(question)}

    def _all(self, *conditions: Any) -> tuple[Delivery, ...]:
        question = select(_table).where(*conditions).order_by(_table.c.due, _table.c.id)
        with self._database.reading() as connection:
            return tuple(map(delivery_of, connection.execute(question)))

    def _end(
        self,
        key: str,
        token: int,
        result: SendResult,
        now: datetime | None = None,
        rest: Mapping[str, None] | None = None,
        **values: Any,
    ) -> bool:
        with self._database.writing(OUTBOX) as connection:
            row = _held(connection, key, token)
            if row is None:
                return False
            count(connection, row.platform, result, now - row.first_due if now and row.first_due else None)
            return _change(connection, row, **(rest or _AT_REST), **values)


def give_up_interrupted(connection: Connection, now: datetime, platforms: Collection[str] | None = None) -> None:
    """Claimed ones whose lease is over and that stopped while a part was being posted become UNKNOWN (B007)."""
    interrupted = [
        _table.c.state == DeliveryState.CLAIMED.value,
        _table.c.lease_until <= now,
        _table.c.posting.is_not(None),
        _table.c.edits == "",
    ]
    if platforms is not None:
        interrupted.append(_table.c.platform.in_(platforms))
    for row in connection.execute(select(_table).where(*interrupted)).all():
        reason = INTERRUPTED.format(part=row.posting + 1)
        count(connection, row.platform, SendResult.UNKNOWN)
        _change(connection, row, state=DeliveryState.UNKNOWN.value, reason=reason, **_AT_REST)


def _known(connection: Connection, keys: Sequence[str]) -> set[str]:
    known: set[str] = set()
    for at in range(0, len(keys), KEYS_A_QUESTION):
        some = keys[at : at + KEYS_A_QUESTION]
        known.update(connection.execute(select(_table.c.key).where(_table.c.key.in_(some))).scalars())
    return known


_HELD: Executable = select(
    _table.c.id,
    _table.c.platform,
    _table.c.sent_ids,
    _table.c.attempts,
    _table.c.first_due,
    _table.c.posting_since,
).where(
    _table.c.key == bindparam("key"),
    _table.c.token == bindparam("token"),
    _table.c.state == DeliveryState.CLAIMED.value,
)
"""Made once: two of these are asked for each part, and making one takes as long as asking it."""


def _held(connection: Connection, key: str, token: int) -> Row[Any] | None:
    """The row if it is still claimed under the token."""
    return connection.execute(_HELD, {"key": key, "token": token}).first()


def _change(connection: Connection, row: Row[Any], **values: Any) -> bool:
    return connection.execute(_changing(tuple(values)), {"row": row.id, **values}).rowcount > 0


@cache
def _changing(names: tuple[str, ...]) -> Update:
    """The statement that changes these columns of a row."""
    return update(_table).where(_table.c.id == bindparam("row")).values({name: bindparam(name) for name in names})
