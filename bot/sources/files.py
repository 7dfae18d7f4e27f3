"""Which source reads a file, by its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from bot.domain.errors import SourceError
from bot.domain.project import Projects
from bot.domain.text import clean
from bot.sources.article import ArticleSource
from bot.sources.jsonl import JsonlSource

LINES = (".jsonl", ".jsonl.gz")
ARTICLES = (".txt", ".md")

FileSource: TypeAlias = JsonlSource | ArticleSource


def open_file(path: Path, projects: Projects, now: datetime) -> FileSource:
    """The source for a file; `now` is what dates are held against. SourceError if it cannot be opened or is of no kind
    that is known."""
    name = path.name.casefold()
    if name.endswith(LINES):
        return JsonlSource(path, projects, now)
    if name.endswith(ARTICLES):
        return ArticleSource(path, projects, now)
    raise SourceError(f"{clean(path.name)} is of no known kind: {', '.join((*LINES, *ARTICLES))}.")


def files_of(paths: Iterable[Path]) -> Iterator[Path]:
    """The files themselves, and of a directory those of a known kind that lie in it, sorted by name; not its README."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for inner in sorted(path.iterdir()):
            known = inner.name.casefold().endswith((*LINES, *ARTICLES))
            if known and inner.is_file() and not inner.name.casefold().startswith("readme"):
                yield inner
