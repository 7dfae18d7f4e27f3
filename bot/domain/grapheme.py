"""Cutting text where a reader sees a border: never inside an emoji, a flag or an accented letter (B122, A28)."""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"
_SELECTORS = frozenset({"\ufe0e", "\ufe0f", "\u20e3"})
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)
_TAGS = range(0xE0020, 0xE0080)


def is_border(text: str, at: int) -> bool:
    """Whether the text may be cut before index `at` without splitting what is seen as one character."""
    if at <= 0 or at >= len(text):
        return True
    before, after = text[at - 1], text[at]
    if before == _JOINER or after == _JOINER or after in _SELECTORS:
        return False
    if unicodedata.combining(after) or unicodedata.category(after) in ("Mn", "Me", "Mc"):
        return False
    if ord(after) in _SKIN_TONES or ord(after) in _TAGS:
        return False
    if ord(after) in _FLAG_LETTERS:
        return _flag_letters_before(text, at) % 2 == 0
    return True


def _flag_letters_before(text: str, at: int) -> int:
    start = at
    while start and ord(text[start - 1]) in _FLAG_LETTERS:
        start -= 1
    return at - start


def head(text: str, limit: int) -> str:
    """The longest beginning of at most `limit` code points that ends at a border; a single character that is longer
    than the limit is cut all the same, so that a split always gets on."""
    if len(text) <= limit:
        return text
    at = limit
    while at > 0 and not is_border(text, at):
        at -= 1
    return text[: at or limit]


def shortened(text: str, limit: int, ending: str = "…") -> str:
    """The text in at most `limit` code points, cut at the last word border if one is near, with `ending` if cut."""
    if len(text) <= limit:
        return text
    kept = head(text, limit - len(ending))
    space = kept.rfind(" ")
    if space >= len(kept) * 2 // 3:
        kept = kept[:space]
    return kept.rstrip(" ,;:·") + ending
