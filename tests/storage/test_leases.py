"""Roles: one process has one at a time, and loses it by itself."""

from __future__ import annotations

from datetime import timedelta

from storage.store import Store
from tests.factories import at

LENGTH = timedelta(seconds=40)


def test_one_process_has_a_role(store: Store) -> None:
    """Whoever has a role renews it; others are refused until it ends, and other roles are free (B009)."""
    assert store.leases.take("clock", "a", at(1), LENGTH)
    assert store.leases.take("clock", "a", at(1) + timedelta(seconds=20), LENGTH)
    assert not store.leases.take("clock", "b", at(1) + timedelta(seconds=59), LENGTH)
    assert store.leases.take("reader", "b", at(1), LENGTH)
    assert store.leases.holder("clock", at(1) + timedelta(seconds=59)) == "a"


def test_a_killed_process_loses_its_role(store: Store) -> None:
    """A role that is not renewed is taken over at the instant when it ends, and the frozen process does not get it
    back."""
    store.leases.take("clock", "a", at(1), LENGTH)
    assert store.leases.holder("clock", at(1) + LENGTH) is None
    assert store.leases.take("clock", "b", at(1) + LENGTH, LENGTH)
    assert not store.leases.take("clock", "a", at(1) + LENGTH, LENGTH)


def test_a_process_that_stops_gives_its_roles_up(store: Store) -> None:
    """All roles of a process are free at once, those of others stay."""
    store.leases.take("clock", "a", at(1), LENGTH)
    store.leases.take("reader", "a", at(1), LENGTH)
    store.leases.take("words", "b", at(1), LENGTH)
    store.leases.give_up("a")
    assert store.leases.take("clock", "b", at(1), LENGTH)
    assert store.leases.take("reader", "b", at(1), LENGTH)
    assert store.leases.holder("words", at(1)) == "b"
