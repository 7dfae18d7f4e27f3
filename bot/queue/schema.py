"""The queue's own tables, in the words of the library that uses them; storage/queued.py makes them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from procrastinate.schema import SchemaManager


def schema() -> str:
    """The statements that make the tables as this version of the library has them."""
    return SchemaManager.get_schema()


def steps() -> Mapping[str, str]:
    """The statements that bring older tables to it, by name, in the order in which they are run."""
    files = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files}
