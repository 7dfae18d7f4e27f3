"""Phrases among words: the most words that say something together, from the front or from the back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import accumulate

MOST_WORDS = 6
"""Words of a phrase: `on monday, wednesday and friday evening` is no more."""
GLUED = 24
"""Characters of phrases that are written without blanks between them: `每周五北京时间早上9点半`."""

_QUOTE = re.compile(r'["“”]')
_CHINESE = re.compile(r"[\u3400-\u9fff]")

Says = Callable[[str], bool]


def from_front(words: Sequence[str], says: Says) -> int:
    """How many of the first words say something together, at the most; 0 for none."""
    return next((n for n in range(min(MOST_WORDS, len(words)), 0, -1) if says(" ".join(words[:n]))), 0)


def from_back(words: Sequence[str], says: Says) -> int:
    """How many of the last words say something together, at the most; 0 for none."""
    return next((n for n in range(min(MOST_WORDS, len(words)), 0, -1) if says(" ".join(words[-n:]))), 0)


def quoted(words: Sequence[str]) -> list[bool]:
    """Of each word whether a quotation that began before it is still open."""
    marks = (len(_QUOTE.findall(word)) % 2 for word in words)
    return [bool(total % 2) for total in accumulate(marks, initial=0)][: len(words)]


def unglued(words: Sequence[str], says: Says) -> list[str]:
    """The words, each that is made of phrases in Chinese and nothing else taken apart: `每天9点` is `每天 9点`."""
    return [part for word in words for part in _apart(word, says)]


def _apart(word: str, says: Says) -> list[str]:
    if len(word) > GLUED or not _CHINESE.search(word):
        return [word]
    parts, rest = [], word
    while rest:
        end = next((end for end in range(len(rest), 0, -1) if says(rest[:end])), 0)
        if not end:
            return [word]
        parts.append(rest[:end])
        rest = rest[end:]
    return parts
