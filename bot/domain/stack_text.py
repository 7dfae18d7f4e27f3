"""The words of a pasted stack: requirements, pip's and conda's tables, an exported environment, without what is around.

What a word means is for bot/domain/stack_pin.py and stack_reading.py. A text that came through a command line or a form
has no line breaks any more, so that a comment lasts until the next pin and a table is known by its head.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

MOST_WORDS = 4_000
"""Words of a text that are read: a frozen environment of 1,000 lines has up to four on a line."""
LEAST_ROWS = 3
"""So many names with a version behind each are a table also without a head."""

OPTIONS = frozenset({"-r", "-c", "-i", "-f", "-e", "--editable", "--index-url", "--extra-index-url", "--find-links"})
"""Options of a requirements file whose value is a word of its own."""
MINUS = frozenset("-–—−－")
"""Dashes that leave a name out where they stand before it without a blank."""
EDITABLE = frozenset({"-e", "--editable"})
"""Those whose value is a pin."""
OTHER_VERSION = re.compile(r"v?\d++\.\d[\w.+!-]*+", re.ASCII)
"""A version as any package may write it."""
PACKAGE = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)

_SIGNS = r"===|==|~=|!=|<=|>=|[<>](?=\s*[\"']?v?\d)"
_SPACED = re.compile(rf"\s*({_SIGNS})\s*|\s+(@)\s+|(?<=[\w\]])\s+(=)\s+")
_QUOTE = re.compile(r"(?<=[=<>~@])[\"']")
_COMMA = re.compile(r",(?![=!<>~]|[^\[\]\s]{0,200}\])")
_SEPARATORS = str.maketrans({"，": ",", "、": " ", "；": " ", ";": " ", "“": '"', "”": '"', "‘": "'", "’": "'"})
_FENCE = re.compile(r"```(?:text|txt|bash|sh|shell|console|toml|yaml|python|pip)?(?=\s|$)|`+")
_BRACKETS = re.compile(r"(?<=\w)(\[[\w\s,.-]{0,200}\])|(?:= ?)?[\[\]]")
"""The extras of a requirement, or a bracket of the list around requirements (`dependencies = [`)."""
_COUNT = re.compile(
    r"(?<![^\s'\"(+-])\d{1,5}(?:[x×*]\s?| [x×*] |\s?[张卡块]\s?)(?=[A-Za-z])|(?<=\w) [x×*]\d{1,5}(?!\S)",
    re.IGNORECASE,
)
"""How many cards there are: 8xH200, 2x RTX PRO 6000, H200 x8."""
_FILLERS = frozenset({"on", "and", "with", "和", "与"})
_MARKER = re.compile(r"(?:and|or)$|[('\"]*(?:python_|sys_platform|platform_|os_name|implementation_|extra\b)")
"""What follows a requirement's semicolon: on which machines it holds."""
_BEGINS = re.compile(
    r"-e$|--editable|\S+[=<>~!]=|[A-Za-z0-9][\w.\[\]-]*(?:=|@(?:git|https?:))|git\+|[\w.-]+(?::\d+)?/[\w./-]+:[\w.-]*\d"
)
"""What ends a comment whose line break was lost."""
HEAD_ROOM = 400
"""Characters in which the head of a table is looked for; a prompt or a notice of pip may stand before it."""
_PIP_HEAD = re.compile(r"\bpackage\s+version\b(?:\s+editable project location)?(?:\s+-{3,})*", re.IGNORECASE)
_CONDA_HEAD = re.compile(r"\bname\s+version\s+build(?:\s+channel)?\b(?:\s+─+)?", re.IGNORECASE)
_CONDA_FILE = re.compile(r"(?:^|\s)dependencies:\s(.*?)(?:\sprefix:.*)?$", re.DOTALL)
_KEY = re.compile(r"(?<!\S)\w+:(?!\S)")
_CONDA_BUILD = re.compile(
    r"(?<=\s)(v?\d++\.\d\S*+)\s++[A-Za-z]\w*_\d+(?:\s+(?:pypi|conda-forge|defaults|nvidia|pytorch)(?=\s|$))?(?=\s|$)",
    re.ASCII,
)
_ROW = re.compile(r"(?:^|\s)[A-Za-z_][\w.-]*+\s++v?\d++\.\d[\w.+!-]*+(?=\s|$)", re.ASCII)


def words_of(text: str) -> tuple[list[str], bool]:
    """The words of a text, operators joined to their name and rows of a table as pins; and whether it went on."""
    text = _unwrapped(text)
    head = text[:HEAD_ROOM]
    if found := _CONDA_HEAD.search(head):
        return _bounded(_rows(text[found.end() :].split()))
    if found := _PIP_HEAD.search(head):
        return _bounded(_pinned_rows(text[found.end() :].split()))
    if found := _CONDA_FILE.search(text):
        text = _KEY.sub(" ", found[1])
    text = _CONDA_BUILD.sub(r"\1", text)
    return _bounded(word for row in text.splitlines() for word in _without_comment(_joined(row).split()))


def is_list(text: str) -> bool:
    """Whether a text has the form of a list that a package manager prints, whatever else stands in it."""
    head = text[:HEAD_ROOM]
    headed = _CONDA_HEAD.search(head) or _PIP_HEAD.search(head)
    rows = len(_ROW.findall(text[headed.end() :] if headed else text))
    return rows >= (1 if headed else LEAST_ROWS) or _CONDA_FILE.search(text) is not None


def _unwrapped(text: str) -> str:
    """A text without the code fence or the list that it was pasted in, its separators as a requirement has them."""
    plain = _FENCE.sub(" ", text.translate(_SEPARATORS))
    return _BRACKETS.sub(lambda found: found[1] or " ", plain)


def _bounded(words: Iterable[str]) -> tuple[list[str], bool]:
    taken: list[str] = []
    for word in words:
        if len(taken) == MOST_WORDS:
            return taken, True
        taken.append(word)
    return taken, False


def _joined(row: str) -> str:
    """A row whose requirements are one word each: `vllm >= 0.24, <1` is `vllm>=0.24,<1`."""
    together = _SPACED.sub(lambda found: found[1] or found[2] or found[3], " ".join(row.split()))
    return _COUNT.sub("", _COMMA.sub(" ", _QUOTE.sub("", together)))


def _rows(words: Sequence[str]) -> Iterator[str]:
    """The names and versions of conda's table as pins; builds and channels stand between them."""
    return (word for word in _pinned_rows(words) if "==" in word)


def _pinned_rows(words: Sequence[str]) -> Iterator[str]:
    """The words of pip's table, a name and its version as one pin; where an editable one lies is left out."""
    at = 0
    while at < len(words):
        version = words[at + 1] if at + 1 < len(words) else ""
        if PACKAGE.fullmatch(words[at]) and OTHER_VERSION.fullmatch(version):
            yield f"{words[at]}=={version}"
            at += 2
            continue
        if not words[at].startswith(("/", "-")):
            yield words[at]
        at += 1


def _without_comment(words: Iterable[str]) -> Iterator[str]:
    """The words before a comment and, where line breaks were lost, from the next pin on."""
    comment = False
    for word in words:
        if word.startswith("#"):
            comment = True
        elif _MARKER.match(word) or word.casefold() in _FILLERS:
            continue
        elif not comment or _BEGINS.match(word):
            comment = False
            yield word
