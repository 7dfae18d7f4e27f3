"""Stores for the tests of storage/: a new file each, with the families of the factories' vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.store import Store
from tests.factories import a_vocabulary


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a store that is not there yet."""
    return f"sqlite:///{tmp_path}/store/whatsnew.db"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A new store."""
    with Store.open(url, closure=a_vocabulary().closure) as opened:
        yield opened
