"""What is not known of all that a message shows, said once below it (WORDING.md 0.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.answer import Story
from bot.domain.label import Label
from bot.domain.state import Stage
from bot.domain.update import BodyState, Kind
from bot.wording.catalogue import listed, number, say
from bot.wording.facts import Facts

NAMED_PROJECTS = 4
"""Projects that a footer names one by one."""


def unknowns(stories: Sequence[Story], facts: Facts) -> Iterator[str]:
    """What is not known of all that is shown (0.3)."""
    open_ends = unread(stories)
    read = {key for key in open_ends if key in facts.latest or key in facts.tags_read or _is_known(key, stories)}
    names = [facts.projects.name(key) for key in open_ends if key not in read]
    unread_tags = ""
    if len(names) == 1:
        unread_tags = say("Release state unknown: {project}'s tags have not been read", project=names[0])
    elif len(names) > NAMED_PROJECTS:
        unread_tags = say(
            "Release state unknown: the tags of {count} projects have not been read", count=number(len(names))
        )
    elif names:
        unread_tags = say("Release state unknown: the tags of {projects} have not been read", projects=listed(names))
    if unread_tags and read:
        yield say("{unread}; elsewhere where no state is given.", unread=unread_tags)
    elif unread_tags:
        yield say("{text}.", text=unread_tags)
    elif read:
        yield say("Release unknown where no state is given.")
    if all_titles(stories):
        yield say("Titles only: the descriptions are not at hand.")


def unread(stories: Sequence[Story]) -> tuple[str, ...]:
    """Projects with changes shown of which it is not known whether they are released."""
    changes = (story.lead for story in stories if story.lead.kind not in {Kind.PAPER, Kind.POST, Kind.RELEASE})
    return tuple(dict.fromkeys(update.project for update in changes if update.state.stage is Stage.UNKNOWN))


def _is_known(project: str, stories: Sequence[Story]) -> bool:
    """Whether the state of another change of the project is known, so that its tags were read."""
    return any(story.lead.project == project and story.lead.state.stage is not Stage.UNKNOWN for story in stories)


def all_titles(stories: Sequence[Story]) -> bool:
    """Whether several changes are shown and of none more than its title is known."""
    changes = [story for story in stories if story.label not in {Label.RELEASE, Label.PRE_RELEASE}]
    return len(changes) > 1 and all(
        story.lead.body_state is BodyState.MISSING and not story.lead.summary for story in changes
    )
