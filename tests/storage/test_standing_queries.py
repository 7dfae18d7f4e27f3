"""What subscriptions ask for that may tell of something at once, and which of them changed since when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from threading import Event, Thread

import pytest

from bot.domain.command import Actor
from bot.domain.delivery import RecipientKind
from bot.domain.serving import Mark
from bot.domain.subscription import Cadence, Subscription
from storage import standing_queries
from storage.database import Database
from storage.moving import move
from storage.personal import Person
from storage.schema import subscriptions
from storage.standing_queries import StandingQuery
from storage.store import Store
from storage.subscription_changes import last_change, note_change
from tests.factories import NOW, a_query, a_subscription
from tests.postgres import PostgresForTests

NEW = replace(a_subscription(), id=0)
READER = NEW.recipient
CHANNEL = replace(READER, kind=RecipientKind.CHANNEL, id="C1")
PERSON = Person(Actor(READER.platform, READER.workspace, READER.id), READER)


@pytest.fixture
def two(store: Store) -> tuple[Subscription, Subscription]:
    """Two subscriptions of the reader, the second one removed, and one of somebody else that nobody touches."""
    one, gone = (store.subscriptions.add(replace(NEW, text=text)) for text in ("one", "gone"))
    store.subscriptions.add(replace(NEW, recipient=CHANNEL))
    store.subscriptions.remove(gone.id)
    return one, gone


def of(store: Store) -> list[StandingQuery]:
    """All standing queries."""
    return list(store.standing_queries.all())


def changed(store: Store, since: int) -> tuple[int, ...]:
    """The subscriptions that were changed since."""
    return store.standing_queries.changes_since(since).subscriptions


@pytest.mark.parametrize("rows_at_once", [1, 2, 3, 4])
def test_all(store: Store, monkeypatch: pytest.MonkeyPatch, rows_at_once: int) -> None:
    """At-once ones of anybody and all of persons, but no paused and no removed ones, however many are read at once."""
    monkeypatch.setattr(standing_queries, "ROWS_AT_ONCE", rows_at_once)
    at_once = store.subscriptions.add(replace(NEW, recipient=CHANNEL, cadence=Cadence.AT_ONCE))
    weekly = store.subscriptions.add(replace(NEW, cadence=Cadence.WEEKLY, query=a_query("kind:release")))
    store.subscriptions.add(replace(NEW, recipient=CHANNEL, text="of a channel, daily"))
    store.subscriptions.add(replace(NEW, text="paused", paused=True))
    store.subscriptions.remove(store.subscriptions.add(replace(NEW, text="removed")).id)
    daily = store.subscriptions.add(replace(NEW, text="daily"))
    expected = [
        StandingQuery(at_once.id, at_once.query, at_once=True),
        StandingQuery(weekly.id, weekly.query, at_once=False),
        StandingQuery(daily.id, daily.query, at_once=False),
    ]
    assert of(store) == expected
    assert list(store.standing_queries.changes_since(0).standing) == expected


@pytest.mark.parametrize(
    ("change", "touched"),
    [
        pytest.param(lambda store, one, _: store.subscriptions.change(one), (True, False), id="change"),
        pytest.param(lambda store, one, _: store.subscriptions.remove(one.id), (True, False), id="remove"),
        pytest.param(lambda store, _, gone: store.subscriptions.remove(gone.id), (False, False), id="remove-again"),
        pytest.param(lambda store, _, gone: store.subscriptions.restore(gone.id), (False, True), id="restore"),
        pytest.param(lambda store, _, gone: store.subscriptions.add(gone), (False, True), id="add-again"),
        pytest.param(lambda store, one, _: store.subscriptions.add(one), (False, False), id="add-what-stands"),
        pytest.param(lambda store, *_: store.subscriptions.pause(READER), (True, False), id="pause"),
        pytest.param(
            lambda store, one, gone: store.subscriptions.rewrite(replace(one, text=gone.text)),
            (True, False),
            id="rewrite-in-place-of-another",
        ),
        pytest.param(lambda store, *_: store.personal.forget(PERSON), (True, True), id="forget"),
        pytest.param(lambda store, *_: store.renaming.rename(READER, "C2"), (True, True), id="rename"),
        pytest.param(
            lambda store, one, _: store.subscriptions.serve({one.id: Mark(NOW, NOW.date(), NOW)}),
            (False, False),
            id="how-far-it-was-served",
        ),
    ],
)
def test_touched(
    store: Store,
    two: tuple[Subscription, Subscription],
    change: Callable[[Store, Subscription, Subscription], object],
    touched: tuple[bool, bool],
) -> None:
    """A change names those that it touched, also where their rows are gone, and no other one."""
    before = store.standing_queries.last_change()
    change(store, *two)
    expected = {one.id for one, is_touched in zip(two, touched, strict=True) if is_touched}
    assert set(changed(store, before)) == expected
    assert (store.standing_queries.last_change() > before) >= bool(expected)
    assert changed(store, store.standing_queries.last_change()) == ()


def test_paused_and_awake(store: Store) -> None:
    """Those whose pause is over, and those that are let go on, are touched; a pause that lasts is not."""
    soon, later = NOW + timedelta(hours=1), NOW + timedelta(hours=2)
    one = store.subscriptions.add(NEW)
    other = store.subscriptions.add(replace(NEW, recipient=CHANNEL))
    store.subscriptions.pause(READER, soon)
    store.subscriptions.pause(CHANNEL, later)
    before = store.standing_queries.last_change()
    store.subscriptions.wake(soon)
    assert changed(store, before) == (one.id,)
    before = store.standing_queries.last_change()
    store.subscriptions.resume(CHANNEL)
    assert changed(store, before) == (other.id,)


def test_only_what_was_kept(store: Store) -> None:
    """Within a block that may be undone, its changes are not told of: the numbers of an undone one are given again."""
    first = store.subscriptions.add(NEW)
    before = store.standing_queries.last_change()

    def undone() -> None:
        with store.together():
            store.subscriptions.remove(first.id)
            assert store.standing_queries.last_change() == before
            assert [one.subscription for one in of(store)] == [first.id]
            raise TimeoutError

    with pytest.raises(TimeoutError):
        undone()
    assert (store.standing_queries.last_change(), changed(store, before)) == (before, ())
    second = store.subscriptions.add(replace(NEW, text="second"))
    assert changed(store, before) == (second.id,)


def test_numbers_are_kept_in_order(postgres: PostgresForTests) -> None:
    """On a server, too, a change gets its number only when the one before it was kept, whatever else the two write:
    who has read a number will find no smaller one later."""
    url = postgres.emptied()
    with Store.open(url) as store:
        one, other = (store.subscriptions.add(replace(NEW, text=text)) for text in ("one", "other"))
        before = store.standing_queries.last_change()
        asked, numbered = Event(), Event()
        database = Database(url)

        def change() -> None:
            with database.writing("a subject of its own") as connection:
                asked.set()
                note_change(connection, subscriptions.c.id == other.id)
                numbered.set()

        second = Thread(target=change)
        with database.writing("another subject") as connection:
            note_change(connection, subscriptions.c.id == one.id)
            second.start()
            assert asked.wait(30)
            assert not numbered.wait(0.2)
            assert changed(store, before) == ()
            assert last_change(connection) == before + 1
        second.join(30)
        assert numbered.is_set()
        database.close()
        assert changed(store, before + 1) == (other.id,)
        assert set(changed(store, before)) == {one.id, other.id}


def test_moved(a_file: str, postgres: PostgresForTests) -> None:
    """In a store that was moved to a server changes are numbered on from those in the file."""
    url = postgres.new()
    with Store.open(a_file) as old:
        kept = old.subscriptions.add(NEW)
        last = old.standing_queries.last_change()
    move(a_file, url)
    with Store.open(url) as store:
        assert (store.standing_queries.last_change(), [one.subscription for one in of(store)]) == (last, [kept.id])
        store.subscriptions.pause(READER)
        assert changed(store, last) == (kept.id,)
    postgres.drop(url)
