"""An item's line as it stands in an issue: with what it goes on from, and that it came late."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from bot.domain.answer import Story
from bot.domain.digest import Digest
from bot.domain.document import Inline, Text, plain
from bot.domain.state import Stage
from bot.domain.text import clean
from bot.wording.catalogue import say, say_inline
from bot.wording.dates import calendar_text
from bot.wording.facts import Facts
from bot.wording.item import Known, item_line
from bot.wording.joining import gap
from bot.wording.links import link_of
from bot.wording.unknowns import all_titles, unread


def known_of_all(stories: Sequence[Story]) -> Known:
    """What the reader of an issue knows of every item: its date, and what a footer says of all."""
    stages = frozenset({Stage.UNKNOWN}) if unread(stories) else frozenset[Stage]()
    return Known(date=True, stages=stages, title_only=all_titles(stories))


def issue_lines(
    stories: Iterable[Story], digest: Digest, facts: Facts, known: Known, said: set[str] | None = None
) -> tuple[tuple[Inline, ...], ...]:
    """The lines of stories. A project's latest release is said once behind "unreleased": `said` holds the keys of the
    projects whose latest is known to the reader, and takes up those that are said here."""
    told = set[str]() if said is None else said
    lines = []
    for story in stories:
        latest = latest_once(story, told)
        lines.append(issue_line(story, digest, facts, replace(known, latest=latest)))
    return tuple(lines)


def issue_line(story: Story, digest: Digest, facts: Facts, known: Known) -> tuple[Inline, ...]:
    """The line of one story of an issue."""
    out = list(item_line(story, facts, known))
    if story.lead.key in digest.late:
        out = _with(out, (Text(say("(late)")),))
    return tuple(_with(out, goes_on(story, digest)))


def latest_once(story: Story, said: set[str]) -> Mapping[str, str]:
    """What is said behind "unreleased" for the first story of a project: its latest release."""
    state, key = story.lead.state, story.lead.project
    if state.stage is not Stage.UNRELEASED or not state.version or key in said:
        return {}
    said.add(key)
    return {key: clean(state.version)}


def goes_on(story: Story, digest: Digest) -> tuple[Inline, ...]:
    """From what an earlier issue told a story goes on: "continues #3299, 7 Jul"."""
    found = next((one for one in digest.continues if one.key == story.lead.key), None)
    before = digest.cited.get(found.from_key) if found else None
    if found is None or before is None:
        return ()
    return say_inline("(continues {link} of {issue})", link=link_of(before), issue=issue_day(found.number))


def issue_day(number: str) -> str:
    """An issue's number as a reader says it: "8 Jul" for "2026-07-08", "2026-W28" for a week."""
    try:
        return calendar_text(date.fromisoformat(number)) if "W" not in number else number
    except ValueError:
        return number


def _with(line: list[Inline], more: Iterable[Inline]) -> list[Inline]:
    extra = list(more)
    if not extra:
        return line
    return [*line, Text(gap(plain(line), plain(extra))), *extra]
