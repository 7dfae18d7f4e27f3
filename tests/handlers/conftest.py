"""What handlers are given in tests: a real store in a fresh file, a small field, a clock that stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.domain.question.lexicon import Lexicon
from handlers.deps import Deps
from storage.store import Store
from tests.factories import NOW, a_vocabulary, some_projects
from tests.stores import without_rows


def deps_over(place: Path | str) -> Deps:
    """A store in this file or at this address, opened as a process does at its start."""
    vocabulary, projects = a_vocabulary(), some_projects()
    store = Store.open(place if isinstance(place, str) else f"sqlite:///{place}", closure=vocabulary.closure)
    return Deps(store, projects, vocabulary, Lexicon(vocabulary, projects), lambda: NOW)


@pytest.fixture
def deps(tmp_path: Path) -> Iterator[Deps]:
    """Dependencies over an empty store."""
    made = deps_over(without_rows(tmp_path / "store.sqlite3"))
    yield made
    made.store.close()
