"""Roles of processes over one store: one at a time, taken over in time."""

from __future__ import annotations

import os
from datetime import datetime, timedelta

from handlers.deps import Deps
from handlers.jobs.leading import LENGTH, PUBLISHING, READING, Leading
from tests.factories import at

A_DEAD_PROCESS = 2**22 + 1
"""A number beyond those that Linux gives to processes."""


class Time:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = at(1)

    def __call__(self) -> datetime:
        return self.now


def test_of_two_schedulers_one_publishes(deps: Deps) -> None:
    """In 100 due instants exactly one of two processes leads, and the same one (B008)."""
    time = Time()
    processes = [Leading(deps.store.leases, time, f"host{number} 1 x", f"host{number}") for number in (1, 2)]
    for _ in range(100):
        assert [one.take(PUBLISHING) for one in processes] == [True, False]
        time.now += timedelta(seconds=15)


def test_a_killed_process_elsewhere_is_replaced_within_a_minute(deps: Deps) -> None:
    """The tick after its lease ended takes over; with ticks each 15 seconds that is within 60 seconds."""
    time = Time()
    dead, next_one = Leading(deps.store.leases, time, "a 1 x", "a"), Leading(deps.store.leases, time, "b 1 x", "b")
    assert dead.take(PUBLISHING)
    assert LENGTH + timedelta(seconds=15) <= timedelta(seconds=60)
    time.now += LENGTH - timedelta(seconds=1)
    assert not next_one.take(PUBLISHING)
    time.now += timedelta(seconds=1)
    assert next_one.take(PUBLISHING)
    assert not dead.take(PUBLISHING)


def test_a_killed_process_of_this_machine_is_replaced_at_once(deps: Deps) -> None:
    """Nobody waits for the lease of a process that is known to be gone, also where its number is ours by now."""
    for number in (A_DEAD_PROCESS, os.getpid()):
        dead = Leading(deps.store.leases, at_one, f"here {number} before", "here")
        assert dead.take(PUBLISHING)
        mine = Leading(deps.store.leases, at_one, here="here")
        assert mine.take(PUBLISHING)
        mine.give_up()


def test_a_living_process_of_this_machine_keeps_its_role(deps: Deps) -> None:
    """A process that runs beside us has what it has until it gives it up, and other roles are free."""
    other = Leading(deps.store.leases, at_one, f"here {os.getppid()} x", "here")
    mine = Leading(deps.store.leases, at_one, here="here")
    assert other.take(PUBLISHING)
    assert not mine.take(PUBLISHING)
    assert mine.take(READING)
    other.give_up()
    assert mine.take(PUBLISHING)


def at_one() -> datetime:
    """An instant that stands."""
    return at(1)
