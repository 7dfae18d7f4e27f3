"""What a reader can ask of the changes that a message shows: why they were sent, to hear when they are released. One
change has a button, several have a menu (WORDING.md 4)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.answer import Story
from bot.domain.document import Action, Button, Option, Select
from bot.domain.update import Update
from bot.wording.catalogue import say
from bot.wording.facts import Facts
from bot.wording.feedback import typed_key
from bot.wording.joining import dotted
from bot.wording.links import link_label
from bot.wording.watches import can_be_waited_for


def why_action(stories: Sequence[Story], facts: Facts) -> Action:
    """What asks why these were sent."""
    return _action(say("Why this?"), "why", [story.lead for story in stories], facts)


def waiting_action(stories: Sequence[Story], facts: Facts) -> Action | None:
    """What begins the wait for a release, of those of the changes that can be waited for."""
    unreleased = [story.lead for story in stories if can_be_waited_for(story.lead)]
    return _action(say("Tell me when it is released"), "watch", unreleased, facts) if unreleased else None


def _action(label: str, command: str, updates: Sequence[Update], facts: Facts) -> Action:
    lines = [
        (f"{facts.projects.name(one.project)} {link_label(one)}", f"{command} {typed_key(one)}") for one in updates
    ]
    if len(lines) == 1:
        return Button(label, lines[0][1])
    # Where a menu's options stand one by one, as in the shell, each must say what it is for.
    return Select(label, tuple(Option(dotted((label, name)), text) for name, text in lines))
