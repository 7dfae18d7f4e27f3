"""The canonical spelling of a question: what a button or a subscription carries, and what reads back to the same query.

Projects, hardware, formats, models, topics, kinds, words, phrases, what is taken away, the window, order and number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from bot.domain.query import Query, Sort, VersionRange
from bot.domain.question.lexicon import Lexicon
from bot.domain.question.versions import spelled
from bot.domain.tag import Facet, Tag


class Manner(Enum):
    """How plainly a question is spelt; the first one that reads back to the same query is taken.

    PLAIN: the narrower words of a topic stand in its place ("mtp"). APART: topic and narrower words both stand. STRICT:
    everything says what it is and is parted by commas, where words would be read as names or run together into others.
    """

    PLAIN = 1
    APART = 2
    STRICT = 3


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a spelling needs besides the query: the projects that were named (a query also holds those that come with
    them), whether by `project:`, the words that were typed (a query also holds names as words), the words of time, and
    the narrower words by which a topic was named, which stand in its place."""

    projects: tuple[str, ...] = ()
    explicit: bool = False
    words: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    hints: Mapping[Tag, Sequence[str]] = field(default_factory=dict)


def spell(query: Query, spoken: Spoken, lexicon: Lexicon, manner: Manner) -> str:
    """The question in canonical spelling."""
    strict = manner is Manner.STRICT
    parts = _projects(spoken, lexicon)
    if query.versions:
        parts[-1:] = [f"{parts[-1]} {_versions(query.versions, lexicon)}"]
    kept = _kept(query)
    named = [tag for facet in Facet for tag in sorted(query.tags) if tag.facet is facet is not Facet.PROJECT]
    if strict:
        parts += [lexicon.spelling(tag) if tag in kept else str(tag) for tag in named]
        parts += [_operand("word:", word) for word in (*spoken.words, *hinted(spoken.hints))]
    else:
        shown = spoken.hints if manner is Manner.PLAIN else {}
        parts += dict.fromkeys(name for tag in named for name in sorted(shown.get(tag, ())) or [lexicon.spelling(tag)])
        parts += [*spoken.words, *([] if manner is Manner.PLAIN else hinted(spoken.hints))]
    parts += [f'"{phrase}"' for phrase in query.phrases]
    parts += [f"-{tag}" if strict else f"-{lexicon.spelling(tag)}" for tag in sorted(query.excluded)]
    parts += [_operand("-word:" if strict else "-", word) for word in query.excluded_words]
    parts += spoken.times
    if query.sort is not Sort.NEW:
        parts.append(f"sort:{query.sort.value}")
    if query.limit is not None:
        parts.append(f"limit:{query.limit}")
    return (", " if strict else " ").join(parts)


def _projects(spoken: Spoken, lexicon: Lexicon) -> list[str]:
    tags = [Tag(Facet.PROJECT, key) for key in sorted(spoken.projects)]
    return [str(tag) if spoken.explicit else lexicon.spelling(tag) for tag in tags]


def _kept(query: Query) -> frozenset[Tag]:
    """The tags that must stay plain words, because they are read in two ways."""
    return frozenset(tag for tags in query.either for tag in query.tags - tags)


def _versions(versions: VersionRange, lexicon: Lexicon) -> str:
    project = lexicon.projects.by_key[versions.project]
    low, high = (spelled(project, version) if version else "" for version in (versions.low, versions.high))
    if not low:
        return high
    return f"{low}..{high}" if high else f"since:{low}"


def _operand(operator: str, word: str) -> str:
    return f'{operator}"{word}"' if " " in word else f"{operator}{word}"


def hinted(hints: Mapping[Tag, Sequence[str]]) -> list[str]:
    """The narrower words of all topics, in canonical order."""
    return [hint for tag in sorted(hints) for hint in sorted(hints[tag])]
