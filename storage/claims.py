"""Deliveries in the hands of a worker: taken under a lease and a token, and sent part by part.

Every word about a row that was taken must bring the token, so that a worker that was frozen past its lease changes
nothing. What is sent when, and what an answer of a platform means, is handlers/jobs; what is owed, and what people ask
and say about it, is storage/deliveries.py.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from functools import cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, Executable, Row, Update, bindparam, select, update

from bot.domain.delivery import Delivery, DeliveryState, Thread
from bot.domain.send_count import SendResult
from storage.database import Database
from storage.delivery_rows import delivery_of
from storage.schema import deliveries
from storage.send_counts import count
from storage.thread_codec import encode_thread
from storage.turns import CLAIMING_ONE, claimable

KEYS_A_QUESTION = 400
INTERRUPTED = "interrupted while part {part} was being sent"

OUTBOX = "outbox"
"""Writers of the outbox wait for each other, and not for those that save updates meanwhile."""

_table = deliveries
AT_REST: Mapping[str, None] = MappingProxyType({"lease_until": None, "posting": None, "posting_since": None})
"""Nobody is at it."""
_DOUBTFUL: Mapping[str, None] = MappingProxyType({"lease_until": None})
"""Nobody is at it, and a part may be out that somebody was posting."""


class Claims:
    """The outbox as those see it that send. Decides nothing about trying again."""

    def __init__(self, database: Database) -> None:
        self._database = database

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
            return change_row(connection, row, posting=part, posting_since=since, lease_until=now + lease)

    def renew(self, key: str, token: int, until: datetime) -> bool:
        """Whoever has it is still at it; False if the token is no longer the row's."""
        with self._database.writing(OUTBOX) as connection:
            row = _held(connection, key, token)
            return row is not None and change_row(connection, row, lease_until=until)

    def record_part(self, key: str, token: int, sent_id: str, until: datetime) -> bool:
        """Notes that the next part is out under the platform's id, and renews the lease; False if the token is no
        longer the row's."""
        with self._database.writing(OUTBOX) as connection:
            row = _held(connection, key, token)
            if row is None:
                return False
            sent_ids = json.dumps([*json.loads(row.sent_ids), sent_id])
            return change_row(connection, row, sent_ids=sent_ids, posting=None, posting_since=None, lease_until=until)

    def hang(self, key: str, token: int, thread: Thread) -> bool:
        """The parts to come stand in this thread; False if the token is no longer the row's."""
        with self._database.writing(OUTBOX) as connection:
            row = _held(connection, key, token)
            values = {"thread": encode_thread(thread), "posting": None, "posting_since": None}
            return row is not None and change_row(connection, row, **values)

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
        rest = _DOUBTFUL if doubtful else AT_REST
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
            rest = _DOUBTFUL if doubtful else AT_REST
            return change_row(connection, row, **rest, **values)

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
            return change_row(connection, row, **(rest or AT_REST), **values)


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
        change_row(connection, row, state=DeliveryState.UNKNOWN.value, reason=reason, **AT_REST)


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


def change_row(connection: Connection, row: Row[Any], **values: Any) -> bool:
    return connection.execute(_changing(tuple(values)), {"row": row.id, **values}).rowcount > 0


@cache
def _changing(names: tuple[str, ...]) -> Update:
    """The statement that changes these columns of a row."""
    return update(_table).where(_table.c.id == bindparam("row")).values({name: bindparam(name) for name in names})
