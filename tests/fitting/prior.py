"""What an editor would say before having seen a single release: the direction of each signal and about its strength.

Fitted weights are drawn towards these, because thirteen releases of three projects teach little: a signal moves
away only as far as the releases insist.
"""

from __future__ import annotations

from bot.domain.picking.signal import Signal

PRIOR = {
    Signal.FEATURE: 0.3,
    Signal.FIX: -0.2,
    Signal.PERFORMANCE: 0.2,
    Signal.REFACTOR: -0.2,
    Signal.CI: -0.5,
    Signal.TEST: -0.5,
    Signal.DOCS: -0.5,
    Signal.REVERT: -0.6,
    Signal.RELEASE: -0.15,
    Signal.SECURITY: 0.15,
    Signal.BREAKING: 0.4,
    Signal.MAY_BREAK: 0.25,
    Signal.DEFAULT_CHANGED: 0.35,
    Signal.NOISE: -0.3,
    Signal.FIGURE: 0.15,
    Signal.SUPPORTS: 0.2,
    Signal.ADDS: 0.15,
    Signal.REPAIRS: -0.2,
    Signal.INWARD: -0.2,
    Signal.BY_DEFAULT: 0.15,
    Signal.LARGE_WORK: 0.15,
    Signal.MODEL: 0.1,
    Signal.FORMAT: 0.05,
    Signal.TOPIC: 0.075,
    Signal.NEW_MODEL: 0.2,
    Signal.NEW_HARDWARE: 0.15,
    Signal.NEW_DEPENDENCY: 0.25,
    Signal.GROUND: 0.35,
    Signal.REMOVES: 0.1,
    Signal.SIZE: 0.2,
    Signal.GROWTH: 0.2,
    Signal.LARGE: 0.25,
    Signal.LARGE_FEATURE: 0.4,
    Signal.SPREAD: 0.1,
    Signal.FOLDERS: 0.1,
    Signal.CORE: 0.2,
    Signal.TESTS_ONLY: -0.3,
    Signal.SIDE_ONLY: -0.3,
    Signal.WITH_TESTS: 0.1,
    Signal.RARE_FOLDER: 0.05,
    Signal.SERIES: 0.15,
    Signal.MODEL_BURST: 0.2,
    Signal.PHRASE_BURST: 0.25,
    Signal.STORY: 0.05,
    Signal.RARE_MARK: 0.05,
    Signal.SPEEDS_UP: 0.1,
}
"""Already halved; in the scale of the listwise fit, before its scores are brought to a deviation of 1."""
