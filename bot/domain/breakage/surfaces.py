"""What a change touches, as far as those outside meet it: configuration, entries, environment, requirements, docs.

Paths alone are read here, and only by what folders and files are called throughout the field.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from functools import lru_cache

PATHS_READ = 100
"""So many paths of a change are read; more say no more."""


class Surface(Enum):
    """A side of a project; a path may lie on several."""

    CONFIG = auto()
    ENTRY = auto()
    ENVIRONMENT = auto()
    REQUIREMENTS = auto()
    DOCS = auto()
    MODELS = auto()
    NATIVE = auto()
    TESTS = auto()


_SURFACES = {
    Surface.CONFIG: (
        r"(?:^|/)(?:\w*config(?:s|uration)?|envs?|settings|\w*args?|arg_utils|arguments|options|flags)(?:\.\w+$|/)"
    ),
    Surface.ENTRY: r"(?:^|/)(?:entrypoints?|cli|apis?|server|serving|openai|frontend|commands?)(?:/|\.|_)",
    Surface.ENVIRONMENT: r"(?:^|/)(?:envs?|environ(?:ment)?\w*|env_\w+)\.py$",
    Surface.REQUIREMENTS: (
        r"(?:^|/)(?:requirements[^/]*(?:/|$)|pyproject\.toml$|setup\.(?:py|cfg)$|Dockerfile|versions?\.json"
        r"|Cargo\.toml$|CMakeLists\.txt$)"
    ),
    Surface.DOCS: r"(?:^|/)docs?/|\.(?:md|rst)$",
    Surface.MODELS: r"(?:^|/)models?/",
    Surface.NATIVE: r"(?:^|/)csrc/|\.(?:cu|cuh|cpp|hpp|cc|h|hip)$",
    Surface.TESTS: r"(?:^|/)(?:tests?|ut|e2e)/|(?:^|/)(?:test_|conftest)[^/]*$|_test\.\w+$",
}
_PATTERNS = {surface: re.compile(pattern, re.IGNORECASE) for surface, pattern in _SURFACES.items()}


def surfaces(paths: Sequence[str]) -> frozenset[Surface]:
    """All sides that the first `PATHS_READ` paths touch."""
    return frozenset().union(*map(_sides, paths[:PATHS_READ]))


def lie_on(paths: Sequence[str], surface: Surface) -> bool:
    """Whether all paths lie on one side; no path lies nowhere."""
    return bool(paths) and all(surface in _sides(path) for path in paths[:PATHS_READ])


@lru_cache(maxsize=16_384)
def _sides(path: str) -> frozenset[Surface]:
    return frozenset(surface for surface, pattern in _PATTERNS.items() if pattern.search(path))
