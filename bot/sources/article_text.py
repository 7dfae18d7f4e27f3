"""A digest article's text taken to pieces: its numbered addresses, and the sentences that cite them.

Addresses stand anywhere: in a list at the end, or all on one long line in the middle with text before and after. What
an address points at is bot/domain/identity.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.domain.grapheme import shortened
from bot.domain.text import clean

SENTENCE_LIMIT = 1_000
"""A longer sentence is shortened."""
ADDRESS_LIMIT = 2_000
"""A longer address is not taken for one."""

_NUMBER = r"[\[【［]\^?\s*(\d{1,4})\s*[\]】］]"
_ADDRESS = r"https?://[!#-;=?-Z_a-z~%]+"
_INLINE = re.compile(rf"{_NUMBER}\(({_ADDRESS})\)")
_REFERENCE = re.compile(rf"{_NUMBER}[ \t]{{0,4}}[:：]?[ \t]{{0,4}}<?({_ADDRESS})>?")
_LISTED = re.compile(rf"^\s*(?:[-*•]\s*)?{_NUMBER}[^\n\[\]【】]{{1,300}}?[\s:：(（<]({_ADDRESS})[>)）]?")
_CITED = r"[\[【［]\^?\s*\d{1,4}(?:\s*[,，、–-]\s*\d{1,4})*\s*[\]】］]"
_CITATIONS = re.compile(rf"(?:[ \t]{{0,4}}{_CITED})+")
_ONE_CITED = re.compile(r"(\d{1,4})(?:\s*[–-]\s*(\d{1,4}))?")
_SENTENCE_END = re.compile(r"(?<=[。！？!?；;])|(?<=\.)\s+(?=[^\s\d])")
_LINE_MARK = re.compile(r"^\s*(?:[-*•·#>]+\s+|\d{1,3}[.、)]\s+)+")
_EDGE = " \t。．.，,；;、：:|"
_CLOSERS = "。！？!?.；;"


@dataclass(frozen=True, slots=True)
class NumberedAddress:
    """`[n] https://...` as it stands on a line of the article."""

    line: int
    number: int
    url: str


@dataclass(frozen=True, slots=True)
class CitingSentence:
    """A sentence, clean and without its numbers, and the numbers that stand at its end."""

    line: int
    text: str
    numbers: tuple[int, ...]


def addresses_of(text: str) -> tuple[NumberedAddress, ...]:
    """Every numbered address, in the order of the text: `[n] https://...` anywhere, `[n](https://...)`, and a line that
    begins with a number and names its source before the address."""
    found = []
    for line, content in enumerate(text.split("\n"), 1):
        for match in _addresses_on(content):
            url = _without_stops(match[2])
            if len(url) <= ADDRESS_LIMIT:
                found.append(NumberedAddress(line, int(match[1]), url))
    return tuple(found)


def _addresses_on(line: str) -> list[re.Match[str]]:
    listed = _LISTED.match(line)
    plain = [*_INLINE.finditer(line), *_REFERENCE.finditer(line)]
    return [listed] if listed and not plain else sorted(plain, key=lambda match: match.start())


def _without_stops(url: str) -> str:
    """The address without the stops of the sentence in which it stands, and a bracket that it did not open."""
    url = url.rstrip(".,;:!?'")
    return url.rstrip(")") if "(" not in url else url


def sentences_of(text: str, title: str) -> Iterator[CitingSentence]:
    """The sentences that cite, in the order of the text; a sentence without words of its own is left out.

    Only what stands since the last number, the last address and the last full stop belongs to a number. `title` is the
    article's own, which some repeat without a break before the first sentence.
    """
    for line, content in enumerate(text.split("\n"), 1):
        # An address ends what stands before it, as a line's end does.
        # A line of the list of sources cites nothing.
        if _LISTED.match(content) and not _INLINE.search(content) and not _REFERENCE.search(content):
            continue
        cited = _INLINE.sub(lambda match: f"[{match[1]}]", content)
        for piece in _REFERENCE.sub("\n", cited).split("\n"):
            yield from _sentences(line, piece, title)


def _sentences(line: int, piece: str, title: str) -> Iterator[CitingSentence]:
    begin = 0
    for found in _CITATIONS.finditer(piece):
        sentence = _last_sentence(piece[begin : found.start()].removeprefix(title))
        begin = found.end()
        if sentence:
            yield CitingSentence(line, sentence, _numbers(found[0]))


def _last_sentence(chunk: str) -> str:
    parts = [part for part in _SENTENCE_END.split(chunk) if part.strip(_EDGE + _CLOSERS)]
    if not parts:
        return ""
    plain = _LINE_MARK.sub("", parts[-1]).replace("**", "").replace("`", "")
    return shortened(clean(plain.lstrip(_EDGE)), SENTENCE_LIMIT)


def _numbers(cited: str) -> tuple[int, ...]:
    """The numbers of `[2][5]`, `[2, 5]` or `[2-5]`, each once."""
    numbers: dict[int, None] = {}
    for low, high in _ONE_CITED.findall(cited):
        first, last = int(low), int(high or low)
        numbers.update(dict.fromkeys(range(first, last + 1) if first <= last <= first + 100 else (first,)))
    return tuple(numbers)
