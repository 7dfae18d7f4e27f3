"""Noise: what no engineer would want in a digest (typos, CI, tests, bot bumps, internal renames, repository chores)."""

from __future__ import annotations

import re

from bot.domain.tagging.heading import Heading
from bot.domain.update import Kind

_WORTH_READING = re.compile(
    r"^(?:add|adds|document|introduce|new)\b.*\b(?:guide|documentation|tutorial|recipe|support)\b|^(?:add|adds|"
    r"document|introduce|update|new)\b.*\b(?:security|insecure|version|migration|examples?)\b|\bbest practices?\b|"
    r"\bsecurity\b|\binsecure\b|\brelease notes?\b|\bmigration guide\b|\btwo cta\b|\bexamples?$|\bperformance guide\b"
)
_LITTLE = re.compile(
    r"\btypos?\b|\bformatting\b|\bclarify\b|\bbroken\b|\blinks?\b|\burls?\b|\bredirects?\b|\blogo\b|\btheme\b|"
    r"\bcss\b|\bwebsite\b|\breadme\b|\btemplates?\b|\bskills?\b|\btranslat|\bsupported models?\b"
)
_CHORE = re.compile(
    r"\btypos?\b|\bci\b|\btests?\b|\btest_\w+|\bworkflow\b|\brunner\b|\breadme\b|\bdocs?\b|\blint\b|\bnightly\b|"
    r"\bformat(?:ting)?\b|"
    r"\bgithub actions?\b|\bcodeowners\b|\bcodecov\b|\bcomments?\b|\bpre-?commit\b"
)
_BOT = re.compile(
    r"^bump (?:[\w.-]+/|the [\w-]+ group)|\bfrom [\w.]+ to [\w.]+ in\b|\bdependabot\b|\bsha-?\d|->|beep boop|"
    r"\bgithub[- ]actions\b|^chore\(main\)|\bactions/|\b(?:update|bump) uv\.?lock|\block ?file\b"
)
_SMALL_FIX = re.compile(
    r"(?<!for )\bexamples?\b(?!/)|\bexample \d|\bexamples/\S|\bprint\b|\blog(?:ging)? (?:message|level|spam)"
    r"|\bimport(?:s)?\b.*\bbenchmarks?/|\bversion regex\b|\bvariable name|\bminikube\b|[a-z_]{3,} message$"
    r"|\bcapture_\w+|\bmesse?ge\b"
)
_CLAUSE = re.compile(r"\s*(?:[,;+]|\band\b|&)\s+")
_GRAVE = re.compile(
    r"\bregressions?\b|\brace\b|\bnans?\b|\bhangs?\b|\bdeadlocks?\b|\bmemory leak|\bcorrupt\w*|\billegal\b|\bfences?\b"
    r"|\bwrong results?\b|\baccuracy\b|\bout[- ]of[- ]"
)
"""What shows itself in an example but lies in the code."""


def is_noise(kind: Kind, heading: Heading) -> bool:
    """Whether an update of this kind is left out of digests."""
    rest = heading.folded
    if kind in (Kind.CI, Kind.TEST):
        return True
    if kind is Kind.DOCS:
        return not _WORTH_READING.search(rest) or bool(_LITTLE.search(rest))
    if kind is Kind.REFACTOR:
        return True
    if kind is Kind.DEPENDENCY:
        return bool(
            heading.marks & {"deps", "deps-dev", "ci", "github-actions"} or _BOT.search(heading.title.casefold())
        )
    if kind is Kind.REVERT:
        return bool(_CHORE.search(rest) or heading.marks & {"ci", "test", "tests", "docs", "doc", "misc ci"})
    if kind is Kind.FIX:
        return _is_small(rest)
    return False


def _is_small(fix: str) -> bool:
    """Whether nothing but an example, a message or the like is mended: not where another clause mends something else,
    nor where what is wrong with the example is a fault of the code."""
    clauses = [clause for clause in _CLAUSE.split(fix) if clause]
    small = [bool(_SMALL_FIX.search(clause)) for clause in clauses]
    if any(small):
        return all(small) and not _GRAVE.search(fix)
    return bool(_SMALL_FIX.search(fix))
