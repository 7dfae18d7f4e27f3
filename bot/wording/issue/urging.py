"""What the reader of an issue should do about it, by rule: "Check your results: FlashInfer (FP8 on Hopper)".

Each names its project and, of the change, what its title names, a quoted change or its own line, so that it can be
checked against the item below. What to do follows from the label and from what the title says was wrong; nothing is
claimed about the reader's own set-up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType

from bot.domain.answer import Story
from bot.domain.events import made_for
from bot.domain.excerpt import as_told
from bot.domain.grapheme import shortened
from bot.domain.label import Label, is_severe_by_title, is_wrong_by_title
from bot.domain.state import Stage
from bot.domain.tag import Facet, Tag
from bot.wording.catalogue import listed, message, say
from bot.wording.facts import Facts
from bot.wording.item import story_text
from bot.wording.joining import beside, commas, in_brackets
from bot.wording.words import NO_TITLE

NAMED = 2
"""Changes that one piece of advice names."""
TOLD = 90
"""Characters of a change's own line in a piece of advice."""


class Urge(Enum):
    """What to do, the most pressing first."""

    AVOID = "avoid"
    READ_FIRST = "read first"
    SECURITY = "security"
    RESULTS = "results"
    RETEST = "retest"
    SETTING = "setting"
    RAISE = "raise"
    UPGRADE = "upgrade"


_SAID: Mapping[Urge, str] = MappingProxyType(
    {
        Urge.AVOID: message("Avoid: {changes}."),
        Urge.READ_FIRST: message("Before you upgrade: {changes}."),
        Urge.SECURITY: message("Security: {changes}."),
        Urge.RESULTS: message("Check your results: {changes}."),
        Urge.RETEST: message("Retest what hung or crashed: {changes}."),
        Urge.SETTING: message("Check what you set: {changes}."),
        Urge.RAISE: message("Raise first: {changes}."),
        Urge.UPGRADE: message("Out now: {changes}."),
    }
)
_BY_LABEL: Mapping[Label, Urge] = MappingProxyType(
    {
        Label.WITHDRAWN: Urge.AVOID,
        Label.KNOWN_ISSUE: Urge.AVOID,
        Label.BREAKING: Urge.READ_FIRST,
        Label.SECURITY: Urge.SECURITY,
        Label.DEFAULT: Urge.SETTING,
        Label.NEEDS: Urge.RAISE,
        Label.RELEASE: Urge.UPGRADE,
    }
)
_SAID_BY_NAMES = frozenset({Urge.RESULTS, Urge.RETEST})
"""Advice for which it is enough to know what the change is for."""


def urgings(stories: Sequence[Story], facts: Facts, most: int) -> str:
    """The first `most` pieces of advice about the stories, in sentences; "" where nothing has to be done."""
    by_urge: dict[Urge, list[Story]] = {}
    for story in stories:
        if (urge := urge_of(story)) is not None:
            by_urge.setdefault(urge, []).append(story)
    pressing = [urge for urge in Urge if urge in by_urge][:most]
    return beside(*(_said(urge, by_urge[urge][:NAMED], facts) for urge in pressing))


def urge_of(story: Story) -> Urge | None:
    """What a story asks of its readers; None where it is for information."""
    if story.label is not Label.FIX:
        return _BY_LABEL.get(story.label)
    told = as_told(story.lead)
    if is_wrong_by_title(told):
        return Urge.RESULTS
    return Urge.RETEST if is_severe_by_title(told) else None


def _said(urge: Urge, stories: Sequence[Story], facts: Facts) -> str:
    return say(_SAID[urge], changes=listed([_change(urge, story, facts) for story in stories]))


def _change(urge: Urge, story: Story, facts: Facts) -> str:
    """ "FlashInfer (FP8 on Hopper)"; with the version that has it where it is in a stable release."""
    project = facts.projects.name(story.lead.project)
    what = made_for_words(story, facts) if urge in _SAID_BY_NAMES else ""
    state = story.lead.state
    has_it = say("in {version}", version=state.version) if state.stage is Stage.RELEASED and state.version else ""
    if story.label in {Label.RELEASE, Label.WITHDRAWN}:
        has_it = ""
    if not what and (text := story_text(story, facts.vocabulary)) != say(NO_TITLE):
        what = shortened(text, TOLD)
    return beside(project, in_brackets(commas([what, has_it])).strip())


def made_for_words(story: Story, facts: Facts) -> str:
    """ "MXFP4 on Hopper": the hardware, formats and models that the change is made for; "" where it names none."""
    project = facts.projects.by_key.get(story.lead.project)
    tags = made_for(story).difference(project.defaults if project else ())
    families = {family for tag in tags for family in facts.vocabulary.families(tag)}
    named = sorted((tag for tag in tags if tag not in families), key=str)
    hardware = _words([tag for tag in named if tag.facet is Facet.HARDWARE], facts)
    others = _words([tag for tag in named if tag.facet is not Facet.HARDWARE], facts)
    if hardware and others:
        return say("{what} on {hardware}", what=others, hardware=hardware)
    return hardware or others


def _words(tags: Sequence[Tag], facts: Facts) -> str:
    return commas([facts.vocabulary.label(tag) for tag in tags])
