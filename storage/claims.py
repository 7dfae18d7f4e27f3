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

from sqlalchemy import JSON, Connection, Row, Text, Update, bindparam, case, cast, func, select, update
from sqlalchemy.sql.dml import ReturningUpdate

from bot.domain.delivery import Delivery, DeliveryState, Thread
from bot.domain.send_count import SendResult
from storage.columns import Instant
from storage.database import Database
from storage.delivery_rows import delivery_of
from storage.schema import deliveries
from storage.send_counts import count
from storage.thread_codec import encode_thread
from storage.turns import CLAIMING, CLAIMING_ONE, claimable

KEYS_A_QUESTION = 400
INTERRUPTED = "interrupted while part {part} was being sent"

OUTBOX = "outbox"
"""Those who decide whose turn it is wait for each other, and not for those that save updates meanwhile."""

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
        values = {"now": now, "until": now + lease, "resumes": resumes}
        with self._database.writing(OUTBOX) as connection:
            if not resumes:
                give_up_interrupted(connection, now, platforms)
            ids = connection.execute(claimable(now, limit, platforms)).scalars().all()
            rows: dict[int, Row[Any]] = {}
            for at in range(0, len(ids), KEYS_A_QUESTION):
                some = CLAIMING.where(_table.c.id.in_(ids[at : at + KEYS_A_QUESTION]))
                rows.update({row.id: row for row in connection.execute(some, values)})
        return tuple(delivery_of(rows[one]) for one in ids if one in rows)

    def claim_one(self, key: str, now: datetime, lease: timedelta, *, resumes: bool = False) -> Delivery | None:
        """Takes this one until `now + lease`; None where it is not due, somebody else has it, an earlier one of its
        recipient waits, or it was interrupted and nobody can find out what became of it (`resumes`)."""
        values = {"this": key, "now": now, "until": now + lease, "resumes": resumes}
        with self._database.one_by_one() as connection:
            row = connection.execute(CLAIMING_ONE, values).first()
        return delivery_of(row) if row else None

    def begin_part(self, key: str, token: int, now: datetime, lease: timedelta) -> bool:
        """Notes that the next part is about to be posted, since when, and renews the lease; False if the token is no
        longer the row's."""
        values = {"its_key": key, "its_token": token, "now": now, "until": now + lease}
        with self._database.one_by_one() as connection:
            return connection.execute(_BEGINNING, values).first() is not None

    def renew(self, key: str, token: int, until: datetime) -> bool:
        """Whoever has it is still at it; False if the token is no longer the row's."""
        return self._say(key, token, {"lease_until": until})

    def record_part(self, key: str, token: int, sent_id: str, until: datetime) -> bool:
        """Notes that the next part is out under the platform's id, and renews the lease; False if the token is no
        longer the row's."""
        values = {"its_key": key, "its_token": token, "one": json.dumps(sent_id), "until": until}
        with self._database.one_by_one() as connection:
            return connection.execute(_RECORDING, values).first() is not None

    def hang(self, key: str, token: int, thread: Thread) -> bool:
        """The parts to come stand in this thread; False if the token is no longer the row's."""
        values = {"thread": encode_thread(thread), "posting": None, "posting_since": None}
        return self._say(key, token, values)

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
        return self._say(key, token, {**rest, "state": DeliveryState.PARKED.value, "reason": reason}, result)

    def release(
        self, key: str, token: int, due: datetime, reason: str, result: SendResult | None, *, doubtful: bool = False
    ) -> bool:
        """To be tried again at `due`, from the first part that is not out. Only what was put off (`LATER`) was an
        attempt; with None nothing was tried. A part that somebody was posting before is as doubtful as it was
        (`doubtful`), whatever was said to asking again."""
        rest = _DOUBTFUL if doubtful else AT_REST
        values = {**rest, "state": DeliveryState.PENDING.value, "reason": reason, "due": due}
        return self._say(key, token, values, result, untried=result is not SendResult.LATER)

    def _end(self, key: str, token: int, result: SendResult, now: datetime | None = None, **values: Any) -> bool:
        return self._say(key, token, {**AT_REST, **values}, result, now)

    def _say(
        self,
        key: str,
        token: int,
        values: Mapping[str, Any],
        result: SendResult | None = None,
        now: datetime | None = None,
        *,
        untried: bool = False,
    ) -> bool:
        """Changes a row that is still claimed under the token, and counts the result. The row's own lock keeps others
        from it until both are kept; nobody who sends something else waits."""
        bound = {"its_key": key, "its_token": token, **values}
        with self._database.writing_rows() as connection:
            row = connection.execute(_saying(tuple(values), untried), bound).first()
            if row is not None and result is not None:
                count(connection, row.platform, result, now - row.first_due if now and row.first_due else None)
            return row is not None


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
    # Locked, because a worker that was late may be about to say that the part is out.
    for row in connection.execute(select(_table).where(*interrupted).with_for_update()).all():
        reason = INTERRUPTED.format(part=row.posting + 1)
        change_row(connection, row, state=DeliveryState.UNKNOWN.value, reason=reason, **AT_REST)
        count(connection, row.platform, SendResult.UNKNOWN)


_IS_HELD = (
    _table.c.key == bindparam("its_key"),
    _table.c.token == bindparam("its_token"),
    _table.c.state == DeliveryState.CLAIMED.value,
)
"""Whether a row is still claimed under the token."""

_BEGINNING = (
    update(_table)
    .where(*_IS_HELD)
    .values(
        posting=func.json_array_length(cast(_table.c.sent_ids, Text().with_variant(JSON(), "postgresql"))),
        posting_since=func.coalesce(_table.c.posting_since, bindparam("now", type_=Instant)),
        lease_until=bindparam("until"),
    )
    .returning(_table.c.id)
)
"""Made once, like the next ones: they are asked for each part, and making one takes as long as asking it."""

_RECORDING = (
    update(_table)
    .where(*_IS_HELD)
    .values(
        # One more at the end of a list in JSON.
        sent_ids=case(
            (_table.c.sent_ids == "[]", "["),
            else_=func.substr(_table.c.sent_ids, 1, func.length(_table.c.sent_ids) - 1).concat(", "),
        )
        .concat(bindparam("one", type_=Text))
        .concat("]"),
        posting=None,
        posting_since=None,
        lease_until=bindparam("until"),
    )
    .returning(_table.c.id)
)


@cache
def _saying(names: tuple[str, ...], untried: bool) -> ReturningUpdate[Any]:
    """The statement that changes these columns of a row that is still claimed under the token; what was not tried takes
    its attempt back."""
    values: dict[str, Any] = {name: bindparam(name) for name in names}
    if untried:
        values["attempts"] = _table.c.attempts - 1
    return update(_table).where(*_IS_HELD).values(values).returning(_table.c.platform, _table.c.first_due)


def change_row(connection: Connection, row: Row[*tuple[Any, ...]], **values: Any) -> bool:
    return connection.execute(_changing(tuple(values)), {"row": row.id, **values}).rowcount > 0


@cache
def _changing(names: tuple[str, ...]) -> Update:
    """The statement that changes these columns of a row."""
    return update(_table).where(_table.c.id == bindparam("row")).values({name: bindparam(name) for name in names})
