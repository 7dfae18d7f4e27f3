"""Stretches of words read by longest match: names, words of time, versions, and what is left.

What is left is fillers, which are dropped, and unknown words, which rank. What a name means beside others is
bot/domain/question/understanding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.domain.question.faults import not_a_date
from bot.domain.question.fillers import (
    CHINESE_QUESTION_MARKS,
    FILLERS,
    QUESTION_MARKS,
    only_fillers,
    without_fillers,
)
from bot.domain.question.folding import Gap, Token, key_of
from bot.domain.question.lexicon import MOST_TOKENS, Context, Hit, Lexicon, Sense
from bot.domain.question.scanning import TIME_OPERATORS
from bot.domain.question.times import Span, Times
from bot.domain.text import words

_VERSION = r"v?[0-9]+(?:\.[0-9]+)+(?:[._-]?(?:rc|post|dev|alpha|beta|a|b)[._-]?[0-9]*)*"
_OF_VERSIONS = re.compile(
    rf"(?P<since>(?:since|from|after|自从?|从)\s?:?\s?)?"
    rf"(?P<low>{_VERSION})(?:\s?(?:\.{{2,3}}|->|→|to|到)\s?(?P<high>{_VERSION}))?(?P<open>\.\.|以来|之后|起)?",
    re.IGNORECASE,
)
_VALUE = re.compile(r"\s?:\s?([^\s,;|\"]+)")
_BUILD = re.compile(r"b[0-9]{3,6}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Named:
    """A name: what it may stand for, and the tokens that wrote it."""

    senses: tuple[Sense, ...]
    tokens: tuple[Token, ...]

    @property
    def negative(self) -> bool:
        return self.tokens[0].negative

    @property
    def key(self) -> str:
        return "".join(token.key for token in self.tokens)

    @property
    def typed(self) -> str:
        """The words as they were typed, folded, with single blanks; Chinese without."""
        written = "".join(token.text if token.gap is Gap.NONE else f" {token.text}" for token in self.tokens)
        return written.strip().casefold()


@dataclass(frozen=True, slots=True)
class Timed:
    """Words of time."""

    span: Span


@dataclass(frozen=True, slots=True)
class Versioned:
    """What may be a version or a range: `low` alone is that version, unless `since`."""

    low: str
    high: str | None
    since: bool
    tokens: tuple[Token, ...]

    @property
    def is_build(self) -> bool:
        """Whether it is written as a build is (b12180)."""
        return _BUILD.fullmatch(self.low) is not None


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word that names nothing, as it was typed, folded."""

    word: str
    negative: bool
    token: Token


@dataclass(frozen=True, slots=True)
class Filler:
    """A word of asking; `asks` when it asks whether something works: in Chinese `anywhere`, in English as opening."""

    asks: bool
    anywhere: bool = False


Segment: TypeAlias = Named | Timed | Versioned | Unknown | Filler


def context_of(runs: Iterable[Sequence[Token]], lexicon: Lexicon) -> Context:
    """The keys in a question that names may want or shun beside them: of tokens, and of the tags that are named."""
    keys: set[str] = set()
    for run in runs:
        for start in range(len(run)):
            key = ""
            for token in run[start : start + MOST_TOKENS]:
                key += token.key
                keys.add(key)
                if not lexicon.goes_on(key):
                    break
    named = {key_of(sense.tag.name) for key in keys for sense in lexicon.senses(key) if sense.is_plain}
    return Context(frozenset(keys | named))


def segment(run: Sequence[Token], text: str, lexicon: Lexicon, times: Times, context: Context) -> list[Segment]:
    """The segments of one stretch of words, in order. UserError for `since:` with something that is no time."""
    found: list[Segment] = []
    ends = {token.end: at + 1 for at, token in enumerate(run)}
    rest: list[Token] = []
    at = 0
    while at < len(run):
        step = _step(run, at, text, lexicon, times, context, ends)
        if step is None:
            rest.append(run[at])
            at += 1
            continue
        found.extend(_left_over(rest, text))
        rest = []
        found.append(step[1])
        at = step[0]
    found.extend(_left_over(rest, text))
    return found


def _step(
    run: Sequence[Token], at: int, text: str, lexicon: Lexicon, times: Times, context: Context, ends: dict[int, int]
) -> tuple[int, Segment] | None:
    """What begins at a token, and the token after it: the longest of a name, words of time and a version."""
    token = run[at]
    hit = lexicon.longest_at(run, at, context)
    after_name = at + (hit.length if hit else 0)
    timed = None if token.negative else times.at(text, token.start)
    after_time = ends.get(timed[0], 0) if timed else 0
    if timed and after_time >= max(after_name, at + 1):
        return after_time, Timed(timed[1])
    versioned = None if token.negative else _versions(run, at, text, ends)
    if versioned and versioned[0] > after_name:
        return versioned
    if hit and not _is_filler(run, at, hit):
        return after_name, Named(hit.senses, tuple(run[at:after_name]))
    if token.key in TIME_OPERATORS and (wrong := _VALUE.match(text, token.end)):
        raise not_a_date(wrong[1])
    return None


def _is_filler(run: Sequence[Token], at: int, hit: Hit) -> bool:
    """Whether a one-word name is rather a word of asking."""
    return hit.length == 1 and run[at].key in FILLERS and not any(sense.exact_case for sense in hit.senses)


def _versions(run: Sequence[Token], at: int, text: str, ends: dict[int, int]) -> tuple[int, Versioned] | None:
    start = run[at].start
    if built := _BUILD.match(text, start):
        return (at + 1, Versioned(built[0], None, False, (run[at],))) if built.end() == run[at].end else None
    found = _OF_VERSIONS.match(text, start)
    if found is None:
        return None
    end = found.end() - len(found["open"] or "") if found["open"] == ".." else found.end()
    after = ends.get(end)
    if after is None:
        return None
    since = bool(found["since"] or found["open"])
    return after, Versioned(found["low"], found["high"], since and not found["high"], tuple(run[at:after]))


def _left_over(rest: Sequence[Token], text: str) -> list[Segment]:
    """Unknown words and fillers in tokens that nothing claimed: each typed word is one, a Chinese run is whole."""
    found: list[Segment] = []
    for word in _typed_words(rest):
        if word[0].is_cjk:
            found.extend(_chinese(word))
        elif word[0].key in FILLERS and len(word) == 1 and not word[0].negative:
            found.append(Filler(word[0].key in QUESTION_MARKS))
        else:
            written = text[word[0].start : word[-1].end].casefold()
            if words(written):
                found.append(Unknown(written, word[0].negative, word[0]))
    return found


def _typed_words(rest: Sequence[Token]) -> list[list[Token]]:
    """The tokens by typed word; what a hyphen or a slash joins stays together, Chinese and Latin are parted."""
    groups: list[list[Token]] = []
    for token in rest:
        joined = groups and token.gap in (Gap.NONE, Gap.SIGN) and token.start - groups[-1][-1].end <= 1
        if joined and groups[-1][-1].is_cjk == token.is_cjk and groups[-1][0].negative == token.negative:
            groups[-1].append(token)
        else:
            groups.append([token])
    return groups


def _chinese(run: Sequence[Token]) -> list[Segment]:
    written = "".join(token.key for token in run)
    asks = any(mark in written for mark in CHINESE_QUESTION_MARKS)
    if run[0].negative:
        return [Unknown(written, True, run[0])] if words(written) else []
    if only_fillers(written):
        return [Filler(asks, anywhere=True)]
    kept = without_fillers(written)
    found: list[Segment] = [Filler(asks, anywhere=True)] if asks and kept != written else []
    if words(kept):
        found.append(Unknown(kept, False, run[0]))
    return found
