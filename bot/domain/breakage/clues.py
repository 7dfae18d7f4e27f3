"""Which clues a change shows. Words are those of the field as a whole, never of one project or one change."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.breakage.clue import Clue
from bot.domain.breakage.surfaces import Surface, lie_on, surfaces
from bot.domain.defaults import default_change
from bot.domain.removals import has_proper_name, is_inward, names, names_typed
from bot.domain.title import bare, marks
from bot.domain.update import Kind, Update

SHRINKING = 3
"""A change shrinks where it deletes so many times what it adds; it grows the other way round."""
FEW_LINES, MANY_LINES = 10, 50
"""Fewer deleted lines are no removal, fewer added ones no growth."""

_OF_KIND = {
    Kind.DEPRECATION: Clue.DEPRECATION,
    Kind.REFACTOR: Clue.REFACTOR,
    Kind.FIX: Clue.FIX,
}
_TAKES_AWAY = (
    r"(?:(?:fully|completely|finally) )?"
    r"(?:remov(?:e|es|ed|ing|al of)|delet(?:e|es|ed|ing)|drop(?:s|ped|ping)?|retir(?:e|es|ed|ing)|get rid of|sunset"
    r"|discontinu(?:e|es|ed))\b"
)
_LEAD = r"^(?:[^:]{1,40}:\s*)?\W{0,4}"


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_REMOVES = _words(_LEAD + _TAKES_AWAY)
_REMOVES_TOO = _words(rf"(?:[:;,+.(]\s*|\b(?:and|to|also|then|&)\s+){_TAKES_AWAY}")
_RENAMES = _words(r"\brenam(?:e|es|ed|ing)\b")
_DEPRECATES = _words(r"\bdeprecat(?:e|es|ing|ion|ions)\b(?! warning)|^deprecated\b|\b(?:is|are|now) deprecated\b")
_MIGRATES = _words(r"\b(?:migrat|mov|extract)(?:e|es|ed|ing|ion)?\b")
_OUT = _words(
    r"\b(?:to|into) (?:\S+ ){0,3}?(?:plug-?in|package|repo(?:sitory)?|examples?|contrib|experimental)\b"
    r"|\bto `?[\w.]+\.(?:experimental|contrib|legacy)\b|\bout[- ]of[- ]tree\b|\boot\b"
    r"|\b(?:from )?env(?:ironment)?[ _]?var\w* (?:to|into|with)\b"
)
_REQUIRES = _words(r"\brequires?\b|\benforc(?:e|es|ing)\b|\bmandatory\b")
_REJECTS = _words(
    r"\b(?:reject|disallow|forbid|prohibit|refuse)(?:s|ed|ing|den)?\b"
    r"|\bblock(?:s|ing)? (?!size|table|layout|scal|sparse)\w+"
    r"|\bno longer\b|\bstop (?!token|string|sequence|word)\w+ing\b"
)
_DISABLES = _words(_LEAD + r"(?:temporarily )?(?:disabl(?:e|es|ed|ing)|turn off)\b")
_GROUND = _words(
    r"\b(?:py)?torch\b|\btransformers\b|\bcuda\b|\bpython\b|\btriton\b|\bubuntu\b|\bgcc\b|\bc\+\+ ?\d\d|\brocm\b"
    r"|\bcann\b|\bnumpy\b|\bglibc\b|\bcudnn\b|\bpy3\.?\d+|\bmanylinux\w*|\bdrivers?\b"
)
_MOVES_VERSION = _words(
    r"\b(?:bump|upgrade|update|raise|pin|require|drop|move)\w*\b.*\d|\b(?:bump|upgrade|raise|drop)\w*\b"
)
_DEAD = _words(
    r"\b(?:un-?used|dead|deadcode|redundan\w+|duplicat\w*|un-?necessary|un-?needed|useless|no-?op|left-?over|unreachable"
    r"|boilerplate|stray|stale)\b"
)
_OLD = _words(r"\b(?:deprecated|obsolete|legacy|unsupported|old|due for removal|as scheduled|outdated|v0)\b")
_API = _words(
    r"\bapis?\b|\bschema\b|\bendpoints?\b|\bresponses?\b|\brequests?\b|\bclients?\b|\bcli\b|\bconfig\w*\b|\bparam\w*\b"
    r"|\barg(?:ument)?s?\b|\bflags?\b|\bfields?\b|\boptions?\b|\benv\w*\b|\bmetrics?\b|\bplug-?ins?\b|\bdependenc\w+\b"
)


_OPENING = frozenset(
    {
        *(Clue.REMOVES, Clue.REMOVES_TOO, Clue.RENAMES, Clue.DEPRECATES, Clue.LEAVES, Clue.REQUIRES, Clue.REJECTS),
        *(Clue.DISABLES, Clue.DEFAULT, Clue.GROUND, Clue.OLD),
    }
)
"""Without one of these in its title a change is not looked at further: what it touches proves nothing by itself."""


_STEMS = (
    *("remov", "delet", "drop", "retir", "get rid", "sunset", "discontinu", "renam", "deprecat", "migrat", "mov"),
    *("extract", "requir", "enforc", "mandatory", "reject", "disallow", "forbid", "prohibit", "refuse", "block"),
    *("no longer", "stop", "disabl", "turn off", "default", "bump", "upgrad", "updat", "rais", "pin", "obsolete"),
    *("legacy", "unsupported", "old", "due for", "scheduled", "v0"),
)


def clues_of(update: Update) -> frozenset[Clue]:
    """All clues that a change shows; where its title says nothing that could break, only what it says."""
    text = bare(update.title)
    if update.kind not in {Kind.DEPENDENCY, Kind.DEPRECATION} and not _may_open(update.title):
        return frozenset({_OF_KIND[update.kind]} if update.kind in _OF_KIND else ())
    found = set(_said(update, text))
    if found.isdisjoint(_OPENING):
        return frozenset(found)
    takes = not found.isdisjoint({Clue.REMOVES, Clue.REMOVES_TOO, Clue.RENAMES, Clue.DEPRECATES, Clue.LEAVES})
    if takes:
        found.update(_taken(text))
    found.update(_sized(update, Clue.REMOVES in found))
    found.update(_touched(update, takes))
    if Clue.DEFAULT in found and found & {Clue.CONFIG, Clue.ENVIRONMENT}:
        found.add(Clue.DEFAULT_IN_CONFIG)
    if Clue.REJECTS in found and found & {Clue.API, Clue.CONFIG, Clue.ENTRY}:
        found.add(Clue.INTERFACE_REJECTS)
    return frozenset(found)


def moves_ground(update: Update) -> bool:
    """Whether a change moves what everybody's set-up stands on: PyTorch, CUDA, Python, a compiler's standard."""
    text = bare(update.title)
    return bool(_GROUND.search(text)) and (update.kind is Kind.DEPENDENCY or bool(_MOVES_VERSION.search(text)))


def _may_open(title: str) -> bool:
    """Whether a title holds a beginning of any opening word: ten times as fast as looking for the words themselves."""
    folded = title.casefold()
    return any(stem in folded for stem in _STEMS)


def _said(update: Update, text: str) -> Iterator[Clue]:
    """What kind and title say by themselves."""
    if own := _OF_KIND.get(update.kind):
        yield own
    if _REMOVES.search(text):
        yield Clue.REMOVES
    elif _REMOVES_TOO.search(text):
        yield Clue.REMOVES_TOO
    if _RENAMES.search(text):
        yield Clue.RENAMES
    if _DEPRECATES.search(text) or any("deprecat" in mark.casefold() for mark in marks(update.title)):
        yield Clue.DEPRECATES
    if _MIGRATES.search(text) and _OUT.search(text):
        yield Clue.LEAVES
    if default_change(text, "") is not None:
        yield Clue.DEFAULT
    if moves_ground(update):
        yield Clue.GROUND
    elif update.kind is Kind.DEPENDENCY:
        yield Clue.DEPENDENCY
    for clue, pattern in _SAYING.items():
        if pattern.search(text):
            yield clue


_SAYING = {
    Clue.REQUIRES: _REQUIRES,
    Clue.REJECTS: _REJECTS,
    Clue.DISABLES: _DISABLES,
    Clue.DEAD: _DEAD,
    Clue.OLD: _OLD,
    Clue.API: _API,
}


def _taken(text: str) -> Iterator[Clue]:
    """Of what a title takes away: whether it is inside, has a name, is typed by people."""
    if is_inward(text):
        yield Clue.INWARD
    if names(text) or has_proper_name(text):
        yield Clue.NAMED
    if names_typed(text):
        yield Clue.TYPED


def _sized(update: Update, removes: bool) -> Iterator[Clue]:
    more, less = update.additions or 0, update.deletions or 0
    if less >= FEW_LINES and less >= SHRINKING * more:
        yield Clue.SHRINKS
        if removes:
            yield Clue.REMOVES_MUCH
    if more >= MANY_LINES and more >= SHRINKING * less:
        yield Clue.GROWS


def _touched(update: Update, takes: bool) -> Iterator[Clue]:
    touched = surfaces(update.paths)
    for surface, (clue, taking) in _TOUCHING.items():
        if surface in touched:
            if clue is not None:
                yield clue
            if takes and taking is not None:
                yield taking
    if lie_on(update.paths, Surface.TESTS) and Surface.REQUIREMENTS not in touched:
        yield Clue.TESTS_ONLY
    if lie_on(update.paths, Surface.DOCS):
        yield Clue.DOCS_ONLY


_TOUCHING: dict[Surface, tuple[Clue | None, Clue | None]] = {
    Surface.CONFIG: (Clue.CONFIG, Clue.TAKES_FROM_CONFIG),
    Surface.ENTRY: (Clue.ENTRY, None),
    Surface.ENVIRONMENT: (Clue.ENVIRONMENT, None),
    Surface.REQUIREMENTS: (Clue.REQUIREMENTS, None),
    Surface.DOCS: (Clue.DOCS, Clue.TAKES_FROM_DOCS),
    Surface.MODELS: (None, Clue.TAKES_FROM_MODELS),
    Surface.TESTS: (None, Clue.TAKES_WITH_TESTS),
    Surface.NATIVE: (None, Clue.TAKES_NATIVE),
}
