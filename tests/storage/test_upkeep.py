"""Figures of the outbox, and room made in it."""

from __future__ import annotations

from datetime import timedelta

from bot.domain.delivery import Delivery, DeliveryState, Recipient, RecipientKind
from bot.domain.document import Document, Paragraph, Text
from bot.domain.operation import Parked, Queue
from storage.store import Store
from tests.factories import at

LEASE = timedelta(minutes=5)


def to(channel: str, hour: int) -> Delivery:
    """A delivery to a channel of its own that is due then."""
    place = Recipient("slack", "T1", RecipientKind.CHANNEL, channel)
    return Delivery(f"daily/{channel}/{hour}", place, (Document((Paragraph((Text("news"),)),)),), at(hour))


def send(store: Store, count: int) -> None:
    """Sends what is due first."""
    for one in store.deliveries.claim(at(20), LEASE, count):
        store.deliveries.begin_part(one.key, one.token, at(20), LEASE)
        store.deliveries.record_part(one.key, one.token, "id", at(20))
        store.deliveries.finish(one.key, one.token, at(20))


def test_queues_are_counted(store: Store) -> None:
    """Each platform and state has its number and the instant at which its oldest delivery is due."""
    store.deliveries.enqueue([to("C1", 1), to("C2", 2), to("C3", 3)])
    send(store, 1)
    assert store.upkeep.queues() == (
        Queue("slack", DeliveryState.PENDING, 2, at(2)),
        Queue("slack", DeliveryState.SENT, 1, at(1)),
    )


def test_parked_places_are_named_once(store: Store) -> None:
    """A place that takes nothing is named with its reason, however much waits for it."""
    store.deliveries.enqueue([to("C1", 1), to("C1", 2), to("C2", 1)])
    one, _ = store.deliveries.claim(at(3), LEASE, 2)
    store.deliveries.park(one.key, one.token, "archived")
    assert store.upkeep.parked() == (Parked(one.recipient, "archived"),)


def test_old_parts_are_emptied_and_keys_stay(store: Store) -> None:
    """What was due before the instant and is out loses its words and never its key: it is not sent again. What is not
    out keeps them, however old."""
    store.deliveries.enqueue([to("C1", 1), to("C2", 2), to("C3", 1)])
    send(store, 2)
    assert store.upkeep.empty_sent(at(2)) == 2
    assert store.upkeep.empty_sent(at(2)) == 0
    assert [one.parts == () for one in store.deliveries.all()] == [True, True, False]
    assert store.deliveries.enqueue([to("C1", 1)]) == ()
    assert store.deliveries.claim(at(20), LEASE, 5)[0].recipient.id == "C2"
