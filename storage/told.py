"""What messages to subscribers told, until it is too old to be corrected. Whether something is wrong by now is
bot/domain/correcting.py's to say, and what then is sent handlers/jobs/amending.py's.

It goes with its delivery: what is taken back from the outbox, or forgotten with a person, told nothing.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, not_, select, update

from bot.domain.delivery import Delivery, DeliveryState, Recipient, Told
from bot.domain.label import Label
from bot.domain.state import Stage
from bot.domain.tag import Tag
from storage.database import Database
from storage.recipients import is_for
from storage.schema import deliveries, told

KEYS_A_QUESTION = 400

_COLUMNS = (told.c.key, told.c.label, told.c.stage, told.c.tags)


@dataclass(frozen=True, slots=True)
class Form:
    """A change as messages told it: its key, how it was called then, and when the last of them was due."""

    key: str
    label: Label
    stage: Stage
    tags: frozenset[Tag]
    due: datetime


@dataclass(frozen=True, slots=True)
class Teller:
    """A delivery that told a change, by its key, and the subscription by which it did."""

    delivery: str
    subscription: int


class ToldItems:
    """What was told, by delivery and update."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def forms(self, since: datetime) -> tuple[Form, ...]:
        """What messages told that were due since an instant and are out, and is not corrected; each form once."""
        question = (
            select(*_COLUMNS, func.max(deliveries.c.due).label("due"))
            .join(deliveries, deliveries.c.id == told.c.delivery_id)
            .where(deliveries.c.due >= since, deliveries.c.state == DeliveryState.SENT.value, not_(told.c.corrected))
            .group_by(*_COLUMNS)
            .order_by(told.c.key, told.c.label, told.c.stage, told.c.tags)
        )
        with self._database.reading() as connection:
            return tuple(_form(row) for row in connection.execute(question))

    def tellers(self, form: Form) -> tuple[Teller, ...]:
        """The deliveries that told a change in this form and are out, and did not correct it, the oldest first."""
        question = (
            select(deliveries.c.key, told.c.subscription)
            .join(deliveries, deliveries.c.id == told.c.delivery_id)
            .where(_of(form), deliveries.c.state == DeliveryState.SENT.value, not_(told.c.corrected))
            .order_by(deliveries.c.id)
        )
        with self._database.reading() as connection:
            return tuple(Teller(row.key, row.subscription) for row in connection.execute(question))

    def among(self, keys: Collection[str], change: str) -> tuple[Teller, ...]:
        """Which of these deliveries told a change, in whatever form and state, with the subscriptions by which they
        did."""
        question = (
            select(deliveries.c.key, told.c.subscription)
            .join(deliveries, deliveries.c.id == told.c.delivery_id)
            .where(told.c.key == change, deliveries.c.key.in_(sorted(keys)))
            .order_by(deliveries.c.id)
        )
        with self._database.reading() as connection:
            return tuple(Teller(row.key, row.subscription) for row in connection.execute(question))

    def by(self, delivery: str) -> tuple[Form, ...]:
        """All that a delivery told, what is corrected too."""
        question = (
            select(*_COLUMNS, deliveries.c.due)
            .join(deliveries, deliveries.c.id == told.c.delivery_id)
            .where(deliveries.c.key == delivery)
            .order_by(told.c.key)
        )
        with self._database.reading() as connection:
            return tuple(_form(row) for row in connection.execute(question))

    def settle(self, delivery: str, key: str) -> None:
        """Notes that nothing more is to be said of a change to whom the delivery told it."""
        self._set_corrected(delivery, key, corrected=True)

    def reopen(self, delivery: str, key: str) -> None:
        """Takes that back: what was said of the change did not go out."""
        self._set_corrected(delivery, key, corrected=False)

    def settled(self, recipient: Recipient) -> tuple[tuple[str, str], ...]:
        """The keys of a recipient's deliveries, each with that of a change of which nothing more is to be said."""
        question = (
            select(deliveries.c.key, told.c.key)
            .join(deliveries, deliveries.c.id == told.c.delivery_id)
            .where(is_for(deliveries, recipient), told.c.corrected)
        )
        with self._database.reading() as connection:
            return tuple((delivery, key) for delivery, key in connection.execute(question))

    def forget(self, before: datetime) -> int:
        """Forgets what was due before an instant; how many items that was."""
        old = select(deliveries.c.id).where(deliveries.c.due < before)
        with self._database.writing() as connection:
            return connection.execute(delete(told).where(told.c.delivery_id.in_(old))).rowcount

    def _set_corrected(self, delivery: str, key: str, *, corrected: bool) -> None:
        mine = select(deliveries.c.id).where(deliveries.c.key == delivery).scalar_subquery()
        change = update(told).where(told.c.delivery_id == mine, told.c.key == key).values(corrected=corrected)
        with self._database.writing() as connection:
            connection.execute(change)


def note_told(connection: Connection, batch: Iterable[Delivery]) -> None:
    """Keeps what new deliveries tell; they are in the outbox."""
    telling = {delivery.key: delivery.tells for delivery in batch if delivery.tells}
    keys = list(telling)
    for at in range(0, len(keys), KEYS_A_QUESTION):
        some = deliveries.c.key.in_(keys[at : at + KEYS_A_QUESTION])
        rows = connection.execute(select(deliveries.c.id, deliveries.c.key).where(some)).all()
        values = [_values(row.id, one) for row in rows for one in telling[row.key]]
        connection.execute(insert(told), values)


def _values(delivery_id: int, one: Told) -> dict[str, Any]:
    return {
        "delivery_id": delivery_id,
        "key": one.key,
        "subscription": one.subscription,
        "label": one.label.value,
        "stage": one.stage.value,
        "tags": _tags_text(one.tags),
    }


def _of(form: Form) -> Any:
    same = (told.c.label == form.label.value, told.c.stage == form.stage.value, told.c.tags == _tags_text(form.tags))
    return and_(told.c.key == form.key, *same)


def _form(row: Row[*tuple[Any, ...]]) -> Form:
    tags: Sequence[str] = json.loads(row.tags)
    return Form(row.key, Label(row.label), Stage(row.stage), frozenset(map(Tag.parse, tags)), row.due)


def _tags_text(tags: frozenset[Tag]) -> str:
    return json.dumps(sorted(map(str, tags)))
