"""The fixed words of items: labels, headings and states (WORDING.md 0.1 to 0.3)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.domain.label import Label, SectionHeading
from bot.domain.tag import Place
from bot.domain.update import Kind
from bot.wording.catalogue import message, number, say

LABELS: Mapping[Label, str] = MappingProxyType(
    {
        Label.BREAKING: message("Breaking"),
        Label.MAY_BREAK: message("May break"),
        Label.SECURITY: message("Security"),
        Label.KNOWN_ISSUE: message("Known issue"),
        Label.DEFAULT: message("Default"),
        Label.NEEDS: message("Needs"),
        Label.RELEASE: message("Release"),
        Label.PRE_RELEASE: message("Pre-release"),
        Label.WITHDRAWN: message("Withdrawn"),
        Label.REVERTED: message("Reverted"),
        Label.CORRECTED: message("Corrected"),
        Label.FIX: message("Fix"),
        Label.NEW: message("New"),
        Label.PERF: message("Perf"),
        Label.PAPER: message("Paper"),
        Label.POST: message("Post"),
        Label.CHANGED: message("Changed"),
    }
)

HEADINGS: Mapping[SectionHeading, str] = MappingProxyType(
    {
        SectionHeading.LOOK_OUT: message("Look out"),
        SectionHeading.RELEASES: message("Releases"),
        SectionHeading.NEW: message("New"),
        SectionHeading.PERF: message("Perf"),
        SectionHeading.FIXED: message("Fixed"),
        SectionHeading.OTHER: message("Also"),
    }
)

HEADING_LABELS: Mapping[SectionHeading, Label] = MappingProxyType(
    {SectionHeading.NEW: Label.NEW, SectionHeading.PERF: Label.PERF, SectionHeading.FIXED: Label.FIX}
)
"""Headings that are a label themselves; items of that label do not repeat it."""

PLACES: Mapping[Place, str] = MappingProxyType(
    {
        Place.TITLE: message("title"),
        Place.PATH: message("path"),
        Place.LABEL: message("label"),
        Place.BODY: message("description"),
        Place.REPOSITORY: message("repository"),
    }
)

KINDS: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.REVERT: message("revert"),
        Kind.SECURITY: message("security"),
        Kind.RELEASE: message("release"),
        Kind.BREAKING: message("breaking"),
        Kind.DEPRECATION: message("deprecation"),
        Kind.CI: message("ci"),
        Kind.TEST: message("test"),
        Kind.DOCS: message("docs"),
        Kind.DEPENDENCY: message("dependency"),
        Kind.PERFORMANCE: message("performance"),
        Kind.FIX: message("fix"),
        Kind.FEATURE: message("feature"),
        Kind.REFACTOR: message("refactor"),
        Kind.PAPER: message("paper"),
        Kind.POST: message("post"),
    }
)

UNRELEASED = message("unreleased")
TITLE_ONLY = message("(title only)")
CUT = message("(description cut; figures may be missing)")
NO_FIGURES = message("no figures given")
NO_DEVICE = message("GPU not stated")
BY_AUTHOR = message("author")
BY_BOT = message("(says a bot summary)")
RELEASE_UNKNOWN = message("release unknown")
BY_MODEL = message("Sentences by a model, checked against their sources.")
NO_TITLE = message("(no title)")


def label_word(label: Label) -> str:
    """The label as an item shows it."""
    return say(LABELS[label])


_COUNTS = (
    message("no"),
    message("one"),
    message("two"),
    message("three"),
    message("four"),
    message("five"),
    message("six"),
    message("seven"),
    message("eight"),
    message("nine"),
)


def in_words(count: int) -> str:
    """A count as a sentence says it: "five"; from ten on in digits."""
    return say(_COUNTS[count]) if 0 <= count < len(_COUNTS) else number(count)


_EDITIONS = MappingProxyType(
    {
        "systems-daily": (message("systems daily"), message("Systems daily")),
        "frameworks-weekly": (message("frameworks weekly"), message("Frameworks weekly")),
        "deployment-weekly": (message("deployment weekly"), message("Deployment weekly")),
    }
)


def edition_word(key: str, *, as_title: bool = False) -> str:
    """An edition's name inside a sentence ("systems daily") or as a title; others are called by their key."""
    inside, title = _EDITIONS.get(key, (key.replace("-", " "), key.replace("-", " ").capitalize()))
    return say(title if as_title else inside)
