"""The outbox: a delivery is owed once, claimed by one, continued where it stopped, and never guessed about."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.delivery import Delivery, DeliveryState
from bot.domain.send_count import BEYOND, LATENESS_BOUNDS, SendCount, SendResult
from storage.store import Store
from tests.factories import NOW, a_delivery, a_document, a_recipient

LEASE = timedelta(minutes=2)
PLACE = a_recipient(id="C1")


def owed(key: str = "a", **changes: object) -> Delivery:
    """A delivery of two parts that is due now."""
    delivery = a_delivery(key=key, recipient=PLACE, parts=(a_document(), a_document()), due=NOW)
    return replace(delivery, **changes)  # type: ignore[arg-type]  # the test names the fields


def claimed(store: Store, later: timedelta = timedelta(), limit: int = 10) -> list[str]:
    """The keys that are claimed after so much time."""
    return [delivery.key for delivery in store.deliveries.claim(NOW + later, LEASE, limit)]


def test_owed_once(store: Store) -> None:
    """A key that is there already is left as it stands, also within one batch; only new keys are told."""
    assert store.deliveries.enqueue([owed("a"), owed("b"), owed("a")]) == ("a", "b")
    assert store.deliveries.enqueue([owed("b", due=NOW + LEASE), owed("c")]) == ("c",)
    assert store.deliveries.get("b") == owed("b")
    assert store.deliveries.enqueue([]) == ()
    assert [delivery.key for delivery in store.deliveries.all()] == ["a", "b", "c"]


def test_many_at_once(store: Store) -> None:
    """More keys than fit one question are told apart."""
    batch = [owed(str(n)) for n in range(1_001)]
    assert len(store.deliveries.enqueue(batch)) == 1_001
    assert store.deliveries.enqueue(batch) == ()


def test_claimed_with_lease_and_token(store: Store) -> None:
    """A claimed delivery is another's until its lease is over; each claim has a new token."""
    store.deliveries.enqueue([owed()])
    (delivery,) = store.deliveries.claim(NOW, LEASE, 10)
    assert (delivery.state, delivery.lease_until, delivery.attempts) == (DeliveryState.CLAIMED, NOW + LEASE, 1)
    assert claimed(store, LEASE - timedelta(seconds=1)) == []
    (again,) = store.deliveries.claim(NOW + LEASE, LEASE, 10)
    assert (again.token, again.attempts) == (delivery.token + 1, 2)


def test_not_before_it_is_due(store: Store) -> None:
    """A delivery is claimed at its instant and not before, on a platform that is run."""
    store.deliveries.enqueue([owed(due=NOW + LEASE)])
    assert claimed(store, LEASE - timedelta(microseconds=1)) == []
    assert store.deliveries.claim(NOW + LEASE, LEASE, 10, platforms=("other",)) == ()
    assert store.deliveries.claim(NOW + LEASE, LEASE, 10, platforms=()) == ()
    assert len(store.deliveries.claim(NOW + LEASE, LEASE, 10, platforms=("other", PLACE.platform))) == 1


def test_a_place_gets_its_deliveries_in_order(store: Store) -> None:
    """Of one recipient only the oldest delivery is claimed, and the next one when it is out; others do not wait."""
    other = a_recipient(id="C2")
    store.deliveries.enqueue([owed("late"), owed("early", due=NOW - LEASE), owed("other", recipient=other)])
    assert claimed(store) == ["early", "other"]
    assert claimed(store) == []
    early = store.deliveries.get("early")
    assert early is not None
    store.deliveries.finish("early", early.token, NOW)
    assert claimed(store) == ["late"]


def test_limit(store: Store) -> None:
    """No more than the limit are claimed, the oldest first."""
    store.deliveries.enqueue([owed(str(n), recipient=a_recipient(id=f"C{n}")) for n in range(5)])
    assert claimed(store, limit=2) == ["0", "1"]
    assert claimed(store, limit=10) == ["2", "3", "4"]


def test_parts_one_by_one(store: Store) -> None:
    """Each part that is out is recorded; a later claim goes on behind it (B003)."""
    store.deliveries.enqueue([owed()])
    (delivery,) = store.deliveries.claim(NOW, LEASE, 1)
    assert store.deliveries.begin_part("a", delivery.token, NOW, LEASE)
    assert store.deliveries.record_part("a", delivery.token, "m1", NOW + LEASE)
    assert store.deliveries.release("a", delivery.token, NOW + LEASE, "rate limited", SendResult.LIMITED)
    (again,) = store.deliveries.claim(NOW + LEASE, LEASE, 1)
    assert (again.sent_ids, again.reason) == (("m1",), "rate limited")
    assert store.deliveries.record_part("a", again.token, "m2", NOW + LEASE)
    assert store.deliveries.finish("a", again.token, NOW)
    done = store.deliveries.get("a")
    assert done is not None
    assert (done.state, done.sent_ids, done.lease_until, done.reason) == (DeliveryState.SENT, ("m1", "m2"), None, None)
    assert claimed(store, timedelta(days=9)) == []


@pytest.mark.parametrize("posting", [False, True], ids=["between-parts", "while-posting"])
def test_killed(store: Store, posting: bool) -> None:
    """A worker that was killed between two parts is continued; one killed while posting leaves an unknown (B007)."""
    store.deliveries.enqueue([owed()])
    (delivery,) = store.deliveries.claim(NOW, LEASE, 1)
    store.deliveries.begin_part("a", delivery.token, NOW, LEASE)
    store.deliveries.record_part("a", delivery.token, "m1", NOW + LEASE)
    if posting:
        store.deliveries.begin_part("a", delivery.token, NOW, LEASE)
    assert claimed(store, LEASE) == ([] if posting else ["a"])
    left = store.deliveries.get("a")
    assert left is not None
    assert left.state is (DeliveryState.UNKNOWN if posting else DeliveryState.CLAIMED)
    assert left.sent_ids == ("m1",)
    assert not posting or "part 2" in str(left.reason)


def test_frozen_worker_is_fenced(store: Store) -> None:
    """A worker that was frozen past its lease changes nothing any more, whatever it says."""
    store.deliveries.enqueue([owed()])
    (old,) = store.deliveries.claim(NOW, LEASE, 1)
    (new,) = store.deliveries.claim(NOW + LEASE, LEASE, 1)
    before = store.deliveries.get("a")
    assert not store.deliveries.begin_part("a", old.token, NOW, LEASE)
    assert not store.deliveries.record_part("a", old.token, "m1", NOW + LEASE)
    assert not store.deliveries.finish("a", old.token, NOW)
    assert not store.deliveries.park("a", old.token, "x")
    assert not store.deliveries.unknown("a", old.token, "x")
    assert not store.deliveries.release("a", old.token, NOW, "x", SendResult.LATER)
    assert store.deliveries.get("a") == before
    assert store.deliveries.finish("a", new.token, NOW)
    assert not store.deliveries.finish("a", new.token, NOW)
    assert not store.deliveries.finish("nothing", 1, NOW)


def test_unknown_is_left_alone(store: Store) -> None:
    """What may be out is never tried again by itself, and the place's next delivery goes on (B002)."""
    store.deliveries.enqueue([owed("a"), owed("b")])
    (delivery,) = store.deliveries.claim(NOW, LEASE, 10)
    store.deliveries.unknown("a", delivery.token, "no answer")
    assert claimed(store, timedelta(days=1)) == ["b"]


def test_parked_place(store: Store) -> None:
    """A place that takes nothing gets nothing more until it does again; then all come in order."""
    store.deliveries.enqueue([owed("a"), owed("b")])
    (delivery,) = store.deliveries.claim(NOW, LEASE, 10)
    store.deliveries.park("a", delivery.token, "archived")
    store.deliveries.enqueue([owed("c")])
    assert claimed(store, timedelta(days=1)) == []
    assert store.deliveries.numbers() == {DeliveryState.PARKED: 1, DeliveryState.PENDING: 2}
    assert store.deliveries.unpark(PLACE) == 1
    assert claimed(store, timedelta(days=1)) == ["a"]
    assert [one.key for one in store.deliveries.of(PLACE)] == ["a", "b", "c"]


def test_many_claim_together(store: Store) -> None:
    """Of many that claim at once each delivery is given to one (B008, B009)."""
    keys = [str(n) for n in range(60)]
    store.deliveries.enqueue([owed(key, recipient=a_recipient(id=f"C{key}")) for key in keys])
    with ThreadPoolExecutor(6) as pool:
        rounds = pool.map(lambda _: [one.key for one in store.deliveries.claim(NOW, LEASE, 7)], range(20))
    taken = [key for found in rounds for key in found]
    assert sorted(taken) == sorted(keys)


def test_an_interrupted_part_is_given_to_who_can_find_out(store: Store) -> None:
    """Whoever can find out what became of a part is given it with the instant at which it was begun, however often it
    is taken over; one that was only given back stays as doubtful as it was (B014)."""
    store.deliveries.enqueue([owed("a")])
    (first,) = store.deliveries.claim(NOW, LEASE, 1, resumes=True)
    store.deliveries.begin_part("a", first.token, NOW, LEASE)
    (second,) = store.deliveries.claim(NOW + LEASE, LEASE, 1, resumes=True)
    store.deliveries.release("a", second.token, NOW, "stopped", None, doubtful=True)
    (third,) = store.deliveries.claim(NOW + LEASE, LEASE, 1, resumes=True)
    assert store.deliveries.begin_part("a", third.token, NOW + LEASE, LEASE)
    (fourth,) = store.deliveries.claim(NOW + 2 * LEASE, LEASE, 1, resumes=True)
    assert [one.posting_since for one in (first, second, third, fourth)] == [None, NOW, NOW, NOW]


def test_a_platform_gives_up_its_own_only(store: Store) -> None:
    """Who looks for work on one platform decides nothing about what stopped on another."""
    store.deliveries.enqueue([owed("a")])
    (taken,) = store.deliveries.claim(NOW, LEASE, 1)
    store.deliveries.begin_part("a", taken.token, NOW, LEASE)
    store.deliveries.claim(NOW + LEASE, LEASE, 1, ("elsewhere",))
    assert store.deliveries.numbers() == {DeliveryState.CLAIMED: 1}
    store.deliveries.claim(NOW + LEASE, LEASE, 1, (PLACE.platform,))
    assert store.deliveries.numbers() == {DeliveryState.UNKNOWN: 1}


@pytest.mark.parametrize(
    ("late", "within"),
    [
        pytest.param(-5, LATENESS_BOUNDS[0], id="early"),
        pytest.param(LATENESS_BOUNDS[0], LATENESS_BOUNDS[0], id="at a bound"),
        pytest.param(LATENESS_BOUNDS[0] + 1, LATENESS_BOUNDS[1], id="over it"),
        pytest.param(LATENESS_BOUNDS[-1] + 1, BEYOND, id="over the last"),
    ],
)
def test_lateness_is_counted_from_when_it_was_due_first(store: Store, late: int, within: int) -> None:
    """What was put off on its way is as late as if it had not been; what was not sent has no lateness."""
    store.deliveries.enqueue([owed("a")])
    (first,) = store.deliveries.claim(NOW, LEASE, 1)
    store.deliveries.release("a", first.token, NOW, "again", SendResult.LATER)
    (second,) = store.deliveries.claim(NOW, LEASE, 1)
    store.deliveries.finish("a", second.token, NOW + timedelta(seconds=late))
    put_off = SendCount(PLACE.platform, SendResult.LATER, 0, 1, 0.0)
    sent = SendCount(PLACE.platform, SendResult.SENT, within, 1, max(late, 0.0))
    assert store.send_counts.all() == (put_off, sent)


def test_equal_ends_are_added_up(store: Store) -> None:
    """Two that were refused are one line."""
    store.deliveries.enqueue([owed("a"), owed("b")])
    for _ in range(2):
        (one,) = store.deliveries.claim(NOW, LEASE, 1)
        store.deliveries.park(one.key, one.token, "archived")
        store.deliveries.unpark(PLACE)
    assert store.send_counts.all() == (SendCount(PLACE.platform, SendResult.REFUSED, 0, 2, 0.0),)


@pytest.mark.parametrize(
    ("begun", "edits", "after", "taken"),
    [
        pytest.param(False, "", LEASE - timedelta(microseconds=1), False, id="under a lease"),
        pytest.param(False, "", LEASE, True, id="left between parts"),
        pytest.param(True, "", LEASE, False, id="left while a part was being sent (B007)"),
        pytest.param(True, "m1", LEASE, True, id="left while an edit was being made"),
    ],
)
def test_one_is_claimed_where_it_is_free(store: Store, begun: bool, edits: str, after: timedelta, taken: bool) -> None:
    """One delivery is claimed once, and again where its lease is over and no part of it may be out."""
    store.deliveries.enqueue([a_delivery("d", edits=edits)])
    first = store.deliveries.claim_one("d", NOW, LEASE)
    assert first is not None
    assert (first.state, first.attempts, first.lease_until) == (DeliveryState.CLAIMED, 1, NOW + LEASE)
    if begun:
        assert store.deliveries.begin_part("d", first.token, NOW, LEASE)
    again = store.deliveries.claim_one("d", NOW + after, LEASE)
    assert (again is not None) == taken
    assert again is None or again.token > first.token


def test_one_that_was_interrupted_is_claimed_by_who_can_find_out(store: Store) -> None:
    """One whose part may be out goes to whoever can find out, with the instant at which it was begun (B014)."""
    store.deliveries.enqueue([a_delivery("d")])
    first = store.deliveries.claim_one("d", NOW, LEASE)
    assert first is not None
    assert store.deliveries.begin_part("d", first.token, NOW, LEASE)
    again = store.deliveries.claim_one("d", NOW + LEASE, LEASE, resumes=True)
    assert again is not None
    assert again.posting_since == NOW


def test_one_waits_for_its_instant_and_its_place(store: Store) -> None:
    """One delivery is not claimed before it is due, nor before an earlier one of its place is out; a key of nobody is
    none."""
    first, second = a_delivery("first"), a_delivery("second", due=NOW + timedelta(seconds=1))
    store.deliveries.enqueue([first, second])
    assert store.deliveries.claim_one("first", NOW - timedelta(microseconds=1), LEASE) is None
    assert store.deliveries.claim_one("second", NOW + timedelta(seconds=1), LEASE) is None
    claimed = store.deliveries.claim_one("first", NOW, LEASE)
    assert claimed is not None
    assert store.deliveries.finish("first", claimed.token, NOW)
    assert store.deliveries.claim_one("second", NOW, LEASE) is None
    assert store.deliveries.claim_one("second", NOW + timedelta(seconds=1), LEASE) is not None
    assert store.deliveries.claim_one("nobody's", NOW, LEASE) is None
