"""What cannot be a standing question, said with the questions that may be meant.

A word that names nothing is refused instead of being guessed, and so is what nothing can ever meet: a subscription that
silently finds nothing is worse than none (WORDING.md 6).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from bot.domain.command import Command
from bot.domain.contradiction import contradiction
from bot.domain.errors import Suggestion, UserError
from bot.domain.query import Query, Sort
from bot.domain.question.requiring import requiring
from bot.domain.reading import Reading
from bot.wording.catalogue import message, sentence_of
from handlers.asking import projects_of, reading_of
from handlers.deps import Deps

Line = Callable[[str], str]
"""The whole command line with another question."""

_ASKING = "whatsnew "
_EXCLUSION = re.compile(r'(?<!\S)-(?:[^\s"]*"[^"]*"|\S+)')


def standing_query(query: Query) -> Query:
    """The query without window, order and limit, which have no place in a standing question."""
    return replace(query, window=None, versions=None, sort=Sort.NEW, limit=None)


def refuse_everything(reading: Reading) -> None:
    """Raises UserError for a question that asks for nothing in particular, or for one change."""
    if reading.reference:
        change = reading.text
        raise UserError(
            message("A single change is waited for, not subscribed to."),
            Suggestion(f"watch {change}", f"watch {change}"),
        )
    query = standing_query(reading.query)
    if not (query.tags or query.phrases or query.either or (query.words and query.words_required)):
        raise UserError("Say what to subscribe to.", Suggestion("flashinfer sm120", "subscribe flashinfer sm120"))


async def standing_reading(question: str, command: Command, line: Line, deps: Deps) -> Reading:
    """A standing question as it is understood; UserError, with other lines to send, where it cannot be one."""
    try:
        reading = await reading_of(question, command, deps)
    except UserError as error:
        ways = (Suggestion(way.label, line(way.command.removeprefix(_ASKING))) for way in error.suggestions)
        raise UserError("Not subscribed: {reason}", *ways, reason=sentence_of(error)) from error
    refuse_unclear(reading, line, deps)
    _refuse_bounded(reading, line)
    is_by_name = reading.query.words and not reading.query.words_required and not _ranking(reading)
    return await reading_of(reading.standing, command, deps) if is_by_name else reading


def refuse_unclear(reading: Reading, line: Line, deps: Deps) -> None:
    """Raises UserError for a question with words that are no tags, or one that nothing can meet."""
    _refuse_unknown(reading, line)
    _refuse_contradiction(reading, line, deps)


def _refuse_unknown(reading: Reading, line: Line) -> None:
    """Raises UserError for words that are no tags, with the questions that were probably meant. Such words only rank,
    which says nothing in a standing question; in quotes they are required."""
    near = next((unknown for unknown in reading.unknown if unknown.nearest), None)
    if near is not None:
        texts = [reading.text.replace(near.word, name, 1) for name in near.nearest]
        raise UserError(
            'Not subscribed: "{word}" is not a tag. Nearest: {nearest}.',
            *(Suggestion(text, line(text)) for text in texts),
            word=near.word,
            nearest=", ".join(near.nearest),
        )
    if reading.unknown:
        raise _no_tags(reading, [unknown.word for unknown in reading.unknown], line)
    ranking = _ranking(reading)
    if ranking and not reading.query.words_required:
        again = requiring(reading.text, ranking) if ranking == reading.query.words else reading.standing
        ways = dict.fromkeys((reading.standing, again))
        raise UserError(
            "Not subscribed: words beside tags only rank ({words}). In quotes they are required.",
            *(Suggestion(text, line(text)) for text in ways),
            words=_quoted(ranking),
        )


def _ranking(reading: Reading) -> tuple[str, ...]:
    """The words that only rank, without the names of several projects, which are tags as well."""
    named = projects_of(reading.query)
    return tuple(word for word in reading.query.words if word not in named)


def _refuse_bounded(reading: Reading, line: Line) -> None:
    """Raises UserError for a window, versions, an order or a limit, which are an answer's and not a subscription's."""
    query = reading.query
    is_bounded = query.window or query.versions or query.limit is not None or query.sort is not Sort.NEW
    if is_bounded and reading.standing:
        raise UserError(
            "Not subscribed: a subscription brings what is new from now on. It has no time window, version, order or"
            " limit.",
            Suggestion(line(reading.standing), line(reading.standing)),
        )


def _no_tags(reading: Reading, unknown: list[str], line: Line) -> UserError:
    again = requiring(reading.text, unknown)
    if len(unknown) == 1:
        return UserError('Not subscribed: "{word}" is not a tag.', Suggestion(again, line(again)), word=unknown[0])
    return UserError(
        "Not subscribed: {words} are not tags. In quotes they are required.",
        Suggestion(again, line(again)),
        Suggestion(message("Search for it"), reading.text),
        words=_quoted(unknown),
    )


def _quoted(words: list[str] | tuple[str, ...]) -> str:
    return ", ".join(f'"{word}"' for word in words)


def _refuse_contradiction(reading: Reading, line: Line, deps: Deps) -> None:
    both = contradiction(reading.query, deps.vocabulary)
    if both:
        again = " ".join(_EXCLUSION.sub("", reading.text).split())
        raise UserError(
            "Not subscribed: nothing can ever come of it, {names} being both asked for and left out.",
            Suggestion(again, line(again)),
            names=_quoted(both),
        )
