"""What a change touches by its paths: core code, tests, or what stands beside the code; the folders it spreads over."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

PATHS_READ = 100
"""So many paths of a change are read; more say no more."""


class Area(Enum):
    """What a path belongs to."""

    CORE = auto()
    TEST = auto()
    SIDE = auto()


@dataclass(frozen=True, slots=True)
class Touched:
    """How many paths of each area a change touches, and in how many folders."""

    core: int = 0
    tests: int = 0
    side: int = 0
    folders: frozenset[str] = frozenset()

    @property
    def paths(self) -> int:
        return self.core + self.tests + self.side


_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|unit_?tests?|ut|e2e)(?:/|$)|(?:^|/)test_[^/]*$|_test\.\w+$|(?:^|/)conftest\.py$",
    re.IGNORECASE,
)
_SIDE = re.compile(
    r"(?:^|/)(?:docs?|documentation|examples?|tutorials?|recipes?|benchmarks?|bench|scripts?|tools?|docker|ci|\.[^/]+)(?:/|$)"
    r"|(?:^|/)\.[^/]*$|(?:^|/)Dockerfile[^/]*$|(?:^|/)Makefile$|\.(?:md|rst|ipynb|yml|yaml|png|svg)$|(?:^|/)(?:mkdocs|requirements)[^/]*$",
    re.IGNORECASE,
)


@lru_cache(maxsize=4_096)
def touched(paths: tuple[str, ...]) -> Touched:
    """What the first `PATHS_READ` paths touch; nothing where none is known."""
    core = tests = side = 0
    folders = set()
    for path in paths[:PATHS_READ]:
        area, folder = _place(path)
        folders.add(folder)
        if area is Area.CORE:
            core += 1
        elif area is Area.TEST:
            tests += 1
        else:
            side += 1
    return Touched(core, tests, side, frozenset(folders))


def folder_of(path: str) -> str:
    """The folder of a path, three levels deep at most: habits are learnt by it."""
    return "/".join(path.split("/")[:-1][:3])


@lru_cache(maxsize=16_384)
def _place(path: str) -> tuple[Area, str]:
    area = Area.TEST if _TEST.search(path) else Area.SIDE if _SIDE.search(path) else Area.CORE
    return area, folder_of(path)
