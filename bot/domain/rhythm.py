"""How often and on which days something comes, as a command line carries it: `daily mon-fri`, `at-once`."""

from __future__ import annotations

from bot.domain.schedule import EVERY_DAY, WORK_DAYS
from bot.domain.subscription import CADENCE_WORDS, Cadence

DAY_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""The days from Monday on."""


def day_words(days: frozenset[int]) -> str:
    """ISO weekdays: `mon-fri`, `fri`, `mon,thu`."""
    if days in (WORK_DAYS, EVERY_DAY):
        return f"{DAY_NAMES[0]}-{DAY_NAMES[max(days) - 1]}"
    return ",".join(DAY_NAMES[day - 1] for day in sorted(days))


def rhythm_words(cadence: Cadence, days: frozenset[int]) -> str:
    """A cadence with its days; what comes at once has none."""
    return CADENCE_WORDS[cadence] if cadence is Cadence.AT_ONCE else f"{CADENCE_WORDS[cadence]} {day_words(days)}"
