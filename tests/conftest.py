"""What holds for every test: generated cases are the same in every run, and no test depends on the machine's speed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres import PostgresForTests, running_postgres

settings.register_profile(
    "whatsnew", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("whatsnew")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresForTests]:
    """The server of this run; it starts with the first test that asks for it."""
    with running_postgres() as server:
        yield server
