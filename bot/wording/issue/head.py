"""What stands at the top of an issue: its name, its window, how much was read and what was not (WORDING.md 3, 3c)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.domain.answer import Story
from bot.domain.digest import Coverage, CoverageStatus, Digest, Layout
from bot.domain.document import Heading, Small, Strong, line
from bot.domain.text import clean
from bot.wording.catalogue import listed, number, say, say_count
from bot.wording.dates import calendar_day, calendar_text, exact_span, moment, span, weekday_moment
from bot.wording.facts import Facts
from bot.wording.joining import beside, dotted, in_brackets
from bot.wording.words import edition_word, in_words

NAMED_SILENT = 2
"""Projects without data that the small line names; the rest is counted there and named below."""

NAMED_FAILED = 4
"""Projects that could not be read and that the small line names; of more it names two and the number."""

_DAY = timedelta(days=1)


def edition_title(digest: Digest) -> str:
    """An issue's name: "Systems daily, Wed 8 Jul 2026", "Frameworks weekly, 2026-W28"."""
    name = edition_word(digest.edition, as_title=True)
    issue = digest.number if is_weekly(digest) else calendar_day(date.fromisoformat(digest.number))
    if digest.issue is not None:
        issue = say("{issue}, no. {count}", issue=issue, count=number(digest.issue))
    return say("{name}, {issue}", name=name, issue=issue)


def is_weekly(digest: Digest) -> bool:
    """Whether the issue covers a week and is numbered by it."""
    return digest.form is not Layout.VERDICT


def heading(digest: Digest, stories: Sequence[Story], scope: str) -> Heading:
    """The issue's name, a weekly's with its days, and beside it what is unusual about it."""
    failed = any(one.status is CoverageStatus.FAILED for one in digest.coverage)
    if failed:
        note = say("incomplete")
    elif digest.coverage and all(one.status is CoverageStatus.NO_DATA for one in digest.coverage):
        note = say("no data")
    elif not stories:
        note = say("nothing about {scope}", scope=clean(scope)) if scope else say("nothing new")
    else:
        note = _days_covered(digest)
    days = in_brackets(span(digest.window, digest.window.end)) if is_weekly(digest) else ""
    return Heading(1, line(Strong(edition_title(digest)), f"{days} · {note}" if note else days or None))


def small_line(digest: Digest, facts: Facts, stories: Sequence[Story], upcoming: datetime | None) -> Small:
    """Window, how much was read, what was not, and on a day without items when the next issue comes."""
    with_data = [one for one in digest.coverage if one.updates]
    projects = say_count("{count} project", "{count} projects", len(with_data))
    updates = say_count(
        "{count} update from {projects}", "{count} updates from {projects}", digest.read, projects=projects
    )
    failed = _failed(digest, facts)
    silent = [one for one in digest.coverage if one.status is CoverageStatus.NO_DATA]
    parts = [exact_span(digest.window, with_weekday=is_weekly(digest))]
    if stories:
        parts.append(updates)
    elif not failed:
        parts.append(say("{updates} read, all sources answered" if not silent else "{updates} read", updates=updates))
    parts.append(_not_sent(digest))
    parts += [failed] if failed else [_silent(silent, digest, facts)] if silent else []
    if not stories and not failed and upcoming:
        parts.append(next_issue(digest, upcoming))
    return Small(line(dotted(parts)))


def next_issue(digest: Digest, upcoming: datetime) -> str:
    """ "next: Thu 9 Jul 08:00"; in the zone of the place that gets it where `upcoming` bears one."""
    zone = upcoming.tzinfo if isinstance(upcoming.tzinfo, ZoneInfo) else digest.window.zone
    return say("next: {when}", when=weekday_moment(upcoming, zone))


def _days_covered(digest: Digest) -> str:
    """ "covers two days" where a window was widened over an issue that was not sent; a Monday covers the weekend by
    itself."""
    days = _days(digest)
    if not digest.catch_up or days < 2:
        return ""
    if is_weekly(digest):
        return say("covers {count} weeks", count=in_words(round(days / 7)))
    return say("covers {count} days", count=in_words(days))


def _days(digest: Digest) -> int:
    return round((digest.window.end - digest.window.start) / _DAY) if digest.window.start else 0


def _not_sent(digest: Digest) -> str:
    """Which issue a widened window makes up for."""
    if not digest.catch_up or is_weekly(digest):
        return ""
    if _days(digest) != 2:
        return say("the editions before it were not sent")
    missed = digest.window.end - _DAY
    return say("the edition of {day} was not sent", day=calendar_text(missed.astimezone(digest.window.zone).date()))


def _silent(silent: Sequence[Coverage], digest: Digest, facts: Facts) -> str:
    """ "no data for 9 of 22 projects, SGLang and TensorRT-LLM among them"."""
    names = [facts.projects.name(one.project) for one in silent]
    if len(names) <= NAMED_SILENT:
        return say("no data for {projects}", projects=listed(names))
    return say(
        "no data for {count} of {all} projects, {some} among them",
        count=number(len(silent)),
        all=number(len(digest.coverage)),
        some=listed(names[:NAMED_SILENT]),
    )


def _failed(digest: Digest, facts: Facts) -> str:
    failed = [one for one in digest.coverage if one.status is CoverageStatus.FAILED]
    if not failed:
        return ""
    names = _some(failed, len(digest.coverage), facts)
    begin = min((one.since for one in failed if one.since), default=None)
    since = say(" since {moment}", moment=moment(begin, digest.window.zone)) if begin else ""
    reason = next((clean(one.reason).rstrip(".") for one in failed if one.reason), "")
    text = say("{projects} could not be read{since}{why}.", projects=names, since=since, why=in_brackets(reason))
    if is_weekly(digest):
        return beside(text, say('What is missed will stand in the next one as "late".'))
    return beside(text, say('What is missed will stand in tomorrow\'s as "late".'))


def _some(failed: Sequence[Coverage], every: int, facts: Facts) -> str:
    """A few by their names, many by their number."""
    names = [facts.projects.name(one.project) for one in failed]
    if len(names) <= NAMED_FAILED:
        return listed(names)
    return say(
        "{count} of {all} projects, {some} among them,",
        count=number(len(names)),
        all=number(every),
        some=listed(names[:NAMED_SILENT]),
    )
