"""How much a story counts in a digest: what its project's maintainers would put into their notes, and what a reader
must not miss.

The first is learnt from release notes (bot/domain/picking), which name what is new and hardly what was wrong; the
second is a table (bot/domain/importance): breaks, security, defaults, wrong results. Both are standardised over the
window, so that neither drowns the other.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.domain.answer import Story
from bot.domain.excerpt import as_told
from bot.domain.importance import importance
from bot.domain.label import Label, is_severe, is_severe_by_title
from bot.domain.picking.digest import rank_for_digest
from bot.domain.picking.habits import Habits
from bot.domain.picking.picked import Picked, Reason
from bot.domain.picking.weights import Weights

MUST_KNOW = 2.0
"""What the table of what readers must know counts beside what maintainers would name."""
URGENT = 3.0
"""What a story gains by which somebody may be hit."""
BY_DESCRIPTION = 0.6
"""The share of it where only the description speaks of a wrong result, a hang or a crash."""
URGENCY = "somebody may be hit by it"
IMPORTANCE = "what readers must know"
USUAL = "what is usual in this window"

_HITS = frozenset({Label.BREAKING, Label.SECURITY, Label.WITHDRAWN, Label.KNOWN_ISSUE, Label.DEFAULT})


@dataclass(frozen=True, slots=True)
class Weighed:
    """A story with its weight (in standard deviations over its window) and the signals that sum to it, the strongest
    first."""

    story: Story
    weight: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where scores of a window lie."""

    mean: float
    spread: float

    def of(self, score: float) -> float:
        return (score - self.mean) / self.spread if self.spread else 0.0

    def share(self, score: float) -> float:
        """What one of several parts of a score counts."""
        return score / self.spread if self.spread else 0.0


def weighed(stories: Sequence[Story], habits: Habits, weights: Weights) -> tuple[Weighed, ...]:
    """The stories, the weightiest first; equal ones newest first, then by key."""
    picked = rank_for_digest(stories, habits, weights)
    needed = {story.lead.key: importance(as_told(story.lead), story.label) for story in stories}
    learnt, table = _scale([one.score for one in picked]), _scale(needed.values())
    return tuple(sorted((_weighed(one, learnt, table.of(needed[one.story.lead.key])) for one in picked), key=_place))


def _weighed(one: Picked, learnt: _Scale, needed: float) -> Weighed:
    """Its weight, and its signals in the measure of the weight."""
    reasons = [Reason(reason.signal, learnt.share(reason.weight)) for reason in one.reasons]
    urgent = URGENT * urgency(one.story)
    reasons += [Reason(IMPORTANCE, MUST_KNOW * needed), Reason(URGENCY, urgent)]
    reasons.append(Reason(USUAL, -learnt.share(learnt.mean)))
    told = sorted(
        (reason for reason in reasons if reason.weight), key=lambda reason: (-abs(reason.weight), reason.signal)
    )
    return Weighed(one.story, learnt.of(one.score) + MUST_KNOW * needed + urgent, tuple(told))


def urgency(story: Story) -> float:
    """How surely a reader may be hit by what the story tells of, 0 to 1: it breaks, leaks or changes something, or it
    repairs what its title (or, less surely, its description) calls a wrong result, a hang or a crash."""
    if story.label in _HITS or (story.label is Label.FIX and is_severe_by_title(as_told(story.lead))):
        return 1.0
    return BY_DESCRIPTION if story.label is Label.FIX and is_severe(story.lead) else 0.0


def _place(one: Weighed) -> tuple[float, float, str]:
    return -one.weight, -one.story.lead.published.timestamp(), one.story.lead.key


def _scale(scores: Collection[float]) -> _Scale:
    if not scores:
        return _Scale(0.0, 0.0)
    mean = math.fsum(scores) / len(scores)
    spread = math.sqrt(math.fsum((score - mean) ** 2 for score in scores) / len(scores))
    return _Scale(mean, spread)
