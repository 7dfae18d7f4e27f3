"""A plain question cut into pieces: phrases, operators, addresses and stretches of words. Nothing is understood yet.

`since:` and `until:` are words of time, not operators here: what follows them may be two words ("since:last week").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from bot.domain.question.folding import Token, tokens
from bot.domain.tag import Facet

FACET_OPERATORS = {
    **{facet.value: facet for facet in Facet},
    "repo": Facet.PROJECT,
    "hw": Facet.HARDWARE,
    "gpu": Facet.HARDWARE,
    "type": Facet.KIND,
    "项目": Facet.PROJECT,
    "硬件": Facet.HARDWARE,
    "格式": Facet.FORMAT,
    "模型": Facet.MODEL,
    "主题": Facet.TOPIC,
    "类型": Facet.KIND,
}
SORT_OPERATORS = frozenset({"sort", "order", "排序"})
LIMIT_OPERATORS = frozenset({"limit", "top", "条数"})
WORD_OPERATORS = frozenset({"word"})
"""`word:router` is the word, not what it names; canonical spellings need it where a word would be read as a name."""
TIME_OPERATORS = frozenset({"since", "until"})
OPERATORS = (*FACET_OPERATORS, *sorted(SORT_OPERATORS), *sorted(LIMIT_OPERATORS), *WORD_OPERATORS)

_VALUE = r'"[^"]*"|[^\s,;|"]+(?:,[^\s,;|"]+)*'
_PIECE = re.compile(
    rf"""
    (?P<border>[,;|]+)
  | (?P<phrase>-?"[^"]*")
  | (?P<flag>--[A-Za-z0-9]+-[\w-]*)
  | (?P<address>https?://[^\s,"<>]+)
  | (?P<operator>-?(?:{"|".join(sorted(OPERATORS, key=len, reverse=True))})\s?:\s?(?:{_VALUE}))
  | (?P<reference>[A-Za-z][\w.-]*(?:/[\w.-]+)?\s?\#\s?[0-9]{{1,9}}(?![\w]))
  | (?P<words>[^\s,;|"]+)
    """,
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words in quotes, or the flag of a program (--kv-cache-dtype)."""

    text: str
    negative: bool


@dataclass(frozen=True, slots=True)
class Operator:
    """`name:value`; `values` are what commas part, without quotes."""

    name: str
    values: tuple[str, ...]
    negative: bool


@dataclass(frozen=True, slots=True)
class Pointer:
    """An address, or a word with a number behind a hash."""

    text: str


@dataclass(frozen=True, slots=True)
class Words:
    """A stretch of tokens between other pieces."""

    tokens: tuple[Token, ...]


Piece: TypeAlias = Phrase | Operator | Pointer | Words


def scan(text: str) -> list[Piece]:
    """The pieces of a plain question, in order."""
    pieces: list[Piece] = []
    run: list[Token] = []

    def close() -> None:
        if run:
            pieces.append(Words(tuple(run)))
            run.clear()

    for match in _PIECE.finditer(text):
        written = match[0]
        match match.lastgroup:
            case "border":
                close()
            case "phrase":
                close()
                pieces.append(Phrase(written.lstrip("-").strip('"').strip(), written.startswith("-")))
            case "flag":
                close()
                pieces.append(Phrase(written.strip("-"), negative=False))
            case "operator":
                close()
                pieces.append(_operator(written))
            case "address" | "reference":
                close()
                pieces.append(Pointer(written.rstrip(".)]}")))
            case _:
                run.extend(_tokens(text, match, first=not run))
    close()
    return pieces


def _operator(written: str) -> Operator:
    name, _, value = written.lstrip("-").partition(":")
    value = value.strip()
    values = (value.strip('"'),) if value.startswith('"') else tuple(filter(None, value.split(",")))
    return Operator(name.strip().casefold(), values, written.startswith("-"))


def _tokens(text: str, match: re.Match[str], first: bool) -> list[Token]:
    """The tokens of one typed word; a minus before it takes it away."""
    found = tokens(text, match.start(), match.end(), negative=match[0].startswith("-"))
    if found and not first:
        found[0] = found[0].after_space()
    return found
