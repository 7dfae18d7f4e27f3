"""Whether an update answers a query: what a subscription asks of every update that arrives.

It agrees with the store's search by construction: the same tokenizer (domain/text), the same families
(Vocabulary.closure), and only what an update is about. Versions are not looked at: a standing query has none.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.query import Query
from bot.domain.related import BREAKING, breaks
from bot.domain.tag import Tag
from bot.domain.text import holds, stream, words
from bot.domain.update import Update
from bot.domain.vocabulary import Vocabulary


def matches(update: Update, query: Query, vocabulary: Vocabulary) -> bool:
    """Whether the update meets all that the query asks: window, tags with their families, phrases and exclusions.

    Unknown words only rank, unless they are all there is. Noise (docs, tests, CI) matches only where it was asked for.
    What breaks matches `breaking` whatever its kind, as an answer has it (bot/domain/related).
    """
    if update.noise and not query.wants_noise:
        return False
    if query.window and not query.window.holds(update.published):
        return False
    about = tags_for(update, query, vocabulary)
    if about & query.excluded:
        return False
    if not any(all(about & tags for tags in condition.values()) for condition in query.conditions()):
        return False
    required = (*query.phrases, *(query.words if query.words_required else ()))
    return holds_all(update, required, query.excluded_words)


def tags_for(update: Update, query: Query, vocabulary: Vocabulary) -> frozenset[Tag]:
    """What an update is about with its families, as a query looks at it."""
    about = vocabulary.closure(update.about())
    return about | {BREAKING} if BREAKING in query.tags and breaks(update) else about


def holds_all(update: Update, required: Iterable[str], excluded: Iterable[str]) -> bool:
    """Whether every required run of words stands in title or body, and none of the excluded ones."""
    wanted = [run for entry in required if (run := words(entry))]
    unwanted = [run for entry in excluded if (run := words(entry))]
    if not wanted and not unwanted:
        return True
    columns = (stream(update.title), stream(update.body))
    return all(any(holds(column, run) for column in columns) for run in wanted) and not any(
        holds(column, run) for run in unwanted for column in columns
    )
