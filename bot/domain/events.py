"""What among a window's stories may be one event: the rules by which they belong together (WORDING.md 5).

Each finder proposes candidates; which of them an issue opens with is bot/domain/highlighting.py.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bot.domain.answer import Story
from bot.domain.floors import moved_to
from bot.domain.highlight import Change, Theme
from bot.domain.label import Label, is_wrong_by_title, labelled
from bot.domain.project import Projects
from bot.domain.tag import Facet, Place, Role, Tag
from bot.domain.update import Update
from bot.domain.vocabulary import Vocabulary

Usual = Mapping[tuple[Tag, Change], float]
"""How often an earlier window of the same length had a kind of change for a tag."""

BURST_PROJECTS = 3
"""Projects that make the same kind of change for one tag before it is an event."""

BURST = 1.5
"""Stories with the same kind of change for a tag, measured by how many there usually are, before it is an event."""

WRONG_STORIES = 3
WRONG_PROJECTS = 2
BREAKING_STORIES = 2
SECURITY_STORIES = 2
DEFAULT_STORIES = 3
DEFAULT_PROJECTS = 2
PIN_PROJECTS = 2

OUTSTANDING = 2.5
"""Standard deviations above the mean of all stories from which on one story is a highlight by itself."""

_FACET: Mapping[Facet, float] = MappingProxyType({Facet.HARDWARE: 2.0, Facet.MODEL: 1.0, Facet.FORMAT: 0.0})
"""What a tag's facet adds: a card that now works in several projects is what its owners wait for."""

_CHANGE: Mapping[Label, Change] = MappingProxyType(
    {Label.NEW: Change.NEW, Label.FIX: Change.FIX, Label.PERF: Change.PERF}
)
_ALONE = frozenset(
    {
        *(Label.BREAKING, Label.SECURITY, Label.WITHDRAWN, Label.KNOWN_ISSUE, Label.DEFAULT),
        *(Label.RELEASE, Label.NEW, Label.PERF, Label.FIX),
    }
)
_BURSTING = (Facet.HARDWARE, Facet.FORMAT, Facet.MODEL)
MADE_FOR = (Place.TITLE, Place.PATH, Place.LABEL)
"""Where a tag stands that a change is made for; descriptions name too much beside it."""
EVERYDAY = frozenset(
    Tag.parse(name)
    for name in ("hardware:cuda", "hardware:cpu", "format:bf16", "format:fp16", "format:fp32", "format:int8")
)
"""Tags so common that many changes of a week for them are no event."""

_NOT_WRONG = re.compile(
    r"\b(?:preserv\w*|propagat\w*|keep\w*|drop\w*|support\w*|check\w*|detect\w*)\W+(?:\w+\W+){0,2}nans?\b"
    r"|\bnans?[ -](?:\w+ )?(?:propagat|preserv|input|value|check|detect|sanitiz)"
    r"|\b(?:metrics?|logged|logging|benchmark\w*|bookkeeping|examples?|docs?)\b",
    re.IGNORECASE,
)
"""Titles that speak of NaN as a value that has its place, or of what nobody computes with."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Stories that may be one event, as long as `least_stories` of `least_projects` are not used by another one.
    `weight` is what it adds to its theme's; `tag` and the rest are as in Highlight."""

    theme: Theme
    stories: tuple[Story, ...]
    least_stories: int = 1
    least_projects: int = 1
    weight: float = 0.0
    tag: Tag | None = None
    change: Change | None = None
    project: str = ""
    version: str = ""


def made_for(story: Story) -> frozenset[Tag]:
    """The hardware, formats and models that a story's leading change is made for: in its title, paths or labels."""
    return frozenset(
        found.tag
        for found in story.lead.tags
        if found.role is Role.ABOUT and found.place in MADE_FOR and found.tag.facet in _BURSTING
    )


def change_of(story: Story) -> Change | None:
    """New, fix or perf; None for a story that is called something else."""
    return _CHANGE.get(story.label)


def candidates(
    stories: Sequence[Story],
    vocabulary: Vocabulary,
    projects: Projects,
    *,
    weights: Mapping[str, float],
    quiet: Iterable[Update],
    usual: Usual,
) -> list[Candidate]:
    """Everything that may be an event. `weights` are the stories' scores in standard deviations, by the leading
    update's key; `quiet` are updates that were left out as noise."""
    return [
        *_bursts(stories, vocabulary, usual),
        *_wrong_results(stories),
        *_breaks(stories),
        *_of_label(stories, Theme.SECURITY, Label.SECURITY, SECURITY_STORIES, 1),
        *_of_label(stories, Theme.DEFAULT, Label.DEFAULT, DEFAULT_STORIES, DEFAULT_PROJECTS),
        *_pins(stories, quiet, projects),
        *_outstanding(stories, weights),
    ]


def _bursts(stories: Iterable[Story], vocabulary: Vocabulary, usual: Usual) -> Iterator[Candidate]:
    """One tag, one kind of change, several projects. Families are left away: that much was done for ROCm is so every
    week; a family of models is no model."""
    groups: dict[tuple[Tag, Change], list[Story]] = defaultdict(list)
    for story in stories:
        change = change_of(story)
        if change is None:
            continue
        for tag in made_for(story):
            if tag not in EVERYDAY and not vocabulary.members(tag):
                groups[tag, change].append(story)
    for (tag, change), same in groups.items():
        if (tag.facet, change) == (Facet.MODEL, Change.FIX):
            # Everybody repairs something for a model in use every week: that is no event.
            continue
        several = len({story.lead.project for story in same}) >= BURST_PROJECTS
        if several and len(same) >= BURST * usual.get((tag, change), 0.0):
            weight = _FACET[tag.facet]
            yield Candidate(Theme.TAG, tuple(same), BURST_PROJECTS, BURST_PROJECTS, weight, tag, change)


def _wrong_results(stories: Iterable[Story]) -> Iterator[Candidate]:
    """Only titles count: a description may speak of wrong results that are not its subject."""
    wrong = tuple(
        story
        for story in stories
        if story.label is Label.FIX and is_wrong_by_title(story.lead) and not _NOT_WRONG.search(story.lead.title)
    )
    if len(wrong) >= WRONG_STORIES:
        yield Candidate(Theme.WRONG_RESULTS, wrong, WRONG_STORIES, WRONG_PROJECTS)


def _breaks(stories: Iterable[Story]) -> Iterator[Candidate]:
    """A project that breaks more than once."""
    by_project: dict[str, list[Story]] = defaultdict(list)
    for story in stories:
        if story.label is Label.BREAKING:
            by_project[story.lead.project].append(story)
    for project, own in by_project.items():
        if len(own) >= BREAKING_STORIES:
            yield Candidate(Theme.BREAKING, tuple(own), BREAKING_STORIES, project=project)


def _of_label(
    stories: Iterable[Story], theme: Theme, label: Label, least: int, least_projects: int
) -> Iterator[Candidate]:
    """What warns in the same way, over all projects."""
    same = tuple(story for story in stories if story.label is label)
    if len(same) >= least and len({story.lead.project for story in same}) >= least_projects:
        yield Candidate(theme, same, least, least_projects)


def _pins(stories: Sequence[Story], quiet: Iterable[Update], projects: Projects) -> Iterator[Candidate]:
    """Projects that moved to the same release of a watched project."""
    moved: dict[tuple[str, str], list[Story]] = defaultdict(list)
    known = {story.lead.key for story in stories}
    others = [update for update in quiet if update.key not in known]
    for story in (*stories, *(Story(update, labelled(update).label) for update in others)):
        name, version = moved_to(story.lead.title)
        project = projects.named(name) if name else None
        if project is not None and project.key != story.lead.project:
            moved[project.key, version].append(story)
    for (key, version), adopting in moved.items():
        if len({story.lead.project for story in adopting}) >= PIN_PROJECTS:
            yield Candidate(Theme.PIN, tuple(adopting), PIN_PROJECTS, PIN_PROJECTS, project=key, version=version)


def _outstanding(stories: Iterable[Story], weights: Mapping[str, float]) -> Iterator[Candidate]:
    for story in stories:
        if story.label in _ALONE and weights[story.lead.key] >= OUTSTANDING:
            yield Candidate(Theme.STORY, (story,), project=story.lead.project)
