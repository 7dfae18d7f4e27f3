"""Styled words broken into lines of a terminal's width."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import groupby


class Style(Enum):
    """A look, with its codes for a terminal (Select Graphic Rendition): on and off."""

    PLAIN = ("", "")
    BOLD = ("\x1b[1m", "\x1b[22m")
    DIM = ("\x1b[2m", "\x1b[22m")
    STRIKE = ("\x1b[9m", "\x1b[29m")
    LINK = ("\x1b[4m", "\x1b[24m")


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one style on one line."""

    text: str
    style: Style = Style.PLAIN


def wrapped(runs: Iterable[Run], width: int, first: str, rest: str) -> list[list[Run]]:
    """The runs in lines of at most `width` columns, broken at blanks only: a longer word stands alone and is not cut.
    `first` and `rest` are what the first and the other lines begin with."""
    lines: list[list[Run]] = [[Run(first)]]
    used = columns(first)
    fresh = True
    for word in _words(runs):
        blank = word[0].text == " "
        size = columns("".join(run.text for run in word))
        if blank and fresh:
            continue
        if not blank and not fresh and used + size > width:
            _drop_blank(lines[-1])
            lines.append([Run(rest)])
            used, fresh = columns(rest), True
        lines[-1].extend(word)
        used += size
        fresh = fresh and blank
    _drop_blank(lines[-1])
    return lines


def painted(line: Iterable[Run], colour: bool) -> str:
    """A line as it is printed, without blanks at its end; codes only where colour is wanted, once around what has one
    style."""
    groups = [(style, "".join(run.text for run in runs)) for style, runs in groupby(line, lambda run: run.style)]
    if groups:
        groups[-1] = (groups[-1][0], groups[-1][1].rstrip())
    if not colour:
        return "".join(text for _, text in groups).rstrip()
    return "".join(f"{style.value[0]}{text}{style.value[1]}" for style, text in groups if text)


def columns(text: str) -> int:
    """How many columns a terminal needs: two for wide characters, none for those that combine."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def _words(runs: Iterable[Run]) -> Iterable[list[Run]]:
    """Blanks and what stands between them; a word may have several styles."""
    word: list[Run] = []
    for run in runs:
        for piece in re.findall(r" |[^ ]+", run.text):
            if piece == " ":
                if word:
                    yield word
                yield [Run(" ", run.style)]
                word = []
            else:
                word.append(Run(piece, run.style))
    if word:
        yield word


def _drop_blank(line: list[Run]) -> None:
    while len(line) > 1 and line[-1].text == " ":
        line.pop()
