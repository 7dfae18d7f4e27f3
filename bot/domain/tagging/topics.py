"""Topics of an update: what its title names, what follows from its formats and kind, and what its project is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.domain.tag import Facet, Place, Role, Tag
from bot.domain.tagging import topic_words as say
from bot.domain.tagging.tokens import words_of
from bot.domain.update import Kind

if TYPE_CHECKING:
    from bot.domain.tagging.settle import Draft

_QUIET = (Kind.CI, Kind.TEST, Kind.DOCS, Kind.RELEASE)
"""Kinds that are about their project's topic only if they say so."""
_CHORES = (Kind.DEPENDENCY, Kind.REVERT)
"""Kinds that are no noise as a rule; those that are, are about nothing."""
_GGUF = re.compile(r"(?:iq|tq|q)\d_")
_DROPPED = {
    Kind.RELEASE: frozenset(("build", "compile", "checkpoint")),
    Kind.CI: frozenset(
        ("benchmark", "quantization", "parallelism", "multimodal", "frontend", "memory", "training", "rl-training")
    ),
    Kind.TEST: frozenset(("benchmark", "quantization", "observability", "rl-training")),
    Kind.DOCS: frozenset(("build", "observability", "benchmark", "rl-training")),
}


def settle_topics(draft: Draft) -> None:
    """Complete and thin out the topics of a draft."""
    _add_families(draft)
    for name in _DROPPED.get(draft.kind, ()):
        _mention(draft, name)
    if draft.kind is Kind.FEATURE and draft.about(Facet.MODEL) and (_is_support(draft) or _names_only(draft)):
        draft.add(Tag(Facet.TOPIC, "model-support"), Place.TITLE)
    if any(_GGUF.match(name) for name in draft.about(Facet.FORMAT)):
        draft.add(Tag(Facet.TOPIC, "quantization"), Place.TITLE)
    topics = draft.about(Facet.TOPIC)
    own = draft.vocabulary.otherwise(draft.project)
    formats = set(draft.about(Facet.FORMAT)) - say.PLAIN_FORMATS
    if not topics and not own and draft.kind not in _QUIET and formats:
        draft.add(Tag(Facet.TOPIC, "quantization"), Place.TITLE)
    if draft.kind in _QUIET or (draft.noise and draft.kind in _CHORES):
        return
    for tag in draft.vocabulary.at_home(draft.project):
        if tag.name != "training" or not _is_inference(draft):
            draft.add(tag, Place.REPOSITORY)
    for tag in own if say.OPERATIONS.issuperset(topics) else ():
        draft.add(tag, Place.REPOSITORY)


def _is_support(draft: Draft) -> bool:
    return bool(draft.heading.marks & say.MODEL_MARKS) or bool(
        re.search(r"\b(?:initial|day-?0) support\b", draft.heading.folded)
    )


def _names_only(draft: Draft) -> bool:
    """Whether a title says no more than that a model is supported ("Add basic MiniMax-M3 support")."""
    rest = draft.heading.folded
    for tag, said in draft.words.items():
        if tag.facet is Facet.MODEL and draft.is_about(tag):
            rest = rest.replace(said.casefold(), " ")
    words = words_of(rest).folded
    return (
        bool(words)
        and words[0] in say.SUPPORTS
        and all(word in say.SUPPORTS or say.SIZE.fullmatch(word) for word in words)
    )


def _is_inference(draft: Draft) -> bool:
    """Whether an update of a project for training is about its inference."""
    return "inference" in draft.heading.folded or "inference" in draft.heading.marks


def _add_families(draft: Draft) -> None:
    """A finer topic stands for those of the closed list as well (FA4 is attention)."""
    for tag in [tag for tag in draft.found if tag.facet is Facet.TOPIC]:
        entry = draft.vocabulary.entries.get(tag)
        for family in draft.vocabulary.families(tag) if entry and entry.fine else ():
            draft.add(family, draft.found[tag].place, draft.found[tag].role)


def _mention(draft: Draft, name: str) -> None:
    tag = Tag(Facet.TOPIC, name)
    if tag in draft.found:
        found = draft.found.pop(tag)
        draft.add(tag, found.place, Role.MENTION)
