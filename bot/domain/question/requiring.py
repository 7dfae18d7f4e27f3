"""A question whose plain words are required: for a standing question, where a word that only ranks says nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable


def requiring(text: str, words: Iterable[str]) -> str:
    """The question as it would be typed with these of its words in quotes; `word:x` becomes the quoted x."""
    for word in words:
        typed = re.compile(rf'(?<![^\s,])(?:word:)?(?:"{re.escape(word)}"|{re.escape(word)})(?=[\s,]|$)', re.IGNORECASE)
        if found := typed.search(text):
            text = f'{text[: found.start()]}"{word}"{text[found.end() :]}'
    return text
