"""Stores for the tests of storage/: empty ones, with the families of the factories' vocabulary, on each database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.store import Store
from tests.factories import a_vocabulary
from tests.postgres import PostgresForTests
from tests.stores import without_rows

BOTH = ("sqlite", "postgresql")


@pytest.fixture(params=BOTH)
def engine(request: pytest.FixtureRequest) -> str:
    """The database that a test is run on; tests that use it, or a store, are run on both."""
    return str(request.param)


@pytest.fixture
def url(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store without rows."""
    if engine == "postgresql":
        server: PostgresForTests = request.getfixturevalue("postgres")
        return server.emptied()
    return f"sqlite:///{without_rows(tmp_path / 'store' / 'whatsnew.db')}"


@pytest.fixture
def new_url(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a store that is not there yet: no file, or a database without tables."""
    if engine == "postgresql":
        server: PostgresForTests = request.getfixturevalue("postgres")
        address = server.new()
        yield address
        server.drop(address)
    else:
        yield f"sqlite:///{tmp_path}/store/new.db"


@pytest.fixture
def a_file(tmp_path: Path) -> str:
    """The address of a store in SQLite that is not there yet, for what only a file can suffer."""
    return f"sqlite:///{tmp_path}/store/file.db"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A new store."""
    with Store.open(url, closure=a_vocabulary().closure) as opened:
        yield opened
