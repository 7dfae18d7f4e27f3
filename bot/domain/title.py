"""The parts of a title as it was merged: its marks ("[BREAKING][megatron] chore:"), the text itself, its part number.

This room takes titles to pieces for comparing and for finding what they say. How a title reads as an item's sentence
is bot/domain/sentence.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

TITLE_READ = 500
"""So many characters of a title are read; titles of a page's length come from nobody who means well."""

_TYPES = (
    "feat|feature|fix|bugfix|hotfix|perf|performance|refactor|chore|docs?|tests?|ci|build|style|revert|enh|enhancement"
    "|misc|security|release|deps|bench|ux|minor"
)
_BRACKET = re.compile(r"\s*[\[【]([^\[\]【】]{1,80})[\]】]\s*:?\s*")
_CONVENTIONAL = re.compile(rf"\s*((?:{_TYPES})(?:\s?\([^()]{{1,60}}\))?!?)\s*:\s*", re.IGNORECASE)
_TAIL = re.compile(r"\s*(?:\(\s*(?:#|llama/|whisper/|ggml/)\d+\s*\)|\(#\d+)\s*[.…]?\s*$")
_PART = re.compile(
    r"[\[(（](?:part\s*)?(\d{1,2})\s*/\s*([nNxX]|\d{1,2})[\])）]|\bpart\s+(\d{1,2})\b|\[part\s*(\d{1,2})\]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """Where a change stands in a series: number 3 of `total` (None where the source writes n)."""

    number: int
    total: int | None


def marks(title: str) -> tuple[str, ...]:
    """The prefixes of a title, as written without their brackets: ("BREAKING", "megatron", "chore")."""
    return _split(title)[0]


def bare(title: str) -> str:
    """The title without its prefixes and without the "(#123)" at its end; the whole title if nothing else is
    left, and never more than its first `TITLE_READ` characters."""
    return _split(title)[1]


def part(title: str) -> Part | None:
    """The part number that a title carries ("[3/n]", "(2/4)", "part 2"), None if it has none."""
    found = _PART.search(title[:TITLE_READ])
    if found is None:
        return None
    number = next(group for group in (found[1], found[3], found[4]) if group)
    return Part(int(number), int(found[2]) if found[2] and found[2].isdigit() else None)


def without_part(text: str) -> str:
    """The text without its part number."""
    return re.sub(r"\s{2,}", " ", _PART.sub("", text)).strip()


@lru_cache(maxsize=8_192)
def _split(title: str) -> tuple[tuple[str, ...], str]:
    text, found = title[:TITLE_READ].strip(), []
    while prefix := _BRACKET.match(text) or _CONVENTIONAL.match(text):
        if prefix.end() == len(text):
            break
        found.append(prefix[1].strip())
        text = text[prefix.end() :]
    while (tail := _TAIL.search(text)) and tail.start() > 0:
        text = text[: tail.start()]
    return tuple(found), text.strip()
