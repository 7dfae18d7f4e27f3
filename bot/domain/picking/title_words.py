"""The words of a title as the ranking reads them: those that the search knows (bot/domain/text.py), without numbers."""

from __future__ import annotations

from functools import lru_cache

from bot.domain.text import words
from bot.domain.title import TITLE_READ


@lru_cache(maxsize=8_192)
def title_words(title: str) -> frozenset[str]:
    """The different words of a title's beginning."""
    return frozenset(word for word in words(title[:TITLE_READ]) if not word.isdigit())


def word_set(text: str) -> frozenset[str]:
    """Words for a table, folded as those of titles are."""
    return frozenset(words(text))
