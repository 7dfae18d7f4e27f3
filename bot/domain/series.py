"""Parts of a series ("[1/N]", "(2/4)", "part 3"): which of them belong together.

A part number alone says little: two ports to one backend are numbered through and have nothing else in common, and one
author opens five series at once, each with its [1/N]. What makes parts a series is a name of their own, or what their
titles speak of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from bot.domain.likeness import SPAN, content_words
from bot.domain.title import bare, marks, part, without_part
from bot.domain.update import Update

SHARED_WORDS = 2
"""So many words that say something two parts share where they have no prefix in common; one is enough where they do."""


def series_pairs(updates: Sequence[Update], changes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The pairs of indices that are parts of one series; parts are few, so all of one project are compared."""
    parts: dict[str, list[int]] = defaultdict(list)
    for index in changes:
        if part(updates[index].title):
            parts[updates[index].project].append(index)
    for own in parts.values():
        for place, index in enumerate(own):
            for other in own[:place]:
                if are_parts_of_one(updates[other], updates[index]):
                    yield other, index


def are_parts_of_one(one: Update, two: Update) -> bool:
    """Whether two changes of one project are parts of the same series."""
    first, second = part(one.title), part(two.title)
    if first is None or second is None or abs(one.published - two.published) > SPAN:
        return False
    if first.total and second.total and first.total != second.total:
        return False
    if (name := series_name(one.title)) and name == series_name(two.title):
        return True
    if first.number == second.number:
        return False
    shared = content_words(one.title) & content_words(two.title)
    return len(shared) >= SHARED_WORDS or bool(shared and _prefixes(one.title) & _prefixes(two.title))


def series_name(title: str) -> str:
    """The name that a title gives its series, "" if it shows none: words before the number, in a bracket or before a
    colon."""
    wordy = [mark.casefold() for mark in marks(title) if len(mark.split()) >= 2 and part(f"[{mark}]") is None]
    if wordy:
        return max(wordy, key=len)
    text = without_part(bare(title))
    head, colon, _ = text.partition(":")
    return head.strip().casefold() if colon and len(head.split()) >= 2 else ""


def _prefixes(title: str) -> frozenset[str]:
    return frozenset(mark.casefold() for mark in marks(title) if part(f"[{mark}]") is None)
