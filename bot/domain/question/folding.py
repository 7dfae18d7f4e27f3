"""A question made plain: bounded, free of control characters, with one spelling of quotes, dashes, commas and widths,
and cut into tokens. Case is kept, for some names need it; tokens carry a folded key beside it.

What search works on is bot/domain/text; this room keeps what a question needs more than search does: commas as hard
borders, the place of every token, and how two tokens were parted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import pairwise

from bot.domain.question.faults import too_long
from bot.domain.text import clean

MAX_QUESTION_LENGTH = 2000
"""Characters of a question, as typed; a longer one is refused. A canonical spelling stays within it, too."""

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ`´", "'"),
        **dict.fromkeys("“”„‟″「」『』«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("，、；。！？", ", "),
        **dict.fromkeys("《》〈〉【】〔〕…", " "),
    }
)
_WORD = re.compile(r"\w+(?:(?<=[0-9])\.(?=[0-9])\w+)*")
_CJK_BLOCKS = (
    (0x3005, 0x3006),
    (0x3040, 0x30FF),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7AF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
"""First and last characters of Chinese, Japanese and Korean script: what bot/domain/text indexes in pairs."""
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_ONLY_LINES = re.compile(r"_+")


class Gap(IntEnum):
    """How a token is parted from the one before it."""

    NONE = 0
    SIGN = 1
    SPACE = 2
    BORDER = 3


@dataclass(frozen=True, slots=True)
class Token:
    """A run of letters and digits, or one Chinese character.

    `text` keeps its case, `key` is folded and without `_`; `start` and `end` are its place in the plain question;
    `negative` when it stands behind a minus.
    """

    text: str
    key: str
    start: int
    end: int
    gap: Gap
    negative: bool = False

    @property
    def is_cjk(self) -> bool:
        """Whether it is a single Chinese, Japanese or Korean character."""
        return is_cjk(self.text[0])

    @property
    def has_digit(self) -> bool:
        return any(sign.isdigit() for sign in self.key)

    def after_space(self) -> Token:
        """The same token, parted from the one before it by a blank."""
        return replace(self, gap=Gap.SPACE)


def plain(text: str) -> str:
    """The question in plain characters, at most MAX_QUESTION_LENGTH typed; UserError if it is longer."""
    if len(text) > MAX_QUESTION_LENGTH:
        raise too_long(len(text), MAX_QUESTION_LENGTH)
    text = clean(text)
    if text.isascii():
        text = text.replace("`", "'")
    else:
        text = unicodedata.normalize("NFKC", text.translate(_PLAIN)).translate(_PLAIN)
    return _APOSTROPHE.sub("", text) if "'" in text else text


def parts_of(name: str) -> list[str]:
    """The keys of a name's tokens."""
    if name.isascii():
        return [key for word in _WORD.findall(name) if (key := word.lower().replace("_", ""))]
    return [token.key for token in tokens(plain(name))]


def key_of(name: str) -> str:
    """The folded letters and digits of a name: what its spellings share. A dot between digits counts."""
    return "".join(parts_of(name))


def is_cjk(sign: str) -> bool:
    """Whether a character is Chinese, Japanese or Korean: then it is a token of its own."""
    code = ord(sign)
    return code >= _CJK_BLOCKS[0][0] and any(first <= code <= last for first, last in _CJK_BLOCKS)


def tokens(text: str, start: int = 0, end: int | None = None, negative: bool = False) -> list[Token]:
    """The tokens of a stretch of plain text; the first one's gap is a border."""
    found: list[Token] = []
    last = start
    for match in _WORD.finditer(text, start, len(text) if end is None else end):
        for first, after in _runs(match[0], match.start()):
            written = text[first:after]
            if _ONLY_LINES.fullmatch(written):
                continue
            gap = _gap(text[last:first]) if found else Gap.BORDER
            found.append(Token(written, written.casefold().replace("_", ""), first, after, gap, negative))
            last = after
    return found


def _runs(word: str, place: int) -> Iterable[tuple[int, int]]:
    """Where the tokens of a run of letters and digits begin and end: CJK characters one by one, the rest whole."""
    if word.isascii():
        return [(place, place + len(word))]
    cuts = [at for at in range(1, len(word)) if is_cjk(word[at]) or is_cjk(word[at - 1])]
    return [(place + first, place + after) for first, after in pairwise([0, *cuts, len(word)])]


def _gap(between: str) -> Gap:
    if not between:
        return Gap.NONE
    if any(sign in between for sign in ',;|"'):
        return Gap.BORDER
    return Gap.SPACE if any(sign.isspace() for sign in between) else Gap.SIGN
