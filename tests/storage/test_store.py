"""Opening a store: made once, brought up to date once, and refused with a sentence where it cannot be used."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from bot.domain.errors import BotError, StoreError, StoreReadOnlyError, StoreTooNewError
from bot.domain.text import TOKENIZER
from storage import dialect_sqlite
from storage.database import Database
from storage.migrate import migrate, upgrade
from storage.schema import metadata
from storage.search_index import index_of, is_search_table
from storage.store import Store
from tests.factories import a_query, an_update

ROOT = Path(__file__).parents[2]
OPEN_AND_SAVE = """
import sys
from storage.store import Store
from tests.factories import an_update
with Store.open(sys.argv[1]) as store:
    print(len(store.updates.save([an_update(number=int(sys.argv[2]))]).new))
"""
CLAIM_AND_SAVE = """
import sys
from storage.store import Store
from tests.factories import an_update
with Store.open(sys.argv[1]) as store:
    for n in range(40):
        store.meta.set("turn", str(int(store.meta.get("turn") or 0) + 1))
        store.updates.save([an_update(number=1, title=f"{sys.argv[2]} {n}")])
print("done")
"""


def run(script: str, *arguments: str) -> subprocess.Popen[str]:
    """A process of its own that runs a script in the repository's root."""
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_made_and_kept(new_url: str) -> None:
    """A store is made with its folder where there is none, and what is saved in it is there next time."""
    with Store.open(new_url) as store:
        store.updates.save([an_update()])
    with Store.open(new_url) as store:
        assert store.updates.total() == 1


def test_in_memory() -> None:
    """A store in memory is good for one process, and seen by all of its threads."""
    with Store.open("sqlite://") as store:
        store.updates.save([an_update()])
        assert store.updates.total() == 1


def test_pragmas(a_file: str) -> None:
    """Write-ahead log, normal synchronisation, foreign keys and a busy timeout are set on every connection."""
    Store.open(a_file).close()
    with closing_database(a_file) as database, database.reading() as connection:
        values = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert values == {
        "journal_mode": "wal",
        "synchronous": 1,
        "foreign_keys": 1,
        "busy_timeout": dialect_sqlite.BUSY_SECONDS * 1_000,
    }


def test_writers_share_a_connection(a_file: str) -> None:
    """Threads that write side by side do it over one connection, so that a file's cache is filled once (memory)."""
    used: set[int] = set()

    def write(number: int) -> None:
        with database.writing() as connection:
            used.add(id(connection.connection.dbapi_connection))
            connection.exec_driver_sql(f"CREATE TABLE t{number} (x)")

    with closing_database(a_file) as database:
        with ThreadPoolExecutor(8) as threads:
            list(threads.map(write, range(24)))
        with database.reading() as connection:
            assert len(database.tables(connection)) == 24
    assert len(used) == 1


def test_a_writer_that_gets_no_turn_is_told(a_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for another thread's writing as long as for another process's is told so in the same words."""
    monkeypatch.setattr(dialect_sqlite, "BUSY_SECONDS", 0.01)
    with closing_database(a_file) as database, database.writing(), ThreadPoolExecutor(1) as threads:
        refused = threads.submit(lambda: database.writing().__enter__()).exception()
    assert isinstance(refused, StoreError)
    assert "in use" in refused.sentence


def closing_database(url: str) -> closing[Database]:
    """A database that is closed at the block's end."""
    return closing(Database(url))


def test_schema_is_that_of_the_migrations(new_url: str) -> None:
    """The migrations make exactly the tables, columns, indexes and constraints of storage/schema.py (B140)."""
    Store.open(new_url).close()
    options = {
        "include_name": lambda name, kind, _parents: kind != "table" or not is_search_table(name),
        "compare_type": True,
    }
    with closing_database(new_url) as database, database.reading() as connection:
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []


def test_every_constraint_has_a_name(new_url: str) -> None:
    """No constraint is unnamed, in the schema and in the database: batch mode could not change it (C53)."""
    assert all(constraint.name for table in metadata.tables.values() for constraint in table.constraints)
    Store.open(new_url).close()
    with closing_database(new_url) as database, database.reading() as connection:
        found = inspect(connection)
        for table in metadata.tables:
            # A key that counts by itself is written at its column, where SQLite takes no name.
            counts = metadata.tables[table].dialect_options["sqlite"]["autoincrement"]
            named = [
                *([] if counts else [found.get_pk_constraint(table)]),
                *found.get_unique_constraints(table),
                *found.get_foreign_keys(table),
                *found.get_check_constraints(table),
            ]
            assert all(constraint["name"] for constraint in named), table


def test_down_and_up_again(new_url: str) -> None:
    """The migrations can be taken back and run again."""
    Store.open(new_url).close()
    with closing_database(new_url) as database:
        with database.writing_schema() as connection:
            from alembic import command
            from alembic.config import Config

            config = Config()
            config.set_main_option("script_location", str(ROOT / "storage" / "migrations"))
            config.attributes["connection"] = connection
            command.downgrade(config, "base")
        with database.reading() as connection:
            assert set(inspect(connection).get_table_names()) == {"alembic_version"}
        assert migrate(database)
    Store.open(new_url).close()


def test_alembic_is_not_imported_where_nothing_is_due(url: str) -> None:
    """Opening a store that is up to date imports no Alembic: it would cost a question from the shell its time."""
    Store.open(url).close()
    script = (
        "import sys\nfrom storage.store import Store\nStore.open(sys.argv[1]).close()\nprint('alembic' in sys.modules)"
    )
    process = run(script, url)
    out, err = process.communicate(timeout=60)
    assert (out.strip(), err) == ("False", "")


def test_two_processes_start_together(new_url: str) -> None:
    """Of processes that start on an empty store at once, one migrates and the others wait; all of them work (B141)."""
    processes = [run(OPEN_AND_SAVE, new_url, str(number)) for number in (1, 2, 3)]
    results = [process.communicate(timeout=120) for process in processes]
    assert [(out.strip(), err) for out, err in results] == [("1", "")] * 3
    with Store.open(new_url) as store:
        assert store.updates.total() == 3


def test_two_processes_write_together(url: str) -> None:
    """Processes that read and then write in their transactions never meet a locked store (C50, B137)."""
    Store.open(url).close()
    processes = [run(CLAIM_AND_SAVE, url, name) for name in ("a", "b")]
    results = [process.communicate(timeout=120) for process in processes]
    assert [(out.strip(), err) for out, err in results] == [("done", "")] * 2
    with Store.open(url) as store:
        found = store.updates.get("flashinfer-ai/flashinfer#1")
        assert found is not None
        assert found.revision == 80


def test_foreign_keys_are_off_while_migrating(a_file: str) -> None:
    """A table that is rebuilt by a migration keeps its children's rows (C52, B139)."""
    with Store.open(a_file) as store:
        store.updates.save([an_update()])
    with sqlite3.connect(a_file.removeprefix("sqlite:///")) as connection:
        connection.execute("INSERT INTO update_aliases SELECT 'old', id FROM updates")
    with closing_database(a_file) as database:
        with database.writing_schema() as connection:
            from alembic.migration import MigrationContext
            from alembic.operations import Operations

            operations = Operations(MigrationContext.configure(connection))
            with operations.batch_alter_table("updates", recreate="always") as batch:
                batch.alter_column("title", new_column_name="headline")
        with database.reading() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM update_aliases").scalar() == 1
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []


def half_way(database: Database) -> None:
    """Migrates, and fails before it is over."""
    with database.writing_schema() as connection:
        upgrade(connection)
        raise RuntimeError("power")


def test_a_failed_migration_leaves_nothing(new_url: str) -> None:
    """A migration that fails half-way is undone whole."""
    with closing_database(new_url) as database:
        with pytest.raises(RuntimeError, match="power"):
            half_way(database)
        with database.reading() as connection:
            assert inspect(connection).get_table_names() == []
    Store.open(new_url).close()


def test_store_of_a_newer_version(new_url: str) -> None:
    """A store at a revision that this version does not know is refused and left as it is."""
    Store.open(new_url).close()
    with closing_database(new_url) as database:
        with database.writing() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(StoreTooNewError, match="newer version"):
            Store.open(new_url)
        with database.reading() as connection:
            assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "9999"


def test_another_tokenizer(url: str) -> None:
    """A store that another tokenizer has indexed is indexed anew when it is opened."""
    with Store.open(url) as store:
        store.updates.save([an_update("Ring")])
        store.meta.set("tokenizer", "0")
    with closing_database(url) as database, database.writing() as connection:
        index_of(connection).empty(connection)
    with Store.open(url) as store:
        assert store.updates.search(a_query(words=("ring",)), 1).about == 1
        assert store.meta.get("tokenizer") == str(TOKENIZER)


def broken_file(path: Path) -> None:
    path.write_bytes(b"no database at all, but long enough to look like something" * 40)


def foreign_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE customers (id INTEGER)")


def folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize(
    ("make", "error", "sentence"),
    [
        pytest.param(broken_file, StoreError, "damaged or is no SQLite database", id="no-database"),
        pytest.param(foreign_database, StoreError, "not one of this bot", id="another-program's"),
        pytest.param(folder, StoreError, "is a folder", id="folder"),
    ],
)
def test_what_is_no_store(tmp_path: Path, make: Callable[[Path], None], error: type[BotError], sentence: str) -> None:
    """Whatever lies where the store should be, one sentence says so, and it is left as it was."""
    path = tmp_path / "store.db"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(error, match=sentence):
        Store.open(f"sqlite:///{path}")
    assert (path.read_bytes() if path.is_file() else b"") == before
    assert [found.name for found in tmp_path.iterdir()] == ["store.db"]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        pytest.param("not an address", "no address of a database", id="no-address"),
        pytest.param("mysql://localhost/x", "kept in SQLite", id="another-engine"),
        pytest.param("sqlite:////dev/null/x/y.db", "cannot be made", id="no-folder"),
        pytest.param("sqlite:////proc/nothing.db", "cannot be", id="no-place"),
        pytest.param("sqlite:////tmp/" + "a" * 5_000, "cannot be", id="a-long-name"),
        pytest.param("sqlite://host/x.db", "names a host", id="a-host"),
        pytest.param("sqlite://host:port/x.db", "no address of a database", id="no-port"),
        pytest.param("sqlite+aiosqlite:////tmp/x.db", "kept in SQLite", id="another-driver"),
        pytest.param("sqlite:////tmp/x.db?timeout=abc", "options", id="options"),
    ],
)
def test_addresses_that_lead_nowhere(url: str, sentence: str) -> None:
    """An address that names no usable place is refused with a sentence."""
    with pytest.raises(StoreError, match=sentence):
        Store.open(url)


def test_read_only(a_file: str) -> None:
    """A store that takes no writes answers questions, and says a sentence where something is to be saved."""
    with Store.open(a_file) as store:
        store.updates.save([an_update()])
    path = a_file.removeprefix("sqlite:///")
    with Store.open(f"sqlite:///file:{path}?mode=ro&uri=true") as store:
        assert store.updates.total() == 1
        with pytest.raises(StoreReadOnlyError, match="read-only"):
            store.updates.save([an_update(number=2)])


def test_read_only_and_empty(tmp_path: Path) -> None:
    """A new store that cannot be made because nothing may be written says so."""
    sqlite3.connect(tmp_path / "empty.db").execute("PRAGMA user_version = 1").connection.close()
    with pytest.raises(StoreReadOnlyError):
        Store.open(f"sqlite:///file:{tmp_path}/empty.db?mode=ro&uri=true")


def use(url: str) -> None:
    """Opens, reads and writes."""
    with Store.open(url) as store:
        store.updates.get("flashinfer-ai/flashinfer#7")
        store.updates.save([an_update(number=500)])


def test_a_damaged_page(a_file: str) -> None:
    """A store that is damaged inside gives StoreError when the damage is met, and no traceback of the engine."""
    with Store.open(a_file) as store:
        store.updates.save([an_update(number=n, body="x" * 3_000) for n in range(1, 200)])
    path = Path(a_file.removeprefix("sqlite:///"))
    content = bytearray(path.read_bytes())
    content[8_192:] = b"\xff" * (len(content) - 8_192)
    path.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        use(a_file)


def test_a_batch_that_fails_is_undone_whole(store: Store) -> None:
    """What cannot be stored takes nothing with it that was saved before, and leaves no half of its batch."""
    store.updates.save([an_update(number=1)])
    with pytest.raises(StoreError):
        store.updates.save([an_update(number=2), an_update(number=3, additions=1 << 70)])
    assert store.updates.total() == 1
    assert store.updates.get("flashinfer-ai/flashinfer#2") is None


def test_a_command_beside_the_service_waits_for_it(a_file: str) -> None:
    """A second process writes when the first one is done, however short that takes (B138)."""
    Store.open(a_file).close()
    with closing(sqlite3.connect(a_file.removeprefix("sqlite:///"), check_same_thread=False)) as service:
        service.execute("BEGIN IMMEDIATE")
        done = Timer(0.05, service.commit)
        with Store.open(a_file) as store:
            done.start()
            store.meta.set("name", "value")
            assert store.meta.get("name") == "value"
        done.join()


def test_a_command_that_waited_in_vain_says_so(a_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the other process never gets done, one sentence says what is in the way (B138)."""
    Store.open(a_file).close()
    monkeypatch.setattr(dialect_sqlite, "BUSY_SECONDS", 0)
    with closing(sqlite3.connect(a_file.removeprefix("sqlite:///"))) as service, Store.open(a_file) as store:
        service.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is in use by another process"):
            store.meta.set("name", "value")
