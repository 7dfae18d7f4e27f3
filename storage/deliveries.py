"""The outbox: what is owed to whom, what became of it, and what people say of what is in doubt.

What is sent when, and what an answer of a platform means, is handlers/jobs; how it is taken and how far it got is
storage/claims.py.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, exists, func, insert, literal, not_, select, update

from bot.domain.delivery import Delivery, DeliveryState, Recipient
from bot.domain.window import Window
from storage.claims import AT_REST, KEYS_A_QUESTION, OUTBOX, Claims, change_row
from storage.delivery_rows import delivery_of, values_of
from storage.document_codec import decode_documents
from storage.recipients import is_for
from storage.schema import deliveries
from storage.told import note_told

NOTICE = "notice/"

_table = deliveries


def notice_key(key: str) -> str:
    """The key of the delivery that tells once that the one of this key is in doubt or parked."""
    return f"{NOTICE}{key}"


class Deliveries(Claims):
    """Deliveries by key. Does not send, and decides nothing about trying again."""

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

    def cancel(self, recipient: Recipient, beginning: str) -> frozenset[str]:
        """Takes back what waits for a recipient under keys that begin so, no part of it being out; gives its keys."""
        waiting = (DeliveryState.PENDING.value, DeliveryState.PARKED.value)
        mine = (is_for(_table, recipient), _table.c.key.startswith(beginning, autoescape=True))
        unsent = (_table.c.state.in_(waiting), _table.c.sent_ids == "[]")
        with self._database.writing(OUTBOX) as connection:
            return frozenset(connection.execute(delete(_table).where(*mine, *unsent).returning(_table.c.key)).scalars())

    def put_off(self, recipient: Recipient, beginning: str, now: datetime, due: datetime) -> int:
        """Has what waits for a later instant than `now` under keys that begin so, and was not tried yet, wait for
        another one; how many those are."""
        held = (_table.c.state == DeliveryState.PENDING.value, _table.c.due > now, _table.c.attempts == 0)
        mine = (is_for(_table, recipient), _table.c.key.startswith(beginning, autoescape=True))
        with self._database.writing(OUTBOX) as connection:
            return connection.execute(update(_table).where(*mine, *held).values(due=due, first_due=due)).rowcount

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
            return change_row(connection, row, **AT_REST, **values)

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


def _known(connection: Connection, keys: Sequence[str]) -> set[str]:
    known: set[str] = set()
    for at in range(0, len(keys), KEYS_A_QUESTION):
        some = keys[at : at + KEYS_A_QUESTION]
        known.update(connection.execute(select(_table.c.key).where(_table.c.key.in_(some))).scalars())
    return known
