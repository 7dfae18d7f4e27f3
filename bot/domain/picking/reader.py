"""The order for one reader: what touches their hardware, formats, models and projects stands first, and none of it is
ever dropped, however small it is. What they ask for is a question or a subscription's query; the general order is
digest.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.answer import Story
from bot.domain.picking.digest import scored
from bot.domain.picking.habits import Habits
from bot.domain.picking.picked import Picked, Reason
from bot.domain.picking.weights import Weights
from bot.domain.tag import Tag

TOUCHES = "named by this reader"


@dataclass(frozen=True, slots=True)
class Reader:
    """What a reader named: tags of any facet, families already widened to their members (Vocabulary.closure)."""

    tags: frozenset[Tag]


def rank_for_reader(stories: Sequence[Story], habits: Habits, weights: Weights, reader: Reader) -> tuple[Picked, ...]:
    """Every story once: first what is about a thing that the reader named, the more facets of it the earlier; within
    them by the reader's weights, the newest first among equals."""
    ranked = [_for(one, reader, weights) for one in scored(stories, habits, weights)]
    return tuple(
        sorted(ranked, key=lambda one: (-one.score, -one.story.lead.published.timestamp(), one.story.lead.key))
    )


def _for(one: Picked, reader: Reader, weights: Weights) -> Picked:
    """The story, lifted for each facet in which any of its changes is about what the reader named."""
    about = {tag for update in one.story.updates for tag in update.about()} & reader.tags
    facets = {tag.facet for tag in about}
    if not facets:
        return one
    reasons = (Reason(TOUCHES, len(facets) * weights.reach), *one.reasons)
    return Picked(one.story, math.fsum(reason.weight for reason in reasons), reasons)
