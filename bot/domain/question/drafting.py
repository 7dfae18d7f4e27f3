"""A plain question read once: cut, mended, understood, and put together into a Query.

What is said about it is bot/domain/question/remarks; its canonical spelling is bot/domain/question/spelling.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.identity import Reference
from bot.domain.query import Query
from bot.domain.question import faults, pointing
from bot.domain.question.correcting import corrections, nearest_operator
from bot.domain.question.folding import Token
from bot.domain.question.lexicon import Lexicon
from bot.domain.question.notes import Correction
from bot.domain.question.scanning import Piece, Pointer, Words, scan
from bot.domain.question.segmenting import Segment, Unknown, context_of, segment
from bot.domain.question.spelling import Spoken, hinted
from bot.domain.question.times import Span, Times
from bot.domain.question.understanding import Part, Understanding, Understood
from bot.domain.question.versions import VersionLookup
from bot.domain.tag import Facet, Tag
from bot.domain.window import Window

MAX_WORDS = 32
"""Words, phrases and excluded words of a question that are looked for, each."""
_OPERATOR_LIKE = re.compile(r"(?<![^\s,;|-])([A-Za-z]{3,12}):(?=([^\s:/]+))")


@dataclass(frozen=True, slots=True)
class Draft:
    """A question read once. `future` are spans that have not begun, which were ignored."""

    query: Query
    parts: tuple[Part, ...]
    understood: Understood
    spoken: Spoken
    corrections: tuple[Correction, ...] = ()
    future: tuple[Span, ...] = ()
    reference: Reference | None = None

    @property
    def typed_words(self) -> int:
        """How many words were typed where most were, before any were cut."""
        return max(map(len, (self.understood.words, self.understood.phrases, self.understood.excluded_words)))


class Drafter:
    """Reads questions against one lexicon, one clock and the stored versions."""

    def __init__(self, lexicon: Lexicon, now: datetime, zone: ZoneInfo, versions: VersionLookup) -> None:
        self._lexicon = lexicon
        self._times = Times(now, zone)
        self._versions = versions

    def draft(self, text: str) -> Draft:
        """The draft of a plain question; UserError where it cannot be read."""
        pieces = scan(text)
        _refuse_misspelt_operators(pieces, text)
        runs = [piece.tokens for piece in pieces if isinstance(piece, Words)]
        segments, mended = self._segments(runs, text)
        rest = iter(segments)
        parts: list[Part] = []
        for piece in pieces:
            if isinstance(piece, Words):
                parts.extend(next(rest))
            else:
                parts.append(piece)
        if reference := self._reference(pieces, segments):
            project = self._lexicon.projects.of_repository(reference.repository)
            tags = frozenset({Tag(Facet.PROJECT, project.key)} if project else ())
            return Draft(Query(tags), (), Understood(), Spoken(), reference=reference)
        understood = Understanding(parts, self._lexicon, self._versions).read()
        if not (understood.tags or understood.words or understood.phrases):
            taken_away = understood.taken_away or list(map(str, understood.excluded)) or understood.excluded_words
            if taken_away:
                raise faults.only_exclusions([f"-{name}" for name in taken_away])
        query, spoken, future = self._query(understood)
        return Draft(query, tuple(parts), understood, spoken, mended, future)

    def _segments(
        self, runs: Sequence[Sequence[Token]], text: str
    ) -> tuple[list[list[Segment]], tuple[Correction, ...]]:
        """The segments of every stretch of words, slips mended where that made a name of them."""
        segments = self._cut(runs, text)
        slips = corrections([one.word for one in _unknown(segments) if one.word == one.token.key], self._lexicon)
        if not slips:
            return segments, ()
        mended = self._cut([_mended(run, slips) for run in runs], text)
        useless = {one.token.start for one in _unknown(mended)}
        kept = {
            one.token.start: slips[one.word]
            for one in _unknown(segments)
            if one.word in slips and one.token.start not in useless
        }
        if len(kept) != sum(one.word in slips for one in _unknown(segments)):
            mended = self._cut([_mended(run, slips, kept) for run in runs], text)
        said = {one.word: slips[one.word] for one in _unknown(segments) if one.token.start in kept}
        return mended, tuple(Correction(typed, word) for typed, word in said.items())

    def _cut(self, runs: Sequence[Sequence[Token]], text: str) -> list[list[Segment]]:
        context = context_of(runs, self._lexicon)
        return [segment(run, text, self._lexicon, self._times, context) for run in runs]

    def _reference(self, pieces: Sequence[Piece], segments: Sequence[Sequence[Segment]]) -> Reference | None:
        for piece in pieces:
            if isinstance(piece, Pointer) and (found := pointing.of_pointer(piece.text, self._lexicon)):
                return found
        if len(pieces) == len(segments) == 1:
            return pointing.of_segments(segments[0], self._lexicon, self._versions)
        return None

    def _query(self, understood: Understood) -> tuple[Query, Spoken, tuple[Span, ...]]:
        projects = understood.projects
        also = [Tag(Facet.PROJECT, key) for project in projects for key in self._lexicon.projects.by_key[project].also]
        tags = frozenset([*understood.tags, *also])
        spans = [span for span in understood.spans if not self._is_future(span)]
        window, used = self._window(spans)
        words = tuple(understood.words[:MAX_WORDS])
        ranking = [*words, *hinted(understood.hints)][:MAX_WORDS]
        if len(projects) > 1 and not understood.explicit:
            ranking += sorted(projects)
        query = Query(
            tags=tags,
            excluded=frozenset(understood.excluded),
            words=tuple(dict.fromkeys(ranking)),
            excluded_words=tuple(understood.excluded_words[:MAX_WORDS]),
            phrases=tuple(understood.phrases[:MAX_WORDS]),
            window=window,
            versions=understood.versions,
            sort=understood.sort,
            limit=understood.limit,
            either=self._either(understood, tags),
        )
        times = tuple(span.text for span in used)
        spoken = Spoken(tuple(projects), understood.explicit, words, times, understood.hints)
        return query, spoken, tuple(span for span in understood.spans if self._is_future(span))

    def _either(self, understood: Understood, tags: frozenset[Tag]) -> tuple[frozenset[Tag], ...]:
        """The other way to read one project and one card that name a project together ("vllm ascend")."""
        if len(understood.projects) != 1 or len(understood.hardware) != 1 or understood.explicit:
            return ()
        project, card = understood.projects[0], understood.hardware[0]
        together = self._lexicon.together(project, card)
        if together is None:
            return ()
        apart = {card, *(tag for tag in tags if tag.facet is Facet.PROJECT)}
        return (frozenset({*(tags - apart), Tag(Facet.PROJECT, together)}),)

    def _is_future(self, span: Span) -> bool:
        return span.start is not None and span.start > self._times.now

    def _window(self, spans: Sequence[Span]) -> tuple[Window | None, list[Span]]:
        """The window of the last span with a start and the last one with an end, and the spans that made it."""
        starting = next((span for span in reversed(spans) if span.has_start), None)
        ending = next((span for span in reversed(spans) if span.end is not None), None)
        if starting is None and ending is None:
            return None, []
        start = starting.start if starting else None
        end = min(ending.end, self._times.now) if ending and ending.end else self._times.now
        if start is not None and start >= end:
            raise faults.empty_window(starting.text if starting else "", ending.text if ending else "now")
        return Window(start, end, self._times.zone), [span for span in spans if span in (starting, ending)]


def _unknown(segments: Sequence[Sequence[Segment]]) -> list[Unknown]:
    return [one for run in segments for one in run if isinstance(one, Unknown)]


def _mended(run: Sequence[Token], slips: dict[str, str], kept: dict[int, str] | None = None) -> list[Token]:
    """The tokens with slips put right: all of them, or those at the places that are kept."""
    return [
        replace(token, text=slips[token.key], key=slips[token.key])
        if token.key in slips and (kept is None or token.start in kept)
        else token
        for token in run
    ]


def _refuse_misspelt_operators(pieces: Sequence[Piece], text: str) -> None:
    for piece in pieces:
        if isinstance(piece, Words):
            for found in _OPERATOR_LIKE.finditer(text, piece.tokens[0].start, piece.tokens[-1].end):
                if nearest := nearest_operator(found[1].casefold()):
                    raise faults.unknown_operator(found[1], nearest, found[2])
