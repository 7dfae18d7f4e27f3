"""What is offered when nothing was found: the neighbouring questions that have answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.answer import Nearest
from bot.domain.query import Query
from bot.domain.related import Search
from bot.domain.tag import Facet
from bot.domain.window import Window

NEAREST_SHOWN = 3

_LEAVE_FIRST = (Facet.TOPIC, Facet.FORMAT, Facet.MODEL, Facet.KIND, Facet.HARDWARE, Facet.PROJECT)
"""What is left away first: the finest part of a question before the project it is asked of."""


def nearest(query: Query, window: Window, zone: ZoneInfo, now: datetime, search: Search) -> tuple[Nearest, ...]:
    """Questions that leave the quoted phrases away, or an asked facet, or all facets but one, as far as they find
    something; those that leave least away first."""
    offers = []
    for rest in _neighbours(query):
        ever = search(replace(rest, window=Window(None, now, zone)), 1).about
        if ever:
            inside = search(replace(rest, window=window), 1).about
            phrases = () if rest.phrases else query.phrases
            offers.append(Nearest(_typed(rest), tuple(sorted(query.tags - rest.tags)), inside, ever, phrases))
    offers.sort(key=lambda offer: (_left_away(offer), offer.in_window == 0))
    return tuple(offers[:NEAREST_SHOWN])


def _neighbours(query: Query) -> Iterator[Query]:
    facets = query.facets()
    plain = Query(excluded=query.excluded, excluded_words=query.excluded_words)
    if query.phrases and query.tags:
        yield replace(plain, tags=query.tags)
    if len(facets) < 2 and not query.phrases:
        return
    kept_sets = [frozenset(facets) - {facet} for facet in _LEAVE_FIRST if facet in facets]
    if len(facets) > 2:
        kept_sets += [frozenset({facet}) for facet in _LEAVE_FIRST if facet in facets]
    for kept in kept_sets:
        tags = frozenset(tag for tag in query.tags if tag.facet in kept)
        yield replace(plain, tags=tags, phrases=query.phrases)


def _left_away(offer: Nearest) -> int:
    return len({tag.facet for tag in offer.without}) + bool(offer.phrases)


def _typed(query: Query) -> str:
    """The query as it would be typed: project first, a kind with its facet, phrases in quotes, exclusions last."""
    asked = [f"kind:{name}" if facet is Facet.KIND else name for facet in Facet for name in query.names(facet)]
    quoted = [f'"{phrase}"' for phrase in query.phrases]
    without = [f"-{tag.name}" for tag in sorted(query.excluded)] + [f"-{word}" for word in query.excluded_words]
    return " ".join((*asked, *quoted, *without))
