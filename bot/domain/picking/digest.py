"""The order of a general digest: stories by what their changes show, best first; nothing is dropped here.

What a digest leaves out is decided by its edition (bot/domain/editing.py); the order for one reader is reader.py, and
that for a question bot/domain/ranking.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace

from bot.domain.answer import Story
from bot.domain.picking.company import likenesses
from bot.domain.picking.habits import Habits
from bot.domain.picking.picked import Picked, Reason
from bot.domain.picking.signals import signals_of
from bot.domain.picking.themes import Bursts, bursts
from bot.domain.picking.title_words import title_words
from bot.domain.picking.weights import Weights
from bot.domain.update import Update

COMPANY = "like other picks"
AGAIN = "like one before"
FOLLOWS = "follows another"


@dataclass(slots=True)
class _Draft:
    """A story that is being weighed: its reasons so far and their sum."""

    story: Story
    reasons: list[Reason]
    score: float

    def add(self, signal: str, weight: float) -> None:
        if weight:
            self.reasons.append(Reason(signal, weight))
            self.score += weight

    def picked(self) -> Picked:
        """The finished pick: reasons strongest first, and the score that they sum to."""
        told = tuple(sorted(self.reasons, key=lambda one: (-abs(one.weight), one.signal)))
        return Picked(self.story, math.fsum(one.weight for one in told), told)


def rank_for_digest(stories: Sequence[Story], habits: Habits, weights: Weights) -> tuple[Picked, ...]:
    """Every story once, best first; of equal ones the newer, then by key.

    `habits` are those of the projects' stored history, or of these very updates where nothing else is at hand.
    """
    return _ranked(_drafts(stories, habits, weights), weights)


def rank_with_followers(stories: Sequence[Story], habits: Habits, weights: Weights) -> tuple[Picked, ...]:
    """As `rank_for_digest`, and the other updates of each story in their own places, as stories of one: for who wants a
    line for every update."""
    drafts = _drafts(stories, habits, weights)
    themes = _themes(stories)
    for story in stories:
        for update in story.others:
            draft = _draft(update, story, themes, habits, weights)
            draft.story = Story(update, story.label)
            draft.add(FOLLOWS, -weights.follows)
            drafts.append(draft)
    return _ranked(drafts, weights)


def scored(stories: Sequence[Story], habits: Habits, weights: Weights) -> tuple[Picked, ...]:
    """The stories in their order, each with what the signals of its leading update give."""
    return tuple(draft.picked() for draft in _drafts(stories, habits, weights))


def _drafts(stories: Sequence[Story], habits: Habits, weights: Weights) -> list[_Draft]:
    themes = _themes(stories)
    return [_draft(story.lead, story, themes, habits, weights) for story in stories]


def _draft(update: Update, story: Story, themes: Bursts, habits: Habits, weights: Weights) -> _Draft:
    """One change of a story with what its signals give."""
    draft = _Draft(story, [], 0.0)
    found = signals_of(update, story.label, habits.of(update.project), themes, len(story.updates))
    for signal, value in found.items():
        draft.add(signal, value * weights.signals.get(signal, 0.0))
    for word in sorted(title_words(update.title) & weights.words.keys()):
        draft.add(f"word: {word}", weights.words[word])
    return draft


def _themes(stories: Sequence[Story]) -> Bursts:
    return bursts(update for story in stories for update in story.updates)


def _ranked(drafts: Sequence[_Draft], weights: Weights) -> tuple[Picked, ...]:
    alike = likenesses([draft.story.lead.title for draft in drafts])
    _keep_company(drafts, alike, weights)
    return tuple(_taking_turns(drafts, alike, weights))


def _keep_company(drafts: Sequence[_Draft], alike: Sequence[Mapping[int, float]], weights: Weights) -> None:
    """A large work shows itself in several strong stories about the same, and lifts each of them."""
    above = [max(0.0, draft.score - weights.ordinary) for draft in drafts]
    for draft, near in zip(drafts, alike, strict=True):
        company = math.fsum(like * above[other] for other, like in near.items())
        draft.add(COMPANY, weights.company * math.log1p(company))


def _taking_turns(drafts: Sequence[_Draft], alike: Sequence[Mapping[int, float]], weights: Weights) -> Iterator[Picked]:
    """The stories best first, where from a place on themes take turns. What a story loses only grows, so that the heap
    is right once its first entry is up to date; scores never rise from one pick to the next."""
    likest = [0.0] * len(drafts)
    heap = [(_place(draft), index, 0.0) for index, draft in enumerate(drafts)]
    heapify(heap)
    count = 0
    while heap:
        _, index, loss = heap[0]
        now = weights.again * likest[index] if count >= weights.settled else 0.0
        if now > loss:
            heapreplace(heap, (_place(drafts[index], now), index, now))
            continue
        heappop(heap)
        count += 1
        drafts[index].add(AGAIN, -loss)
        yield drafts[index].picked()
        for other, like in alike[index].items():
            likest[other] = max(like, likest[other])


def _place(draft: _Draft, loss: float = 0.0) -> tuple[float, float, str]:
    return loss - draft.score, -draft.story.lead.published.timestamp(), draft.story.lead.key
