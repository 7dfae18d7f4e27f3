"""A channel that has another id keeps everything that it had under the old one."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.domain.delivery import DeliveryState, Recipient, RecipientKind, Thread
from storage.store import Store
from tests.factories import NOW, a_delivery

OLD = Recipient("slack", "T1", RecipientKind.CHANNEL, "G1")
NEW = replace(OLD, id="C1")
LEASE = timedelta(minutes=5)


def test_everything_of_a_channel_moves(store: Store) -> None:
    """Settings, subscriptions, how far it has each edition, and what waits, its messages named by the new id; another
    workspace's channel of the same id is left alone (B084)."""
    stranger = replace(OLD, workspace="T2")
    for place in (OLD, stranger):
        store.channels.cover({(place, "systems-daily"): NOW})
    store.deliveries.enqueue([a_delivery("d", recipient=OLD, thread=Thread("8 Jul", "G1/1.2"), edits="G1/1.2")])
    store.deliveries.enqueue([a_delivery("other", recipient=stranger)])
    assert store.renaming.rename(OLD, "C1") > 0
    moved = store.deliveries.get("d")
    assert moved is not None
    assert (moved.recipient, moved.thread, moved.edits) == (NEW, Thread("8 Jul", "C1/1.2"), "C1/1.2")
    assert dict(store.channels.covered()) == {(NEW, "systems-daily"): NOW, (stranger, "systems-daily"): NOW}
    assert [one.key for one in store.deliveries.of(stranger)] == ["other"]


def test_what_the_new_id_has_already_is_kept(store: Store) -> None:
    """Where both ids have the same setting the new one's stands, and telling it twice changes nothing."""
    for place, until in ((OLD, NOW - LEASE), (NEW, NOW)):
        store.channels.cover({(place, "systems-daily"): until})
    store.channels.cover({(OLD, "frameworks-weekly"): NOW})
    store.renaming.rename(OLD, "C1")
    assert store.renaming.rename(OLD, "C1") == 0
    assert dict(store.channels.covered()) == {(NEW, "systems-daily"): NOW, (NEW, "frameworks-weekly"): NOW}


def test_a_part_that_is_out_is_named_by_the_new_id(store: Store) -> None:
    """What was sent before is edited later under the id that the platform knows now."""
    store.deliveries.enqueue([a_delivery("d", recipient=OLD)])
    (one,) = store.deliveries.claim(NOW, LEASE, 1)
    store.deliveries.record_part("d", one.token, "G1/1.2", NOW + LEASE)
    store.deliveries.finish("d", one.token, NOW)
    store.renaming.rename(OLD, "C1")
    sent = store.deliveries.get("d")
    assert sent is not None
    assert (sent.state, sent.sent_ids) == (DeliveryState.SENT, ("C1/1.2",))
