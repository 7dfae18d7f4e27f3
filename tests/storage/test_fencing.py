"""Two connections at one row of the outbox at the same time, on a server: the second waits for what the first keeps,
and then finds the row as it is; who writes other rows waits for nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta

import psycopg
import pytest

from bot.domain.delivery import DeliveryState
from bot.domain.send_count import SendResult
from storage.store import Store
from tests.factories import NOW, a_delivery, a_document, a_recipient
from tests.postgres import PostgresForTests

LEASE = timedelta(minutes=2)
LATER = NOW + LEASE
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture
def url(postgres: PostgresForTests) -> str:
    """The address of a store without rows on the server."""
    return postgres.emptied()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store on the server that owes "d" in two parts, and "other" to another place; token 1 has "d"."""
    with Store.open(url) as opened:
        two = (a_document(), a_document())
        opened.deliveries.enqueue(
            [a_delivery("d", parts=two), a_delivery("other", parts=two, recipient=a_recipient(id="C2"))]
        )
        assert opened.deliveries.claim_one("d", NOW, LEASE)
        yield opened


Act = Callable[[Store], object]


def begins(store: Store) -> bool:
    """The next part is about to be posted."""
    return store.deliveries.begin_part("d", 1, NOW, LEASE)


def begins_late(store: Store) -> bool:
    """The same, when the lease is over."""
    return store.deliveries.begin_part("d", 1, LATER, LEASE)


def is_taken_over(store: Store) -> bool:
    """The lease of token 1 is over, and somebody else has the row."""
    return store.deliveries.claim_one("d", LATER, LEASE) is not None


def is_given_up(store: Store) -> object:
    """Whoever looks for work finds no part under way for longer than its lease."""
    store.deliveries.claim(LATER, LEASE, 10)
    delivery = store.deliveries.get("d")
    return delivery and delivery.state is DeliveryState.UNKNOWN


def is_recorded(store: Store) -> bool:
    """The part is out, and its lease goes on."""
    return store.deliveries.record_part("d", 1, "m1", LATER + LEASE)


RACES: dict[str, tuple[bool, Act, Act, bool]] = {
    "two take it over": (False, is_taken_over, is_taken_over, False),
    "one by one and many": (False, is_taken_over, lambda store: store.deliveries.claim(LATER, LEASE, 10)[1:], False),
    "a late begin after a take-over": (False, is_taken_over, begins_late, False),
    "a take-over after a late begin": (False, begins_late, is_taken_over, False),
    "a late record after a take-over": (False, is_taken_over, is_recorded, False),
    "a late record after it was given up": (True, is_given_up, is_recorded, False),
    "given up after a late record": (True, is_recorded, is_given_up, False),
    "a late end after a take-over": (
        False,
        is_taken_over,
        lambda store: store.deliveries.finish("d", 1, LATER),
        False,
    ),
    "put off after its end": (
        False,
        lambda store: store.deliveries.finish("d", 1, LATER),
        lambda store: store.deliveries.release("d", 1, LATER, "again", SendResult.LATER),
        False,
    ),
}
"""Whether a part is being posted, what one connection does and keeps a moment later, what another one does meanwhile,
and whether that holds."""


@pytest.mark.parametrize(("posting", "first", "second", "holds"), RACES.values(), ids=RACES)
def test_the_second_finds_what_the_first_kept(
    store: Store, url: str, posting: bool, first: Act, second: Act, holds: bool
) -> None:
    """Of two that speak about one row at once, the second's word is about the row as the first left it."""
    if posting:
        assert begins(store)
    with ThreadPoolExecutor(1) as pool:
        with store.together():
            assert first(store)
            said = pool.submit(second, store)
            _until_it_waits(url, said)
        assert bool(said.result(30)) is holds


def _until_it_waits(url: str, said: Future[object]) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        while not said.done():
            waiting = connection.execute(WAITING).fetchone()
            if waiting and waiting[0]:
                return
    raise AssertionError(f"did not wait: {said.result()}")


def test_others_do_not_wait(store: Store) -> None:
    """While one is in the middle of its word, and another one looks for work, a third delivery is taken, sent and
    counted."""

    def sent() -> bool:
        taken = store.deliveries.claim_one("other", NOW, LEASE)
        assert taken
        assert store.deliveries.begin_part("other", taken.token, NOW, LEASE)
        assert store.deliveries.record_part("other", taken.token, "m1", LATER)
        return store.deliveries.finish("other", taken.token, NOW)

    with ThreadPoolExecutor(1) as pool, store.together():
        assert begins(store)
        store.deliveries.enqueue([a_delivery("third", recipient=a_recipient(id="C3"))])
        assert pool.submit(sent).result(30)


def test_ends_at_once_are_all_counted(store: Store) -> None:
    """Many that end at once, the first of their kind among them, are added up (B010)."""
    keys = [f"n{number}" for number in range(40)]
    store.deliveries.enqueue([a_delivery(key, recipient=a_recipient(id=key)) for key in keys])

    def end(key: str) -> bool:
        taken = store.deliveries.claim_one(key, NOW, LEASE)
        return taken is not None and store.deliveries.finish(key, taken.token, NOW)

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(end, keys))
    assert sum(one.number for one in store.send_counts.all()) == len(keys)
