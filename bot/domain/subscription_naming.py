"""Which subscriptions somebody means by words: their own text, or what the words mean (`rtx 5090` is SM120)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.domain.query import Query, Sort
from bot.domain.subscription import Subscription
from bot.domain.text import words


def named_by(text: str, query: Query | None, own: Sequence[Subscription]) -> tuple[Subscription, ...]:
    """Those that a text names: just this text, else just this question, else those that hold all of its words, else
    those that ask for all that it asks for. `query` is the text as it is understood, None where it asks for nothing.
    What is run is named by its own words alone: its projects are not what was subscribed to."""
    asked = set(words(text))
    exact = tuple(one for one in own if set(words(one.text)) == asked)
    if exact:
        return exact
    questions = [one for one in own if not one.of_stack]
    same = tuple(one for one in questions if query is not None and _core(one.query) == _core(query))
    if same:
        return same
    holding = tuple(one for one in own if asked <= set(words(one.text)))
    return holding or tuple(one for one in questions if query is not None and _holds(one.query, query))


def _core(query: Query) -> Query:
    """What a standing question finds: words that only rank, the window and the order are no part of that."""
    required = tuple(sorted(query.words)) if query.words_required else ()
    core = replace(query, words=required, window=None, versions=None, sort=Sort.NEW, limit=None)
    return replace(core, phrases=tuple(sorted(core.phrases)), excluded_words=tuple(sorted(core.excluded_words)))


def _holds(query: Query, part: Query) -> bool:
    """Whether a question asks for everything that another one does, and perhaps for more."""
    required = part.words if part.words_required else ()
    asks = bool(part.tags or part.phrases or required)
    return (
        asks
        and part.tags <= query.tags
        and part.excluded <= query.excluded
        and set(part.phrases) <= set(query.phrases)
        and set(part.excluded_words) <= set(query.excluded_words)
        and set(required) <= set(query.words)
    )
