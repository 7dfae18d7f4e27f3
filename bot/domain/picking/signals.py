"""The signals of one change: what it is, what it names, how large it is beside what is usual, which theme it is of."""

from __future__ import annotations

import math
import re

from bot.domain.breakage.clues import moves_ground
from bot.domain.label import Label, is_severe_by_title
from bot.domain.picking.habits import Habit, percentile
from bot.domain.picking.paths import touched
from bot.domain.picking.signal import Signal
from bot.domain.picking.themes import Bursts, themes_of
from bot.domain.picking.title_words import title_words, word_set
from bot.domain.tag import Facet, Place, Role
from bot.domain.title import TITLE_READ, part
from bot.domain.update import Kind, Update

Signals = dict[Signal, float]

_OF_KIND = {
    Kind.FEATURE: Signal.FEATURE,
    Kind.FIX: Signal.FIX,
    Kind.PERFORMANCE: Signal.PERFORMANCE,
    Kind.REFACTOR: Signal.REFACTOR,
    Kind.DEPENDENCY: Signal.DEPENDENCY,
    Kind.CI: Signal.CI,
    Kind.TEST: Signal.TEST,
    Kind.DOCS: Signal.DOCS,
    Kind.REVERT: Signal.REVERT,
    Kind.RELEASE: Signal.RELEASE,
    Kind.SECURITY: Signal.SECURITY,
}
_OF_LABEL = {
    Label.BREAKING: Signal.BREAKING,
    Label.MAY_BREAK: Signal.MAY_BREAK,
    Label.DEFAULT: Signal.DEFAULT_CHANGED,
}
_OF_FACET = {
    Facet.MODEL: Signal.MODEL,
    Facet.HARDWARE: Signal.HARDWARE,
    Facet.FORMAT: Signal.FORMAT,
    Facet.TOPIC: Signal.TOPIC,
}
_WORDS = {
    Signal.SUPPORTS: word_set("support supports supported enable enables enabled enablement allow allows"),
    Signal.ADDS: word_set(
        "add adds added adding introduce introduces implement implements implementation integrate integrates"
        " integration integrating new initial port bring"
    ),
    Signal.REPAIRS: word_set(
        "fix fixes fixed bug bugfix hotfix error errors crash typo wrong missing incorrect avoid handle"
    ),
    Signal.INWARD: word_set(
        "refactor cleanup clean log logs logging warning warnings comment comments rename simplify unused mypy lint"
        " typing minor tweak nit helper util utils message messages dockerfile docker image precommit codeowners metric"
    ),
    Signal.REMOVES: word_set(
        "remove removes removed delete deprecate deprecates drop drops require requires migrate migrates migration"
    ),
    Signal.BY_DEFAULT: word_set("default"),
    Signal.LARGE_WORK: word_set(
        "framework engine infrastructure infra backend connector scheduler runner supervisor offload offloading"
        " speculative disaggregated disaggregation async distributed parallelism plugin architecture milestone trainer"
        " server frontend universal"
    ),
}
_VERSION = re.compile(r"\d+\.\d+")


def signals_of(update: Update, label: Label, habit: Habit, bursts: Bursts, members: int = 1) -> Signals:
    """The signals that a change shows, without those that are 0."""
    found: Signals = {}
    if own := _OF_KIND.get(update.kind):
        found[own] = 1.0
    if label is Label.FIX and is_severe_by_title(update):
        found[Signal.SEVERE] = 1.0
    if said := _OF_LABEL.get(label):
        found[said] = 1.0
    if update.noise:
        found[Signal.NOISE] = 1.0
    if update.figures:
        found[Signal.FIGURE] = 1.0
    _named(update, found)
    _sized(update, habit, found)
    _themed(update, habit, bursts, found)
    if members > 1:
        found[Signal.STORY] = min(1.0, (members - 1) / 4)
    return {signal: value for signal, value in found.items() if value}


def _named(update: Update, found: Signals) -> None:
    """What the title says by its words and tags."""
    title = update.title[:TITLE_READ]
    said = title_words(title)
    for signal, telling in _WORDS.items():
        if not said.isdisjoint(telling):
            found[signal] = 1.0
    for one in update.tags:
        if one.place is Place.TITLE and one.role is Role.ABOUT and one.tag.facet in _OF_FACET:
            found[_OF_FACET[one.tag.facet]] = 1.0
    gains = (Signal.SUPPORTS in found or Signal.ADDS in found) and Signal.REPAIRS not in found
    if gains and Signal.MODEL in found:
        found[Signal.NEW_MODEL] = 1.0
    if gains and Signal.HARDWARE in found:
        found[Signal.NEW_HARDWARE] = 1.0
    if update.kind is Kind.DEPENDENCY and not update.noise and _VERSION.search(title):
        found[Signal.NEW_DEPENDENCY] = 1.0
    if not update.noise and moves_ground(update):
        found[Signal.GROUND] = 1.0
    if update.kind is Kind.PERFORMANCE and update.figures:
        found[Signal.SPEEDS_UP] = 1.0
    if part(update.title):
        found[Signal.SERIES] = 1.0


def _sized(update: Update, habit: Habit, found: Signals) -> None:
    """How large a change is among its project's, and what it touches."""
    if update.additions is not None:
        more, less = update.additions, update.deletions or 0
        found[Signal.SIZE] = percentile(habit.sizes, more + less)
        found[Signal.GROWTH] = percentile(habit.growths, more - less)
        found[Signal.LARGE] = largeness(found[Signal.GROWTH])
        if update.kind is Kind.FEATURE and Signal.REPAIRS not in found:
            found[Signal.LARGE_FEATURE] = found[Signal.LARGE]
    place = touched(update.paths)
    if not place.paths:
        return
    found[Signal.SPREAD] = percentile(habit.spreads, place.paths)
    found[Signal.FOLDERS] = percentile(habit.folders, len(place.folders))
    found[Signal.CORE] = place.core / place.paths - 0.5
    if place.tests == place.paths:
        found[Signal.TESTS_ONLY] = 1.0
    elif not place.core:
        found[Signal.SIDE_ONLY] = 1.0
    if place.core and place.tests:
        found[Signal.WITH_TESTS] = 1.0
    if place.core and habit.changes:
        found[Signal.RARE_FOLDER] = 1.0 if min(habit.works.get(folder, 0) for folder in place.folders) <= 1 else 0.0


def _themed(update: Update, habit: Habit, bursts: Bursts, found: Signals) -> None:
    """Whether several changes of the window are about the same, and how usual the prefix is."""
    themes = themes_of(update)
    found[Signal.MODEL_BURST] = bursts.of_model(themes)
    found[Signal.MARK_BURST] = bursts.of_mark(themes)
    found[Signal.PHRASE_BURST] = bursts.of_phrase(themes)
    if themes.marks and habit.marks and max(habit.marks.get(mark, 0) for mark in themes.marks) <= 2:
        found[Signal.RARE_MARK] = 1.0
    if not themes.marks and habit.changes and habit.marked / habit.changes > 0.6:
        found[Signal.UNMARKED] = 1.0


def largeness(place: float) -> float:
    """From a percentile to what tells the largest few apart: 0 up to the middle, then a step with every halving."""
    return min(1.0, max(0.0, -math.log2(max(0.5 - place, 1e-3)) - 1.0) / 6.0)
