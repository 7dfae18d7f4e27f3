"""The job queue's side of the store: its tables, and what is owed and in no job yet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from bot.domain.delivery import DeliveryState
from bot.queue.schema import schema, steps
from storage.database import Database
from storage.queued import Owed
from storage.store import Store
from tests.factories import NOW, a_delivery, a_recipient
from tests.postgres import PostgresForTests

TASK = "deliver-slack"


@pytest.fixture
def store(postgres: PostgresForTests) -> Iterator[Store]:
    """A store on the server, with the queue's tables."""
    with Store.open(postgres.emptied()) as opened:
        opened.queued.prepare(schema(), steps())
        yield opened


def owe(store: Store, *workspaces: str) -> None:
    """A delivery for each workspace named, each in a place of its own, the first one due first."""
    store.deliveries.enqueue(
        [
            a_delivery(
                f"{name}{at}",
                recipient=a_recipient(platform="slack", workspace=name, id=f"C{at}"),
                due=NOW - timedelta(minutes=60 - at),
            )
            for at, name in enumerate(workspaces)
        ]
    )


def put_in(store: Store, *keys: str) -> None:
    """A job that waits for each of these deliveries."""
    assert store.queued.address
    insert = "INSERT INTO procrastinate_jobs (queue_name, task_name, queueing_lock) VALUES (%s, %s, %s)"
    with psycopg.connect(store.queued.address) as connection:
        for key in keys:
            connection.execute(insert, (TASK, TASK, f"{TASK}/{key}"))


def owed(store: Store, limit: int = 100) -> list[str]:
    """The keys of what is owed."""
    return [one.key for one in store.queued.owed(NOW, "slack", TASK, limit)]


def test_workspaces_take_turns(store: Store) -> None:
    """The first of every workspace comes before the second of any, and says so."""
    owe(store, "a", "a", "a", "b")
    assert store.queued.owed(NOW, "slack", TASK, 100) == (Owed("a0", 1), Owed("b3", 1), Owed("a1", 2), Owed("a2", 3))


def test_what_is_in_a_job_is_not_owed(store: Store) -> None:
    """A delivery with a job that waits needs none, and keeps its turn; a job of another task is none of its own."""
    owe(store, "a", "a", "b")
    put_in(store, "a0")
    assert store.queued.owed(NOW, "slack", TASK, 100) == (Owed("b2", 1), Owed("a1", 2))
    assert len(store.queued.owed(NOW, "slack", "another", 100)) == 3


@pytest.mark.parametrize(("limit", "found"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 2)])
def test_no_more_wait_than_the_limit(store: Store, limit: int, found: int) -> None:
    """Where so many jobs wait already, room is left for the rest alone."""
    owe(store, "a", "b", "c", "d")
    put_in(store, "a0", "b1")
    assert len(owed(store, limit)) == found


def test_only_what_may_be_sent(store: Store) -> None:
    """What is not due, on another platform, claimed, or held back by an earlier one of its place is not owed."""
    owe(store, "a", "b")
    place = a_recipient(platform="slack", workspace="b", id="C1")
    store.deliveries.enqueue([a_delivery("held back", recipient=place, due=NOW)])
    store.deliveries.enqueue([a_delivery("elsewhere", recipient=a_recipient(platform="discord"), due=NOW)])
    late = a_recipient(platform="slack", id="late")
    store.deliveries.enqueue([a_delivery("later", recipient=late, due=NOW + timedelta(seconds=1))])
    assert store.deliveries.claim_one("a0", NOW, timedelta(minutes=5))
    assert owed(store) == ["b1"]


def test_what_was_interrupted_is_in_doubt(store: Store) -> None:
    """A part that somebody began and never ended is in doubt when the lease is over, without a claim by anybody."""
    owe(store, "a")
    (claimed,) = store.deliveries.claim(NOW - timedelta(hours=1), timedelta(minutes=5), 1)
    assert store.deliveries.begin_part(claimed.key, claimed.token, NOW - timedelta(hours=1), timedelta(minutes=5))
    assert owed(store) == []
    assert store.deliveries.numbers() == {DeliveryState.UNKNOWN: 1}


def test_tables_are_made_once(postgres: PostgresForTests, store: Store) -> None:
    """Preparing again does nothing, also where every row was taken away meanwhile."""
    assert not store.queued.prepare(schema(), steps())
    with Store.open(postgres.emptied()) as again:
        assert not again.queued.prepare(schema(), steps())


def test_older_tables_take_the_steps_that_they_lack(postgres: PostgresForTests) -> None:
    """Tables of an older library take the later steps in order, each once; new ones take none."""
    address = postgres.new()
    made = "CREATE TABLE procrastinate_jobs (id int); CREATE TABLE procrastinate_steps (name text);"
    note = "INSERT INTO procrastinate_steps VALUES ('{}%')"
    old = {name: note.format(name) for name in ("01", "02")}
    new = {**old, **{name: note.format(name) for name in ("04", "03")}}
    with Store.open(address) as store:
        assert store.queued.prepare(made, old)
        assert store.queued.prepare("never", new)
        assert not store.queued.prepare("never", new)
    with psycopg.connect(address) as connection:
        names = connection.execute("SELECT name FROM procrastinate_steps").fetchall()
    assert names == [("03%",), ("04%",)]
    postgres.drop(address)


def test_a_file_has_no_queue(tmp_path: Path) -> None:
    """Where the store is a file there is nothing to connect to."""
    with Store.open(f"sqlite:///{tmp_path}/store.db") as store:
        assert store.queued.address is None


def test_the_address_as_the_driver_takes_it() -> None:
    """Nothing of DATABASE_URL is lost on the way to the queue, odd passwords and options included."""
    database = Database("postgresql+psycopg://me:p%40%20'x%2F+@db.example:6000/news?sslmode=require&options=-c%20a%3Db")
    assert conninfo_to_dict(database.address or "") == {
        "host": "db.example",
        "port": "6000",
        "user": "me",
        "password": "p@ 'x/+",
        "dbname": "news",
        "sslmode": "require",
        "options": "-c a=b",
    }
    database.close()
