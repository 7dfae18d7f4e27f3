"""Number formats that are read by rule: WnAm in either order, GGUF types, formats that are glued together (W8A8FP8).

Format names (NVFP4, e4m3) are words of the vocabulary.
"""

from __future__ import annotations

import re

from bot.domain.tag import Facet, Tag
from bot.domain.tagging.dictionary import Match
from bot.domain.tagging.tokens import Words

_GGUF = re.compile(r"(?:iq|tq|q)[1-8]")
_GGUF_SECOND = re.compile(r"[01]|k|xs|xxs|s|m|l|nl")
_WEIGHT_FIRST = re.compile(r"w([1-8]|16)a([1-8]|16)(?=$|[a-z])")
_ACTIVATION_FIRST = re.compile(r"a([1-8]|16)w([1-8]|16)(?=$|[a-z])")
_GLUED = re.compile(r"(nvfp4|mxfp[468]|mxint[48]|fp8|fp4|bf16|fp16|int8|int4)")
_ONE_GLUED = re.compile(
    r"(?:w\da\d{1,2}|[qkv]{1,2}|moe|kv|a\d{1,2}w\d)?((?:nvfp4|mxfp[468]|fp8|fp4|int8|int4))(?:moe|kv|gemm|_.*)?"
)


def may_begin(word: str) -> bool:
    """Whether a rule of this room can begin at the word."""
    return bool(_GGUF.fullmatch(word) or _named(word))


def _named(word: str) -> list[str]:
    if len(word) > 24 or word.isalpha():
        return []
    names = []
    if found := _WEIGHT_FIRST.match(word):
        names.append(f"w{found[1]}a{found[2]}")
    elif found := _ACTIVATION_FIRST.match(word):
        names.append(f"w{found[2]}a{found[1]}")
    if names and (rest := word[found.end() :] if found else "") and (glued := _GLUED.match(rest)):
        names.append(glued[1])
    elif not names and (one := _ONE_GLUED.fullmatch(word)):
        names.append(one[1])
    return names


def formats_at(words: Words, index: int) -> list[Match]:
    """The formats that a word spells by rule."""
    word = words.folded[index]
    if _GGUF.fullmatch(word):
        following = words.folded[index + 1] if index + 1 < len(words.folded) else ""
        if words.gaps[index + 1] == "_" and _GGUF_SECOND.fullmatch(following):
            return [Match(Tag(Facet.FORMAT, f"{word}_{following}"), index, index + 2)]
        return []
    return [Match(Tag(Facet.FORMAT, name), index, index + 1) for name in _named(word)]
