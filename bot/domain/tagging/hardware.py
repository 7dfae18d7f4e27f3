"""Hardware that is read by rule: SM and gfx numbers, compute capabilities, and the numbers that go on after a slash.

Names (B200, MI355X, Strix Halo) are words of the vocabulary.
"""

from __future__ import annotations

import re

from bot.domain.tag import Facet, Tag
from bot.domain.tagging.dictionary import Match
from bot.domain.tagging.tokens import Words

_SM = re.compile(r"(?:sm|compute)(\d{2,3})[af]?")
_SM_RANGE = re.compile(r"sm(1[02])x")
_SM_NUMBER = re.compile(r"(\d{2,3})[af]?")
_GFX = re.compile(r"gfx((?:9[0-9]|10|11|12)[0-9a-f]{1,2})(?:\.\d+)?")
_GFX_NUMBER = re.compile(r"((?:9|1[0-2])[0-9]{2}|9[0-9a][0-9a])")
_CAPABILITIES = ("capability", "cc")
_CAPABILITY = re.compile(r"(\d{1,2})\.(\d)[af]?")
_ARCH = re.compile(r"(9|1[0-2])\.(\d)[af]")
_CARD = re.compile(r"(?:rtx)?(20|30|40|50)[5-9]0(?:ti|s)?")
_SERIES = {"20": "sm75", "30": "sm86", "40": "sm89", "50": "sm120"}
_PRODUCT = re.compile(r"mi3\d\d[xa]?")
_MI = re.compile(r"(3\d\d)[xa]?")
_RENAMED = {"sm101": "sm110"}
_JOINS = frozenset(("", "_", "-", " ", ">=", " >= ", "="))
_GOES_ON = frozenset(("/", "|", " / ", "/sm_", "/sm", " and ", " & ", " or "))
_MI_TAGS = {"300": "gfx942", "308": "gfx942", "325": "gfx942", "350": "gfx950", "355": "gfx950"}


def _is_sm(number: str) -> bool:
    """Whether the number is one of an architecture: 50 to 99, 100 to 139."""
    return 50 <= int(number) <= 139 and not (len(number) == 2 and number[1] not in "0126789")


def _tag(name: str) -> Tag:
    return Tag(Facet.HARDWARE, _RENAMED.get(name, name))


def may_begin(word: str) -> bool:
    """Whether a rule of this room can begin at the word."""
    named = word.startswith(("sm", "gfx", "compute", "rtx", "mi3", "rdna", "tcgen05"))
    return named or word in _CAPABILITIES or bool(_ARCH.fullmatch(word))


def numbers_at(words: Words, index: int) -> list[Match]:
    """The hardware whose number begins at a word, with those that go on after a slash (SM100/103/110)."""
    word = words.folded[index]
    if word.startswith("gfx"):
        return _gfx(words, index)
    if word.startswith("tcgen05"):
        return [Match(Tag(Facet.HARDWARE, "blackwell"), index, index + 1, loose=True)]
    if word.startswith("rdna"):
        return _rdna(words, index)
    if word.startswith(("sm", "compute")):
        return _sm(words, index)
    if word.startswith("rtx"):
        return _rtx(words, index)
    if _PRODUCT.fullmatch(word):
        return _mi(words, index)
    if word in _CAPABILITIES or _ARCH.fullmatch(word):
        return _capability(words, index)
    return []


def _next(words: Words, index: int, joins: frozenset[str]) -> str:
    """The word at an index if it is joined to the one before, else an empty text."""
    return words.folded[index] if index < len(words.folded) and words.gaps[index] in joins else ""


def _sm(words: Words, index: int) -> list[Match]:
    word = words.folded[index]
    if span := _SM_RANGE.fullmatch(word):
        names = ("sm120", "sm121") if span[1] == "12" else ("sm100", "sm103")
        return [Match(_tag(name), index, index + 1) for name in names]
    last = index + 1
    found = _SM.fullmatch(word)
    if not found and word in ("sm", "compute"):
        if _next(words, last, _JOINS) in ("12x", "10x"):
            names = ("sm120", "sm121") if words.folded[last] == "12x" else ("sm100", "sm103")
            return [Match(_tag(name), index, last + 1) for name in names]
        found = _SM_NUMBER.fullmatch(_next(words, last, _JOINS))
        last += 1
    if not found or not _is_sm(found[1]):
        return []
    matches = [Match(_tag(f"sm{found[1]}"), index, last)]
    while (more := _SM_NUMBER.fullmatch(_next(words, last, _GOES_ON))) and _is_sm(more[1]):
        last += 1
        matches.append(Match(_tag(f"sm{more[1]}"), last - 1, last))
    return matches


def _gfx(words: Words, index: int) -> list[Match]:
    found = _GFX.fullmatch(words.folded[index])
    if not found:
        return []
    last = index + 1
    matches = [Match(_tag(f"gfx{found[1]}"), index, last)]
    while more := _GFX_NUMBER.fullmatch(_next(words, last, _GOES_ON)):
        last += 1
        matches.append(Match(_tag(f"gfx{more[1]}"), last - 1, last))
    return matches


def _rdna(words: Words, index: int) -> list[Match]:
    """Only what goes on after a first generation: RDNA 3/4."""
    first = words.folded[index]
    at = index + (2 if first == "rdna" else 1)
    if first not in ("rdna", "rdna3") or (first == "rdna" and _next(words, index + 1, _JOINS) != "3"):
        return []
    return [Match(_tag("rdna4"), index, at + 1)] if _next(words, at, _GOES_ON) == "4" else []


def _rtx(words: Words, index: int) -> list[Match]:
    word, last = words.folded[index], index + 1
    if word == "rtx":
        word, last = _next(words, last, _JOINS), last + 1
    found = _CARD.fullmatch(word)
    return [Match(_tag(_SERIES[found[1]]), index, last)] if found else []


def _mi(words: Words, index: int) -> list[Match]:
    """Only what goes on after a first product: MI300/350."""
    matches = []
    last = index + 1
    while more := _MI.fullmatch(_next(words, last, frozenset("/"))):
        if name := _MI_TAGS.get(more[1]):
            matches.append(Match(_tag(name), last, last + 1))
        last += 1
    return matches


def _capability(words: Words, index: int) -> list[Match]:
    last = index + 1
    found = _ARCH.fullmatch(words.folded[index])
    if not found:
        found = _CAPABILITY.fullmatch(_next(words, last, _JOINS))
        last += 1
    if not found or not _is_sm(found[1] + found[2]):
        return []
    return [Match(_tag(f"sm{found[1]}{found[2]}"), index, last)]
