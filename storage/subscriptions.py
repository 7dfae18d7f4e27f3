"""Subscriptions: standing queries of persons and channels. Which are due when is bot/domain/schedule.py's to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import time
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Row, delete, insert, not_, select, update

from bot.domain.delivery import Recipient
from bot.domain.subscription import Cadence, Subscription
from storage.columns import days_of, days_text, time_text
from storage.database import Database
from storage.query_codec import decode_query, encode_query
from storage.recipients import columns_of, is_for, recipient_of
from storage.schema import subscriptions

_table = subscriptions


class Subscriptions:
    """Subscriptions by id. Removing one keeps its row, so that it can be given back with the same id."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, subscription: Subscription) -> Subscription:
        """The subscription with its id. The same question of the same recipient is one subscription: where it stands it
        is given back as it is, and where it was removed it stands again in its new form."""
        values = _values(subscription)
        with self._database.writing() as connection:
            same = select(_table).where(is_for(_table, subscription.recipient), _table.c.text == subscription.text)
            row = connection.execute(same).first()
            if row is None:
                inserted = connection.execute(insert(_table).values(**values, removed=False).returning(_table.c.id))
                return replace(subscription, id=inserted.scalar_one())
            if not row.removed:
                return _subscription(row)
            again = update(_table).where(_table.c.id == row.id).values(**values, removed=False)
            connection.execute(again)
            return replace(subscription, id=row.id)

    def get(self, subscription: int) -> Subscription | None:
        """The subscription of an id, None if there is none or it was removed."""
        return next(iter(self._standing(_table.c.id == subscription)), None)

    def find(self, subscription: int) -> Subscription | None:
        """The subscription of an id, a removed one too: whoever gives it back must be allowed to."""
        with self._database.reading() as connection:
            row = connection.execute(select(_table).where(_table.c.id == subscription)).first()
            return _subscription(row) if row else None

    def of(self, recipient: Recipient) -> tuple[Subscription, ...]:
        """A recipient's subscriptions, paused ones too, in the order in which they came."""
        return self._standing(is_for(_table, recipient))

    def of_owner(self, platform: str, workspace: str, owner: str) -> tuple[Subscription, ...]:
        """What a person subscribed to, for whichever recipient."""
        return self._standing(_table.c.owner == owner, _table.c.platform == platform, _table.c.workspace == workspace)

    def at_once(self) -> tuple[Subscription, ...]:
        """Those that are told of each update when it comes; paused ones are not among them."""
        return self._standing(_table.c.cadence == Cadence.AT_ONCE.value, not_(_table.c.paused))

    def all_due(self) -> tuple[Subscription, ...]:
        """Those that wait for an hour, daily and weekly; paused ones are not among them."""
        return self._standing(_table.c.cadence != Cadence.AT_ONCE.value, not_(_table.c.paused))

    def remove(self, subscription: int) -> bool:
        """Ends a subscription; whether it stood until now."""
        return self._set_removed(subscription, removed=True)

    def restore(self, subscription: int) -> Subscription | None:
        """Gives a removed subscription back with its id; None if there never was one."""
        self._set_removed(subscription, removed=False)
        return self.get(subscription)

    def change(self, subscription: Subscription) -> bool:
        """Replaces everything but id, recipient and question by what is handed in; whether it stands."""
        kept = {*columns_of(subscription.recipient), "text", "query", "created"}
        values = {name: value for name, value in _values(subscription).items() if name not in kept}
        with self._database.writing() as connection:
            standing = (_table.c.id == subscription.id, not_(_table.c.removed))
            return connection.execute(update(_table).where(*standing).values(**values)).rowcount > 0

    def rewrite(self, subscription: Subscription) -> bool:
        """Replaces everything but id, recipient and creation by what is handed in, the question too; False where the
        recipient has that question in another subscription, or this one does not stand. One that was removed with that
        question gives way."""
        kept = {*columns_of(subscription.recipient), "created"}
        values = {name: value for name, value in _values(subscription).items() if name not in kept}
        same = (
            is_for(_table, subscription.recipient),
            _table.c.text == subscription.text,
            _table.c.id != subscription.id,
        )
        with self._database.writing() as connection:
            if connection.execute(select(_table.c.id).where(*same, not_(_table.c.removed))).first():
                return False
            connection.execute(delete(_table).where(*same))
            standing = (_table.c.id == subscription.id, not_(_table.c.removed))
            return connection.execute(update(_table).where(*standing).values(**values)).rowcount > 0

    def pause(self, recipient: Recipient) -> tuple[int, ...]:
        """Stops all of a recipient's subscriptions without removing them; the ids of those that were not paused."""
        return self._set_paused(recipient, paused=True)

    def resume(self, recipient: Recipient) -> tuple[int, ...]:
        """Lets all of a recipient's subscriptions go on; the ids of those that were paused."""
        return self._set_paused(recipient, paused=False)

    def _standing(self, *conditions: ColumnElement[bool]) -> tuple[Subscription, ...]:
        question = select(_table).where(not_(_table.c.removed), *conditions).order_by(_table.c.id)
        with self._database.reading() as connection:
            return tuple(map(_subscription, connection.execute(question)))

    def _set_removed(self, subscription: int, *, removed: bool) -> bool:
        change = update(_table).where(_table.c.id == subscription, _table.c.removed == (not removed))
        with self._database.writing() as connection:
            return connection.execute(change.values(removed=removed)).rowcount > 0

    def _set_paused(self, recipient: Recipient, *, paused: bool) -> tuple[int, ...]:
        others = (is_for(_table, recipient), not_(_table.c.removed), _table.c.paused == (not paused))
        change = update(_table).where(*others).values(paused=paused).returning(_table.c.id)
        with self._database.writing() as connection:
            ids: Sequence[int] = connection.execute(change).scalars().all()
            return tuple(sorted(ids))


def _values(subscription: Subscription) -> dict[str, Any]:
    return {
        **columns_of(subscription.recipient),
        "owner": subscription.owner,
        "text": subscription.text,
        "query": encode_query(subscription.query),
        "cadence": subscription.cadence.value,
        "zone": subscription.zone.key,
        "hour": time_text(subscription.hour),
        "days": days_text(subscription.days),
        "created": subscription.created,
        "paused": subscription.paused,
    }


def _subscription(row: Row[Any]) -> Subscription:
    return Subscription(
        id=row.id,
        recipient=recipient_of(row),
        owner=row.owner,
        text=row.text,
        query=decode_query(row.query),
        cadence=Cadence(row.cadence),
        zone=ZoneInfo(row.zone),
        hour=time.fromisoformat(row.hour),
        days=days_of(row.days),
        created=row.created,
        paused=row.paused,
    )
