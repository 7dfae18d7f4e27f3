"""Words with what stands between them, as the tagger reads them.

Not the tokenizer of search (bot/domain/text.py): here case, hyphens and brackets count, "fp8_e4m3" is two words joined
by "_", and "qwen3.5" is one.
"""

from __future__ import annotations

import re
from itertools import accumulate

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_HAS_HUMP = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}")
_ONE_WORD = re.compile(r"MoE|LoRA|GeMM|RoPE|DeepEP|CuTe")
"""Names with humps that are one word all the same."""
WORD = re.compile("([A-Za-z0-9]+(?:\\.[0-9]+[A-Za-z]?)*|[\u4e00-\u9fff]+)")


class Words:
    """A text cut into words.

    `written` keeps the case, `folded` does not. `gaps[i]` is what stands before word i, `gaps[-1]` what follows the
    last.
    """

    __slots__ = ("_ends", "folded", "gaps", "written")

    def __init__(self, written: tuple[str, ...], folded: tuple[str, ...], gaps: tuple[str, ...]) -> None:
        self.written = written
        self.folded = folded
        self.gaps = gaps
        self._ends: list[int] | None = None

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Where the words `first` up to and without `last` stand in the text, in characters."""
        if self._ends is None:
            sizes = (len(gap) + len(word) for gap, word in zip(self.gaps, self.written, strict=False))
            self._ends = list(accumulate(sizes))
        return self._ends[first] - len(self.written[first]), self._ends[last - 1]


def words_of(text: str) -> Words:
    """The words of a text."""
    parts = WORD.split(text)
    written = tuple(parts[1::2])
    return Words(written, tuple([word.lower() for word in written]), tuple(parts[0::2]))


def has_humps(text: str) -> bool:
    """Whether a name in camel case is in the text."""
    return bool(_HAS_HUMP.search(text))


def names_cut(text: str, words: Words) -> str:
    """The names in camel case of a text, cut into their own words (RadixCache: Radix Cache) and set apart by bars; an
    empty text if there are none."""
    if not has_humps(text):
        return ""
    names = [word for word in words.written if has_humps(word)]
    return " | ".join(_HUMP.sub(" ", _ONE_WORD.sub(lambda found: found[0].capitalize(), name)) for name in names)
