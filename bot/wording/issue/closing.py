"""What an issue does not hold and why, what was not covered, and what each project's readers take back (WORDING.md 3b).

Quiet (read, nothing new), without data since a day, and never read are three things (0.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.domain.digest import Coverage, CoverageStatus, Digest, LeftOut, Section
from bot.domain.document import Block, Heading, Paragraph, Strong, line
from bot.domain.update import Precision, Update
from bot.wording.catalogue import counted, listed, number, say, say_count
from bot.wording.dates import day
from bot.wording.facts import Facts
from bot.wording.issue.taking_back import to_take_back
from bot.wording.joining import beside, commas, dotted
from bot.wording.links import link_label

NAMED_PROJECTS = 12
"""Projects of one kind of silence that are named one by one."""

UNSURE_NAMED = 4
"""Updates whose date may lie outside of the window, named one by one."""

_REASONS = {
    "docs, CI and tests": counted("{count} change to docs, CI or tests", "{count} changes to docs, CI and tests"),
    "dependency pins": counted("{count} dependency pin", "{count} dependency pins"),
    "came and were taken back": counted(
        "{count} that came and was taken back", "{count} that came and were taken back"
    ),
    "ranked lower": counted("{count} ranked lower", "{count} ranked lower"),
}
"""Reasons in words, by the names that bot/domain/editing gives them."""


def closing_blocks(digest: Digest, facts: Facts, *, with_silent: bool = True) -> Iterator[Block]:
    """The last part of an issue; without heading and silence where nothing stands above it."""
    texts = [_left_out(digest), _unsure(digest, facts), _late(digest)]
    if with_silent:
        texts.append(_quiet(digest, facts))
    if with_silent and Section.TAKE_BACK in digest.made_of:
        texts.append(to_take_back(digest, facts))
    told = [text for text in texts if text]
    if told and with_silent:
        title = say("Not included, not covered")
        if Section.TAKE_BACK in digest.made_of:
            title = say("Not included, not covered, to take back")
        yield Heading(2, line(Strong(title)))
    yield from (Paragraph(line(text)) for text in told)


def _left_out(digest: Digest) -> str:
    total = sum(one.count for one in digest.left_out)
    if not total:
        return ""
    reasons = dotted(_reason(one) for one in digest.left_out if one.count)
    return say("Left out {count} of {all}: {reasons}", count=number(total), all=number(digest.read), reasons=reasons)


def _reason(left: LeftOut) -> str:
    messages = _REASONS.get(left.reason)
    return say_count(*messages, left.count) if messages else f"{number(left.count)} {left.reason}"


def _unsure(digest: Digest, facts: Facts) -> str:
    if not digest.unsure:
        return ""
    names = [_named_update(one, facts) for one in digest.unsure[:UNSURE_NAMED]]
    left = len(digest.unsure) - len(names)
    if left:
        names.append(say("{count} more", count=number(left)))
    if all(one.precision is Precision.NOT_BEFORE for one in digest.unsure):
        why = say("a tag without a date of its own")
    else:
        why = say("known only to the day")
    return say("Not surely in the window: {names} ({why}).", names=listed(names), why=why)


def _named_update(update: Update, facts: Facts) -> str:
    return f"{facts.projects.name(update.project)} {link_label(update)}"


def _late(digest: Digest) -> str:
    if not digest.late:
        return ""
    return say_count(
        "{count} item is late: it belongs to an earlier window and came in only since.",
        "{count} items are late: they belong to earlier windows and came in only since.",
        len(digest.late),
    )


def _quiet(digest: Digest, facts: Facts) -> str:
    """Quiet (read, nothing new), without data since a day, and never read are three things."""
    by_status: dict[CoverageStatus, list[Coverage]] = {}
    for one in digest.coverage:
        by_status.setdefault(one.status, []).append(one)
    quiet = _named([facts.projects.name(one.project) for one in by_status.get(CoverageStatus.QUIET, [])])
    silent = by_status.get(CoverageStatus.NO_DATA, [])
    never = _named([facts.projects.name(one.project) for one in silent if one.since is None])
    texts = [say("Quiet: {projects}.", projects=quiet)] if quiet else []
    ended = _ended(silent, facts)
    if ended:
        texts.append(say("No data: {projects}.", projects=commas(ended)))
    if never:
        texts.append(say("Never read: {projects}.", projects=never))
    return beside(*texts)


def _named(names: list[str]) -> str:
    """Names one by one, beyond the limit counted."""
    if len(names) <= NAMED_PROJECTS:
        return commas(names)
    left = number(len(names) - NAMED_PROJECTS)
    return say("{names} and {count} more", names=commas(names[:NAMED_PROJECTS]), count=left)


def _ended(silent: Iterable[Coverage], facts: Facts) -> list[str]:
    """Projects whose data ends, those of one day together: "SGLang and TRL since 24 Jun"."""
    by_day: dict[str, list[str]] = {}
    for one in silent:
        if one.since is not None:
            since = day(one.since, facts.now, facts.zone)
            by_day.setdefault(since, []).append(facts.projects.name(one.project))
    return [say("{projects} since {day}", projects=listed(names), day=since) for since, names in by_day.items()]
