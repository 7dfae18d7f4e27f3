"""The order in which a subscriber is told what a standing question found (bot/domain/picking/reader.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from bot.domain.answer import Story
from bot.domain.editing.material import LOOKED_BACK
from bot.domain.picking.habits import Habits, habits_of
from bot.domain.picking.reader import Reader, rank_for_reader
from bot.domain.picking.weights import Weights
from bot.domain.query import Query
from bot.domain.vocabulary import Vocabulary
from bot.domain.window import UTC_ZONE, Window
from config.ranking import load_ranking
from handlers.deps import Deps


@dataclass(frozen=True, slots=True)
class ReaderOrder:
    """What orders stories for whoever asks: the projects' habits, and the vocabulary with its families."""

    habits: Habits
    vocabulary: Vocabulary
    weights: Weights

    def of(self, stories: Sequence[Story], query: Query) -> tuple[Story, ...]:
        """The stories of a standing question, first what its reader should see first; none is dropped."""
        reader = Reader(query.tags.union(*query.either), self.vocabulary)
        return tuple(picked.story for picked in rank_for_reader(stories, self.habits, self.weights, reader))


def reader_order(deps: Deps) -> ReaderOrder:
    """The order by the habits that the last weeks show. Reads the store: call it in a thread."""
    now = deps.now()
    lately = deps.store.updates.in_window(Window(now - LOOKED_BACK, now, UTC_ZONE))
    return ReaderOrder(habits_of(lately), deps.vocabulary, _weights())


@cache
def _weights() -> Weights:
    """The weights of config/, read once."""
    return load_ranking().reader
