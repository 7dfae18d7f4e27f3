"""What a subscription brings that would drown its owner: look-outs, releases, and the few of a day that matter most.

All of vLLM is about 260 updates a week; who subscribes to it wants to hear what breaks and what comes out (WORDING.md
4).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.answer import Story
from bot.domain.importance import importance
from bot.domain.label import LOOK_OUT_LABELS, Label

FLOOD = 60
"""Updates a week beyond which a subscription would drown its owner."""
TOP_A_DAY = 5
"""Stories of a day that are brought beside look-outs and releases."""

_ALWAYS = LOOK_OUT_LABELS | {Label.RELEASE}


def is_flood(in_30_days: int) -> bool:
    """Whether so many updates in 30 days would drown their reader."""
    return weekly(in_30_days) > FLOOD


def weekly(in_30_days: int) -> int:
    """Updates in 30 days as updates in a week."""
    return round(in_30_days * 7 / 30)


def what_matters(stories: Sequence[Story], days: int = 1) -> tuple[Story, ...]:
    """The stories that matter, in the order in which they came; `days` is how many days they are of."""
    always = [story.label in _ALWAYS for story in stories]
    others = [place for place, sure in enumerate(always) if not sure]
    best = sorted(others, key=lambda place: -_weight(stories[place]))[: TOP_A_DAY * max(1, days)]
    kept = frozenset(best)
    return tuple(story for place, story in enumerate(stories) if always[place] or place in kept)


def _weight(story: Story) -> float:
    return importance(story.lead, story.label)
