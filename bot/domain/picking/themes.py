"""Themes: what several changes of a window are about. A large work comes in many changes, and each of them says so by a
model, a prefix of several words, or a phrase of its title.

Words that say what is done rather than what it is done to are no theme.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from bot.domain.picking.title_words import word_set
from bot.domain.tag import Facet, Place, Role
from bot.domain.tagging.heading import heading_of
from bot.domain.text import words
from bot.domain.title import TITLE_READ, bare
from bot.domain.update import Kind, Update

_USUAL = word_set(
    "a an the of for in to on at and or with when by from into is are be it its as via per that this all not no "
    "new add support enable implement introduce fix update use make improve refactor remove move allow bug test "
    "ci doc feat feature bugfix perf misc chore core build main model kernel backend frontend path api part "
    "initial default 1 2 3 4 5 n error check type config code file version unit e2e case class function method "
    "argument arg param parameter option"
)
_NO_THEME = frozenset({Kind.CI, Kind.TEST, Kind.DOCS})


@dataclass(frozen=True, slots=True)
class Themes:
    """The themes of one change."""

    models: tuple[str, ...]
    marks: tuple[str, ...]
    phrases: tuple[str, ...]


def themes_of(update: Update) -> Themes:
    """The themes of a change, by its title."""
    models = tuple(
        found.tag.name
        for found in update.tags
        if found.tag.facet is Facet.MODEL and found.place is Place.TITLE and found.role is Role.ABOUT
    )
    marks, phrases = _worded(update.title[:TITLE_READ])
    return Themes(models, marks, phrases)


@lru_cache(maxsize=8_192)
def _worded(title: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    marks = tuple(
        " ".join(words(mark))
        for mark in sorted(heading_of(title).marks)
        if len([w for w in words(mark) if w not in _USUAL]) >= 1
    )
    text = words(bare(title))
    pairs = {f"{one} {two}" for one, two in pairwise(text) if one not in _USUAL and two not in _USUAL}
    return marks, tuple(sorted(pairs | set(marks)))


@dataclass(frozen=True, slots=True)
class Bursts:
    """How often each theme occurs among the changes of a window."""

    models: Counter[str] = field(default_factory=Counter)
    marks: Counter[str] = field(default_factory=Counter)
    phrases: Counter[str] = field(default_factory=Counter)

    def of_model(self, themes: Themes) -> float:
        return strength(max((self.models[one] for one in themes.models), default=0))

    def of_mark(self, themes: Themes) -> float:
        return strength(max((self.marks[one] for one in themes.marks), default=0))

    def of_phrase(self, themes: Themes) -> float:
        return strength(max((self.phrases[one] for one in themes.phrases), default=0))


def bursts(updates: Iterable[Update]) -> Bursts:
    """The themes of a window; CI, tests and documentation make none."""
    found = Bursts()
    for update in updates:
        if update.kind in _NO_THEME:
            continue
        themes = themes_of(update)
        found.models.update(themes.models)
        found.marks.update(themes.marks)
        found.phrases.update(themes.phrases)
    return found


MANY = 16
"""A theme of so many changes is as strong as a theme gets."""


def strength(changes: int) -> float:
    """0 for one change or none, 1 for `MANY` and more."""
    return min(1.0, math.log2(changes) / math.log2(MANY)) if changes > 1 else 0.0
