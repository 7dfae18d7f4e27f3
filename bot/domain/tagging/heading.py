"""A title as the tagger reads it: its prefixes, and the words that say what was done.

"[CI][ROCm] Fix ..." has the marks ci and rocm, "(security) Fix ..." the mark security, "fix(moe): ..." the marks fix
and moe, "cuda : add ..." the mark cuda.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

TITLE_READ = 500
"""So many characters of a title are read."""

_NUMBER = re.compile(r"\s*\((?:[\w.-]+/)?[\w.-]*[#/]\d+\)?…?\s*$|\s*\(\w+\s+#\d+\)\s*$")
_BRACKET = re.compile(r"[\[【]([^\]】]{1,60})[\]】]\s*[:：,]?\s*")
_PARENTHESIS = re.compile(r"\(([A-Za-z][\w /-]{1,30})\)\s*[:：,]?\s*(?=\S)")
_SCOPE = re.compile(r"([A-Za-z][\w.+-]*(?:\s?[,/&]\s?[\w.+-]+){0,5})\s?(?:\(([^)]{1,60})\))?(!)?\s?[:：]\s*(?=\S)")
_SPLIT = re.compile(r"\s*[,/&|:]+\s*")
_EMOJI = re.compile(r"^[^\w\[【\"'`(/]+")


@dataclass(frozen=True, slots=True)
class Heading:
    """`marks` are the folded prefixes, whole and in the parts that commas and slashes make; `breaking` is set by "!" or
    [BREAKING]; `rest` is the title behind them without its number."""

    title: str
    marks: frozenset[str]
    rest: str
    breaking: bool

    @property
    def folded(self) -> str:
        return self.rest.casefold()


def heading_of(title: str) -> Heading:
    """The title taken to pieces; a title that is nothing but prefixes is its own rest."""
    text = _EMOJI.sub("", title[:TITLE_READ].strip())
    whole = text = _without_number(text)
    marks: set[str] = set()
    breaking = False
    for _ in range(6):
        if found := _BRACKET.match(text) or _PARENTHESIS.match(text):
            _mark(marks, found[1])
        elif found := _SCOPE.match(text):
            _mark(marks, found[1])
            if found[2]:
                _mark(marks, found[2])
            breaking = breaking or bool(found[3])
        else:
            break
        if found.end() >= len(text):
            break
        text = text[found.end() :]
    return Heading(whole, frozenset(marks), text.strip(), breaking or "breaking" in marks)


def _without_number(text: str) -> str:
    if text[-1:] not in ")…" and "#" not in text[-12:]:
        return text
    while (shorter := _NUMBER.sub("", text)) and shorter != text:
        text = shorter
    return text


def _mark(marks: set[str], text: str) -> None:
    folded = text.strip().casefold()
    marks.add(folded)
    marks.update(_SPLIT.split(folded))
