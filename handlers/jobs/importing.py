"""Importing files: updates and tags from .jsonl, sentences of digest articles, in batches and in bounded memory.

Each batch is saved as it is read, so that a broken file or a full disk loses nothing that was saved before. Blocks; who
calls from the event loop makes one hop to a thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from bot.domain.errors import SourceError
from bot.domain.project import Projects
from bot.domain.text import clean
from bot.domain.version import TaggedVersion
from bot.domain.vocabulary import Vocabulary
from bot.sources.base import FoundUpdate, FoundVersion, IgnoredTag, Item, NamedOnly, Refusal
from bot.sources.files import FileSource, files_of, open_file
from handlers.jobs.import_report import ImportReport, KeysSaved, Moved, Progress, Refused, Tally, Unreadable
from handlers.jobs.intake import Intake
from storage.store import Store

__all__ = ["ImportReport", "Progress", "Refused", "Unreadable", "import_files"]

BATCH = 400
"""Updates that are saved at a time."""
HEAD = 1_000
"""Updates of a file's beginning that are read before the first is tagged: they teach its repository's template."""
HELD_CHARACTERS = 4_000_000
"""Descriptions that are held at a time: a batch ends early where they are long."""
LINES_A_MOVE = 200
"""After so many lines the progress is told."""


def import_files(
    paths: Sequence[Path],
    store: Store,
    vocabulary: Vocabulary,
    projects: Projects,
    now: datetime,
    progress: Moved | None = None,
    saved: KeysSaved | None = None,
) -> ImportReport:
    """Imports files and the files in directories, in the order given; importing the same again changes nothing.

    `progress` is told how far it is, `saved` after each batch which keys were new. A file that cannot be read is told
    in the report and the others go on; StoreError ends it, what was saved before stays.
    """
    run = _Run(store, vocabulary, projects, now, saved)
    files = tuple(files_of(paths))
    sizes = [path.stat().st_size if path.is_file() else 0 for path in files]
    done = 0
    for path, size in zip(files, sizes, strict=True):
        run.import_file(path, _Meter(path, done, sum(sizes), progress))
        done += size
    return run.finish()


class _Meter:
    """Tells the progress of one file."""

    def __init__(self, path: Path, before: int, bytes_all: int, progress: Moved | None) -> None:
        self._name = clean(path.name)
        self._before = before
        self._all = bytes_all
        self._progress = progress
        self._lines = 0

    def move(self, source: FileSource, *, at_once: bool = False) -> None:
        """Counts an item; tells the progress now and then."""
        self._lines += 1
        if self._progress and (at_once or self._lines % LINES_A_MOVE == 0):
            self._progress(Progress(self._name, self._before + source.position, self._all, self._lines))


class _Run:
    """One import: what is read and not yet saved, and the tally."""

    def __init__(
        self, store: Store, vocabulary: Vocabulary, projects: Projects, now: datetime, saved: KeysSaved | None
    ) -> None:
        self._projects = projects
        self._now = now
        self._intake = Intake(store, vocabulary, projects, lambda: now)
        self._saved = saved
        self._tally = Tally()
        self._updates: list[FoundUpdate] = []
        self._versions: list[TaggedVersion] = []
        self._characters = 0
        self._size = HEAD

    def import_file(self, path: Path, meter: _Meter) -> None:
        """Reads a file to its end, or to its fault, and saves what was read."""
        name = clean(path.name)
        self._size = HEAD
        try:
            source = open_file(path, self._projects, self._now)
            for item in source.items():
                self._take(name, item)
                meter.move(source)
            meter.move(source, at_once=True)
        except SourceError as fault:
            self._tally.unreadable.append(Unreadable(name, fault.sentence))
        self._flush()

    def finish(self) -> ImportReport:
        """What came of all files; the release states are read anew."""
        self._tally.states = self._intake.settle()
        return self._tally.report()

    def _take(self, file: str, item: Item) -> None:
        match item:
            case FoundUpdate():
                self._hold(item)
            case FoundVersion(line, version, release):
                self._versions.append(version)
                self._hold(FoundUpdate(line, release))
            case IgnoredTag():
                self._tally.ignored += 1
            case NamedOnly(_, name):
                self._tally.name(name)
            case Refusal(line, reason):
                self._tally.refuse(file, line, reason)

    def _hold(self, found: FoundUpdate) -> None:
        self._updates.append(found)
        self._characters += len(found.raw.body)
        if len(self._updates) >= self._size or self._characters >= HELD_CHARACTERS:
            self._flush()

    def _flush(self) -> None:
        taken = self._intake.take(self._updates)
        self._tally.new += len(taken.new)
        self._tally.changed += len(taken.changed)
        self._tally.known += taken.known
        if self._saved and taken.new:
            self._saved(taken.new)
        self._tally.versions += self._intake.take_versions(self._versions)
        self._updates, self._versions = [], []
        self._characters, self._size = 0, BATCH
