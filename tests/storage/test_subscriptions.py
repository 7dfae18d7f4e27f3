"""Standing queries: added once, removed without being lost, paused, and listed for whoever needs them."""

from __future__ import annotations

from dataclasses import replace
from datetime import time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.domain.delivery import RecipientKind
from bot.domain.serving import Mark
from bot.domain.subscription import Cadence
from storage.store import Store
from tests.factories import a_query, a_subscription

NEW = replace(a_subscription(), id=0)


def test_round_trip(store: Store) -> None:
    """A subscription gets an id and comes back field by field."""
    wanted = replace(
        NEW,
        query=a_query("project:vllm", phrases=("illegal memory access",), excluded=a_query("hardware:rocm").tags),
        cadence=Cadence.WEEKLY,
        zone=ZoneInfo("America/New_York"),
        hour=time(17, 30),
        days=frozenset({1, 7}),
    )
    added = store.subscriptions.add(wanted)
    assert added == replace(wanted, id=added.id, served=wanted.created, seen=wanted.created)
    assert store.subscriptions.get(added.id) == added
    assert store.subscriptions.of(wanted.recipient) == (added,)


def test_asked_twice(store: Store) -> None:
    """The same question of the same recipient is one subscription; for another recipient it is another one."""
    first = store.subscriptions.add(NEW)
    assert store.subscriptions.add(replace(NEW, cadence=Cadence.AT_ONCE)) == first
    other = replace(NEW, recipient=replace(NEW.recipient, workspace="elsewhere"))
    assert store.subscriptions.add(other).id != first.id
    assert store.subscriptions.of(NEW.recipient) == (first,)


def test_removed_and_restored(store: Store) -> None:
    """A removed subscription is gone for everyone, and comes back with its id and all that it had."""
    added = store.subscriptions.add(NEW)
    assert store.subscriptions.remove(added.id)
    assert not store.subscriptions.remove(added.id)
    assert store.subscriptions.get(added.id) is None
    assert store.subscriptions.of(NEW.recipient) == store.subscriptions.all_due() == ()
    assert store.subscriptions.restore(added.id) == added
    assert store.subscriptions.restore(added.id) == added
    assert store.subscriptions.restore(999) is None


def test_added_again_after_removal(store: Store) -> None:
    """Asked for again after its removal it stands in its new form, with its old id."""
    added = store.subscriptions.add(NEW)
    store.subscriptions.remove(added.id)
    again = store.subscriptions.add(replace(NEW, cadence=Cadence.AT_ONCE))
    assert again == replace(added, cadence=Cadence.AT_ONCE)


def test_cadences(store: Store) -> None:
    """At-once ones are told apart from those that wait for an hour, of which paused ones are listed too."""
    at_once = store.subscriptions.add(replace(NEW, text="a", cadence=Cadence.AT_ONCE))
    daily = store.subscriptions.add(replace(NEW, text="b", cadence=Cadence.DAILY))
    weekly = store.subscriptions.add(replace(NEW, text="c", cadence=Cadence.WEEKLY))
    store.subscriptions.add(replace(NEW, text="d", cadence=Cadence.AT_ONCE, paused=True))
    assert store.subscriptions.of_ids([weekly.id, at_once.id, 999]) == (at_once, weekly)
    paused = store.subscriptions.add(replace(NEW, text="e", paused=True))
    assert store.subscriptions.all_due() == (daily, weekly, paused)


def test_served(store: Store) -> None:
    """How far one was served is kept whatever is changed of it, and no other one's mark moves."""
    one, other = (store.subscriptions.add(replace(NEW, text=text)) for text in "ab")
    later = NEW.created + timedelta(days=1)
    store.subscriptions.serve({one.id: Mark(later, later.date(), later)})
    store.subscriptions.change(replace(one, hour=time(8)))
    store.subscriptions.rewrite(replace(one, text="c"))
    assert [found.served for found in store.subscriptions.of(NEW.recipient)] == [later, other.served]
    assert [found.served_on for found in store.subscriptions.of(NEW.recipient)] == [later.date(), None]


def test_paused_and_resumed(store: Store) -> None:
    """A recipient's subscriptions stop and go on together; only those that changed are named."""
    one = store.subscriptions.add(replace(NEW, text="a"))
    two = store.subscriptions.add(replace(NEW, text="b", paused=True))
    gone = store.subscriptions.add(replace(NEW, text="c"))
    store.subscriptions.remove(gone.id)
    assert store.subscriptions.pause(NEW.recipient) == (one.id,)
    assert store.subscriptions.pause(NEW.recipient) == ()
    assert store.subscriptions.resume(NEW.recipient) == (one.id, two.id)
    assert not any(subscription.paused for subscription in store.subscriptions.of(NEW.recipient))


def test_changed(store: Store) -> None:
    """Cadence, hour and days can be changed; the question cannot."""
    added = store.subscriptions.add(NEW)
    wanted = replace(added, cadence=Cadence.WEEKLY, hour=time(8), days=frozenset({5}), text="other", paused=True)
    assert store.subscriptions.change(wanted)
    assert store.subscriptions.get(added.id) == replace(wanted, text=NEW.text)
    assert not store.subscriptions.change(replace(added, id=999))


@pytest.mark.parametrize("field", ["platform", "workspace", "id", "kind"])
def test_recipients_never_mix(store: Store, field: str) -> None:
    """Every field of a recipient is part of who it is (B092)."""
    store.subscriptions.add(NEW)
    value = RecipientKind.THREAD if field == "kind" else "other"
    assert store.subscriptions.of(replace(NEW.recipient, **{field: value})) == ()  # type: ignore[arg-type]  # by name


def test_find(store: Store) -> None:
    """A removed subscription can still be looked at, so that it is known whose it is before it is given back."""
    added = store.subscriptions.add(NEW)
    store.subscriptions.remove(added.id)
    assert store.subscriptions.find(added.id) == added
    assert store.subscriptions.find(999) is None
