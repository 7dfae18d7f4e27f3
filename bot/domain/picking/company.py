"""Which stories of a window are alike: what a large work in many changes is known by, and what a reader tires of.

Likeness is that of their titles' words, the rarer the heavier, from 0 to 1. No word of a project is known here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bot.domain.picking.title_words import title_words

ALIKE = 0.3
"""Less likeness than this is chance."""

COMMON = 0.1
"""A word in more than this share of the titles says nothing about any of them..."""

SELDOM = 8
"""...unless it stands in no more titles than this."""

MOST = 40
"""...and in any case where it stands in more titles than this: the work stays linear in the window."""

_LITTLE = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "for",
        "in",
        "to",
        "on",
        "at",
        "and",
        "or",
        "with",
        "when",
        "by",
        "from",
        "into",
        "is",
        "are",
        "be",
        "it",
        "its",
        "as",
        "via",
        "per",
        "that",
        "this",
        "all",
        "not",
        "no",
    ]
)


def likenesses(titles: Sequence[str]) -> tuple[Mapping[int, float], ...]:
    """For each title the indices of those that are like it, with how like; itself is not among them."""
    bags = [_bag(title) for title in titles]
    counts = Counter(word for bag in bags for word in bag)
    rarity = {word: math.log(len(titles) / count) for word, count in counts.items()}
    limit = min(MOST, max(SELDOM, int(COMMON * len(titles))))
    telling = {word: rarity[word] ** 2 for word, count in counts.items() if 1 < count <= limit}
    lengths = [math.sqrt(math.fsum(rarity[word] ** 2 for word in bag)) or 1.0 for bag in bags]
    before: dict[str, list[int]] = {word: [] for word in telling}
    found: tuple[dict[int, float], ...] = tuple({} for _ in titles)
    for index, bag in enumerate(bags):
        least = ALIKE * lengths[index]
        for other, product in _products(sorted(bag & telling.keys()), telling, before).items():
            if product > least * lengths[other]:
                found[index][other] = found[other][index] = product / (lengths[index] * lengths[other])
        for word in bag & telling.keys():
            before[word].append(index)
    return found


def _products(
    bag: Iterable[str], telling: Mapping[str, float], before: Mapping[str, Sequence[int]]
) -> dict[int, float]:
    """What each earlier title has in common with these words."""
    products: dict[int, float] = {}
    for word in bag:
        weight = telling[word]
        for other in before[word]:
            products[other] = products.get(other, 0.0) + weight
    return products


def _bag(title: str) -> frozenset[str]:
    return title_words(title) - _LITTLE
