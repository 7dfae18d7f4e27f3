"""What somebody who reads changelogs would say of each clue before having seen a single release, in log odds.

Fitted weights are drawn towards these: a hundred listed changes, most of them of one project, teach little, and what is
only one project's way must not be learnt.
"""

from __future__ import annotations

from bot.domain.breakage.clue import Clue

BIAS = -5.0
"""Of an ordinary change: one in a hundred and fifty."""

PRIOR = {
    Clue.DEPRECATION: 1.0,
    Clue.REFACTOR: 0.0,
    Clue.FIX: -0.5,
    Clue.DEPENDENCY: 0.0,
    Clue.REMOVES: 1.2,
    Clue.REMOVES_TOO: 0.5,
    Clue.RENAMES: 0.8,
    Clue.DEPRECATES: 2.0,
    Clue.LEAVES: 1.5,
    Clue.REQUIRES: 0.8,
    Clue.REJECTS: 0.3,
    Clue.DISABLES: 0.3,
    Clue.DEFAULT: 2.5,
    Clue.DEFAULT_IN_CONFIG: 0.7,
    Clue.GROUND: 2.0,
    Clue.DEAD: -1.2,
    Clue.INWARD: -0.8,
    Clue.OLD: 0.8,
    Clue.NAMED: 0.7,
    Clue.TYPED: 0.7,
    Clue.API: 0.5,
    Clue.INTERFACE_REJECTS: 0.5,
    Clue.SHRINKS: 0.5,
    Clue.REMOVES_MUCH: 0.5,
    Clue.GROWS: -0.5,
    Clue.CONFIG: 0.3,
    Clue.ENTRY: 0.3,
    Clue.ENVIRONMENT: 0.3,
    Clue.REQUIREMENTS: 0.3,
    Clue.DOCS: 0.2,
    Clue.TAKES_FROM_CONFIG: 0.5,
    Clue.TAKES_FROM_DOCS: 0.7,
    Clue.TAKES_FROM_MODELS: 0.3,
    Clue.TAKES_WITH_TESTS: 0.3,
    Clue.TAKES_NATIVE: 0.2,
    Clue.TESTS_ONLY: -1.5,
    Clue.DOCS_ONLY: -1.0,
}
