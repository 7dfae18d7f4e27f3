"""Back-up and restore of a store in a file, as README tells it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copy

from storage.store import Store
from tests.factories import a_delivery, an_update


def test_a_copy_of_a_running_store_is_whole(tmp_path: Path) -> None:
    """A copy that is made while the store is written to holds what was committed, also what still stands in the log
    beside the file; put in the file's place it is the store of that moment, and can be written to."""
    file, backup = tmp_path / "whatsnew.sqlite3", tmp_path / "copy.sqlite3"
    with Store.open(f"sqlite:///{file}") as store:
        store.updates.save([an_update()])
        store.deliveries.enqueue([a_delivery("first")])
        with closing(sqlite3.connect(file)) as running, closing(sqlite3.connect(backup)) as copied:
            running.backup(copied)
        store.deliveries.enqueue([a_delivery("later")])
    for beside in ("", "-wal", "-shm"):
        file.with_name(file.name + beside).unlink(missing_ok=True)
    copy(backup, file)
    with Store.open(f"sqlite:///{file}") as restored:
        assert restored.updates.total() == 1
        assert [one.key for one in restored.deliveries.all()] == ["first"]
        assert restored.deliveries.enqueue([a_delivery("first"), a_delivery("later")]) == ("later",)
