"""What comes first: explainable signals, their weights in one table.

This is the order for a question: how well an update answers it (where each asked tag stands, how exactly, what else the
update is about, the words). What matters to somebody who asked nothing is bot/domain/importance.py. Nothing is dropped
here: a fix for the hardware that was asked for is always in the list, at worst at its end.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from bot.domain.importance import importance
from bot.domain.query import Query
from bot.domain.tag import Facet, FoundTag, Place, Role, Tag
from bot.domain.text import holds, stream
from bot.domain.text import words as words_of
from bot.domain.update import Kind, Update
from bot.domain.vocabulary import Vocabulary

PLACE: Mapping[Place, float] = MappingProxyType(
    {Place.TITLE: 1.0, Place.PATH: 0.55, Place.LABEL: 0.5, Place.BODY: 0.4, Place.REPOSITORY: 0.45}
)
"""How strongly an update is about a tag, by where the tag was found (titles alone miss most)."""

KIND: Mapping[Kind, float] = MappingProxyType(
    {
        Kind.SECURITY: 1.0,
        Kind.BREAKING: 1.0,
        Kind.FEATURE: 1.0,
        Kind.PERFORMANCE: 1.0,
        Kind.FIX: 0.95,
        Kind.RELEASE: 0.8,
        Kind.DEPRECATION: 0.8,
        Kind.REVERT: 0.6,
        Kind.DEPENDENCY: 0.5,
        Kind.PAPER: 0.6,
        Kind.POST: 0.6,
        Kind.REFACTOR: 0.45,
        Kind.DOCS: 0.15,
        Kind.TEST: 0.1,
        Kind.CI: 0.1,
    }
)
"""How much readers want to hear of a kind when all else is equal."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each signal of `rank` counts. Every signal lies between 0 and 1, but `matters` weighs `importance` where
    a question names at most projects and nothing else tells its updates apart."""

    tags: float = 5.0
    weakest: float = 2.0
    named: float = 1.0
    specific: float = 1.0
    words: float = 3.0
    kind: float = 1.0
    matters: float = 0.5
    recent: float = 1.0
    noise: float = -3.0


WEIGHTS = Weights()

MENTIONED = 0.2
"""A mention counts this much of what being about the tag would."""

FAMILY = 0.35
"""An update that is about the asked tag's family as a whole counts this much of one that names the tag."""

MEMBER = 0.9
"""An update about a member of the asked family; the family's own name is a little nearer to the question."""

EACH = 0.8
"""Of several topics or formats asked, this share of the strength is how many of them the update has, the rest its
best."""

IN_BODY = 0.5
"""A word that stands only in the description counts this much of one in the title."""

WORDS_READ = 8_000
"""So many characters of a description are searched for words."""

HALF_LIFE_DAYS = 120.0
"""After so many days a change is half as recent."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """An update with its score and the signals that make it up, each already weighted."""

    update: Update
    score: float
    signals: tuple[tuple[str, float], ...]


def rank(
    updates: Iterable[Update], query: Query, vocabulary: Vocabulary, now: datetime, weights: Weights = WEIGHTS
) -> tuple[Ranked, ...]:
    """The updates by how well they answer the query, best first; equal ones newest first, then by key."""
    judge = _Judge(query, vocabulary, now, weights)
    ranked = [judge.ranked(update) for update in updates]
    return tuple(sorted(ranked, key=lambda one: (-one.score, -one.update.published.timestamp(), one.update.key)))


_SAYS_LITTLE = (Facet.PROJECT, Facet.KIND)
"""Facets that tell nothing apart among the updates that have them."""

_BEFORE_NUMBER = re.compile(r"(?<=[a-z])(?=[0-9])")
"""Where "sm121" is parted by those who write "sm_121" or "SM 121"."""

_TOGETHER = (Facet.TOPIC, Facet.FORMAT, Facet.MODEL)
"""Facets of which a question's several tags are rather all meant than one of them."""

_Asked = Mapping[Facet, Mapping[Tag, frozenset[Tag]]]
"""The asked tags by facet, each with its families."""


class _Judge:
    """The query, taken apart once for all updates."""

    def __init__(self, query: Query, vocabulary: Vocabulary, now: datetime, weights: Weights) -> None:
        self._vocabulary = vocabulary
        self._now = now
        self._weights = weights
        self._conditions: list[_Asked] = [
            {
                facet: {tag: vocabulary.families(tag) for tag in tags}
                for facet, tags in condition.items()
                if facet not in {Facet.PROJECT, Facet.KIND}
            }
            for condition in query.conditions()
        ]
        self._projects = frozenset(query.names(Facet.PROJECT))
        self._kinds = frozenset(query.names(Facet.KIND))
        self._unspecific = (
            not query.words
            and not query.phrases
            and self._kinds <= {Kind.BREAKING}
            and all(facet in _SAYS_LITTLE for condition in query.conditions() for facet in condition)
        )
        self._names = {
            tag: _names(tag, vocabulary) for asked in self._conditions for tags in asked.values() for tag in tags
        }
        self._words = [words_of(word) for word in (*query.phrases, *query.words)]

    def ranked(self, update: Update) -> Ranked:
        """The update with its score; where the query may be read in several ways, by the one that it meets best."""
        weights = self._weights
        title = stream(update.title)
        tagged = max((self._tag_signals(update.tags, title, asked) for asked in self._conditions), key=_total)
        signals = {
            **tagged,
            "words": weights.words * self._word_match(update),
            "kind": weights.kind * (1.0 if self._kinds else KIND[update.kind]),
            "matters": weights.matters * importance(update) if self._unspecific else 0.0,
            "recent": weights.recent * recency(update.published, self._now),
            "noise": weights.noise * update.noise,
        }
        return Ranked(update, _total(signals), tuple((name, value) for name, value in signals.items() if value))

    def _tag_signals(self, found: Sequence[FoundTag], title: str, asked: _Asked) -> dict[str, float]:
        strengths = [self._strength(found, facet, tags) for facet, tags in asked.items()]
        named = [any(holds(title, run) for tag in tags for run in self._names[tag]) for tags in asked.values()]
        weights = self._weights
        return {
            "tags": weights.tags * (sum(strengths) / len(strengths) if strengths else 0.0),
            "weakest tag": weights.weakest * min(strengths, default=0.0),
            "named": weights.named * (sum(named) / len(named) if named else 0.0),
            "specific": weights.specific * self._specificity(found, asked),
        }

    def _strength(self, found: Sequence[FoundTag], facet: Facet, asked: Mapping[Tag, frozenset[Tag]]) -> float:
        """How strongly the update is about what is asked in a facet: its best tag there. Several topics or formats are
        one thing that has them all (lora moe), so there every one counts besides."""
        best = self._best(found, facet, asked)
        if facet not in _TOGETHER or len(asked) == 1:
            return best
        each = sum(self._best(found, facet, {tag: families}) for tag, families in asked.items()) / len(asked)
        return (1.0 - EACH) * best + EACH * each

    def _best(self, found: Sequence[FoundTag], facet: Facet, asked: Mapping[Tag, frozenset[Tag]]) -> float:
        return max(
            (
                PLACE[one.place] * self._exactness(one.tag, asked) * (1.0 if one.role is Role.ABOUT else MENTIONED)
                for one in found
                if one.tag.facet is facet
            ),
            default=0.0,
        )

    def _specificity(self, found: Sequence[FoundTag], asked: _Asked) -> float:
        """1 where the update is about nothing else in the asked facets, less with every other tag there. Only hardware
        and models count: several topics or formats describe one thing, where several cards are several things."""
        others = {
            one.tag
            for one in found
            if one.role is Role.ABOUT
            and one.tag.facet in asked
            and one.tag.facet in {Facet.HARDWARE, Facet.MODEL}
            and not self._exactness(one.tag, asked[one.tag.facet])
        }
        return 1.0 / (1.0 + len(others)) if asked else 0.0

    def _exactness(self, tag: Tag, asked: Mapping[Tag, frozenset[Tag]]) -> float:
        """How near a tag is to those asked for in its facet: one of them, a member, a family, or 0."""
        if tag in asked:
            return 1.0
        if not self._vocabulary.families(tag).isdisjoint(asked):
            return MEMBER
        return FAMILY if any(tag in families for families in asked.values()) else 0.0

    def _word_match(self, update: Update) -> float:
        """The share of the asked words and phrases that the update has; in the title 1, in the description 0.5."""
        if not self._words:
            return 0.0
        title, body = stream(update.title), stream(update.body[:WORDS_READ])
        own = words_of(update.project) if update.project in self._projects else None
        gained = sum(
            1.0 if word == own or holds(title, word) else IN_BODY if holds(body, word) else 0.0 for word in self._words
        )
        return gained / len(self._words)


def _names(tag: Tag, vocabulary: Vocabulary) -> tuple[list[str], ...]:
    """The ways to write a tag, as runs of words: its name, its label and the words that mean it alone. Words that stand
    for several tags (b12x for SM120 and SM121) only imply each of them."""
    entry = vocabulary.entries.get(tag)
    own = {alias.text.casefold() for alias in entry.aliases} if entry else set()
    shared = {
        alias.text.casefold()
        for other in (vocabulary.entries.values() if own else ())
        if other.tag.facet is tag.facet and other.tag != tag
        for alias in other.aliases
    }
    written = {tag.name, vocabulary.label(tag), *(own - shared)}
    parted = {_BEFORE_NUMBER.sub(" ", name) for name in written} if tag.facet is Facet.HARDWARE else set()
    return tuple(words_of(name) for name in sorted(written | parted))


def _total(signals: Mapping[str, float]) -> float:
    return sum(signals.values())


def recency(published: datetime, now: datetime) -> float:
    """1 now and in the future, half of it every `HALF_LIFE_DAYS`."""
    days = max(0.0, (now - published).total_seconds() / 86_400)
    return math.pow(0.5, days / HALF_LIFE_DAYS)
