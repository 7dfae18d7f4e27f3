"""How fast files are imported end to end, and whether memory stays flat. Run by hand or by `make bench`:

    python -m tests.bench.bench_import [DIRECTORY of .jsonl.gz files] [--copies N]

Goal: 2,500 updates a second on one core, the resident set of the last copy no more than that of the first and a tenth.
"""

from __future__ import annotations

import argparse
import gzip
import json
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from bot.sources.jsonl import JsonlSource
from config.catalog import load_projects
from config.vocabulary import load_vocabulary
from handlers.jobs.importing import ImportReport, import_files
from storage.store import Store

UPDATES = Path(__file__).resolve().parents[3] / "shared" / "data" / "updates"
GOAL = 2_500


def main() -> None:
    """Prints one line of JSON for reading alone, and one for each copy of the data that is imported."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", nargs="?", type=Path, default=UPDATES)
    parser.add_argument("--copies", type=int, default=1)
    given = parser.parse_args()
    files = sorted(given.directory.glob("*.jsonl.gz"))
    with tempfile.TemporaryDirectory() as place:
        for line in (reading(files), *imports(files, Path(place), given.copies)):
            print(json.dumps(line))


def reading(files: list[Path]) -> dict[str, object]:
    """Parsing and cleaning alone."""
    projects, now = load_projects(), datetime.now(UTC)
    begin = time.process_time()
    count = sum(1 for path in files for _ in JsonlSource(path, projects, now).items())
    return {"what": "read", "updates": count, "a_second": round(count / (time.process_time() - begin))}


def imports(files: list[Path], place: Path, copies: int) -> Iterator[dict[str, object]]:
    """Reading, tagging and storing; each copy has hashes and pull requests of its own. Then everything once more."""
    vocabulary, projects, now = load_vocabulary(), load_projects(), datetime.now(UTC)
    with Store.open(f"sqlite:///{place / 'store.sqlite3'}", vocabulary.closure) as store:
        for copy in range(copies):
            paths = files if copy == 0 else list(_copied(files, place, copy))
            yield _timed(f"import {copy + 1}", partial(import_files, paths, store, vocabulary, projects, now))
        yield _timed("again", partial(import_files, files, store, vocabulary, projects, now))


def _timed(what: str, run: Callable[[], ImportReport]) -> dict[str, object]:
    begin, wall = time.process_time(), time.perf_counter()
    report = run()
    seconds, wall = time.process_time() - begin, time.perf_counter() - wall
    count = report.new + report.changed + report.known
    return {
        "what": what,
        "updates": count,
        "new": report.new,
        "a_second": round(count / seconds),
        "a_second_on_the_wall": round(count / wall),
        "goal": GOAL,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def _copied(files: list[Path], place: Path, copy: int) -> Iterator[Path]:
    """The files with other repositories, so that every update is new."""
    for path in files:
        target = place / f"{copy}-{path.name}"
        with gzip.open(path, "rt", encoding="utf-8") as source, gzip.open(target, "wt", compresslevel=1) as out:
            for line in source:
                row = json.loads(line)
                row["repo"] += f"-{copy}"
                out.write(json.dumps(row) + "\n")
        yield target


if __name__ == "__main__":
    main()
