"""The label that opens every item line (WORDING.md 0.1), and the headings under which items stand.

This room decides what an update is called, and whether it is a look-out. What an update's text proves is
bot/domain/breaking.py; how a label is written is bot/wording.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from bot.domain.breaking import authored_text, evidence
from bot.domain.evidence import Evidence, Sign
from bot.domain.floors import dependency_change
from bot.domain.state import Stage
from bot.domain.update import Kind, Update


class Label(StrEnum):
    """In the order of WORDING.md 0.1; the first word of an item."""

    BREAKING = "breaking"
    MAY_BREAK = "may break"
    SECURITY = "security"
    KNOWN_ISSUE = "known issue"
    DEFAULT = "default"
    NEEDS = "needs"
    RELEASE = "release"
    PRE_RELEASE = "pre-release"
    WITHDRAWN = "withdrawn"
    REVERTED = "reverted"
    CORRECTED = "corrected"
    FIX = "fix"
    NEW = "new"
    PERF = "perf"
    PAPER = "paper"
    POST = "post"
    CHANGED = "changed"


class SectionHeading(StrEnum):
    """The headings of an answer; a heading that is itself a label takes the label from its items."""

    LOOK_OUT = "look out"
    RELEASES = "releases"
    NEW = "new"
    PERF = "perf"
    FIXED = "fixed"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A label with its quoted detail ("mega_moe_max_tokens 65536 → 131072"), "" where the title says it best."""

    label: Label
    detail: str = ""


LOOK_OUT_LABELS = frozenset(
    {
        Label.BREAKING,
        Label.MAY_BREAK,
        Label.SECURITY,
        Label.KNOWN_ISSUE,
        Label.DEFAULT,
        Label.NEEDS,
        Label.WITHDRAWN,
        Label.REVERTED,
        Label.CORRECTED,
    }
)
ALWAYS_TOLD = LOOK_OUT_LABELS | {Label.RELEASE}
"""What stands before all else and is never among what had no room."""

_BY_KIND: Mapping[Kind, Label] = MappingProxyType(
    {
        Kind.REVERT: Label.REVERTED,
        Kind.SECURITY: Label.SECURITY,
        Kind.RELEASE: Label.RELEASE,
        Kind.BREAKING: Label.MAY_BREAK,
        Kind.DEPRECATION: Label.MAY_BREAK,
        Kind.CI: Label.CHANGED,
        Kind.TEST: Label.CHANGED,
        Kind.DOCS: Label.CHANGED,
        Kind.DEPENDENCY: Label.CHANGED,
        Kind.PERFORMANCE: Label.PERF,
        Kind.FIX: Label.FIX,
        Kind.FEATURE: Label.NEW,
        Kind.REFACTOR: Label.CHANGED,
        Kind.PAPER: Label.PAPER,
        Kind.POST: Label.POST,
    }
)

_SECTION: Mapping[Label, SectionHeading] = MappingProxyType(
    {
        Label.RELEASE: SectionHeading.RELEASES,
        Label.PRE_RELEASE: SectionHeading.RELEASES,
        Label.NEW: SectionHeading.NEW,
        Label.PERF: SectionHeading.PERF,
        Label.FIX: SectionHeading.FIXED,
    }
)

_PRE_RELEASE = re.compile(r"\d(?:[.-]?(?:rc|alpha|beta|a|b|dev|pre|preview|nightly)\.?\d*)\b", re.IGNORECASE)
_WITHDRAWN = re.compile(r"\b(?:yank(?:ed|s|ing)?|withdr[ae]wn?)\b", re.IGNORECASE)
_WRONG = (
    r"\b(?:wrong|incorrect|garbage|corrupt\w*|garbled|gibberish) "
    r"(?:results?|outputs?|answers?|values?|tokens?|logits?|weights?|data|scales?)"
    r"|\b(?:incorrect|wrong)(?:ly)?\b.{0,40}\b(?:results?|outputs?|accuracy|logits)\b"
    r"|\baccuracy (?:issue|regress\w*|drop|bug|problem|loss|collapse|degrad\w*|error)s?\b"
    r"|\bcorrectness (?:issue|bug|problem|regress\w*|error|failure|fix)(?:e?s)?\b"
    r"|\b(?:fix(?:e[sd]|ing)?|restor\w+) (?:[\w.-]+ ){0,4}correctness\b"
    r"|\bnans?\b|\bsilent(?:ly)? (?:corrupt\w*|wrong|drop\w*|los\w+|truncat\w*)|\bcorrupt(?:ion|s|ed|ing)?\b"
    r"|\bdata loss\b|\blos(?:t|es|ing) (?:data|updates?|weights?|tokens?|requests?|writes?|messages?)\b"
)
_STOPS = (
    r"|\bhang(?:s|ing)?\b|\bhung\b|\bdead-?locks?(?:ed)?\b|\binfinite loop\b|\bstuck\b|\bfreez(?:e|es|ing)\b"
    r"|\bcrash(?:es|ed|ing)?\b|\bseg-?faults?\b|\bsegmentation fault\b|\bcore dump\w*\b"
    r"|\billegal memory access\b|\bima\b"
    r"|\bout[- ]of[- ]bounds?\b|\boob\b|\buse[- ]after[- ]free\b|\bmisaligned address\b|\boverwr(?:ite|ote|itten)\w*\b"
    r"|\brace condition\b|\bdata race\b"
)
_WRONG_RESULTS = re.compile(_WRONG, re.IGNORECASE)
_SEVERE = re.compile(_WRONG + _STOPS, re.IGNORECASE)
_SYMPTOM_CHARACTERS = 1_500


def labelled(update: Update, body: str | None = None) -> Labelled:
    """What the update is called, with the quoted change where there is one; `body` as in `evidence`.

    Security goes before a mark of breaking only where the kind says so and the title is not marked: a marked title is
    always Breaking. A revert is Reverted whatever it says.
    """
    if update.kind is Kind.REVERT:
        return Labelled(Label.REVERTED)
    sign = evidence(update, body)
    if sign is not None and sign.sign is Sign.MARKED:
        return Labelled(Label.BREAKING)
    if update.kind is Kind.SECURITY:
        return Labelled(Label.SECURITY)
    if sign is not None and sign.telling:
        return _of_sign(sign, update)
    if update.kind is Kind.RELEASE:
        return Labelled(_of_release(update))
    if update.kind is Kind.DEPENDENCY:
        return _of_dependency(update)
    return Labelled(_BY_KIND[update.kind])


def is_severe(update: Update) -> bool:
    """Whether the update speaks of wrong results, lost data, a hang or a crash in its title or at the beginning of its
    description."""
    return bool(_SEVERE.search(update.title) or _SEVERE.search(authored_text(update.body)[:_SYMPTOM_CHARACTERS]))


def is_severe_by_title(update: Update) -> bool:
    """The same of the title alone: there it is what the change is about, a description may only mention it."""
    return _SEVERE.search(update.title) is not None


def is_wrong_by_title(update: Update) -> bool:
    """Whether the title speaks of wrong results or lost data, which nobody notices who is not told."""
    return _WRONG_RESULTS.search(update.title) is not None


def is_look_out(update: Update, label: Label) -> bool:
    """Whether readers are warned of it: a label that warns, or a severe fix that the latest release still lacks.

    "That the latest release still has" (WORDING.md 0.1) is a claim about releases: it holds for what is unreleased or
    only in a pre-release, and it is not made where the project's tags were not read.
    """
    if label in LOOK_OUT_LABELS:
        return True
    lacking = update.state.stage in {Stage.UNRELEASED, Stage.PRERELEASE}
    return label is Label.FIX and lacking and is_severe(update)


def section_of(update: Update, label: Label) -> SectionHeading:
    """The heading under which an item stands in an answer."""
    return SectionHeading.LOOK_OUT if is_look_out(update, label) else _SECTION.get(label, SectionHeading.OTHER)


def _of_sign(sign: Evidence, update: Update) -> Labelled:
    if sign.sign is Sign.DEFAULT:
        return Labelled(Label.DEFAULT, sign.detail)
    if sign.sign is Sign.FLOOR:
        return Labelled(Label.NEEDS, sign.detail)
    if sign.sign is Sign.CLUES and update.kind is Kind.DEPENDENCY:
        return _of_dependency(update)
    return Labelled(Label.BREAKING if sign.proven else Label.MAY_BREAK, sign.detail)


def _of_dependency(update: Update) -> Labelled:
    """Needs with the version where one is named; else Changed."""
    detail = "" if update.noise else dependency_change(update.title)
    return Labelled(Label.NEEDS, detail) if detail else Labelled(_BY_KIND[update.kind])


def _of_release(update: Update) -> Label:
    name = update.links.tag or update.title
    if _WITHDRAWN.search(update.title):
        return Label.WITHDRAWN
    return Label.PRE_RELEASE if _PRE_RELEASE.search(name) else Label.RELEASE
