"""What belongs to an answer although the index does not say so: what breaks without being called breaking, what is said
of a family as a whole, and, where little else is found, what only mentions the tags.

Choosing a window and a page is bot/domain/answering; the order is bot/domain/ranking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from bot.domain.breaking import takes_away
from bot.domain.label import Label, labelled
from bot.domain.query import Query, Sort
from bot.domain.tag import Facet, Tag
from bot.domain.update import Kind, Update
from bot.domain.vocabulary import Vocabulary

CANDIDATES = 1_000
"""Updates that are read for one answer; the rest is counted."""


class Found(Protocol):
    """What a search gives: the updates that are about the question, as far as the limit goes, and the counts of all."""

    @property
    def updates(self) -> tuple[Update, ...]: ...
    @property
    def about(self) -> int: ...
    @property
    def mentions(self) -> int: ...
    @property
    def noise(self) -> int: ...


Search = Callable[[Query, int], Found]


@dataclass(frozen=True, slots=True)
class Joined:
    """A search's finds with others beside them."""

    updates: tuple[Update, ...]
    about: int
    mentions: int
    noise: int


BREAKING = Tag(Facet.KIND, Kind.BREAKING)
_WITH_NOISE = Tag(Facet.KIND, Kind.CI)
"""A kind that is asked for beside others only because they are then looked for among noise too: refactorings are noise,
and many of them remove what people use."""
_MAY_BREAK_TOO = frozenset(
    Tag(Facet.KIND, kind)
    for kind in (Kind.DEPRECATION, Kind.FEATURE, Kind.REFACTOR, Kind.FIX, Kind.PERFORMANCE, Kind.DEPENDENCY)
) | {_WITH_NOISE}
"""Kinds among which changes that break are looked for."""
_BREAKS = frozenset({Label.BREAKING, Label.MAY_BREAK, Label.DEFAULT})
_BREAK_WORDS = (
    *("remove", "removes", "removed", "removing", "removal", "drop", "drops", "dropped", "delete", "rename", "renames"),
    *("deprecate", "deprecates", "deprecated", "deprecation", "discontinue", "default", "defaults", "breaking"),
)
"""Words of titles that change what others rely on; they only bring their updates to the front."""


def with_breaks(search: Search) -> Search:
    """A search that answers `breaking` with all that breaks: deprecations, and whatever shows evidence of it (a removed
    name, a changed default), although an update has but one kind."""

    def wider(query: Query, limit: int) -> Found:
        found = search(query, limit)
        if BREAKING not in query.tags:
            return found
        known = {update.key for update in found.updates}
        more = [update for update in _breaks(query, search) if update.key not in known]
        updates = sorted((*found.updates, *more), key=lambda update: update.published, reverse=True)
        return Joined(tuple(updates[:limit]), found.about + len(more), found.mentions, found.noise)

    return wider


def _breaks(query: Query, search: Search) -> Iterator[Update]:
    kept = frozenset(tag for tag in query.tags if tag.facet is not Facet.KIND)
    asked = replace(query, tags=kept | _MAY_BREAK_TOO, words=_BREAK_WORDS, sort=Sort.BEST, either=())
    for update in search(asked, CANDIDATES).updates:
        loud = replace(update, noise=False) if update.kind is Kind.REFACTOR else update
        if breaks(loud) or takes_away(loud):
            yield loud


def breaks(update: Update) -> bool:
    """Whether an update shows that it breaks something, whatever its kind; a fix only where it says what changes into
    what."""
    named = labelled(update)
    if update.kind is Kind.FIX and named.label is Label.DEFAULT and not named.detail:
        return False
    return update.kind is Kind.DEPRECATION or named.label in _BREAKS


def of_families(query: Query, found: Found, search: Search, vocabulary: Vocabulary) -> tuple[Update, ...]:
    """Updates about a family of the asked hardware or format as a whole: what is said of ROCm holds for MI355X too, and
    FP4 may be NVFP4, unless another member is named. Only looked for when all that names the tag itself was found."""
    asked = frozenset(tag for tag in query.tags if tag.facet in {Facet.HARDWARE, Facet.FORMAT})
    families = frozenset(family for tag in asked for family in vocabulary.families(tag))
    if not families or found.about > len(found.updates):
        return ()
    known = {update.key for update in found.updates}
    wider = search(replace(query, tags=query.tags | families, either=()), CANDIDATES).updates
    near = asked | families
    return tuple(
        update
        for update in wider
        if update.key not in known and not _names_a_sibling(update, near, families, vocabulary)
    )


def refactorings(query: Query, search: Search) -> tuple[Update, ...]:
    """Refactorings that are about the question, for where little else is found: noise in a digest, but a part of what
    happened, as docs, tests and CI are not."""
    if any(tag.facet is Facet.KIND for tag in query.tags):
        return ()
    kinds = frozenset({Tag(Facet.KIND, Kind.REFACTOR), _WITH_NOISE})
    wider = search(replace(query, tags=query.tags | kinds, either=()), CANDIDATES).updates
    return tuple(update for update in wider if update.kind is Kind.REFACTOR and update.noise)


def _names_a_sibling(update: Update, near: frozenset[Tag], families: frozenset[Tag], vocabulary: Vocabulary) -> bool:
    """Whether an update is about another member of the families than what was asked."""
    return any(tag not in near and not vocabulary.families(tag).isdisjoint(families) for tag in update.about())
