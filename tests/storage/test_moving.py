"""Moving from a file to a server: everything arrives, or nothing does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select

from bot.domain.errors import StoreError
from bot.domain.version import TaggedVersion
from storage import moving
from storage.database import Database
from storage.expression import Indexed
from storage.moving import move
from storage.schema import metadata
from storage.store import Store
from tests.factories import a_delivery, a_query, a_subscription, a_vocabulary, an_update, at
from tests.postgres import PostgresForTests

CLOSURE = a_vocabulary().closure


@pytest.fixture
def server(postgres: PostgresForTests) -> Iterator[str]:
    """An empty database on a server."""
    address = postgres.new()
    yield address
    postgres.drop(address)


@pytest.fixture
def filled(a_file: str) -> str:
    """A store in a file with rows of many kinds; of two subscriptions the later one is gone."""
    with Store.open(a_file, closure=CLOSURE) as store:
        store.updates.save(
            [
                an_update("FP8 attention", number=1, tags=("hardware:sm90",), published=at(1), body="量化 \U0001f600"),
                an_update("Docs", number=2, noise=True, sample=True, published=at(2), additions=7),
            ]
        )
        store.versions.save([TaggedVersion("flashinfer", "v1.0", "", "1.0", False, at(3), "c" * 40)])
        store.subscriptions.add(a_subscription("flashinfer"))
        gone = store.subscriptions.add(a_subscription("vllm"))
        store.deliveries.enqueue([a_delivery()])
        store.meta.set("last", "1")
    with closing(Database(a_file)) as database, database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM subscriptions WHERE id = ?", (gone.id,))
        connection.exec_driver_sql("UPDATE deliveries SET reason = 'a' || char(0) || 'b'")
        connection.exec_driver_sql("INSERT INTO update_aliases SELECT 'old', min(id) FROM updates")
    return a_file


def rows(address: str) -> dict[str, int]:
    """How many rows each table has."""
    with closing(Database(address)) as database, database.reading() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }


def test_everything_arrives(filled: str, server: str) -> None:
    """Every table has as many rows as before, and what is read from them is the same."""
    told: list[tuple[str, int]] = []
    moved = move(filled, server, lambda table, count: told.append((table, count)))
    assert {name: moved.rows[name] for name in metadata.tables} == rows(filled) == rows(server)
    assert dict(told) == moved.rows
    assert moved.rows["updates"] == moved.rows["search"] == 2
    with Store.open(filled, closure=CLOSURE) as old, Store.open(server, closure=CLOSURE) as new:
        everything = [f"flashinfer-ai/flashinfer#{number}" for number in (1, 2)]
        assert set(new.updates.of_keys(everything)) == set(old.updates.of_keys(everything))
        assert new.updates.get("old") == old.updates.get("old")
        for query in (a_query("hardware:sm90"), a_query("kind:fix"), a_query(phrases=("量化",))):
            assert new.updates.search(query, 10) == old.updates.search(query, 10)
        assert new.versions.of("flashinfer") == old.versions.of("flashinfer")
        assert new.subscriptions.all_due() == old.subscriptions.all_due()
        assert new.deliveries.all() == tuple(replace(one, reason="ab") for one in old.deliveries.all())
        assert new.meta.get("last") == "1"


def test_numbers_go_on(filled: str, server: str) -> None:
    """The next subscription gets the number that it would have got in the file: none that was ever given."""
    move(filled, server)
    with Store.open(filled) as old, Store.open(server) as new:
        assert new.subscriptions.add(a_subscription("sglang")).id == old.subscriptions.add(a_subscription("sglang")).id


def test_not_into_what_is_in_use(filled: str, server: str) -> None:
    """A store that has rows is not moved into, and stays as it is."""
    with Store.open(server) as store:
        store.meta.set("mine", "1")
    with pytest.raises(StoreError, match="not empty: it has rows in meta"):
        move(filled, server)
    assert rows(server) == {**dict.fromkeys(metadata.tables, 0), "meta": 2}


def test_into_a_store_that_was_opened(filled: str, server: str) -> None:
    """A store that somebody opened and did nothing else with is empty."""
    Store.open(server).close()
    assert move(filled, server).rows["updates"] == 2


def test_all_or_nothing(filled: str, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that fails at its end leaves no row behind, the file as it was, and can be made again."""
    before = rows(filled)

    def one_less(*found: Indexed) -> Indexed:
        raise StoreError("The power went.")

    with monkeypatch.context() as patched:
        patched.setattr(moving, "indexed", one_less)
        with pytest.raises(StoreError, match="power"):
            move(filled, server)
    assert rows(server) == dict.fromkeys(metadata.tables, 0)
    assert rows(filled) == before
    assert move(filled, server).rows["updates"] == 2


def test_rows_are_counted(filled: str, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that does not arrive is missed, and then nothing has moved."""
    batches = moving._batches

    def all_but_one(connection: object, statement: str) -> Iterator[list[object]]:
        for batch in batches(connection, statement):  # type: ignore[arg-type]
            yield batch[1:] if '"versions"' in statement else batch

    monkeypatch.setattr(moving, "_batches", all_but_one)
    with pytest.raises(StoreError, match="Of 1 rows of versions, 0 arrived"):
        move(filled, server)
    assert rows(server) == dict.fromkeys(metadata.tables, 0)


@pytest.mark.parametrize("turned", [pytest.param(True, id="server-to-file"), pytest.param(False, id="file-to-file")])
def test_only_from_file_to_server(filled: str, server: str, a_file: str, turned: bool) -> None:
    """Other ways round are refused with a sentence."""
    with pytest.raises(StoreError, match="from SQLite to PostgreSQL"):
        move(server if turned else filled, a_file)


def test_an_old_file_is_brought_up_to_date(a_file: str, server: str) -> None:
    """A file of an earlier revision is migrated before it is moved."""
    from storage.migrate import upgrade

    with closing(Database(a_file)) as database, database.writing_schema() as connection:
        upgrade(connection, "0002")
        connection.exec_driver_sql(
            "INSERT INTO meta VALUES ('since', ?)", (datetime(2026, 1, 1, tzinfo=UTC).isoformat(),)
        )
    assert move(a_file, server).rows["meta"] == 1
