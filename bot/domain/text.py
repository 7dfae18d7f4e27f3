"""Text from outside: made clean for readers, folded for questions, and cut into the words that search works on.

`words` and `stream` are the one tokenizer: the full-text index of every database holds their stream, and
bot/domain/matching compares against the same one. Nothing here knows tags; reading them out of text is
bot/domain/tagging and bot/domain/reading.

The rules of the tokenizer, which engineers can rely on:
- Anything but letters and digits parts words: `mm_fp4` is `mm fp4`, `--kv-cache-dtype` is `kv cache dtype`. A question
  for the whole identifier is the run of its parts, so identifiers are found whole and by part.
- A dot between digits does not part: `0.6.15` and `k2.5` are one word each, so that `k2` never finds `k2.5`. The `v` of
  `v0.6.15` is dropped; `v4` without a dot stays.
- Width and case are folded, and the s at the end of a word is dropped behind three letters unless it is double
  (`hangs` is `hang`, `GPUs` is `gpu`; `tps` is not `tp`).
- Humps of an identifier (`KimiK25`, `FusedMoE`) are found too: `stream` has them after the words, behind a BREAK.
- A run of Chinese, Japanese or Korean is its overlapping pairs: `稀疏注意` is `稀疏 疏注 注意`; one character alone is
  itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

TOKENIZER = 1
"""Counts up with every change of what `stream` gives; a store that was indexed by another one is indexed anew."""

BREAK = "|"
"""Stands between groups of a stream; no word holds it, so no run of words reaches over it."""

HUMPED_NAME = 64
"""Longer runs of letters and digits are hashes and base64, not names with humps."""

HUMPLESS_KEPT = 50_000
_humpless: set[str] = set()
"""Names that are known to have no humps, as an lru_cache would remember them: nearly all words of a text are among
them, and one difference of sets is faster than a look into each."""

_CJK = "々〆\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff"
_WORD = re.compile(r"[^\W_]+(?:(?<=[0-9])\.[0-9][^\W_]*)*")
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+(?:(?<=[0-9])\.[0-9][A-Za-z0-9]*)*")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_CJK_FIRST = "々"
"""No character of _CJK comes before it."""
_PLURAL = re.compile(r"(?<=[a-z][a-z][a-rt-z])s(?= )")
_VERSION = re.compile(r" v(?=[0-9]+\.)")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[0-9])(?=[A-Z][a-z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[PX^_][^\x1b\n]*(?:\x1b\\)?|[ -~])")
_UNSEEN = dict.fromkeys(
    (
        *(ordinal for ordinal in (*range(0x20), *range(0x7F, 0xA0)) if chr(ordinal) not in "\t\n\v\f\r\x85"),
        *(0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x3164, 0xFEFF, 0xFFA0),
        *(*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFFF0, 0xFFFC)),
        *(*range(0x1D173, 0x1D17B), *range(0xE0000, 0xE0100), *range(0xD800, 0xE000)),
    )
)
"""Control, bidirectional, zero-width and unpaired characters, to be taken out by str.translate."""
_UNSEEN_ONES = frozenset(map(chr, _UNSEEN))
# Searching a text for one of so many characters costs 20 times as much as looking up the few that are not plain.
_NOT_PLAIN = re.compile(r"[^ -~\n]")
_LINE_END = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_BLANKS = re.compile(r"[^\S\n ][^\S\n]*| [^\S\n]+")
_EMPTY_LINES = re.compile(r"\n{3,}")

_ONE_WRITING = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ", "'"),
        **dict.fromkeys("“”„‟″「」『』«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("，、；。", " "),
    }
)


def clean(text: str) -> str:
    """The text on one line as a reader may see it: without control, bidirectional and zero-width characters and escape
    sequences of terminals, white space folded to single spaces."""
    return " ".join(_seen(text).split())


def clean_body(text: str) -> str:
    """The text as `clean` gives it, its lines kept: no blanks at their ends, at most one empty line in a row."""
    lines = _BLANKS.sub(" ", _LINE_END.sub("\n", _seen(text))).replace(" \n", "\n").rstrip(" ")
    return _EMPTY_LINES.sub("\n\n", lines).strip("\n")


def _seen(text: str) -> str:
    if _UNSEEN_ONES.isdisjoint(_NOT_PLAIN.findall(text)):
        return text
    return (_ANSI.sub("", text) if "\x1b" in text else text).translate(_UNSEEN)


def fold(text: str) -> str:
    """A question in one writing: width and case folded, quotes and dashes made plain, Chinese commas made blanks.

    What `clean` removes is removed; words are kept as they are otherwise (a question's grammar is read later).
    """
    plain = unicodedata.normalize("NFKC", clean(text).translate(_ONE_WRITING)).translate(_ONE_WRITING)
    return " ".join(unicodedata.normalize("NFKC", plain.casefold()).split())


def words(text: str) -> list[str]:
    """The words of a text in their order, as search compares them."""
    return _compared(_names(text)).split()


def stream(text: str) -> str:
    """What is indexed of a text: its words, and behind BREAKs the humps of its names, parted and enclosed by blanks.

    `holds` finds a run of words in it.
    """
    names = _names(text)
    indexed = [*names]
    for parts in _humped(names):
        indexed += (BREAK, *parts)
    return _compared(indexed)


def holds(indexed: str, run: Sequence[str]) -> bool:
    """Whether the words stand side by side in a text's `stream`; False for no words."""
    return bool(run) and f" {' '.join(run)} " in indexed


def _names(text: str) -> list[str]:
    """The runs of letters and digits as they are written, in one width, CJK in pairs."""
    if text.isascii():
        return _ASCII_WORD.findall(text)
    text = unicodedata.normalize("NFKC", text)
    names: list[str] = _WORD.findall(text)
    if max(map(max, _NOT_ASCII.findall(text)), default="") < _CJK_FIRST:
        return names
    found: list[str] = []
    for name in names:
        if max(name) >= _CJK_FIRST:
            found.extend(_pieces(name))
        else:
            found.append(name)
    return found


def _compared(names: list[str]) -> str:
    """The names as search compares them, each between blanks: case, plural s and a version's v folded."""
    line = f" {' '.join(names)} "
    line = _PLURAL.sub("", line.lower() if line.isascii() else line.casefold())
    return _VERSION.sub(" ", line) if "." in line else line


def _pieces(name: str) -> list[str]:
    """Pairs of the CJK runs in a name, and what stands between the runs."""
    found: list[str] = []
    for run, other in _cjk_pieces().findall(name):
        if other:
            found.extend(_WORD.findall(other))
        elif len(run) == 1:
            found.append(run)
        else:
            found.extend(run[at : at + 2] for at in range(len(run) - 1))
    return found


@cache
def _cjk_pieces() -> re.Pattern[str]:
    """Compiled when the first such text comes: it takes 3 ms, and most questions are without."""
    return re.compile(rf"([{_CJK}]+)|([^{_CJK}]+)")


def _humped(names: list[str]) -> list[list[str]]:
    """The names with humps, sorted, each once, in parts of two characters and more (MoE and vLLM are whole)."""
    found: list[list[str]] = []
    for name in sorted(set(names) - _humpless):
        parts = _joined(_HUMP.split(name)) if len(name) <= HUMPED_NAME and _HUMP.search(name) else [name]
        if len(parts) > 1:
            found.append(parts)
        elif len(_humpless) < HUMPLESS_KEPT and len(name) <= HUMPED_NAME:
            _humpless.add(name)
    return found


def _joined(parts: list[str]) -> list[str]:
    """The parts with single letters put to their neighbour: to the one before, the first one to the one after."""
    joined: list[str] = []
    for part in parts:
        if joined and (len(part) == 1 or len(joined[-1]) == 1):
            joined[-1] += part
        else:
            joined.append(part)
    return joined
