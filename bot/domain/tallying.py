"""Counted evidence over weeks: how many projects made the same kind of change for one thing.

Counts with their citations in the place of opinions (field/editions.md). What happened within one window is
bot/domain/highlighting.py.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from bot.domain.answer import Story
from bot.domain.clustering import is_cancelled
from bot.domain.events import EVERYDAY, Usual, change_of, made_for
from bot.domain.highlight import Change, Tally
from bot.domain.highlighting import Weigh, story_importance
from bot.domain.tag import Facet, Place, Role, Tag
from bot.domain.vocabulary import Vocabulary

MOST = 3
"""Tallies of an issue at the most."""

TALLIED_PROJECTS = 4
"""Projects that make the same kind of change before it is counted out loud."""

COMMON = 0.02
"""A tag that more than this share of all stories is about says nothing when it is counted."""

_UPKEEP = frozenset({(Facet.TOPIC, Change.FIX), (Facet.MODEL, Change.FIX)})
"""Repairs that every project makes in every few weeks."""

_VAGUE = frozenset({"scheduler", "router", "benchmark", "compile", "compiler", "sampling"})
"""Topics so wide that what has them in common is not one thing."""

COUNTED_FROM = 100
"""So many stories make a share; of fewer, nothing is called common."""


def tallies(
    stories: Iterable[Story], vocabulary: Vocabulary, weeks: int, *, weigh: Weigh = story_importance, most: int = MOST
) -> tuple[Tally, ...]:
    """What several projects did in the last `weeks` weeks, of whose window `stories` are all stories: hardware, formats
    and models before topics, what most projects did first. Of each project its story of the highest score is cited, and
    each story and each tag for one tally only."""
    live = [story for story in stories if not is_cancelled(story)]
    ordered = sorted(_groups(live, vocabulary).items(), key=_place)
    found: list[Tally] = []
    cited: set[str] = set()
    counted: set[Tag] = set()
    for (tag, change), about in ordered:
        best: dict[str, Story] = {}
        for story in sorted(about, key=lambda story: (-weigh(story), story.lead.key)):
            if story.lead.key not in cited:
                best.setdefault(story.lead.project, story)
        if tag not in counted and len(found) < most and len(best) >= TALLIED_PROJECTS:
            keys = tuple(story.lead.key for story in best.values())
            found.append(Tally(tag, change, tuple(best), keys, len(about), weeks))
            cited.update(keys)
            counted.add(tag)
    return tuple(found)


def _place(entry: tuple[tuple[Tag, Change], list[Story]]) -> tuple[bool, int, int, str, str]:
    (tag, change), about = entry
    return tag.facet is Facet.TOPIC, -_projects(about), len(about), str(tag), change.value


def usual_counts(stories: Iterable[Story], windows: int) -> Usual:
    """How often one window has each kind of change for each tag, from the stories of several earlier `windows`."""
    counts = Counter((tag, change) for story in stories if (change := change_of(story)) for tag in made_for(story))
    return {kind: count / windows for kind, count in counts.items()}


def _groups(stories: list[Story], vocabulary: Vocabulary) -> dict[tuple[Tag, Change], list[Story]]:
    about: dict[Tag, list[Story]] = defaultdict(list)
    for story in stories:
        for tag in made_for(story) | _topics(story):
            if tag not in EVERYDAY and not vocabulary.members(tag):
                about[tag].append(story)
    most = COMMON * len(stories) if len(stories) >= COUNTED_FROM else len(stories)
    groups: dict[tuple[Tag, Change], list[Story]] = defaultdict(list)
    for tag, told in about.items():
        for story in told if len(told) <= most else ():
            change = change_of(story)
            if change is not None and (tag.facet, change) not in _UPKEEP:
                groups[tag, change].append(story)
    return {key: told for key, told in groups.items() if _projects(told) >= TALLIED_PROJECTS}


def _topics(story: Story) -> frozenset[Tag]:
    """The topics that a story's title names."""
    return frozenset(
        found.tag
        for found in story.lead.tags
        if found.role is Role.ABOUT
        and found.place is Place.TITLE
        and found.tag.facet is Facet.TOPIC
        and found.tag.name not in _VAGUE
    )


def _projects(stories: Iterable[Story]) -> int:
    return len({story.lead.project for story in stories})
