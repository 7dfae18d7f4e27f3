"""What is offered when nothing was found: the nearest questions that have answers (WORDING.md 2c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from bot.domain.answer import Answer, Nearest
from bot.domain.document import Actions, Block, Button, List, Paragraph, line
from bot.domain.grapheme import shortened
from bot.domain.reading import Reading
from bot.domain.tag import Facet, Tag
from bot.domain.text import clean
from bot.wording.catalogue import number, say, say_count
from bot.wording.dates import day, length
from bot.wording.facts import Facts
from bot.wording.help import EXAMPLES
from bot.wording.joining import beside, headed
from bot.wording.naming import tag_words

NEAREST_SHOWN = 3
"""Neighbouring questions that are offered."""

PHRASE_LIMIT = 40
"""Characters of a quoted phrase that was left away."""


def nothing_blocks(
    answer: Answer, reading: Reading, facts: Facts, *, is_overview: bool = False, only_mentions: bool = False
) -> Iterator[Block]:
    """Nearest questions with their counts and buttons, what was left out, or examples where no question was read."""
    if answer.stories or only_mentions:
        return
    nearest = answer.nearest[:NEAREST_SHOWN]
    sentences = [_sentence(one, answer, facts) for one in nearest]
    if answer.mentions:
        sentences.append(
            say_count("{count} update only mentions it.", "{count} updates only mention it.", answer.mentions)
        )
    if answer.noise:
        sentences.append(say("Docs and tests left out: {count}.", count=number(answer.noise)))
    if sentences:
        yield Paragraph(line(beside(*sentences)))
    if is_overview or (answer.query.words_required and not answer.query.phrases):
        yield Paragraph(line(say("For example:")))
        yield List(tuple(line(text) for text in EXAMPLES[:3]))
        return
    buttons = [Button(_button(one, answer, facts), f"whatsnew {one.text}") for one in nearest]
    if answer.mentions:
        label = say("Mentions ({count})", count=number(answer.mentions))
        buttons.append(Button(label, f"mentions {answer.text}"))
    if reading.standing:
        buttons.append(Button(say("Tell me when there is one"), f"subscribe {reading.standing}"))
    yield Actions(tuple(buttons))


def _sentence(nearest: Nearest, answer: Answer, facts: Facts) -> str:
    where = _where(nearest, answer, facts)
    if nearest.in_window:
        return say(
            "{where}: {count} in {length}.",
            where=where,
            count=number(nearest.in_window),
            length=length(answer.window),
        )
    oldest = _oldest(nearest, answer, facts)
    if oldest is None:
        return say("{where}: {count} in all.", where=where, count=number(nearest.ever))
    since = day(oldest, facts.now, facts.zone)
    return say("{where}: {count} since {day}.", where=where, count=number(nearest.ever), day=since)


def _where(nearest: Nearest, answer: Answer, facts: Facts) -> str:
    if _leaves_project(nearest):
        rest = _kept(nearest, answer, facts)
        return say("{tags} in other projects", tags=rest[:1].upper() + rest[1:])
    return say("Without {tags}", tags=_words(nearest.without, nearest.phrases, facts))


def _button(nearest: Nearest, answer: Answer, facts: Facts) -> str:
    if _leaves_project(nearest):
        return say("{tags} anywhere", tags=_kept(nearest, answer, facts))
    return say("Without {tags}", tags=_words(nearest.without, nearest.phrases, facts))


def _kept(nearest: Nearest, answer: Answer, facts: Facts) -> str:
    """What the neighbouring question still asks for."""
    phrases = () if nearest.phrases else answer.query.phrases
    return _words(answer.query.tags - frozenset(nearest.without), phrases, facts)


def _words(tags: Iterable[Tag], phrases: Iterable[str], facts: Facts) -> str:
    quoted = [f'"{shortened(clean(phrase), PHRASE_LIMIT)}"' for phrase in phrases]
    return headed((tag_words(tags, facts), *quoted))


def _leaves_project(nearest: Nearest) -> bool:
    return any(tag.facet is Facet.PROJECT for tag in nearest.without)


def _oldest(nearest: Nearest, answer: Answer, facts: Facts) -> datetime | None:
    """Since when the store holds what the neighbouring question asks."""
    kept = [tag.name for tag in answer.query.tags - frozenset(nearest.without) if tag.facet is Facet.PROJECT]
    return min((held.since for key, held in facts.held.items() if not kept or key in kept), default=None)
