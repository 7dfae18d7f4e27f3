"""The first form of a digest: heading, counts, items by project, what was left out, coverage (WORDING.md 3 and 3c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from bot.domain.answer import Story
from bot.domain.digest import Coverage, CoverageStatus, Digest, DigestSection, LeftOut
from bot.domain.document import Block, Document, Heading, List, Paragraph, Small, Strong, line
from bot.domain.state import Stage
from bot.domain.text import clean
from bot.wording.catalogue import listed, number, say, say_count
from bot.wording.dates import calendar_day, day, exact_span, moment, weekday_moment
from bot.wording.facts import Facts
from bot.wording.item import Known, item_line
from bot.wording.unknowns import all_titles, unknowns, unread

NAMED_SILENT = 2
"""Projects without data that the small line names; the rest is counted there and named below."""

NAMED_FAILED = 4
"""Projects that could not be read and that the small line names; of more it names two and the number."""

NAMED_PROJECTS = 12
"""Projects of one kind of silence that are named one by one."""

_FULL_FORM = 3
"""Stories from which on a daily has headings by project; fewer make the short form (3c)."""

_REASONS = {
    "docs, CI and tests": ("{count} change to docs, CI or tests", "{count} changes to docs, CI and tests"),
    "dependency pins": ("{count} dependency pin", "{count} dependency pins"),
    "came and were taken back": ("{count} that came and was taken back", "{count} that came and were taken back"),
}
"""Reasons whose words depend on their number (bot/domain/editing)."""

_DAY = timedelta(days=1)
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def digest_document(digest: Digest, facts: Facts, upcoming: datetime | None = None, scope: str = "") -> Document:
    """An issue. `upcoming` is when the next one comes, `scope` what the reader's place asked for.

    A day with little or nothing has its short form, and says that it looked; what could not be read is named first.
    """
    stories = [story for section in digest.sections for story in section.stories]
    coming = weekday_moment(upcoming, digest.window.zone) if upcoming else ""
    blocks: list[Block] = [_heading(digest, stories, scope), Small(line(_small_line(digest, facts, stories, coming)))]
    if len(stories) < _FULL_FORM and not _is_weekly(digest):
        known = _known(stories, is_under_project=False)
        if stories:
            blocks.append(List(tuple(item_line(story, facts, known) for story in stories)))
    else:
        blocks += _by_project(digest.sections, stories, facts)
    blocks += [Small(line(text)) for text in unknowns(stories, facts)]
    if stories or not scope:
        blocks += _not_included(digest, facts, with_silent=bool(stories))
    if coming and stories:
        blocks.append(Small(line(say("next: {when}", when=coming))))
    if facts.sample:
        blocks.append(
            Small(line(say("This is the sample that comes with the bot. Real data: python -m bot import FILE")))
        )
    return Document(tuple(blocks))


def edition_title(digest: Digest) -> str:
    """An issue's name: "Systems daily, Wed 8 Jul 2026", "Frameworks weekly, 2026-W28"."""
    name = say(digest.edition.replace("-", " ").capitalize())
    issue = digest.number if _is_weekly(digest) else calendar_day(date.fromisoformat(digest.number))
    return f"{name}, {issue}"


def _is_weekly(digest: Digest) -> bool:
    return "W" in digest.number


def _heading(digest: Digest, stories: Sequence[Story], scope: str) -> Heading:
    failed = any(one.status is CoverageStatus.FAILED for one in digest.coverage)
    about = say("about {scope}", scope=clean(scope)) if scope else ""
    if failed:
        note = say("incomplete")
    elif not stories:
        note = say("nothing {about}", about=about) if about else say("nothing new")
    else:
        note = _days_covered(digest)
    return Heading(1, line(Strong(edition_title(digest)), f" · {note}" if note else None))


def _days_covered(digest: Digest) -> str:
    """ "covers two days" where a daily's window is longer than one."""
    if _is_weekly(digest) or digest.window.start is None:
        return ""
    days = round((digest.window.end - digest.window.start) / _DAY)
    if days < 2:
        return ""
    return say("covers {count} days", count=_COUNTS[days] if days < len(_COUNTS) else number(days))


def _small_line(digest: Digest, facts: Facts, stories: Sequence[Story], coming: str) -> str:
    """Window, how much was read, what was not, and on a day without items when the next issue comes."""
    with_data = [one for one in digest.coverage if one.updates]
    projects = say_count("{count} project", "{count} projects", len(with_data))
    updates = say_count(
        "{count} update from {projects}", "{count} updates from {projects}", digest.read, projects=projects
    )
    failed = _failed(digest, facts)
    silent = [one for one in digest.coverage if one.status is CoverageStatus.NO_DATA]
    parts = [exact_span(digest.window, with_weekday=_is_weekly(digest))]
    if stories:
        parts.append(updates)
    elif not failed:
        parts.append(say("{updates} read", updates=updates))
    parts += [failed] if failed else [_silent(silent, digest, facts)] if silent else []
    if not stories and not failed:
        parts += [say("all sources answered")] if not silent else []
        parts += [say("next: {when}", when=coming)] if coming else []
    return " · ".join(part for part in parts if part)


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
    why = f" ({reason})" if reason else ""
    text = say("{projects} could not be read{since}{why}.", projects=names, since=since, why=why)
    late = say('What is missed will stand in the next one as "late".')
    return f"{text} {late}"


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


def _known(stories: Sequence[Story], is_under_project: bool) -> Known:
    """What a digest's reader knows of every item: its date, and what the footer says of all."""
    stages = frozenset({Stage.UNKNOWN}) if unread(stories) else frozenset[Stage]()
    return Known(project=is_under_project, date=True, stages=stages, title_only=all_titles(stories))


def _by_project(sections: Iterable[DigestSection], stories: Sequence[Story], facts: Facts) -> Iterator[Block]:
    known = _known(stories, is_under_project=True)
    for section in sections:
        shares = all(story.lead.state.stage is Stage.UNRELEASED for story in section.stories)
        titles = all_titles(section.stories)
        note = _project_note(section, facts, shares, titles and not known.title_only)
        yield Heading(2, line(Strong(facts.projects.name(section.key)), f" · {note}" if note else None))
        yield List(
            tuple(
                item_line(story, facts, replace(known, state=shares, title_only=titles or known.title_only))
                for story in section.stories
            )
        )


def _project_note(section: DigestSection, facts: Facts, shares: bool, titles: bool) -> str:
    """ "latest 0.6.14" beside a project's name, and what holds for all its items: "unreleased", "titles only"."""
    latest = facts.latest.get(section.key)
    version = clean(latest.version) if latest else _latest_of(section.stories)
    parts = [say("latest {version}", version=version) if version else "", say("unreleased") if shares else ""]
    parts.append(say("titles only") if titles else "")
    return ", ".join(part for part in parts if part)


def _latest_of(stories: Iterable[Story]) -> str:
    states = (story.lead.state for story in stories)
    return next((clean(state.version) for state in states if state.stage is Stage.UNRELEASED and state.version), "")


def _not_included(digest: Digest, facts: Facts, with_silent: bool) -> Iterator[Block]:
    lines = [text for text in (_left_out(digest), _quiet(digest, facts) if with_silent else "") if text]
    if lines and with_silent:
        yield Heading(2, line(Strong(say("Not included, not covered"))))
    for text in lines:
        yield Paragraph(line(text))


def _left_out(digest: Digest) -> str:
    total = sum(one.count for one in digest.left_out)
    if not total:
        return ""
    reasons = " · ".join(_reason(one) for one in digest.left_out if one.count)
    return say("Left out {count} of {all}: {reasons}", count=number(total), all=number(digest.read), reasons=reasons)


def _reason(left: LeftOut) -> str:
    one, many = _REASONS.get(left.reason, ("", ""))
    return say_count(one, many, left.count) if one else f"{number(left.count)} {say(left.reason)}"


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
        texts.append(say("No data: {projects}.", projects=", ".join(ended)))
    if never:
        texts.append(say("Never read: {projects}.", projects=never))
    return " ".join(texts)


def _named(names: list[str]) -> str:
    """Names one by one, beyond the limit counted."""
    if len(names) <= NAMED_PROJECTS:
        return ", ".join(names)
    left = number(len(names) - NAMED_PROJECTS)
    return say("{names} and {count} more", names=", ".join(names[:NAMED_PROJECTS]), count=left)


def _ended(silent: Iterable[Coverage], facts: Facts) -> list[str]:
    """Projects whose data ends, those of one day together: "SGLang and TRL since 24 Jun"."""
    by_day: dict[str, list[str]] = {}
    for one in silent:
        if one.since is not None:
            since = day(one.since, facts.now, facts.zone)
            by_day.setdefault(since, []).append(facts.projects.name(one.project))
    return [say("{projects} since {day}", projects=listed(names), day=since) for since, names in by_day.items()]
