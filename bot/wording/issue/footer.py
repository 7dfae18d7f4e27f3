"""What stands in small below items of an issue: what is not known of them, and whose the words are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.answer import Story
from bot.domain.document import Small, line
from bot.wording.catalogue import say
from bot.wording.facts import Facts
from bot.wording.unknowns import unknowns
from bot.wording.words import BY_MODEL


def footer(stories: Sequence[Story], facts: Facts, *, by_model: bool | None = None) -> Iterator[Small]:
    """Of the stories that stand above; `by_model` says whether a model wrote anything there, where that is not to be
    seen from the stories."""
    yield from (Small(line(text)) for text in unknowns(stories, facts))
    worded = any(story.lead.key in facts.sentences for story in stories) if by_model is None else by_model
    if worded:
        yield Small(line(say(BY_MODEL)))


def sample_note(facts: Facts) -> Iterator[Small]:
    """That the store holds nothing but the shipped sample."""
    if facts.sample:
        yield Small(line(say("This is the sample that comes with the bot. Real data: python -m bot import FILE")))
