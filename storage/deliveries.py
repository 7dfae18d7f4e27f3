"""The outbox: what is owed to whom, and how far each delivery got.

A row is claimed with a lease and a token; every later word about it must bring the token, so that a worker that was
frozen past its lease changes nothing. What is sent when, and what an answer of a platform means, is handlers/jobs.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, and_, exists, func, insert, or_, select, tuple_, update

from bot.domain.delivery import Delivery, DeliveryState, Recipient
from storage.database import Database
from storage.document_codec import decode_documents, encode_documents
from storage.recipients import columns_of, is_for, recipient_of
from storage.schema import deliveries

KEYS_A_QUESTION = 400
INTERRUPTED = "interrupted while part {part} was being sent"

_table = deliveries
_WAITING = (DeliveryState.PENDING.value, DeliveryState.CLAIMED.value, DeliveryState.PARKED.value)
"""States that keep the recipient's later deliveries back: they come in order, and a parked place takes none."""


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
        with self._database.writing() as connection:
            known = _known(connection, keys)
            new = [key for key in keys if key not in known]
            if new:
                connection.execute(insert(_table), [_values(wanted[key]) for key in new])
        return tuple(new)

    def known(self, keys: Collection[str]) -> frozenset[str]:
        """Those of the keys of which there is a delivery, in whatever state."""
        with self._database.reading() as connection:
            return frozenset(_known(connection, list(keys)))

    def claim(
        self, now: datetime, lease: timedelta, limit: int, platforms: Collection[str] | None = None
    ) -> tuple[Delivery, ...]:
        """Takes up to `limit` due deliveries until `now + lease`, the oldest first and at most one of each recipient.

        A claimed one whose lease is over is taken again where it stopped between two parts; one that stopped while a
        part was being posted becomes UNKNOWN, for the part may be out (B007).
        """
        with self._database.writing() as connection:
            self._give_up_interrupted(connection, now)
            rows = connection.execute(_claimable(now, limit, platforms)).all()
            taken = []
            for row in rows:
                values = {
                    "state": DeliveryState.CLAIMED.value,
                    "token": row.token + 1,
                    "attempts": row.attempts + 1,
                    "lease_until": now + lease,
                }
                change = update(_table).where(_table.c.id == row.id).values(**values).returning(_table)
                taken.append(_delivery(connection.execute(change).one()))
        return tuple(taken)

    def begin_part(self, key: str, token: int) -> bool:
        """Notes that the next part is about to be posted; False if the token is no longer the row's."""
        with self._database.writing() as connection:
            row = _held(connection, key, token)
            return row is not None and _change(connection, row, posting=len(json.loads(row.sent_ids)))

    def record_part(self, key: str, token: int, sent_id: str) -> bool:
        """Notes that the next part is out under the platform's id; False if the token is no longer the row's."""
        with self._database.writing() as connection:
            row = _held(connection, key, token)
            if row is None:
                return False
            sent_ids = json.dumps([*json.loads(row.sent_ids), sent_id])
            return _change(connection, row, sent_ids=sent_ids, posting=None)

    def finish(self, key: str, token: int) -> bool:
        """All parts are out."""
        return self._end(key, token, state=DeliveryState.SENT.value, reason=None)

    def unknown(self, key: str, token: int, reason: str) -> bool:
        """A part may or may not be out; the delivery is not tried again by itself (B002)."""
        return self._end(key, token, state=DeliveryState.UNKNOWN.value, reason=reason)

    def park(self, key: str, token: int, reason: str) -> bool:
        """The place takes nothing from us: this delivery and the recipient's later ones wait until `unpark`."""
        return self._end(key, token, state=DeliveryState.PARKED.value, reason=reason)

    def release(self, key: str, token: int, due: datetime, reason: str) -> bool:
        """To be tried again at `due`, from the first part that is not out."""
        return self._end(key, token, state=DeliveryState.PENDING.value, reason=reason, due=due)

    def unpark(self, recipient: Recipient) -> int:
        """The place takes deliveries again; gives how many wait there."""
        parked = (is_for(_table, recipient), _table.c.state == DeliveryState.PARKED.value)
        change = update(_table).where(*parked).values(state=DeliveryState.PENDING.value, reason=None)
        with self._database.writing() as connection:
            return connection.execute(change).rowcount

    def get(self, key: str) -> Delivery | None:
        """The delivery of a key."""
        with self._database.reading() as connection:
            row = connection.execute(select(_table).where(_table.c.key == key)).first()
            return _delivery(row) if row else None

    def of(self, recipient: Recipient) -> tuple[Delivery, ...]:
        """A recipient's deliveries in the order in which they go out."""
        return self._all(is_for(_table, recipient))

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
            return tuple(map(_delivery, connection.execute(question)))

    def _end(self, key: str, token: int, **values: Any) -> bool:
        with self._database.writing() as connection:
            row = _held(connection, key, token)
            return row is not None and _change(connection, row, lease_until=None, posting=None, **values)

    def _give_up_interrupted(self, connection: Connection, now: datetime) -> None:
        interrupted = and_(
            _table.c.state == DeliveryState.CLAIMED.value, _table.c.lease_until <= now, _table.c.posting.is_not(None)
        )
        for row in connection.execute(select(_table).where(interrupted)).all():
            reason = INTERRUPTED.format(part=row.posting + 1)
            _change(connection, row, state=DeliveryState.UNKNOWN.value, reason=reason, lease_until=None, posting=None)


def _claimable(now: datetime, limit: int, platforms: Collection[str] | None) -> Any:
    """Rows that are due and whose recipient has no earlier one waiting."""
    earlier = _table.alias()
    same = and_(
        *(earlier.c[name] == _table.c[name] for name in ("platform", "workspace", "recipient_kind", "recipient"))
    )
    before = tuple_(earlier.c.due, earlier.c.id) < tuple_(_table.c.due, _table.c.id)
    free = or_(
        _table.c.state == DeliveryState.PENDING.value,
        and_(_table.c.state == DeliveryState.CLAIMED.value, _table.c.lease_until <= now),
    )
    held_back = exists().where(same, earlier.c.state.in_(_WAITING), before)
    question = select(_table).where(free, _table.c.due <= now, ~held_back)
    if platforms is not None:
        question = question.where(_table.c.platform.in_(platforms))
    return question.order_by(_table.c.due, _table.c.id).limit(limit)


def _known(connection: Connection, keys: Sequence[str]) -> set[str]:
    known: set[str] = set()
    for at in range(0, len(keys), KEYS_A_QUESTION):
        some = keys[at : at + KEYS_A_QUESTION]
        known.update(connection.execute(select(_table.c.key).where(_table.c.key.in_(some))).scalars())
    return known


def _held(connection: Connection, key: str, token: int) -> Row[Any] | None:
    """The row if it is still claimed under the token."""
    mine = (_table.c.key == key, _table.c.token == token, _table.c.state == DeliveryState.CLAIMED.value)
    return connection.execute(select(_table).where(*mine)).first()


def _change(connection: Connection, row: Row[Any], **values: Any) -> bool:
    return connection.execute(update(_table).where(_table.c.id == row.id).values(**values)).rowcount > 0


def _values(delivery: Delivery) -> dict[str, Any]:
    return {
        "key": delivery.key,
        **columns_of(delivery.recipient),
        "parts": encode_documents(delivery.parts),
        "due": delivery.due,
        "state": delivery.state.value,
        "attempts": delivery.attempts,
        "sent_ids": json.dumps(delivery.sent_ids),
        "posting": None,
        "lease_until": delivery.lease_until,
        "token": delivery.token,
        "reason": delivery.reason,
    }


def _delivery(row: Row[Any]) -> Delivery:
    return Delivery(
        key=row.key,
        recipient=recipient_of(row),
        parts=decode_documents(row.parts),
        due=row.due,
        state=DeliveryState(row.state),
        attempts=row.attempts,
        sent_ids=tuple(json.loads(row.sent_ids)),
        lease_until=row.lease_until,
        token=row.token,
        reason=row.reason,
    )
