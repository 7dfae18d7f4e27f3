"""The answer to a question as a document (WORDING.md 2, 2b, 2d, 10).

Heading and counts are bot/wording/introduction.py, what is not known is bot/wording/unknowns.py, an empty answer is
bot/wording/nothing.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.domain.answer import Answer, Section, WindowChoice
from bot.domain.document import Action, Actions, Block, Button, Document, Heading, List, Small, Strong, line
from bot.domain.label import SectionHeading
from bot.domain.reading import Reading
from bot.domain.state import Stage
from bot.domain.text import clean
from bot.wording.catalogue import number, say
from bot.wording.facts import Facts
from bot.wording.help import EXAMPLES
from bot.wording.introduction import Occasion, Whose, counts, heading, introduction, shown_stories
from bot.wording.item import Known, item_line
from bot.wording.joining import in_brackets
from bot.wording.naming import one_project
from bot.wording.notes import note_lines
from bot.wording.nothing import nothing_blocks
from bot.wording.unknowns import all_titles, unknowns, unread
from bot.wording.unread import could_not_be_read, not_told
from bot.wording.words import HEADING_LABELS, HEADINGS


def answer_document(
    answer: Answer, reading: Reading, facts: Facts, *, occasion: Occasion | None = None, only_mentions: bool = False
) -> Document:
    """What was found: heading, how the question was read, counts, sections, what is not known, buttons.

    `only_mentions` when the answer holds what mentions the tags and is not about them.
    """
    blocks: list[Block] = [heading(answer, facts, occasion, only_mentions)]
    blocks += note_lines(reading.notes, reading.unknown, facts, answer.window)
    if not answer.sections:
        if facts.loading is not None:
            blocks += _small(introduction(answer, facts))
        blocks += _small(could_not_be_read(facts))
        blocks += nothing_blocks(answer, reading, facts, is_overview=occasion is not None, only_mentions=only_mentions)
    else:
        blocks += _small(introduction(answer, facts), *counts(answer, facts, occasion, only_mentions))
        blocks += _small(could_not_be_read(facts))
        blocks += _sections(answer, facts)
        blocks += _small(*unknowns(shown_stories(answer), facts), not_told(facts))
        if occasion is not None and occasion.whose is Whose.EVERYONE:
            blocks += [Small(line(say("For example:"))), List(tuple(line(text) for text in EXAMPLES[:3]))]
    if facts.sample:
        blocks += _small(say("This is the sample that comes with the bot. Real data: python -m bot import FILE"))
    buttons = (*_choices(reading), *_buttons(answer, reading, occasion, only_mentions))
    return Document((*blocks, Actions(buttons)) if buttons else tuple(blocks))


def _small(*texts: str) -> Iterator[Small]:
    return (Small(line(text)) for text in texts if text)


def _sections(answer: Answer, facts: Facts) -> Iterator[Block]:
    said = dict(_latest_said(answer, facts))
    for section in answer.sections:
        shares = _shares_unreleased(section)
        title = say(HEADINGS[section.heading])
        yield Heading(2, line(Strong(title), in_brackets(say("unreleased")) if shares else None))
        known = replace(
            _known(answer),
            label=HEADING_LABELS.get(section.heading),
            look_out=section.heading is SectionHeading.LOOK_OUT,
        )
        yield List(
            tuple(
                item_line(story, facts, replace(known, state=shares, latest=said.get(story.lead.key, {})))
                for story in section.stories
            )
        )


def _known(answer: Answer) -> Known:
    """What the reader of any item of this answer knows."""
    asked = frozenset(answer.query.tags.union(*answer.query.either))
    stages = {Stage.UNKNOWN} if unread(shown_stories(answer)) else set()
    if answer.query.versions is not None and answer.query.versions.low is None:
        stages.add(Stage.RELEASED)
    return Known(
        tags=asked,
        project=one_project(answer.query) is not None,
        stages=frozenset(stages),
        title_only=all_titles(shown_stories(answer)),
    )


def _shares_unreleased(section: Section) -> bool:
    """Whether the heading may say for all its items that they are unreleased."""
    return section.heading is not SectionHeading.LOOK_OUT and all(
        story.lead.state.stage is Stage.UNRELEASED for story in section.stories
    )


def _latest_said(answer: Answer, facts: Facts) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The stories that say what a project's latest release is: the first unreleased one of each project, where no
    line above has said it."""
    project = one_project(answer.query)
    said = {project} if project in facts.latest else set()
    for section in answer.sections:
        if _shares_unreleased(section):
            continue
        for story in section.stories:
            state, key = story.lead.state, story.lead.project
            if state.stage is Stage.UNRELEASED and state.version and key not in said:
                said.add(key)
                yield story.lead.key, {key: state.version}


def _choices(reading: Reading) -> Sequence[Action]:
    return [Button(clean(choice.label), f"whatsnew {choice.text}") for choice in reading.choices]


def _buttons(answer: Answer, reading: Reading, occasion: Occasion | None, only_mentions: bool) -> Sequence[Action]:
    """More, subscribe, share, mentions: command lines of their own. An empty answer has those of its neighbours."""
    if not answer.sections:
        return []
    buttons: list[Action] = []
    left = answer.stories - answer.skipped - answer.shown
    if left > 0:
        few = answer.choice is not WindowChoice.NARROWED
        label = say("{count} more", count=number(min(left, max(answer.shown, 1)))) if few else say("More")
        of = "mentions " if only_mentions else ""
        buttons.append(Button(label, f"more {answer.skipped + answer.shown} {of}{answer.text}".rstrip()))
    if occasion is None and answer.text:
        if answer.query.versions is None and reading.standing:
            buttons.append(Button(say("Subscribe"), f"subscribe {reading.standing}"))
        buttons.append(Button(say("Share here"), f"share {answer.text}"))
        if answer.mentions and not only_mentions:
            label = say("Mentions ({count})", count=number(answer.mentions))
            buttons.append(Button(label, f"mentions {answer.text}"))
    return buttons
