"""Sources in words: what is read, what is not and since when, what a workspace tracks, and what the owner is told.

Quiet, without data and failed are three things (WORDING.md 0.3); what decides between them is bot/domain/health.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from bot.domain.budget import HostBudget
from bot.domain.document import Actions, Block, Button, Document, Heading, Inline, List, Paragraph, Small, Strong, line
from bot.domain.grapheme import shortened
from bot.domain.health import HealthStatus, SourceHealth, alike, is_loading, is_unusually_silent
from bot.domain.redaction import redact
from bot.domain.text import clean
from bot.wording.catalogue import message, number, say, say_count
from bot.wording.dates import day, exact_moment
from bot.wording.facts import Facts
from bot.wording.joining import beside, commas, dotted

LISTED = 8
"""Lines under a heading; the sources of the rest are counted."""
NAMED_TOGETHER = 4
"""Sources that are named in one line because one thing is wrong with all of them; of more it names these."""
NAMED = 40
"""Sources that are named in one line."""
ERROR_LENGTH = 160
FEEDS = "feed"
PAPERS = {"arxiv": "arXiv"}
CANNOT_TRACK = message(
    "Nothing public can be read there. Name a public repository as owner/name, or the address of a feed."
)
"""The one sentence for what is private, unreachable, refused or no source at all: nobody learns which (E11)."""

_Line: TypeAlias = Callable[[SourceHealth, Facts], tuple[Inline, ...]]

_STATUS = {
    HealthStatus.SLOW: message("too slow"),
    HealthStatus.FAILING: message("not readable"),
    HealthStatus.GONE: message("gone"),
    HealthStatus.BLOCKED: message("blocked"),
    HealthStatus.PAUSED: message("paused"),
}


def sources_document(
    healths: Sequence[SourceHealth], tracked: Sequence[str], facts: Facts, budgets: Sequence[HostBudget] = ()
) -> Document:
    """The health of all sources that may be seen here. `tracked` are the titles of what this workspace tracks,
    `budgets` what the hosts said last of their limits."""
    asked = [health for health in healths if health.last_try is not None]
    if not asked:
        text = say("No source has been read yet. The store holds what was imported.")
        return Document((Heading(1, line(Strong(say("Sources")))), Paragraph(line(text))))
    ill = [health for health in asked if not health.is_well]
    silent = [health for health in asked if is_unusually_silent(health, facts.now)]
    noted = [health for health in asked if health.is_well and health.note]
    blocks: list[Block] = [Heading(1, line(Strong(_verdict(ill, asked)))), Small(line(_counts(healths, facts)))]
    if ill:
        blocks += [Heading(2, line(Strong(say("Cannot be read")))), *_failing_lines(ill, facts)]
    blocks += _section(say("Unusually silent"), silent, _silent_line, facts)
    blocks += _section(say("Noted"), noted, _noted_line, facts)
    well = [health for health in asked if health.is_well]
    if well:
        blocks += [Heading(2, line(Strong(say("Read")))), Paragraph(line(_names(well, facts)))]
    if tracked:
        names = commas(map(clean, tracked[:NAMED]))
        blocks.append(Paragraph(line(say("Tracked here: {names}", names=names))))
    return Document((*blocks, *(Small(line(text)) for text in (*_left(budgets, facts), *_lacks(asked)))))


def source_name(health: SourceHealth, facts: Facts) -> str:
    """How a source is called: its project's name, else what stands behind its kind. A project's blog is not it."""
    family, _, name = health.name.partition(":")
    if health.project and health.project in facts.projects.by_key:
        project = facts.projects.name(health.project)
        return say("{project} (feed)", project=project) if family == FEEDS else project
    return clean(redact(name)) if name else PAPERS.get(family, family)


def failing_document(healths: Sequence[SourceHealth], facts: Facts) -> Document:
    """What the owner is told once: which sources cannot be read, since when and why."""
    count = say_count("{count} source cannot be read", "{count} sources cannot be read", len(healths))
    blocks: list[Block] = [Heading(1, line(Strong(count))), *_failing_lines(healths, facts)]
    blocks.append(Small(line(say("They are asked again by themselves; you hear when they are back."))))
    return Document((*blocks, Actions((Button(say("All sources"), "sources"),))))


def silent_document(healths: Sequence[SourceHealth], facts: Facts) -> Document:
    """What the owner is told once: which sources answer and have brought nothing for unusually long."""
    count = say_count("{count} source is unusually silent", "{count} sources are unusually silent", len(healths))
    hint = say("It may be at rest, or publish somewhere else by now. It is read on.")
    return Document((*_section(count, healths, _silent_line, facts, level=1), Small(line(hint))))


def recovered_document(healths: Sequence[SourceHealth], facts: Facts) -> Document:
    """What the owner is told when a source that was told of is read again."""
    text = say("Read again: {names}", names=_names(healths, facts))
    return Document((Paragraph(line(text)), Small(line(say("What was missed is loaded with it.")))))


def renamed_document(health: SourceHealth, name: str, facts: Facts) -> Document:
    """What the owner is told when a repository has another name."""
    text = say(
        "{source} is called {name} now and is read on under that name.",
        source=source_name(health, facts),
        name=clean(name),
    )
    return Document((Paragraph(line(text)),))


def tracked_document(title: str, undo: str, count: int, most: int) -> Document:
    """A source is tracked from now on."""
    text = say("Its history of the last weeks comes within minutes. Ask for it, or subscribe to it, by its name.")
    left = say("{count} of {most} tracked in this workspace.", count=number(count), most=number(most))
    return Document(
        (
            Heading(1, line(Strong(say("Tracked: {title}", title=clean(title))))),
            Paragraph(line(text)),
            Small(line(left)),
            Actions((Button(say("Undo"), undo),)),
        )
    )


def already_document(title: str) -> Document:
    """It is read already."""
    return Document((Paragraph(line(say("{title} is read already.", title=clean(title)))),))


def untracked_document(title: str, undo: str) -> Document:
    """A source is tracked no more."""
    heading = Heading(1, line(Strong(say("Not tracked any more: {title}", title=clean(title)))))
    return Document((heading, Actions((Button(say("Undo"), undo),))))


def _verdict(ill: Sequence[SourceHealth], asked: Sequence[SourceHealth]) -> str:
    if not ill:
        return say_count("All well. {count} source is read.", "All well. {count} sources are read.", len(asked))
    return say("{count} of {all} sources cannot be read", count=number(len(ill)), all=number(len(asked)))


def _counts(healths: Sequence[SourceHealth], facts: Facts) -> str:
    """When the last one was read, and how many are still loading their history."""
    newest = max((health.last_success for health in healths if health.last_success), default=None)
    last = exact_moment(newest, facts.zone) if newest else say("never")
    loading = sum(is_loading(health) for health in healths)
    parts = [say("last read {moment}", moment=last)]
    if loading:
        parts.append(say("history still loading: {count}", count=number(loading)))
    return dotted(parts)


def _section(title: str, healths: Sequence[SourceHealth], told: _Line, facts: Facts, level: int = 2) -> Iterable[Block]:
    if not healths:
        return
    yield Heading(level, line(Strong(title)))
    yield List(tuple(told(health, facts) for health in healths[:LISTED]))
    if len(healths) > LISTED:
        yield Small(line(say("{count} more", count=number(len(healths) - LISTED))))


def _failing_lines(healths: Sequence[SourceHealth], facts: Facts) -> Iterable[Block]:
    """A line for each thing that is wrong, with the sources that it is wrong with."""
    places = {project.key: place for place, project in enumerate(facts.projects.all)}
    groups = alike(sorted(healths, key=lambda health: places.get(health.project or "", len(places))))
    yield List(tuple(_failing_line(group, facts) for group in groups[:LISTED]))
    if left := sum(map(len, groups[LISTED:])):
        yield Small(line(say("{count} more", count=number(left))))


def _failing_line(group: Sequence[SourceHealth], facts: Facts) -> tuple[Inline, ...]:
    """ "**FlashInfer** not readable since 13 Jul 19:10 (UTC+8): GitHub does not answer. Next try ..."."""
    status = say(_STATUS.get(group[0].status, _STATUS[HealthStatus.FAILING]))
    begin = min((health.failing_since for health in group if health.failing_since), default=None)
    since = say(" since {moment}", moment=exact_moment(begin, facts.zone)) if begin else ""
    error = shortened(clean(group[0].error), ERROR_LENGTH).rstrip(".")
    next_try = min((health.next_try for health in group if health.next_try), default=None)
    again = say("Next try {moment}.", moment=exact_moment(next_try, facts.zone)) if next_try else ""
    if error:
        text = say("{status}{since}: {error}.", status=status, since=since, error=error)
    else:
        text = say("{status}{since}.", status=status, since=since)
    return line(Strong(_names(group, facts, NAMED_TOGETHER)), f" {beside(text, again)}")


def _silent_line(health: SourceHealth, facts: Facts) -> tuple[Inline, ...]:
    last = day(health.last_news, facts.now, facts.zone) if health.last_news else say("never")
    return line(Strong(source_name(health, facts)), " ", say("answers, and has brought nothing since {day}", day=last))


def _noted_line(health: SourceHealth, facts: Facts) -> tuple[Inline, ...]:
    return line(Strong(source_name(health, facts)), " ", clean(health.note))


def _names(healths: Sequence[SourceHealth], facts: Facts, most: int = NAMED) -> str:
    names = [source_name(health, facts) for health in healths]
    if len(names) <= most:
        return commas(names)
    return say("{names} and {count} more", names=commas(names[:most]), count=number(len(names) - most))


def _left(budgets: Sequence[HostBudget], facts: Facts) -> list[str]:
    """What is left of hosts' limits that are not over yet."""
    return [
        say(
            "{host}: {left} of {limit} requests left until {moment}",
            host=clean(budget.host),
            left=number(budget.remaining),
            limit=number(budget.limit),
            moment=exact_moment(budget.resets, facts.zone),
        )
        for budget in budgets
        if budget.resets > facts.now
    ]


def _lacks(healths: Iterable[SourceHealth]) -> list[str]:
    """What cannot be told the way the sources are read."""
    lacking = sorted({lack for health in healths for lack in health.lacks})
    if not lacking:
        return []
    return [say("Not told without a GitHub token: {what}.", what=commas(say(lack) for lack in lacking))]
