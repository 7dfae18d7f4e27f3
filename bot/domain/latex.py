"""LaTeX in titles and abstracts of papers made readable: `$\\alpha$` is α, `\\textbf{KV}` is KV, `\\'e` is é.

What is no LaTeX stays: prices in dollars, names with underscores, an option's dashes. What is LaTeX and not known here
loses its marks and keeps its words. It is read once from left to right, in time that grows with its length only.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from bot.domain.latex_signs import ACCENTS, BARE, CAN_BE_RAISED, KNOWN, RAISED, SPACES, TAKES_ONE, WORDS

_TOKEN = re.compile(r"\\[A-Za-z]+\*?[ \t]*|\\.|[{}^_~]|\$+|-{2,3}|[^\\{}$^_~-]+|[\\-]", re.DOTALL)
_DOLLARS = re.compile(r"(?<!\\)\$+")
_HAS_MARKS = re.compile(r"[\\${}]|\w~\w|\w--")

_DEEPEST = 40
"""Braces that are deeper, and commands that wait behind so many others, are taken for none."""


@dataclass(slots=True)
class _Group:
    """What was read between two braces, and what becomes of it when they close."""

    then: str = ""
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.parts)


def readable(text: str) -> str:
    """The text on one line as a reader would read it aloud; without LaTeX it is the text itself, spaces folded."""
    if not _HAS_MARKS.search(text):
        return " ".join(text.split())
    reader = _Reader(text)
    return " ".join(unicodedata.normalize("NFC", reader.read()).split())


class _Reader:
    def __init__(self, text: str) -> None:
        self._tokens = list(_TOKEN.finditer(text))
        self._source = text
        self._groups = [_Group()]
        self._pending: list[str] = []
        """Commands that wait for what they are said of: an accent, a ^, the first half of a fraction."""
        self._math = False
        self._closing = _closings(text)

    def read(self) -> str:
        for token in self._tokens:
            self._take(token[0], token.start())
        while len(self._groups) > 1:
            self._close()
        return self._groups[0].text

    def _take(self, mark: str, at: int) -> None:
        if mark[0] == "$":
            self._dollar(mark, at)
        elif mark == "{":
            self._open()
        elif mark == "}":
            if len(self._groups) > 1:
                self._close()
        elif mark in ("^", "_") and self._math:
            self._wait(mark)
        elif mark == "~":
            self._put(" " if self._joins(at) and not self._math else "~")
        elif mark in ("--", "---"):
            self._put(("–" if mark == "--" else "—") if self._joins(at, len(mark)) else mark)
        elif mark[0] == "\\" and len(mark) > 1:
            self._command(mark[1:].rstrip("* \t") or " ", spaced=mark[-1] in " \t", behind=at + len(mark))
        else:
            self._words(mark)

    def _dollar(self, token: str, at: int) -> None:
        if at in self._closing:
            self._math = self._closing[at]
        else:
            self._put(token)

    def _joins(self, at: int, length: int = 1) -> bool:
        before, after = self._source[at - 1 : at], self._source[at + length : at + length + 1]
        return bool(before and after) and not before.isspace() and not after.isspace()

    def _open(self) -> None:
        if len(self._groups) < _DEEPEST:
            self._groups.append(_Group(self._pending.pop() if self._pending else ""))

    def _close(self) -> None:
        group = self._groups.pop()
        self._apply(group.then, group.text)

    def _command(self, name: str, *, spaced: bool, behind: int) -> None:
        if not name.isalpha():
            self._sign(name)
        elif name in ACCENTS:
            self._wait(name)
        elif name in TAKES_ONE:
            self._wait(TAKES_ONE[name])
        elif name in KNOWN:
            # TeX takes the space away; between signs it reads better.
            self._put(KNOWN[name] + (" " if spaced and not KNOWN[name].isalpha() else ""))
        elif name in WORDS:
            self._put(f"{name} " if spaced else name)
        elif name in SPACES:
            self._put(" ")
        elif name not in BARE and not self._has_words(behind):
            self._put(f"{name} " if spaced else name)

    def _wait(self, command: str) -> None:
        if len(self._pending) < _DEEPEST:
            self._pending.append(command)

    def _has_words(self, at: int) -> bool:
        """Whether braces with something in them follow: then a command says how they look, and is no name."""
        return self._source[at : at + 1] == "{" and self._source[at + 1 : at + 2] != "}"

    def _sign(self, name: str) -> None:
        if name in ACCENTS:
            self._wait(name)
        elif name in ("(", ")", "[", "]"):
            self._math = name in "(["
        elif name in (",", ";", ":", " ", "\\", "\n", "\t"):
            self._put(" ")
        elif name not in ("!", "/", "-"):
            self._put("‖" if name == "|" else name)

    def _words(self, text: str) -> None:
        """Plain words; a command that waits takes the first letter, as TeX does."""
        while text and self._pending:
            text = text if self._pending[-1] in ("^", "_") else text.lstrip()
            self._put(text[:1])
            text = text[1:]
        self._groups[-1].parts.append(text)

    def _put(self, text: str) -> None:
        self._apply(self._pending.pop() if self._pending else "", text)

    def _apply(self, command: str, text: str) -> None:
        """Adds a text to the open group as the command before it says; one that waits behind it goes on."""
        text = _said(command, text)
        waits = self._pending.pop() if self._pending and command else ""
        if command == "frac":
            self._wait("over")
        if waits:
            self._apply(waits, text)
        else:
            self._groups[-1].parts.append(text)


def _said(command: str, text: str) -> str:
    match command:
        case "":
            return text
        case "frac":
            return _enclosed(text)
        case "over":
            return f"/{_enclosed(text)}"
        case "sqrt":
            return f"√{_enclosed(text)}"
        case "drop":
            return ""
        case "^":
            return _raised(text.strip())
        case "_":
            return _lowered(text.strip())
        case _:
            return f"{text[:1]}{ACCENTS[command]}{text[1:]}" if text[:1].isalpha() else text


def _lowered(text: str) -> str:
    """Digits stand as they are, so that W_4A_{16} is found as W4A16."""
    return text if text.isdigit() or not text else f"_{_enclosed(text)}"


def _enclosed(text: str) -> str:
    text = text.strip()
    return text if len(text) <= 1 or text.isalnum() else f"({text})"


def _raised(text: str) -> str:
    if text and CAN_BE_RAISED.issuperset(text):
        return text.translate(RAISED)
    return "°" if text == "∘" else text if text in ("†", "‡", "*", "⋆", "′", "") else f"^{_enclosed(text)}"


def _closings(text: str) -> dict[int, bool]:
    """Where dollars stand that open (True) and close (False) a formula. Prices are no formulas: between two dollars
    there must be a mark of TeX, or else no space at the edges and no digit behind."""
    found: dict[int, bool] = {}
    opened: re.Match[str] | None = None
    for sign in _DOLLARS.finditer(text):
        if opened and _is_formula(text[opened.end() : sign.start()], text[sign.end() : sign.end() + 1]):
            found |= {opened.start(): True, sign.start(): False}
            opened = None
        else:
            opened = sign
    return found


def _is_formula(inner: str, behind: str) -> bool:
    if any(mark in inner for mark in "\\^{"):
        return True
    return inner == inner.strip() != "" and ("_" in inner or not behind.isdigit())
