"""Turns in the store, by the clock of a real server; how they are waited for is tests/handlers/jobs."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import text

from storage.database import Database
from storage.send_turns import AHEAD_SECONDS, SendTurns
from storage.store import Store
from tests.postgres import PostgresForTests

WORKSPACE, A, B = ("slack", "T"), ("slack", "T", "A"), ("slack", "T", "B")
SLOW = 3.0
"""More than any machine is slow."""


@pytest.fixture
def database(postgres: PostgresForTests) -> Iterator[Database]:
    """The database of a store without rows on the server."""
    with closing(Database(postgres.emptied())) as opened:
        yield opened


def test_turns_follow_each_other(database: Database) -> None:
    """Who takes turns gets those after all that were taken, of that level alone."""
    turns = SendTurns(database)
    taken = [turns.take(WORKSPACE, 10.0), turns.take(WORKSPACE, 10.0, 3), turns.take(WORKSPACE, 10.0)]
    assert taken == pytest.approx([0, 10, 40], abs=SLOW)
    assert turns.take(("slack", "U"), 10.0) == 0


def test_each_turn_is_given_once(database: Database) -> None:
    """Of many that take turns at once no two get the same."""
    turns = SendTurns(database)
    with ThreadPoolExecutor(6) as pool:
        taken = sorted(pool.map(lambda _: turns.take(WORKSPACE, 2.0), range(24)))
    assert taken == pytest.approx([2.0 * number for number in range(24)], abs=1.0)


def test_one_of_many_enters_a_place(database: Database) -> None:
    """Of many that enter one place for the same moment one is let in."""
    turns = SendTurns(database)
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: turns.enter([(A, 100.0)], 0.0), range(12)))
    assert answers.count(0.0) == 1
    assert min(left for left in answers if left) == pytest.approx(100, abs=SLOW)


def test_all_levels_are_entered_or_none(database: Database) -> None:
    """A place whose workspace rests is not entered, and rests no longer for it."""
    turns = SendTurns(database)
    turns.rest(WORKSPACE, 50)
    assert turns.enter([(A, 100.0), (WORKSPACE, 1.0)], 0.0) == pytest.approx(50, abs=SLOW)
    assert turns.enter([(A, 100.0)], 0.0) == 0
    assert turns.enter([(B, 100.0), (WORKSPACE, 1.0)], 60.0) == 0


def test_a_rest_is_not_shortened(database: Database) -> None:
    """Of two rests the longer one holds, also where the place is entered without resting after it."""
    turns = SendTurns(database)
    turns.rest(A, 100)
    turns.rest(A, 10)
    assert turns.enter([(A, 0.0)], 0.0) == pytest.approx(100, abs=SLOW)
    assert turns.enter([(A, 0.0)], 100 + SLOW) == 0


def test_a_clock_that_was_set_back(database: Database) -> None:
    """Turns so far ahead as nobody takes them are forgotten; those that are hardly so far ahead are not."""
    turns = SendTurns(database)
    turns.rest(WORKSPACE, AHEAD_SECONDS - SLOW)
    assert turns.take(WORKSPACE, 1.0) > AHEAD_SECONDS - 2 * SLOW
    turns.rest(WORKSPACE, 3_600)
    assert turns.take(WORKSPACE, 1.0) == 0


def test_what_is_free_is_forgotten(database: Database) -> None:
    """Levels that are free have no rows for long, and one that rests keeps its own. A place may be a person: its id
    stands nowhere."""
    turns = SendTurns(database)
    turns.enter([(A, 0.000001)], 0.0)
    turns.rest(B, 100)
    assert turns.forget() == 1
    assert turns.enter([(B, 1.0)], 0.0) > 0
    with database.reading() as connection:
        (row,) = connection.execute(text("SELECT * FROM send_turns"))
    assert {type(value) for value in row} == {int}


def test_a_file_has_none(a_file: str) -> None:
    """Cleaning a store in a file finds nothing to forget."""
    with Store.open(a_file) as store:
        assert store.send_turns.forget() == 0
