"""Jobs are what several processes do on one server, so their tests are run on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from handlers.deps import Deps
from tests.handlers.conftest import deps_over
from tests.storage.conftest import BOTH
from tests.stores import without_rows


@pytest.fixture(params=BOTH)
def deps(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Deps]:
    """Dependencies over an empty store."""
    on_server = request.param == "postgresql"
    file = tmp_path / "store.sqlite3"
    made = deps_over(request.getfixturevalue("postgres").emptied() if on_server else without_rows(file))
    yield made
    made.store.close()
