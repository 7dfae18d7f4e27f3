"""The label that opens every item line (WORDING.md 0.1), and the headings under which items stand."""

from __future__ import annotations

from enum import StrEnum


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
