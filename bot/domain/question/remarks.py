"""The notes that a reader is given on how a question was read; a plain question gets none."""

from __future__ import annotations

import re

from bot.domain.question.drafting import MAX_WORDS, Draft
from bot.domain.question.folding import Gap
from bot.domain.question.lexicon import Lexicon
from bot.domain.question.notes import BothWays, EitherProject, EverywhereNot, FutureSince, Note, ReadAs, WordsCut
from bot.domain.question.segmenting import Named
from bot.domain.tag import Facet

_BACKEND = re.compile(r"([a-z]+)[0-9]+")
_ODD_MINUS = re.compile(r"(?:^|[\s,，、(（])[‐‑‒–—―−－]\w")


def remarks(draft: Draft, typed: str, lexicon: Lexicon) -> tuple[Note, ...]:
    """The notes on a draft of a question that was `typed` so, in the order in which they are read."""
    understood = draft.understood
    notes: list[Note] = [FutureSince(span.day) for span in draft.future if span.day]
    if draft.query.either:
        other = next(tag.name for tag in draft.query.either[0] if tag.facet is Facet.PROJECT)
        notes.append(BothWays(other, understood.projects[0], understood.hardware[0]))
    if _was_guessed(draft, typed) and understood.tags:
        notes.append(
            ReadAs(
                tuple(understood.tags),
                tuple(understood.excluded),
                draft.spoken.words,
                draft.corrections,
                understood.asks,
            )
        )
    notes += understood.notes
    notes += _on_projects(draft, lexicon)
    if draft.typed_words > MAX_WORDS:
        notes.append(WordsCut(MAX_WORDS, draft.typed_words))
    return tuple(notes)


def _was_guessed(draft: Draft, typed: str) -> bool:
    return bool(
        draft.corrections
        or draft.understood.asks
        or (draft.understood.excluded and _ODD_MINUS.search(typed))
        or _runs_together(draft)
    )


def _runs_together(draft: Draft) -> bool:
    """Whether two names stand side by side without a gap, as in 昇腾950量化."""
    ends = {part.tokens[-1].end for part in draft.parts if isinstance(part, Named)}
    return any(
        isinstance(part, Named) and part.tokens[0].gap is Gap.NONE and part.tokens[0].start in ends
        for part in draft.parts
    )


def _on_projects(draft: Draft, lexicon: Lexicon) -> list[Note]:
    projects = draft.understood.projects
    if not projects:
        named = [(tag, _BACKEND.fullmatch(tag.name)) for tag in draft.understood.tags if tag.facet is Facet.TOPIC]
        return [
            EverywhereNot(tag, project)
            for tag, backend in named
            if backend and (project := lexicon.project_at(backend[1]))
        ]
    if len(projects) > 1 and not draft.understood.explicit:
        return [EitherProject(tuple(projects), projects[-1], f"project:{projects[0]} {projects[-1]}")]
    return []
