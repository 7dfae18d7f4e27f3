"""Everything the bot knows of one update (WORDING.md 1, the detail view)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.answer import Story
from bot.domain.document import (
    Actions,
    Block,
    Button,
    Document,
    Heading,
    Inline,
    LinkButton,
    List,
    Paragraph,
    Small,
    Strong,
    Text,
    joined,
    line,
)
from bot.domain.grapheme import shortened
from bot.domain.label import LOOK_OUT_LABELS
from bot.domain.state import Stage
from bot.domain.tag import Role
from bot.domain.tagging.measuring import is_read_whole
from bot.domain.text import clean
from bot.domain.update import BodyState, Figure, Kind, Precision, Update
from bot.wording.catalogue import number, say
from bot.wording.dates import day, exact_moment, published
from bot.wording.facts import Facts
from bot.wording.feedback import typed_key
from bot.wording.figures import figure_text, is_told_whole, unread
from bot.wording.item import story_text
from bot.wording.joining import beside, commas, dotted, dotted_inline, in_brackets
from bot.wording.links import issue_link, link_label, link_of
from bot.wording.states import reverting, state_text
from bot.wording.watches import watch_button
from bot.wording.words import KINDS, PLACES, label_word

FIGURES_SHOWN = 6
RELATED_SHOWN = 3
FIXES_SHOWN = 3
TAGS_SHOWN = 8
"""Tags that an update is about, each with where it was found."""

MENTIONS_SHOWN = 6
"""Tags that it only mentions, in one short line."""

_TELLING = LOOK_OUT_LABELS
"""Labels that say more than a sentence does: "Needs vLLM 0.22.0", "Reverted ..."."""

EXCERPT_LIMIT = 300
"""Characters of a commit's title that is not the item's sentence already."""


def detail_document(
    story: Story, facts: Facts, related: Sequence[Update] = (), listed_in: Sequence[str] = ()
) -> Document:
    """One update: what it says, when and whether released, its tags with where each was found, figures, neighbours.

    `related` are updates of the same story or kernel, `listed_in` the issues that carried it ("systems daily 8 Jul").
    """
    update = story.lead
    name = f"{facts.projects.name(update.project)} {link_label(update)}"
    text = story_text(story, facts.vocabulary)
    head = line(Strong(name), " ", *((Strong(label_word(story.label)), " ") if story.label in _TELLING else ()), text)
    blocks: list[Block] = [Heading(1, head), Small(_status(update, facts))]
    title = shortened(clean(update.title), EXCERPT_LIMIT)
    if title and text not in title:
        blocks.append(Small(line(say("Title: {title}", title=title))))
    blocks.append(Paragraph(line(_tags(story, facts))))
    blocks += [Small(line(text)) for text in (_mentioned(update, facts),) if text]
    blocks += _figures(update)
    blocks += _neighbours((*story.others, *related), listed_in, facts)
    link = link_of(update)
    open_button = LinkButton(say("Open {label}", label=link.label), link.url)
    wrong_button = Button(say("Wrong tag?"), f"wrong {typed_key(update)}")
    waiting = watch_button(update)
    return Document((*blocks, Actions((*((waiting,) if waiting else ()), wrong_button, open_button))))


def _status(update: Update, facts: Facts) -> tuple[Inline, ...]:
    groups: list[tuple[Inline, ...]] = [line(_when(update, facts))]
    if update.kind not in {Kind.PAPER, Kind.POST} and not (update.kind is Kind.RELEASE and update.links.tag):
        latest = update.state.version or "" if update.state.stage is Stage.UNRELEASED else ""
        text = state_text(update.state, facts.now, facts.zone, latest)
        groups.append(line(beside(text, reverting(update.state))))
    fixes = [link for one in update.links.fixes[:FIXES_SHOWN] if (link := issue_link(one, update))]
    if fixes:
        links: list[Inline] = [Text(say("fixes"))]
        for link in fixes:
            links += [Text(" "), link]
        groups.append(tuple(links))
    return dotted_inline(groups)


def _when(update: Update, facts: Facts) -> str:
    if update.kind in {Kind.PAPER, Kind.POST}:
        verb = say("published")
    elif update.kind is Kind.RELEASE and update.links.tag:
        verb = say("released")
    else:
        verb = say("merged") if update.links.pull else say("committed")
    if update.precision is Precision.NOT_BEFORE and verb == say("released"):
        return published(update.published, update.precision, facts.now, facts.zone)
    if update.precision is Precision.NOT_BEFORE:
        return say("{verb} {day} or later", verb=verb, day=day(update.published, facts.now, facts.zone))
    exact = update.precision is Precision.SECOND
    when = (
        exact_moment(update.published, facts.zone)
        if exact
        else published(update.published, update.precision, facts.now, facts.zone)
    )
    return say("{verb} {when}", verb=verb, when=when)


def _tags(story: Story, facts: Facts) -> str:
    """The tags that the update is about, each with where it was found. The kind closes the list."""
    about = [found for found in story.lead.tags if found.role is Role.ABOUT]
    parts = [
        say("{tag} ({place})", tag=facts.vocabulary.label(found.tag), place=say(PLACES[found.place]))
        for found in about[:TAGS_SHOWN]
    ]
    if len(about) > TAGS_SHOWN:
        parts.append(say("{count} more", count=number(len(about) - TAGS_SHOWN)))
    return dotted((*dict.fromkeys(parts), say(KINDS[story.lead.kind])))


def _mentioned(update: Update, facts: Facts) -> str:
    """The tags that the update names without being about them."""
    words = dict.fromkeys(facts.vocabulary.label(found.tag) for found in update.tags if found.role is Role.MENTION)
    if not words:
        return ""
    shown, left = list(words)[:MENTIONS_SHOWN], len(words) - MENTIONS_SHOWN
    more = f" {say('and {count} more', count=number(left))}" if left > 0 else ""
    return say("Mentions only: {tags}{more}.", tags=commas(shown), more=more)


def _figures(update: Update) -> Iterator[Block]:
    if update.figures:
        yield Paragraph(line(say("Figures:")))
        yield List(tuple(line(_one_figure(figure, update)) for figure in update.figures[:FIGURES_SHOWN]))
        return
    match update.body_state:
        case BodyState.WHOLE if is_read_whole(update):
            text = say("Figures: none given (whole description read).")
        case BodyState.WHOLE:
            text = say("Figures: none at the beginning of the description; the rest is too long to be read.")
        case BodyState.CUT:
            text = say("Figures: none in the part of the description that we have; it is cut.")
        case BodyState.MISSING:
            text = say("Figures: not known, we have only the title.")
    yield Paragraph(line(text))


def _one_figure(figure: Figure, update: Update) -> str:
    text = figure_text((figure,), whole=is_told_whole(update))
    return text if figure.device else beside(text, unread(update))


def _neighbours(related: Sequence[Update], listed_in: Sequence[str], facts: Facts) -> Iterator[Block]:
    groups = [
        line(link_of(update), in_brackets(day(update.published, facts.now, facts.zone)))
        for update in related[:RELATED_SHOWN]
    ]
    if groups:
        yield Paragraph(line(Text(say("Related: ")), *joined(groups, say(", ")), "."))
    if listed_in:
        yield Paragraph(line(say("Listed in: {issues}.", issues=commas(clean(name) for name in listed_in))))
