"""What the store is to the job queue: where it lies, the tables that it makes for it, and what is owed and
in no job yet.

Only a store on a server has one. The queue's tables are the library's; their names stand here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, exists, func, literal, select, table, text
from sqlalchemy import column as a_column

from storage.claims import OUTBOX, give_up_interrupted
from storage.database import Database
from storage.schema import deliveries
from storage.turns import due_in_turn

JOBS = "procrastinate_jobs"

_jobs = table(JOBS, a_column("queue_name"), a_column("queueing_lock"), a_column("status"))
_waits = text(f"{JOBS}.status = 'todo'")
"""As words: a value of text is no value of the library's own type."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A delivery that is due and in no job; of its workspace's it is the `turn`-th, from 1."""

    key: str
    turn: int


class Queued:
    """The queue's side of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def address(self) -> str | None:
        """What a driver connects to, password and all; None where the store is a file and has no queue."""
        return self._database.address

    def prepare(self, schema: str, steps: Mapping[str, str]) -> bool:
        """Makes the queue's tables, or takes the steps that they are behind; whether anything had to be done. One
        process does it, others wait; how far the tables are is noted with them."""
        newest = max(steps)
        with self._database.reading() as connection:
            if _reached(connection, self._database) == newest:
                return False
        with self._database.writing_schema() as connection:
            reached = _reached(connection, self._database)
            if reached is None:
                _run(connection, schema)
            for name, step in sorted(steps.items()):
                if reached is not None and name > reached:
                    _run(connection, step)
            _run(connection, f"COMMENT ON TABLE {JOBS} IS '{newest}'")
        return True

    def owed(self, now: datetime, platform: str, task: str, limit: int, *, resumes: bool = False) -> tuple[Owed, ...]:
        """Deliveries on a platform that are due, may be sent, and wait in no job of this task, those of every workspace
        in turn; no more than make `limit` jobs that wait. What was interrupted is in doubt from now on, unless it can
        be found out whether it is out (`resumes`)."""
        with self._database.writing(OUTBOX) as connection:
            if not resumes:
                give_up_interrupted(connection, now, (platform,))
            waiting = select(func.count()).select_from(_jobs).where(_jobs.c.queue_name == task, _waits)
            room = limit - int(connection.execute(waiting).scalar_one())
            if room <= 0:
                return ()
            ranked = due_in_turn(now, (platform,))
            in_a_job = exists().where(_jobs.c.queueing_lock == literal(f"{task}/") + deliveries.c.key, _waits)
            question = (
                select(deliveries.c.key, ranked.c.turn)
                .join(ranked, ranked.c.id == deliveries.c.id)
                .where(~ranked.c.under_way, ~in_a_job)
                .order_by(ranked.c.turn, ranked.c.due, ranked.c.id)
                .limit(room)
            )
            return tuple(Owed(row.key, row.turn) for row in connection.execute(question))


def _reached(connection: Connection, database: Database) -> str | None:
    """The last step that the queue's tables are past; None where there are none."""
    if JOBS not in database.tables(connection):
        return None
    comment = connection.exec_driver_sql(f"SELECT obj_description('{JOBS}'::regclass)").scalar()
    return str(comment or "")


def _run(connection: Connection, statements: str) -> None:
    """Many statements at once, by the driver itself: nothing in them is a mark for a value."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute(statements)
    finally:
        cursor.close()
