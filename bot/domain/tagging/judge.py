"""What a find in a body is worth, by facet: hardware is meant more often than not, models only where a body opens."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bot.domain.tag import Facet, Role
from bot.domain.tagging.body import Paragraph, SectionKind, Shape
from bot.domain.tagging.dictionary import Match
from bot.domain.tagging.role import role_in_body
from bot.domain.update import Kind

LIST = 4
"""A paragraph with so many kinds of hardware is a list of backends."""
OPENING = 2
"""So many paragraphs of a body say what the change is; topics and models further down are only mentioned."""

_PLAIN_FORMATS = frozenset(("bf16", "fp16"))
_READ_BEFORE = 120
"""So many characters before a plain format are read."""
_SUPPORTS = re.compile(
    r"\b(?:support(?:s|ed|ing)?|adds?|added|adding|enabl\w+|introduc\w+|implement\w*|target\w*|break(?:s|ing)?|fix(?:es|ed)?|port\w*)\b[^.;]{0,80}$"
)
_IN_FORMAT = re.compile(r"\b(?:in|to|as|from|at)\s[\"'`]?$|to_$", re.IGNORECASE)
_AS_STORED = re.compile(r"[\w/ ,]{0,25}\b(?:tensors?|inputs?|outputs?|tests?)\b|\s\d|(?:/\w+)*\)\s?:", re.IGNORECASE)
"""What follows BF16 where it is only what values are kept in, or the setting of a measurement."""
_AFTER_TESTS = re.compile(r"\btests?\b(?! time)[^.;]{0,80}$", re.IGNORECASE)
_TESTS = re.compile(r"(?:^|/)(?:tests?|ci|\.github|docs?|benchmarks?)/")


@dataclass(frozen=True, slots=True)
class Where:
    """The paragraph of a find: its number in the body, and whether it lists backends or the title names hardware."""

    kind: Kind
    number: int
    part: Paragraph
    listed: bool
    titled: bool

    @property
    def opens(self) -> bool:
        """Whether the paragraph is among the first and is prose."""
        return self.number < OPENING and self.is_prose

    @property
    def is_prose(self) -> bool:
        return self.part.section is SectionKind.PROSE and self.part.shape is Shape.TEXT


def is_list(matches: Iterable[Match]) -> bool:
    """Whether a paragraph names so many kinds of hardware that it is about none of them."""
    return len({match.tag for match in matches if match.tag.facet is Facet.HARDWARE and not match.loose}) >= LIST


def body_role(where: Where, match: Match, start: int, end: int) -> Role:
    """The role of a find that stands from `start` to `end` in its paragraph."""
    if match.tag.facet is Facet.TOPIC or role_in_body(where.part, start, end) is Role.MENTION:
        return Role.MENTION
    if match.tag.facet is Facet.HARDWARE:
        meant = _hardware_meant(where, match)
    elif where.part.section is SectionKind.BOT or where.part.shape is Shape.ROW:
        meant = False
    elif match.tag.facet is Facet.MODEL:
        meant = _model_meant(where, start, end)
    else:
        meant = match.tag.name not in _PLAIN_FORMATS or _plain_format_meant(where, start, end)
    return Role.ABOUT if meant else Role.MENTION


def path_role(path: str) -> Role:
    """The role of a find in a path: files of tests, docs and benchmarks only mention."""
    return Role.MENTION if _TESTS.search(path) else Role.ABOUT


def _hardware_meant(where: Where, match: Match) -> bool:
    """Not deep in the body of an update whose title names hardware, not in a list of backends."""
    if where.number >= OPENING and (match.loose or where.titled):
        return False
    if where.listed and not match.tag.name[-1].isdigit():
        return False
    return not (where.part.section is SectionKind.BOT and where.titled)


def _model_meant(where: Where, start: int, end: int) -> bool:
    """Where the body opens with it or where its speed was measured, not as part of a name."""
    text = where.part.text
    if text[end : end + 1] == "_" or text[max(0, start - 1) : start] == "_":
        return False
    if where.kind is Kind.PERFORMANCE and where.part.section in (SectionKind.RESULTS, SectionKind.TEST):
        return True
    return where.opens and bool(_SUPPORTS.search(text[:start].casefold()))


def _plain_format_meant(where: Where, start: int, end: int) -> bool:
    """BF16 and FP16 are everywhere; they are the point only near the beginning, not as what values are kept in
    and not as what is tested."""
    early = where.number < OPENING + 2 and where.is_prose
    text = where.part.text
    before = text[max(0, start - _READ_BEFORE) : start]
    if not early or _IN_FORMAT.search(before) or _AFTER_TESTS.search(before):
        return False
    return not _AS_STORED.match(text, end)
