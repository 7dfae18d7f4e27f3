"""Subscriptions: standing queries of persons and channels. Which are due when is bot/domain/schedule.py's to say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Row, delete, func, insert, not_, select, update

from bot.domain.delivery import Recipient
from bot.domain.serving import Mark
from bot.domain.subscription import Cadence, Subscription
from storage.columns import days_of, days_text, time_text
from storage.database import Database
from storage.query_codec import decode_query, encode_query
from storage.recipients import columns_of, is_for, recipient_of
from storage.schema import subscriptions
from storage.subscription_changes import note_change

_table = subscriptions
IDS_A_QUESTION = 500


class Subscriptions:
    """Subscriptions by id. Removing one keeps its row, so that it can be given back with the same id."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, subscription: Subscription) -> Subscription:
        """The subscription with its id. The same question of the same recipient is one subscription: where it stands it
        is given back as it is, and where it was removed it stands again in its new form. It is owed what comes from
        its creation on."""
        new = replace(subscription, served=subscription.created, seen=subscription.created)
        values = {**_values(new), "served": new.served, "seen": new.seen, "served_on": None}
        with self._database.writing() as connection:
            same = select(_table).where(is_for(_table, subscription.recipient), _table.c.text == subscription.text)
            row = connection.execute(same).first()
            if row is None:
                inserted = connection.execute(insert(_table).values(**values, removed=False).returning(_table.c.id))
                new = replace(new, id=inserted.scalar_one())
                note_change(connection, _table.c.id == new.id)
                return new
            if not row.removed:
                return _subscription(row)
            note_change(connection, _table.c.id == row.id)
            again = update(_table).where(_table.c.id == row.id).values(**values, removed=False)
            connection.execute(again)
            return replace(new, id=row.id)

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

    def of_ids(self, ids: Collection[int]) -> tuple[Subscription, ...]:
        """The subscriptions of these ids that stand and are not paused, in the order of their ids."""
        wanted = sorted(ids)
        found: list[Subscription] = []
        for at in range(0, len(wanted), IDS_A_QUESTION):
            some = wanted[at : at + IDS_A_QUESTION]
            found += self._standing(_table.c.id.in_(some), not_(_table.c.paused))
        return tuple(found)

    def all_due(self) -> tuple[Subscription, ...]:
        """Those that wait for an hour, daily and weekly, paused ones too."""
        return self._standing(_table.c.cadence != Cadence.AT_ONCE.value)

    def serve(self, marks: Mapping[int, Mark]) -> None:
        """Notes of subscriptions, by id, up to when nothing is owed to them; that is no change of what they ask for."""
        ids_of: dict[Mark, list[int]] = defaultdict(list)
        for number, mark in marks.items():
            ids_of[mark].append(number)
        with self._database.writing() as connection:
            for mark, ids in ids_of.items():
                values: dict[str, Any] = {"served": mark.until, "served_on": mark.day.isoformat()}
                if mark.seen is not None:
                    values["seen"] = mark.seen
                for start in range(0, len(ids), IDS_A_QUESTION):
                    some = _table.c.id.in_(ids[start : start + IDS_A_QUESTION])
                    connection.execute(update(_table).where(some).values(**values))

    def remove(self, subscription: int) -> bool:
        """Ends a subscription; whether it stood until now."""
        return self._set_removed(subscription, removed=True)

    def restore(self, subscription: int) -> Subscription | None:
        """Gives a removed subscription back with its id; None if there never was one."""
        self._set_removed(subscription, removed=False)
        return self.get(subscription)

    def change(self, subscription: Subscription) -> bool:
        """Replaces everything but id, recipient, question, creation and how far it was served by what is handed in;
        whether it stands."""
        kept = {*columns_of(subscription.recipient), "text", "query", "created"}
        values = {name: value for name, value in _values(subscription).items() if name not in kept}
        standing = (_table.c.id == subscription.id, not_(_table.c.removed))
        with self._database.writing() as connection:
            note_change(connection, *standing)
            return connection.execute(update(_table).where(*standing).values(**values)).rowcount > 0

    def rewrite(self, subscription: Subscription) -> bool:
        """Replaces everything but id, recipient, creation and how far it was served by what is handed in, the question
        too; False where the recipient has that question in another subscription, or this one does not stand. One that
        was removed with that question gives way."""
        kept = {*columns_of(subscription.recipient), "created"}
        values = {name: value for name, value in _values(subscription).items() if name not in kept}
        same = (
            is_for(_table, subscription.recipient),
            _table.c.text == subscription.text,
            _table.c.id != subscription.id,
        )
        standing = (_table.c.id == subscription.id, not_(_table.c.removed))
        with self._database.writing() as connection:
            if connection.execute(select(_table.c.id).where(*same, not_(_table.c.removed))).first():
                return False
            # A removed one asks for nothing: that its row goes is no change.
            connection.execute(delete(_table).where(*same))
            note_change(connection, *standing)
            return connection.execute(update(_table).where(*standing).values(**values)).rowcount > 0

    def count(self, recipient: Recipient) -> int:
        """How many subscriptions a recipient has, paused ones too."""
        question = select(func.count()).where(is_for(_table, recipient), not_(_table.c.removed))
        with self._database.reading() as connection:
            return int(connection.execute(question).scalar_one())

    def pause(self, recipient: Recipient, until: datetime | None = None) -> tuple[int, ...]:
        """Stops all of a recipient's subscriptions without removing them, until an instant where one is given, those
        too that were paused till another one; the ids of those that were not paused."""
        standing = (is_for(_table, recipient), not_(_table.c.removed))
        with self._database.writing() as connection:
            note_change(connection, *standing)
            going = connection.execute(select(_table.c.id).where(*standing, not_(_table.c.paused))).scalars().all()
            connection.execute(update(_table).where(*standing).values(paused=True, paused_until=until))
            return tuple(sorted(going))

    def wake(self, now: datetime) -> int:
        """Lets those go on whose pause is over; how many."""
        over = (_table.c.paused, _table.c.paused_until <= now)
        with self._database.reading() as connection:
            if connection.execute(select(_table.c.id).where(*over).limit(1)).first() is None:
                return 0
        with self._database.writing() as connection:
            note_change(connection, *over)
            change = update(_table).where(*over).values(paused=False, paused_until=None)
            return connection.execute(change).rowcount

    def resume(self, recipient: Recipient) -> tuple[int, ...]:
        """Lets all of a recipient's subscriptions go on; the ids of those that were paused."""
        paused = (is_for(_table, recipient), not_(_table.c.removed), _table.c.paused)
        change = update(_table).where(*paused).values(paused=False, paused_until=None).returning(_table.c.id)
        with self._database.writing() as connection:
            note_change(connection, *paused)
            ids: Sequence[int] = connection.execute(change).scalars().all()
            return tuple(sorted(ids))

    def _standing(self, *conditions: ColumnElement[bool]) -> tuple[Subscription, ...]:
        question = select(_table).where(not_(_table.c.removed), *conditions).order_by(_table.c.id)
        with self._database.reading() as connection:
            return tuple(map(_subscription, connection.execute(question)))

    def _set_removed(self, subscription: int, *, removed: bool) -> bool:
        other = (_table.c.id == subscription, _table.c.removed == (not removed))
        with self._database.writing() as connection:
            note_change(connection, *other)
            return connection.execute(update(_table).where(*other).values(removed=removed)).rowcount > 0


def _values(subscription: Subscription) -> dict[str, Any]:
    """The columns without how far it was served, which whoever changes it meanwhile must not set back."""
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
        "paused_until": subscription.paused_until,
        "matters": subscription.matters,
        "of_stack": subscription.of_stack,
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
        paused_until=row.paused_until,
        matters=row.matters,
        of_stack=row.of_stack,
        served=row.served,
        seen=row.seen,
        served_on=date.fromisoformat(row.served_on) if row.served_on else None,
    )
