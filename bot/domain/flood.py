"""What a subscription brings that would drown its owner: look-outs, releases, and the few of a day that matter most.

All of vLLM is about 260 updates a week; who subscribes to it wants to hear what breaks and what comes out (WORDING.md
4).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.answer import Story
from bot.domain.label import ALWAYS_TOLD

FLOOD = 60
"""Updates a week beyond which a subscription would drown its owner."""
TOP_A_DAY = 5
"""Stories of a day that are brought beside look-outs and releases."""


def is_flood(in_30_days: int) -> bool:
    """Whether so many updates in 30 days would drown their reader."""
    return weekly(in_30_days) > FLOOD


def weekly(in_30_days: int) -> int:
    """Updates in 30 days as updates in a week."""
    return round(in_30_days * 7 / 30)


def what_matters(stories: Sequence[Story], days: int = 1) -> tuple[Story, ...]:
    """Of stories in their reader's order (picking/reader.py) all look-outs and releases, and the first of the others;
    `days` is how many days they are of."""
    always = tuple(story for story in stories if story.label in ALWAYS_TOLD)
    others = tuple(story for story in stories if story.label not in ALWAYS_TOLD)
    return always + others[: TOP_A_DAY * max(1, days)]
