"""The fixed words of items: labels, headings and states (WORDING.md 0.1 to 0.3)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.domain.label import Label, SectionHeading
from bot.domain.tag import Place
from bot.wording.catalogue import say

LABELS: Mapping[Label, str] = MappingProxyType(
    {
        Label.BREAKING: "Breaking",
        Label.MAY_BREAK: "May break",
        Label.SECURITY: "Security",
        Label.KNOWN_ISSUE: "Known issue",
        Label.DEFAULT: "Default",
        Label.NEEDS: "Needs",
        Label.RELEASE: "Release",
        Label.PRE_RELEASE: "Pre-release",
        Label.WITHDRAWN: "Withdrawn",
        Label.REVERTED: "Reverted",
        Label.CORRECTED: "Corrected",
        Label.FIX: "Fix",
        Label.NEW: "New",
        Label.PERF: "Perf",
        Label.PAPER: "Paper",
        Label.POST: "Post",
        Label.CHANGED: "Changed",
    }
)

HEADINGS: Mapping[SectionHeading, str] = MappingProxyType(
    {
        SectionHeading.LOOK_OUT: "Look out",
        SectionHeading.RELEASES: "Releases",
        SectionHeading.NEW: "New",
        SectionHeading.PERF: "Perf",
        SectionHeading.FIXED: "Fixed",
        SectionHeading.OTHER: "Also",
    }
)

HEADING_LABELS: Mapping[SectionHeading, Label] = MappingProxyType(
    {SectionHeading.NEW: Label.NEW, SectionHeading.PERF: Label.PERF, SectionHeading.FIXED: Label.FIX}
)
"""Headings that are a label themselves; items of that label do not repeat it."""

PLACES: Mapping[Place, str] = MappingProxyType(
    {
        Place.TITLE: "title",
        Place.PATH: "path",
        Place.LABEL: "label",
        Place.BODY: "description",
        Place.REPOSITORY: "repository",
    }
)

UNRELEASED = "unreleased"
TITLE_ONLY = "(title only)"
CUT = "(description cut; figures may be missing)"
NO_FIGURES = "no figures given"
NO_DEVICE = "GPU not stated"
BY_AUTHOR = "author"
BY_BOT = "(says a bot summary)"
RELEASE_UNKNOWN = "release unknown"
NO_TITLE = "(no title)"


def label_word(label: Label) -> str:
    """The label as an item shows it."""
    return say(LABELS[label])
