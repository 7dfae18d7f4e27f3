"""The index that is kept up finds what one finds that was made a moment ago, whoever changed what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.domain.command import Actor
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.subscription import Cadence, Subscription
from bot.domain.update import Kind
from handlers.kept_index import KeptIndex, kept_index
from storage.personal import Person
from storage.standing_queries import Changes, StandingQueries, StandingQuery
from storage.store import Store
from tests.factories import NOW, a_query, a_recipient, a_subscription, a_vocabulary, an_update
from tests.postgres import PostgresForTests
from tests.stores import without_rows

STEPS = 50
VOCABULARY = a_vocabulary()
PLACES = (a_recipient(), a_recipient(id="other"), a_recipient(kind=RecipientKind.CHANNEL, id="C1"))
QUERIES = (
    a_query("hardware:sm120"),
    a_query("hardware:blackwell", "project:flashinfer"),
    a_query("project:flashinfer", phrases=("kernel",)),
    a_query("project:flashinfer", excluded=a_query("hardware:sm120").tags),
    a_query(),
)
UPDATES = (
    an_update("Repair a kernel", number=1, tags=("hardware:sm120",)),
    an_update("Close a hole", number=2, kind=Kind.SECURITY, tags=("hardware:sm120",)),
    an_update("Close another hole in a kernel", number=3, kind=Kind.SECURITY),
)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store without rows, on either database."""
    if request.param == "postgresql":
        server: PostgresForTests = request.getfixturevalue("postgres")
        return server.emptied()
    return f"sqlite:///{without_rows(tmp_path / 'store.db')}"


@pytest.fixture
def processes(url: str) -> Iterator[tuple[Store, Store]]:
    """Two processes' stores, which are one."""
    with Store.open(url) as one, Store.open(url) as other:
        yield one, other


def a_change(chance: Random, store: Store) -> Callable[[], object]:
    """Something that somebody does to subscriptions of the same few places."""
    place, query, cadence = chance.choice(PLACES), chance.choice(QUERIES), chance.choice(list(Cadence))
    number = chance.randint(1, 12)
    found = store.subscriptions
    old = found.find(number) or a_subscription(recipient=place)
    new = replace(old, id=number, text=f"text {chance.randint(1, 4)}", query=query, cadence=cadence, paused=False)
    until = NOW + timedelta(minutes=chance.randint(0, 10))
    return chance.choice(
        [
            *[lambda: found.add(replace(new, recipient=place))] * 4,
            lambda: found.change(new),
            lambda: found.rewrite(new),
            lambda: found.remove(number),
            lambda: found.restore(number),
            lambda: found.pause(place, until),
            lambda: found.resume(place),
            lambda: found.wake(until),
            lambda: forget(store, place),
            lambda: store.renaming.rename(place, chance.choice(PLACES).id),
            lambda: undone(store, new),
        ]
    )


def forget(store: Store, place: Recipient) -> None:
    """Somebody is forgotten; a channel is not."""
    if place.kind is RecipientKind.USER:
        store.personal.forget(Person(Actor(place.platform, place.workspace, place.id), place))


def undone(store: Store, wanted: Subscription) -> None:
    """Changes that fail at their end."""
    with suppress(TimeoutError), store.together():
        store.subscriptions.rewrite(wanted)
        store.subscriptions.pause(wanted.recipient)
        KeptIndex(store.standing_queries, VOCABULARY).ids(UPDATES)
        kept_index(store.standing_queries, VOCABULARY).ids(UPDATES)
        raise TimeoutError


def test_as_one_made_anew(processes: tuple[Store, Store]) -> None:
    """After any changes, made by two processes and asked for after each or after some, the same is found; something
    is found at most steps."""
    chance = Random(3)
    found = 0
    for _ in range(STEPS):
        a_change(chance, chance.choice(processes))()
        anew = KeptIndex(processes[0].standing_queries, VOCABULARY).ids(UPDATES)
        for store in processes:
            if chance.random() < 0.7:
                assert kept_index(store.standing_queries, VOCABULARY).ids(UPDATES) == anew
        found += any(anew.values())
    assert found > STEPS / 2


class Watched(StandingQueries):
    """Standing queries that note what was read of them."""

    def __init__(self, store: Store) -> None:
        """Those of a store."""
        super().__init__(store._database)
        self.read: list[int] = []

    def changes_since(self, number: int) -> Changes:
        """What was changed, of which is noted what is read."""
        changes = super().changes_since(number)
        self.read += changes.subscriptions
        return changes

    def all(self) -> Iterator[StandingQuery]:
        """All of them, which is noted as 0."""
        self.read.append(0)
        return super().all()


def test_only_changes_are_read(processes: tuple[Store, Store]) -> None:
    """After all was read once, only what another process changed is read, and nothing where nothing was."""
    here, there = processes
    one, other = (there.subscriptions.add(replace(a_subscription(text), query=QUERIES[0])) for text in ("one", "other"))
    queries = Watched(here)
    index = KeptIndex(queries, VOCABULARY)
    assert index.ids(UPDATES)[UPDATES[1].key] == {one.id, other.id}
    there.subscriptions.change(replace(other, cadence=Cadence.AT_ONCE))
    for _ in range(2):
        assert index.ids(UPDATES)[UPDATES[0].key] == {other.id}
    there.subscriptions.remove(one.id)
    assert index.ids(UPDATES)[UPDATES[1].key] == {other.id}
    assert queries.read == [0, other.id, one.id]
