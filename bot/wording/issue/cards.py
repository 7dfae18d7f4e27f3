"""Cards: the few changes that are worth a test, each with who, what, figures, bounds, steps and what to record
(WORDING.md 3b).

The steps are by rule, from the kind of change: they say how such a change is checked and claim nothing about this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.answer import Story
from bot.domain.document import Block, Heading, Inline, List, Strong, Text, line
from bot.domain.events import MADE_FOR
from bot.domain.excerpt import as_told, sentence_beside
from bot.domain.grapheme import shortened
from bot.domain.label import Label, is_wrong_by_title
from bot.domain.state import Stage
from bot.domain.tag import Facet, Role
from bot.domain.update import BodyState, Precision, Update
from bot.wording.catalogue import message, say
from bot.wording.dates import exact_moment
from bot.wording.facts import Facts
from bot.wording.figures import figure_text, is_told_whole, unread
from bot.wording.item import story_text, with_project
from bot.wording.joining import beside, commas, ended
from bot.wording.links import issue_link, link_of
from bot.wording.states import state_text
from bot.wording.words import CUT, RELEASE_UNKNOWN, label_word

CHANGED_LIMIT = 220
"""Characters of what a card says is changed."""

FIXES_SHOWN = 2
WHO_TAGS = 5
"""Tags that name who should care."""

_READ = frozenset({Label.RELEASE, Label.PRE_RELEASE, Label.WITHDRAWN, Label.PAPER, Label.POST})
_STOPS = re.compile(r"hang|hung|dead-?lock|crash|illegal memory|segfault|oom|out of memory|leak|launch", re.IGNORECASE)
_WRONG = re.compile(r"wrong|incorrect|nan|corrupt|garbage|accura|mismatch|overwr|precision", re.IGNORECASE)
_STEPS = {
    Label.PERF: (
        message("1. Measure your own shapes and batch sizes with and without it. 2. Compare the results."),
        message("GPU, driver, {project} version, model, batch, context, format, kernel time, TTFT, TPOT, P99"),
    ),
    Label.NEW: (
        message(
            "1. Run it once on one GPU with your model. 2. Compare results and speed with the path that you use now."
        ),
        message("GPU, driver, {project} version, model, format, results, TTFT, TPOT, peak memory"),
    ),
    Label.DEFAULT: (
        message(
            "1. Start with the old value set explicitly. 2. Start with the new default. 3. Compare memory and speed."
        ),
        message("{project} version, the value, batch, context, TTFT, TPOT, peak memory"),
    ),
    Label.NEEDS: (
        message(
            "1. Look at the version that is installed. 2. Raise it in a copy of the environment and run your tests."
        ),
        message("{project} version, versions of the dependency before and after"),
    ),
    Label.BREAKING: (
        message(
            "1. Search your code and configuration for the names. 2. Start once with the new version and read the log."
        ),
        message("{project} version, names that were found, what replaces them"),
    ),
    Label.SECURITY: (
        message(
            "1. Look whether the interface is reachable from outside. 2. Update, and send what was not refused before."
        ),
        message("{project} version, which interfaces are exposed"),
    ),
}
_STEPS[Label.MAY_BREAK] = _STEPS[Label.BREAKING]
_STOPS_STEPS = (
    message(
        "1. Run what failed, at its sizes: it ends and does not fail. 2. Compare the results with the path before."
    ),
    message("GPU, driver, {project} version, sizes, wall time, log"),
)
_WRONG_STEPS = (
    message("1. Compare the results with BF16 or another path. 2. Repeat it with the sizes that you serve."),
    message("GPU, driver, {project} version, model, format, sizes, largest error"),
)
_OTHER_STEPS = (
    message("1. Run what the title names before and after. 2. Compare results and speed."),
    message("GPU, driver, {project} version, model, batch, results, TTFT, TPOT"),
)


def card_blocks(story: Story, facts: Facts, *, labelled: bool = False) -> Iterator[Block]:
    """One card: its title with its link, behind its label where the issue mixes kinds, then its lines. What is only
    read (a release, a paper) has no steps."""
    project = facts.projects.name(story.lead.project)
    links = [part for one in story.updates[:2] for part in (Text(" "), link_of(one))]
    title = with_project(_told(story, facts), project)
    yield Heading(3, (Strong(beside(label_word(story.label), title) if labelled else title), *links))
    yield List(tuple(children for _, children in card_lines(story, facts)))


def card_lines(story: Story, facts: Facts) -> Iterator[tuple[str, tuple[Inline, ...]]]:
    """The lines of a card, each with its name for programs: who, changed, figures, bounds, test, record."""
    update, project = story.lead, facts.projects.name(story.lead.project)
    yield "who", line(say("Who: {who}.", who=_who(update, facts)))
    if changed := _changed(update, _told(story, facts)):
        yield "changed", line(say("Changed: {text}", text=changed))
    yield "figures", line(say("Figures: {text}.", text=_figures(update)))
    yield "bounds", _bounds(update, facts)
    if story.label not in _READ:
        steps, record = _steps(story)
        yield "test", line(say("Test: {steps}", steps=say(steps)))
        yield "record", line(say("Record: {fields}.", fields=say(record, project=project)))


def _told(story: Story, facts: Facts) -> str:
    return facts.sentences.get(story.lead.key) or story_text(story, facts.vocabulary)


def _who(update: Update, facts: Facts) -> str:
    """Whom it concerns, by the tags that it is about: those of its title, paths and labels, else of its description,
    which names much beside."""
    every = [found for found in update.tags if found.role is Role.ABOUT and found.tag.facet is not Facet.KIND]
    about = [found.tag for found in every if found.place in MADE_FOR] or [found.tag for found in every]
    hardware = list(dict.fromkeys(facts.vocabulary.label(tag) for tag in about if tag.facet is Facet.HARDWARE))
    what = list(dict.fromkeys(facts.vocabulary.label(tag) for tag in about if tag.facet is not Facet.HARDWARE))
    project = facts.projects.name(update.project)
    if hardware and what:
        return say(
            "{what} on {hardware}, with {project}",
            what=commas(what[:WHO_TAGS]),
            hardware=commas(hardware[:WHO_TAGS]),
            project=project,
        )
    if hardware:
        return say("{hardware}, with {project}", hardware=commas(hardware[:WHO_TAGS]), project=project)
    if what:
        return say("{what}, with {project}", what=commas(what[:WHO_TAGS]), project=project)
    return say("who runs {project}", project=project)


def _changed(update: Update, told: str) -> str:
    """The description's first sentence where it says more than the title; what is missing of it else."""
    first = shortened(sentence_beside(update.body, told), CHANGED_LIMIT)
    if update.body_state is BodyState.MISSING and not update.summary:
        return say("not known beyond the title.")
    if not first:
        return ""
    return beside(ended(first), say(CUT)) if update.body_state is BodyState.CUT else ended(first)


def _figures(update: Update) -> str:
    if update.figures:
        return beside(figure_text(update.figures, whole=is_told_whole(update)), unread(update))
    match update.body_state:
        case BodyState.WHOLE:
            return say("none given")
        case BodyState.CUT:
            return say("none in the part of the description that we have")
        case BodyState.MISSING:
            return say("not known, we have only the title")


def _bounds(update: Update, facts: Facts) -> tuple[Inline, ...]:
    """Where it can be had and what is not known of its date, and what it fixes."""
    latest = update.state.version or ""
    state = state_text(update.state, facts.now, facts.zone, latest if _lacks(update) else "")
    if update.links.pull and state != say(RELEASE_UNKNOWN):
        state = commas((say("merged"), state)) if _lacks(update) else state
    out: list[Inline] = [Text(say("Bounds: {state}.", state=state))]
    fixes = [link for one in update.links.fixes[:FIXES_SHOWN] if (link := issue_link(one, update))]
    if fixes:
        out.append(Text(say(" Fixes")))
        for link in fixes:
            out += [Text(" "), link]
        out.append(Text(say(".")))
    if update.precision is Precision.NOT_BEFORE:
        when = exact_moment(update.published, facts.zone)
        out.append(Text(say(" When it was tagged is not known, only that it is not before {moment}.", moment=when)))
    return tuple(out)


def _lacks(update: Update) -> bool:
    """Whether the state's version is the latest one that lacks the change."""
    return update.state.stage is Stage.UNRELEASED


def _steps(story: Story) -> tuple[str, str]:
    """How such a change is checked and what is to be noted down, by what it is."""
    if story.label in _STEPS:
        return _STEPS[story.label]
    told = as_told(story.lead)
    text = f"{told.title} {told.summary} {story.detail}"
    if is_wrong_by_title(told) or _WRONG.search(text):
        return _WRONG_STEPS
    return _STOPS_STEPS if _STOPS.search(text) else _OTHER_STEPS
