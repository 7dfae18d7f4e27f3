"""What whoever runs the bot needs of the outbox and of old rows: figures, and room.

Nothing is sent or decided here, and no key is ever forgotten: what was sent once stays sent (B007).
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select, update

from bot.domain.delivery import DeliveryState, Recipient
from bot.domain.operation import Parked, Queue
from storage.database import Database
from storage.document_codec import encode_documents
from storage.recipients import recipient_of
from storage.schema import deliveries

ROWS_AT_A_TIME = 1_000
"""Rows that are emptied in one transaction, so that nobody waits for the writer."""
PLACES_NAMED = 20


class Upkeep:
    """Figures of the outbox, and its cleaning."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def queues(self) -> tuple[Queue, ...]:
        """How many deliveries each platform has in each state, and when the oldest of them is or was due."""
        table = deliveries
        question = (
            select(table.c.platform, table.c.state, func.count(), func.min(table.c.due))
            .group_by(table.c.platform, table.c.state)
            .order_by(table.c.platform, table.c.state)
        )
        with self._database.reading() as connection:
            rows = connection.execute(question).all()
        return tuple(Queue(platform, DeliveryState(state), number, due) for platform, state, number, due in rows)

    def parked(self) -> tuple[Parked, ...]:
        """The places that take nothing from us, and why; one line for each, the first ones only."""
        table, places = deliveries, dict[Recipient, str]()
        question = select(table).where(table.c.state == DeliveryState.PARKED.value).order_by(table.c.due, table.c.id)
        with self._database.reading() as connection:
            for row in connection.execute(question.limit(PLACES_NAMED * 10)):
                places.setdefault(recipient_of(row), row.reason or "")
        return tuple(Parked(place, reason) for place, reason in places.items())[:PLACES_NAMED]

    def empty_sent(self, before: datetime) -> int:
        """Forgets what stood in deliveries that were due before an instant and are out; their keys, and the platforms'
        ids of their parts, stay. Gives how many those were."""
        table, nothing, emptied = deliveries, encode_documents(()), 0
        old = (table.c.state == DeliveryState.SENT.value, table.c.due < before, table.c.parts != nothing)
        while True:
            with self._database.writing() as connection:
                some = select(table.c.id).where(*old).limit(ROWS_AT_A_TIME)
                change = update(table).where(table.c.id.in_(some)).values(parts=nothing)
                changed = connection.execute(change).rowcount
            emptied += changed
            if changed < ROWS_AT_A_TIME:
                return emptied
