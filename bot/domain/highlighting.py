"""Which of a window's stories are one event: what a digest opens with (WORDING.md 5).

By rule and with bounds, so that a week without events has no highlights: nothing is filled up. A highlight claims
nothing that its stories do not carry. The rules are a table of finders; each proposes candidates, the weightiest is
taken, and what it used is gone for the others. Counting over weeks is bot/domain/tallying.py.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bot.domain.answer import Story
from bot.domain.clustering import is_cancelled
from bot.domain.floors import moved_to
from bot.domain.highlight import Change, Highlight, Theme
from bot.domain.importance import importance
from bot.domain.label import Label, is_wrong_by_title, labelled
from bot.domain.project import Projects
from bot.domain.tag import Facet, Place, Role, Tag
from bot.domain.update import Update
from bot.domain.vocabulary import Vocabulary

MOST = 5
"""Highlights of an issue at the most (WORDING.md 0.4)."""

CITED = 8
"""Stories that one highlight cites at the most, the weightiest of its event."""

BURST_PROJECTS = 3
"""Projects that make the same kind of change for one tag before it is an event."""

BURST = 1.5
"""Stories about a tag, measured by how many there usually are, before it is an event."""

WRONG_STORIES = 3
WRONG_PROJECTS = 2
BREAKING_STORIES = 2
SECURITY_STORIES = 2
PIN_PROJECTS = 2

WEAKEST = 2.5
"""Less weighty than this is no highlight, however few there are."""

OUTSTANDING = 2.5
"""Standard deviations above the mean of all stories from which on one story is a highlight by itself."""

MOST_ALONE = 2
"""Highlights of one story at the most."""

_THEME: Mapping[Theme, float] = MappingProxyType(
    {
        Theme.BREAKING: 3.0,
        Theme.WRONG_RESULTS: 2.5,
        Theme.SECURITY: 2.0,
        Theme.TAG: 1.0,
        Theme.PIN: 1.5,
        Theme.STORY: 0.0,
    }
)
"""What a theme weighs by itself; a story alone has only its own weight."""

_FACET: Mapping[Facet, float] = MappingProxyType({Facet.HARDWARE: 2.0, Facet.MODEL: 1.0, Facet.FORMAT: 0.0})
"""What a tag's facet adds: a card that now works in several projects is what its owners wait for."""

PER_PROJECT = 0.5
"""What each project adds, up to six."""

_MANY_PROJECTS = 6
_BEST = 3
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
_FOR_IT = (Place.TITLE, Place.PATH, Place.LABEL)
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

Weigh = Callable[[Story], float]


@dataclass(frozen=True, slots=True)
class _Candidate:
    theme: Theme
    stories: tuple[Story, ...]
    least_stories: int = 1
    least_projects: int = 1
    weight: float = 0.0
    tag: Tag | None = None
    change: Change | None = None
    project: str = ""
    version: str = ""


def story_importance(story: Story) -> float:
    """How much a story matters to somebody who asked nothing, by its leading update."""
    return importance(story.lead, story.label)


def highlights(
    stories: Iterable[Story],
    vocabulary: Vocabulary,
    projects: Projects,
    *,
    weigh: Weigh = story_importance,
    quiet: Iterable[Update] = (),
    usual: Mapping[Tag, float] | None = None,
    most: int = MOST,
) -> tuple[Highlight, ...]:
    """The events among the stories of one window, the weightiest first, at most `most`, often fewer.

    `weigh` gives any score of a story, only compared with those of the others. `quiet` are updates that were left out
    as noise: who moved to which release is read from them too. `usual` says how many stories about a tag an earlier
    window of this length had; with it a tag is an event only where there are clearly more.
    """
    live = [story for story in stories if not is_cancelled(story)]
    weights = _standardised(live, weigh)
    found = [
        *_bursts(live, vocabulary, usual or {}),
        *_wrong_results(live),
        *_of_one_project(live, Theme.BREAKING, Label.BREAKING, BREAKING_STORIES),
        *_of_one_project(live, Theme.SECURITY, Label.SECURITY, SECURITY_STORIES),
        *_pins(live, quiet, projects),
        *_outstanding(live, weights),
    ]
    return tuple(_chosen(found, weights, most))


def _chosen(found: Sequence[_Candidate], weights: Mapping[str, float], most: int) -> Iterator[Highlight]:
    """The weightiest candidate, then the weightiest of what is left without its stories, as long as bounds hold."""
    taken: set[str] = set()
    tags: set[Tag] = set()
    alone = 0
    open_ones = list(found)
    for _ in range(most):
        left = [
            (_highlight(one, weights, taken), one)
            for one in open_ones
            if one.tag not in tags and (one.theme is not Theme.STORY or alone < MOST_ALONE) and _holds(one, taken)
        ]
        if not left:
            return
        best, candidate = min(left, key=lambda pair: (-pair[0].weight, pair[0].theme.value, pair[0].keys))
        if best.weight < WEAKEST:
            return
        yield best
        open_ones.remove(candidate)
        # What the event has beyond the cited stories belongs to it as well.
        taken.update(story.lead.key for story in candidate.stories)
        alone += best.theme is Theme.STORY
        if best.tag:
            tags.add(best.tag)


def _holds(one: _Candidate, taken: set[str]) -> bool:
    left = [story for story in one.stories if story.lead.key not in taken]
    return len(left) >= one.least_stories and len({story.lead.project for story in left}) >= one.least_projects


def _highlight(one: _Candidate, weights: Mapping[str, float], taken: set[str]) -> Highlight:
    left = [story for story in one.stories if story.lead.key not in taken]
    ordered = sorted(left, key=lambda story: (-weights.get(story.lead.key, 0.0), story.lead.key))
    cited = _varied(ordered)
    projects = tuple(dict.fromkeys(story.lead.project for story in cited))
    best = [weights.get(story.lead.key, 0.0) for story in cited[:_BEST]]
    weight = _THEME[one.theme] + one.weight + PER_PROJECT * min(len(projects), _MANY_PROJECTS) + sum(best) / len(best)
    return Highlight(one.theme, cited, projects, weight, one.tag, one.change, one.project, one.version)


def _varied(ordered: Sequence[Story]) -> tuple[Story, ...]:
    """The first `CITED` stories, but of each project its best one before any second."""
    firsts = {story.lead.project: story for story in reversed(ordered)}
    best = [story for story in ordered if firsts[story.lead.project] is story][:CITED]
    others = [story for story in ordered if firsts[story.lead.project] is not story][: CITED - len(best)]
    chosen = {story.lead.key for story in (*best, *others)}
    return tuple(story for story in ordered if story.lead.key in chosen)


def _standardised(stories: Sequence[Story], weigh: Weigh) -> dict[str, float]:
    """The stories' scores in standard deviations from their mean, so that any score will do."""
    scores = {story.lead.key: weigh(story) for story in stories}
    if not scores:
        return {}
    mean = sum(scores.values()) / len(scores)
    spread = math.sqrt(sum((score - mean) ** 2 for score in scores.values()) / len(scores))
    return {key: (score - mean) / spread if spread else 0.0 for key, score in scores.items()}


def made_for(story: Story) -> frozenset[Tag]:
    """The hardware, formats and models that a story's leading change is made for: in its title, paths or labels."""
    return frozenset(
        found.tag
        for found in story.lead.tags
        if found.role is Role.ABOUT and found.place in _FOR_IT and found.tag.facet in _BURSTING
    )


def change_of(story: Story) -> Change | None:
    """New, fix or perf; None for a story that is called something else."""
    return _CHANGE.get(story.label)


def _bursts(stories: Iterable[Story], vocabulary: Vocabulary, usual: Mapping[Tag, float]) -> Iterator[_Candidate]:
    """One tag, one kind of change, several projects. Families are left away: that much was done for ROCm is so every
    week; a family of models is no model."""
    by_tag: dict[Tag, list[Story]] = defaultdict(list)
    for story in stories:
        for tag in made_for(story):
            if tag not in EVERYDAY and not vocabulary.members(tag):
                by_tag[tag].append(story)
    for tag, about in by_tag.items():
        if len(about) < BURST * usual.get(tag, 0.0):
            continue
        for change in Change:
            if (tag.facet, change) == (Facet.MODEL, Change.FIX):
                # Everybody repairs something for a model in use every week: that is no event.
                continue
            same = tuple(story for story in about if change_of(story) is change)
            if len({story.lead.project for story in same}) >= BURST_PROJECTS:
                yield _Candidate(Theme.TAG, same, BURST_PROJECTS, BURST_PROJECTS, _FACET[tag.facet], tag, change)


def _wrong_results(stories: Iterable[Story]) -> Iterator[_Candidate]:
    """Only titles count: a description may speak of wrong results that are not its subject."""
    wrong = tuple(
        story
        for story in stories
        if story.label is Label.FIX and is_wrong_by_title(story.lead) and not _NOT_WRONG.search(story.lead.title)
    )
    if len(wrong) >= WRONG_STORIES:
        yield _Candidate(Theme.WRONG_RESULTS, wrong, WRONG_STORIES, WRONG_PROJECTS)


def _of_one_project(stories: Iterable[Story], theme: Theme, label: Label, least: int) -> Iterator[_Candidate]:
    by_project: dict[str, list[Story]] = defaultdict(list)
    for story in stories:
        if story.label is label:
            by_project[story.lead.project].append(story)
    for project, own in by_project.items():
        if len(own) >= least:
            yield _Candidate(theme, tuple(own), least, project=project)


def _pins(stories: Sequence[Story], quiet: Iterable[Update], projects: Projects) -> Iterator[_Candidate]:
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
            yield _Candidate(Theme.PIN, tuple(adopting), PIN_PROJECTS, PIN_PROJECTS, project=key, version=version)


def _outstanding(stories: Iterable[Story], weights: Mapping[str, float]) -> Iterator[_Candidate]:
    for story in stories:
        if story.label in _ALONE and weights[story.lead.key] >= OUTSTANDING:
            yield _Candidate(Theme.STORY, (story,), project=story.lead.project)
