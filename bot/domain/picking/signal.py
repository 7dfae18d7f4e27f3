"""The signals by which a digest ranks: their names, as the weights of config/ranking.toml and each reason call them.

How each is read from an update is signals.py (from the change alone), paths.py and themes.py (from the whole window).
"""

from __future__ import annotations

from enum import StrEnum


class Signal(StrEnum):
    """What is found, from 0 (nothing of it) to 1; sizes and places from -0.5 to 0.5 (0: as usual, or unknown)."""

    __hash__ = str.__hash__
    """An enum hashes by its name in Python code, which costs more than all that is looked up by it."""

    FEATURE = "feature"
    FIX = "fix"
    PERFORMANCE = "performance"
    REFACTOR = "refactor"
    DEPENDENCY = "dependency"
    CI = "ci"
    TEST = "test"
    DOCS = "docs"
    REVERT = "revert"
    RELEASE = "release"
    SECURITY = "security"
    SEVERE = "wrong results, hang or crash"
    BREAKING = "breaking"
    MAY_BREAK = "may break"
    DEFAULT_CHANGED = "default changed"
    NOISE = "noise"
    FIGURE = "figure"
    SUPPORTS = "supports"
    ADDS = "adds"
    REPAIRS = "repairs"
    INWARD = "inward words"
    BY_DEFAULT = "by default"
    LARGE_WORK = "framework or engine"
    MODEL = "model named"
    HARDWARE = "hardware named"
    FORMAT = "format named"
    TOPIC = "topic named"
    NEW_MODEL = "new model"
    NEW_HARDWARE = "new hardware"
    NEW_DEPENDENCY = "version of a dependency"
    GROUND = "moves what all stands on"
    REMOVES = "removes or deprecates"
    SIZE = "size"
    GROWTH = "growth"
    LARGE = "among the largest"
    LARGE_FEATURE = "large feature"
    SPEEDS_UP = "faster, with a figure"
    SPREAD = "paths touched"
    FOLDERS = "folders touched"
    CORE = "core paths"
    TESTS_ONLY = "tests only"
    SIDE_ONLY = "docs, ci, examples or benchmarks only"
    WITH_TESTS = "core with tests"
    RARE_FOLDER = "rare folder"
    SERIES = "part of a series"
    MODEL_BURST = "burst of a model"
    MARK_BURST = "burst of a prefix"
    PHRASE_BURST = "burst of a phrase"
    STORY = "story of several"
    RARE_MARK = "rare prefix"
    UNMARKED = "no prefix where others have one"
