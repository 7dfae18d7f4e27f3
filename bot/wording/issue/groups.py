"""The sections of an issue's thread: by group of projects, in a weekly with headings for projects (WORDING.md 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.domain.answer import Story
from bot.domain.digest import Digest
from bot.domain.document import Block, Heading, List, Strong, line
from bot.domain.label import Label
from bot.domain.project import Group
from bot.domain.sections import in_order
from bot.domain.state import Stage
from bot.domain.text import clean
from bot.wording.catalogue import message, say, say_count
from bot.wording.facts import Facts
from bot.wording.issue.head import is_weekly
from bot.wording.issue.lines import issue_lines, known_of_all
from bot.wording.joining import commas, in_brackets
from bot.wording.unknowns import all_titles

_RELEASES = frozenset({Label.RELEASE, Label.PRE_RELEASE, Label.WITHDRAWN})
_TITLES = {
    Group.ENGINE: message("Engines"),
    Group.GATEWAY: message("Gateways"),
    Group.KERNELS: message("Kernels and compilers"),
    Group.COMPILER: message("Kernels and compilers"),
    Group.VENDOR: message("Vendor plugins"),
    Group.RL: message("RL and training"),
    Group.TRAINING: message("RL and training"),
    Group.CONTROL_PLANE: message("Control plane"),
}
STACK = message("Your stack")
RELEASES = message("Releases")
PAPERS = message("Papers and posts")
OTHERS = message("Other projects")


@dataclass(frozen=True, slots=True)
class Part:
    """A section: its title in English, and its stories in order."""

    title: str
    stories: tuple[Story, ...]


def groups(digest: Digest, facts: Facts, stories: Iterable[Story] | None = None) -> tuple[Part, ...]:
    """The stories of an issue (all, where none are given) by group, in the order of the groups; papers and posts last.
    In a weekly what touches the place's stack and releases have parts of their own, which go first."""
    by_title: dict[str, list[Story]] = {title: [] for title in (STACK, RELEASES, *_TITLES.values(), OTHERS, PAPERS)}
    for story in digest.stories if stories is None else stories:
        by_title[_title(story, digest, facts)].append(story)
    return tuple(Part(title, in_order(found)) for title, found in by_title.items() if found)


def _title(story: Story, digest: Digest, facts: Facts) -> str:
    if story.label in {Label.PAPER, Label.POST}:
        return PAPERS
    if is_weekly(digest) and story.lead.key in digest.mine:
        return STACK
    if is_weekly(digest) and story.label in _RELEASES:
        return RELEASES
    project = facts.projects.by_key.get(story.lead.project)
    return _TITLES[project.group] if project else OTHERS


def part_blocks(part: Part, digest: Digest, facts: Facts, *, by_project: bool, said: set[str]) -> Iterator[Block]:
    """A section of a thread. `said` holds the projects whose latest release was told and takes up those told here."""
    if by_project and part.title not in {RELEASES, PAPERS}:
        yield Heading(
            2, line(Strong(say(part.title)), in_brackets(say_count("{count} item", "{count} items", len(part.stories))))
        )
        yield from _by_project(part, digest, facts, said)
        return
    shares = _all_unreleased(part.stories)
    titles = all_titles(part.stories)
    notes = [say("unreleased")] if shares else []
    notes += [say("titles only")] if titles else []
    yield Heading(2, line(Strong(say(part.title)), in_brackets(commas(notes)) or None))
    known = replace(known_of_all(part.stories), state=shares, title_only=titles)
    yield List(issue_lines(part.stories, digest, facts, known, said))


def _by_project(part: Part, digest: Digest, facts: Facts, said: set[str]) -> Iterator[Block]:
    found = {story.lead.project for story in part.stories}
    in_catalogue = [project.key for project in facts.projects.all if project.key in found]
    for key in dict.fromkeys((*in_catalogue, *sorted(found))):
        stories = [story for story in part.stories if story.lead.project == key]
        shares, titles = _all_unreleased(stories), all_titles(stories)
        note = _note(key, stories, facts, shares, titles)
        said.add(key)
        yield Heading(3, line(Strong(facts.projects.name(key)), f" · {note}" if note else None))
        known = replace(known_of_all(stories), project=True, state=shares, title_only=titles)
        yield List(issue_lines(stories, digest, facts, known, said))


def _note(key: str, stories: Sequence[Story], facts: Facts, shares: bool, titles: bool) -> str:
    """ "latest 0.6.14" beside a project's name, and what holds for all its items: "unreleased", "titles only"."""
    latest = facts.latest.get(key)
    version = clean(latest.version) if latest else _lacking(stories)
    parts = [say("latest {version}", version=version) if version else "", say("unreleased") if shares else ""]
    unread = all(story.lead.state.stage is Stage.UNKNOWN for story in stories)
    parts += [say("titles only") if titles else "", say("release unknown") if unread and not latest else ""]
    return commas(parts)


def _lacking(stories: Iterable[Story]) -> str:
    states = (story.lead.state for story in stories)
    return next((clean(state.version) for state in states if state.stage is Stage.UNRELEASED and state.version), "")


def _all_unreleased(stories: Sequence[Story]) -> bool:
    changes = [story for story in stories if story.label not in _RELEASES]
    return bool(changes) and all(story.lead.state.stage is Stage.UNRELEASED for story in changes)
