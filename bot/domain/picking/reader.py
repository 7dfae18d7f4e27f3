"""The order for one reader: after look-outs and releases what touches their hardware, formats, models and projects
stands first, and none of it is ever dropped, however small it is. What they ask for is a question or a subscription's
query; the general order is digest.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.answer import Story
from bot.domain.label import ALWAYS_TOLD
from bot.domain.picking.digest import scored
from bot.domain.picking.habits import Habits
from bot.domain.picking.picked import Picked, Reason
from bot.domain.picking.weights import Weights
from bot.domain.tag import Tag
from bot.domain.vocabulary import Vocabulary

TOUCHES = "named by this reader"


@dataclass(frozen=True, slots=True)
class Reader:
    """What a reader named: tags of any facet. A family that they named stands for its members."""

    tags: frozenset[Tag]
    vocabulary: Vocabulary


def rank_for_reader(stories: Sequence[Story], habits: Habits, weights: Weights, reader: Reader) -> tuple[Picked, ...]:
    """Every story once: look-outs and releases, then the others; of each first what is about a thing that the reader
    named, the more facets of it the earlier; within them by the reader's weights, the newest first among equals."""
    ranked = [_for(one, reader, weights) for one in scored(stories, habits, weights)]
    return tuple(sorted(ranked, key=_place))


def _place(one: Picked) -> tuple[bool, float, float, str]:
    lead = one.story.lead
    return one.story.label not in ALWAYS_TOLD, -one.score, -lead.published.timestamp(), lead.key


def _for(one: Picked, reader: Reader, weights: Weights) -> Picked:
    """The story, lifted for each facet in which any of its changes is about what the reader named."""
    about = {tag for update in one.story.updates for tag in update.about()}
    facets = {tag.facet for tag in reader.vocabulary.closure(about) & reader.tags}
    if not facets:
        return one
    reasons = (Reason(TOUCHES, len(facets) * weights.reach), *one.reasons)
    return Picked(one.story, math.fsum(reason.weight for reason in reasons), reasons)
