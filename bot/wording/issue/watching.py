"""The watch list of a weekly, what became of last week's, and the counted evidence of several weeks.

Evidence counts and cites; it holds no opinion (field/editions.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.domain.answer import Story
from bot.domain.digest import Digest
from bot.domain.document import Block, Heading, Inline, List, Strong, Text, line
from bot.domain.highlight import Change, Tally
from bot.domain.label import Label
from bot.domain.posted import Answered, Outcome, Reason, Watched
from bot.domain.text import clean
from bot.domain.update import Update
from bot.wording.catalogue import counted, message, say, say_count, say_inline
from bot.wording.dates import day
from bot.wording.facts import Facts
from bot.wording.item import story_text, with_project
from bot.wording.joining import gap
from bot.wording.links import link_of

_REASONS = {
    Reason.UNRELEASED_FIX: message("a fix without a release since {day}"),
    Reason.OPEN_SERIES: message("more parts of it are to come, watched since {day}"),
    Reason.PRE_RELEASE: message("a pre-release; is a stable one coming? Watched since {day}"),
    Reason.REVERTED: message("taken back; does it return? Watched since {day}"),
}
_OUTCOMES = {
    Outcome.RELEASED: message("in {version}"),
    Outcome.PRE_RELEASED: message("in {version} (pre-release)"),
    Outcome.UNRELEASED: message("still unreleased, latest is {version}"),
    Outcome.REVERTED: message("was taken back"),
    Outcome.CONTINUED: message("goes on"),
    Outcome.RELANDED: message("is back"),
    Outcome.WITHDRAWN: message("was withdrawn"),
    Outcome.NOTHING: message("nothing was found about it"),
    Outcome.UNKNOWN: message("not known, the project's tags have not been read"),
}
_TALLIED = {
    Change.NEW: counted("new in {count} project in {weeks} weeks", "new in {count} projects in {weeks} weeks"),
    Change.FIX: counted("fixes in {count} project in {weeks} weeks", "fixes in {count} projects in {weeks} weeks"),
    Change.PERF: counted(
        "performance work in {count} project in {weeks} weeks", "performance work in {count} projects in {weeks} weeks"
    ),
}


def watch_blocks(digest: Digest, facts: Facts) -> Iterator[Block]:
    """Last week's watch list answered, counted evidence, and what to watch next; nothing where there is none."""
    updates = {**digest.cited, **{one.key: one for story in digest.stories for one in story.updates}}
    answered = tuple(_answered(one, updates, facts) for one in digest.answered if one.watched.key in updates)
    if answered:
        yield Heading(2, line(Strong(say("Last week's watch list"))))
        yield List(answered)
    tallies = tuple(_tally(one, updates, facts) for one in digest.tallies)
    if tallies:
        yield Heading(2, line(Strong(say("Evidence"))))
        yield List(tallies)
    watched = tuple(_watched(one, updates, facts) for one in digest.watched if one.key in updates)
    if watched:
        yield Heading(2, line(Strong(say("Watch next week"))))
        yield List(watched)


def _watched(one: Watched, updates: Mapping[str, Update], facts: Facts) -> tuple[Inline, ...]:
    update = updates[one.key]
    reason = say(_REASONS[one.reason], day=day(one.since, facts.now, facts.zone))
    return say_inline("{text} {link}: {reason}", text=_text(update, facts), link=link_of(update), reason=reason)


def _answered(one: Answered, updates: Mapping[str, Update], facts: Facts) -> tuple[Inline, ...]:
    update = updates[one.watched.key]
    outcome = say(_OUTCOMES[one.outcome], version=clean(one.version or ""))
    said = say_inline("{text} {link}: {reason}", text=_text(update, facts), link=link_of(update), reason=outcome)
    by = updates.get(one.by or "")
    return (*said, Text(gap(outcome)), link_of(by)) if by else said


def _tally(one: Tally, updates: Mapping[str, Update], facts: Facts) -> tuple[Inline, ...]:
    text = say_count(*_TALLIED[one.change], len(one.projects), weeks=one.weeks)
    out: list[Inline] = [Strong(facts.vocabulary.label(one.tag)), Text(f" {text}")]
    for project, key in zip(one.projects, one.keys, strict=False):
        out.append(Text(f" · {facts.projects.name(project)}"))
        if key in updates:
            out += [Text(" "), link_of(updates[key])]
    return tuple(out)


def _text(update: Update, facts: Facts) -> str:
    text = story_text(Story(update, Label.CHANGED), facts.vocabulary)
    return with_project(text, facts.projects.name(update.project))
