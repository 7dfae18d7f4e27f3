"""What each clue counts, in log odds, and from where on a change is taken for one that may break.

Fitted by tests/fitting/fit_breaking.py on what maintainers' notes list, drawn towards a prior; the numbers change by
running it again, not by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.domain.breakage.clue import Clue
from bot.domain.breakage.clues import clues_of
from bot.domain.update import Update

LIKELY = -3.35
"""From here on one change in six is listed in notes, and four in five of those that are listed are found."""
TELLING = -1.7
"""From here on clues are enough to warn of: about half are listed, and notes do not list all."""
PROVING = -1.2
"""From here on a name that goes is one that people outside use."""

BIAS = -4.88
"""Of a change without a single clue."""

WEIGHTS: Mapping[Clue, float] = MappingProxyType(
    {
        Clue.DEPRECATION: 1.18,
        Clue.REFACTOR: 0.61,
        Clue.FIX: -0.74,
        Clue.DEPENDENCY: -0.06,
        Clue.REMOVES: 1.14,
        Clue.REMOVES_TOO: 0.46,
        Clue.RENAMES: 0.71,
        Clue.DEPRECATES: 2.37,
        Clue.LEAVES: 1.67,
        Clue.REQUIRES: 1.02,
        Clue.REJECTS: 0.69,
        Clue.DISABLES: 0.45,
        Clue.DEFAULT: 3.11,
        Clue.DEFAULT_IN_CONFIG: 0.76,
        Clue.GROUND: 2.51,
        Clue.DEAD: -1.20,
        Clue.INWARD: -0.71,
        Clue.OLD: 1.07,
        Clue.NAMED: 0.41,
        Clue.TYPED: 0.27,
        Clue.API: 0.66,
        Clue.INTERFACE_REJECTS: 0.96,
        Clue.SHRINKS: 0.58,
        Clue.REMOVES_MUCH: 0.56,
        Clue.GROWS: -0.09,
        Clue.CONFIG: 0.83,
        Clue.ENTRY: 0.53,
        Clue.ENVIRONMENT: 0.19,
        Clue.REQUIREMENTS: 0.78,
        Clue.DOCS: 0.10,
        Clue.TAKES_FROM_CONFIG: 0.49,
        Clue.TAKES_FROM_DOCS: 0.78,
        Clue.TAKES_FROM_MODELS: 0.66,
        Clue.TAKES_WITH_TESTS: 0.80,
        Clue.TAKES_NATIVE: 0.33,
        Clue.TESTS_ONLY: -1.34,
        Clue.DOCS_ONLY: -1.01,
    }
)


def odds(update: Update) -> float:
    """How likely the change breaks somebody, in log odds."""
    return BIAS + sum(WEIGHTS[clue] for clue in clues_of(update))
