"""Which of a window's stories are one event: what a digest opens with (WORDING.md 5).

By rule and with bounds, so that a week without events has no highlights: nothing is filled up. A highlight claims
nothing that its stories do not carry. The rules by which stories belong together are bot/domain/events.py; of what they
propose the weightiest is taken, and what it used is gone for the others. Counting over weeks is bot/domain/tallying.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from bot.domain.answer import Story
from bot.domain.clustering import is_cancelled
from bot.domain.events import Candidate, Usual, candidates
from bot.domain.highlight import Highlight, Theme
from bot.domain.importance import importance
from bot.domain.project import Projects
from bot.domain.tag import Tag
from bot.domain.update import Update
from bot.domain.vocabulary import Vocabulary

MOST = 5
"""Highlights of an issue at the most (WORDING.md 0.4)."""

CITED = 8
"""Stories that one highlight cites at the most, the weightiest of its event."""

WEAKEST = 2.5
"""Less weighty than this is no highlight, however few there are."""

MOST_ALONE = 2
"""Highlights of one story at the most."""

_THEME: Mapping[Theme, float] = MappingProxyType(
    {
        Theme.BREAKING: 3.0,
        Theme.WRONG_RESULTS: 2.5,
        Theme.SECURITY: 2.0,
        Theme.DEFAULT: 1.0,
        Theme.TAG: 1.0,
        Theme.PIN: 1.5,
        Theme.STORY: 0.0,
    }
)
"""What a theme weighs by itself; a story alone has only its own weight."""

PER_PROJECT = 0.5
"""What each project adds, up to six."""

_MANY_PROJECTS = 6
_BEST = 3

Weigh = Callable[[Story], float]


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
    usual: Usual | None = None,
    most: int = MOST,
) -> tuple[Highlight, ...]:
    """The events among the stories of one window, the weightiest first, at most `most`, often fewer.

    `weigh` gives any score of a story, only compared with those of the others. `quiet` are updates that were left out
    as noise: who moved to which release is read from them too. `usual` says how often an
    earlier window of this length had the same kind of change for a tag; it is an event only where there are clearly
    more.
    """
    live = [story for story in stories if not is_cancelled(story)]
    weights = _standardised(live, weigh)
    found = candidates(live, vocabulary, projects, weights=weights, quiet=quiet, usual=usual or {})
    return tuple(_chosen(found, weights, most))


def _chosen(found: Sequence[Candidate], weights: Mapping[str, float], most: int) -> Iterator[Highlight]:
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


def _holds(one: Candidate, taken: set[str]) -> bool:
    left = [story for story in one.stories if story.lead.key not in taken]
    return len(left) >= one.least_stories and len({story.lead.project for story in left}) >= one.least_projects


def _highlight(one: Candidate, weights: Mapping[str, float], taken: set[str]) -> Highlight:
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
