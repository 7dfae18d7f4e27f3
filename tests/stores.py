"""Files that stores are opened over in tests: the migrations are run once in a process, each file is a copy of theirs.

A store that is made by opening it is what tests/storage/test_store.py is about.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.store import Store


def without_rows(path: Path) -> Path:
    """This path, at which there now is the file of a store that was opened once; its folder is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_opened_once())
    return path


@cache
def _opened_once() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "store.db"
        Store.open(f"sqlite:///{file}").close()
        return file.read_bytes()
