"""Highlights of a weekly: a bold headline, one or two sentences, a small line of links by project (WORDING.md 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.domain.answer import Story
from bot.domain.document import Block, Heading, Inline, Paragraph, Small, Strong, Text, line
from bot.domain.excerpt import sentence_beside
from bot.domain.grapheme import shortened
from bot.domain.highlight import Change, Highlight, Theme
from bot.domain.state import Stage
from bot.domain.text import clean
from bot.wording.catalogue import counted, message, number, say, say_count
from bot.wording.facts import Facts
from bot.wording.item import story_text, with_project
from bot.wording.joining import beside, commas, dotted_inline, ended
from bot.wording.links import link_of
from bot.wording.words import in_words, label_word

HEADLINE = 90
"""Characters of a headline."""

BODY = 260
"""Characters of the sentences under a headline, in the channel's message."""

WHOLE_BODY = 1_200
"""Characters of them where an issue stands whole in one document."""

SHORTER_BODIES = (215, 170, 130)
"""Characters of them where the message is short of room, the longest that fits."""

LINKED = 8
"""Links under a highlight."""

_STAGES = {
    Stage.RELEASED: message("in a stable release"),
    Stage.PRERELEASE: message("in a pre-release only"),
    Stage.UNRELEASED: message("unreleased"),
    Stage.UNKNOWN: message("release unknown"),
    Stage.REVERTED: message("reverted"),
}
_CHANGED = {
    Change.NEW: counted("{tag}: new features in {words} project", "{tag}: new features in {words} projects"),
    Change.FIX: counted("{tag}: fixes in {words} project", "{tag}: fixes in {words} projects"),
    Change.PERF: counted("{tag}: performance work in {words} project", "{tag}: performance work in {words} projects"),
}


def highlight_blocks(position: int, highlight: Highlight, facts: Facts, characters: int = BODY) -> Iterator[Block]:
    """One highlight; `position` counts from 1 and names what a model wrote for it."""
    yield Heading(3, line(Strong(shortened(headline(highlight, facts), HEADLINE))))
    if text := body(position, highlight, facts, characters):
        yield Paragraph(line(text))
    yield Small(_links(highlight, facts))


def body(position: int, highlight: Highlight, facts: Facts, characters: int = BODY) -> str:
    """The sentences under a headline: what a model wrote for it, else what its stories say and where they are had."""
    return facts.sentences.get(f"highlight/{position}") or _body(highlight, facts, characters)


def headline(highlight: Highlight, facts: Facts) -> str:
    """What the stories have in common, counted."""
    stories, projects = len(highlight.stories), len(highlight.projects)
    match highlight.theme:
        case Theme.TAG if highlight.tag is not None:
            tag = facts.vocabulary.label(highlight.tag)
            return say_count(*_CHANGED[highlight.change or Change.FIX], projects, tag=tag, words=in_words(projects))
        case Theme.WRONG_RESULTS:
            return say_count(
                "Wrong results without an error: {words} fix",
                "Wrong results without an error: {words} fixes",
                stories,
                words=in_words(stories),
            )
        case Theme.BREAKING:
            return say_count(
                "{project}: {words} breaking change",
                "{project}: {words} breaking changes",
                stories,
                project=facts.projects.name(highlight.project),
                words=in_words(stories),
            )
        case Theme.SECURITY:
            return say_count("Security: {words} change", "Security: {words} changes", stories, words=in_words(stories))
        case Theme.DEFAULT:
            return say_count("Defaults: {words} change", "Defaults: {words} changes", stories, words=in_words(stories))
        case Theme.PIN:
            target = beside(facts.projects.name(highlight.project), clean(highlight.version))
            return say_count(
                "{count} project moves to {target}", "{count} projects move to {target}", projects, target=target
            )
        case _:
            return single(highlight.stories[0], facts)


def single(story: Story, facts: Facts) -> str:
    """One story in a line of its own."""
    text = with_project(story_text(story, facts.vocabulary), facts.projects.name(story.lead.project))
    return beside(label_word(story.label), text) if story.lead.links.tag else text


def _body(highlight: Highlight, facts: Facts, characters: int) -> str:
    """The sentences of the weightiest stories, as many as have room, and where their changes can be had."""
    released = _released(highlight.stories)
    if highlight.theme is Theme.STORY:
        return beside(_said_beside(highlight.stories[0], facts, characters), released)
    told, room, before = list[str](), characters, highlight.project if highlight.theme is Theme.BREAKING else ""
    for story in highlight.stories:
        text = story_text(story, facts.vocabulary)
        # A project is named once for what stands of it side by side.
        text = text if story.lead.project == before else with_project(text, facts.projects.name(story.lead.project))
        if told and len(text) > room:
            break
        told.append(text)
        before = story.lead.project
        room -= len(text) + 2
    left = len(highlight.stories) - len(told)
    more = [say("{count} more", count=number(left))] if left else []
    text = say("; ").join([*told, *more])
    if highlight.theme is Theme.WRONG_RESULTS:
        text = say("Check what you ran: {changes}", changes=text)
    return beside(ended(text), released)


def _said_beside(story: Story, facts: Facts, characters: int) -> str:
    """What the description says beyond the line of a story, in its own words."""
    return shortened(sentence_beside(story.lead.body, story_text(story, facts.vocabulary)), characters)


def _released(stories: Sequence[Story]) -> str:
    """ "Unreleased.", or of several with different states: "In a stable release: 1, unreleased: 2."."""
    counts = Counter(story.lead.state.stage for story in stories)
    told = [(say(_STAGES[stage]), counts[stage]) for stage in _STAGES if counts[stage]]
    if len(told) == 1:
        return _capital(say("{text}.", text=told[0][0]))
    parts = [say("{state}: {count}", state=state, count=number(count)) for state, count in told]
    return _capital(say("{text}.", text=commas(parts))) if parts else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _links(highlight: Highlight, facts: Facts) -> tuple[Inline, ...]:
    """ "FlashAttention #2656 · FlashInfer #3838 #3863": each project once, with what it brought."""
    by_project: dict[str, list[Inline]] = {}
    for story in highlight.stories[:LINKED]:
        group = by_project.setdefault(story.lead.project, [Text(facts.projects.name(story.lead.project))])
        group += [Text(" "), link_of(story.lead)]
    return dotted_inline([tuple(group) for group in by_project.values()])
