"""Changes that somebody waits for: begun, listed, ended, and in a release (WORDING.md 4, 7 and 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.clustering import stories
from bot.domain.document import (
    Action,
    Actions,
    Block,
    Button,
    Document,
    Heading,
    Inline,
    Link,
    List,
    Option,
    Paragraph,
    Select,
    Small,
    Strong,
    line,
)
from bot.domain.grapheme import shortened
from bot.domain.project import Projects
from bot.domain.stack import Pin
from bot.domain.stack_reading import written_pin
from bot.domain.state import Stage
from bot.domain.text import clean
from bot.domain.update import Update
from bot.wording.catalogue import listed, number, say, say_inline
from bot.wording.dates import day
from bot.wording.facts import Facts
from bot.wording.feedback import typed_key
from bot.wording.item import story_text
from bot.wording.joining import beside, dotted
from bot.wording.links import link_label, link_of
from bot.wording.pauses import pause_state
from bot.wording.states import reverting, state_text

NAME_LIMIT = 60
"""Characters of a change's sentence beside its number."""
LISTED = 25
"""Changes that a list shows; the rest is counted."""
BUTTONS = 3

SETTLED = frozenset({Stage.RELEASED, Stage.REVERTED, Stage.CLOSED})
"""States in which nothing is waited for any more."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A change that is waited for by its key, since when, and the update where the store holds it. While it is paused,
    until an instant where that is said, what becomes of it is not told."""

    key: str
    since: datetime
    update: Update | None = None
    paused: bool = False
    paused_until: datetime | None = None

    def project_in(self, projects: Projects) -> str:
        """The key of the project that it is of."""
        return self.update.project if self.update else projects.key_for(self.key.partition("#")[0])

    @property
    def is_settled(self) -> bool:
        """Whether there is nothing to wait for any more."""
        return self.update is not None and self.update.state.stage in SETTLED


def watching_document(waiting: Waiting, facts: Facts) -> Document:
    """The wait has begun: where the change stands now, and what ends the wait."""
    head = Heading(1, line(Strong(say("You will hear when it is in a release."))))
    blocks: list[Block] = [head, Paragraph(line(_now(waiting, facts)))]
    update = waiting.update
    if update is not None and update.state.stage is Stage.UNKNOWN and update.project not in facts.tags_read:
        project = facts.projects.name(update.project)
        blocks.append(Small(line(say("No tag of {project} has been read so far.", project=project))))
    return Document((*blocks, Actions((Button(say("Undo"), f"unwatch {_typed(waiting)}"),))))


def settled_document(waiting: Waiting, facts: Facts) -> Document:
    """There is nothing to wait for: the change is released, reverted or closed."""
    return Document((Heading(1, _settled(waiting, facts)),))


def several_document(waiting: Sequence[Waiting], facts: Facts) -> Document:
    """Several changes of one line: those that are waited for from now on, each with where it stands and what ends the
    wait, and those of which there is nothing to wait for."""
    opened = [one for one in waiting if not one.is_settled]
    blocks: list[Block] = []
    if opened:
        items = tuple(line(dotted((_short(one, facts), _now(one, facts)))) for one in opened)
        blocks += [Heading(1, line(Strong(say("You will hear when each of them is in a release.")))), List(items)]
    blocks += [Paragraph(_settled(one, facts)) for one in waiting if one.is_settled]
    if opened:
        undo = f"unwatch {' '.join(_typed(one) for one in opened)}"
        blocks.append(Actions((Button(say("Undo"), undo),)))
    return Document(tuple(blocks))


def _settled(waiting: Waiting, facts: Facts) -> tuple[Inline, ...]:
    update = waiting.update
    if update is None:
        raise ValueError(f"nothing is known of {waiting.key}")
    text = say("Nothing to wait for: {change} is {state}.", change=_name(update, facts), state=_state(update, facts))
    return line(Strong(text), " ", link_of(update))


def unwatched_document(ended: Sequence[Waiting], never: Sequence[Waiting], facts: Facts) -> Document:
    """The wait for some changes is over, and for others there was none that could end."""
    blocks: list[Block] = []
    if ended:
        names = listed([_short(one, facts) for one in ended])
        blocks.append(Heading(1, line(Strong(say("You no longer wait for {change}.", change=names)))))
    if never:
        names = listed([_short(one, facts) for one in never])
        blocks.append(Heading(1, line(Strong(say("You were not waiting for {change}.", change=names)))))
    undo = f"watch {' '.join(map(_typed, ended))}"
    button = Button(say("Undo"), undo) if ended else Button(say("What you wait for"), "watch")
    return Document((*blocks, Actions((button,))))


def watches_document(waiting: Sequence[Waiting], facts: Facts) -> Document:
    """Everything that somebody waits for, each with what ends it."""
    head = Heading(1, line(Strong(say("Waiting for")), f" ({number(len(waiting))})"))
    if not waiting:
        text = say("You wait for no change. For example: watch flashinfer#3838")
        return Document((head, Paragraph(line(text))))
    shown = waiting[:LISTED]
    blocks: list[Block] = [head, List(tuple(line(_listed(one, facts)) for one in shown))]
    if len(waiting) > LISTED:
        blocks.append(Small(line(say("{count} more.", count=number(len(waiting) - LISTED)))))
    stops = [(say("Stop {text}", text=_short(one, facts)), f"unwatch {_typed(one)}") for one in shown]
    actions: tuple[Action, ...] = tuple(Button(label, command) for label, command in stops)
    if len(stops) > BUTTONS:
        actions = (Select(say("Stop ..."), tuple(Option(label, command) for label, command in stops)),)
    return Document((*blocks, Actions(actions)))


def released_document(waiting: Waiting, facts: Facts, release: Link | None, pinned: str = "") -> Document:
    """A change that was waited for has come out, in a version with this link; `pinned` is the version that the reader's
    stack names, "" for none or for this one."""
    update = waiting.update
    if update is None:
        raise ValueError(f"nothing is known of {waiting.key}")
    version = clean(update.state.version or "")
    said = say_inline(
        "{change}, {text}, is in {version}. You asked on {day}.",
        change=_name(update, facts),
        text=_sentence(update, facts),
        version=version,
        day=day(waiting.since, facts.now, facts.zone),
    )
    links: list[Inline] = [link_of(update), *line(" ")] if release is None else [link_of(update), *line(" "), release]
    head = line(Strong(say("In a release now")), " ", *said, " ", *links)
    blocks: list[Block] = [Paragraph(head)]
    if pinned:
        blocks.append(Small(line(say("Your stack says {version}.", version=clean(pinned)))))
        use = f"stack now {written_pin(Pin(update.project, version))}"
        blocks.append(Actions((Button(say("I use {version} now", version=version), use),)))
    return Document(tuple(blocks))


def given_up_document(waiting: Waiting, facts: Facts) -> Document:
    """A change that was waited for was taken back or closed, so that no release will hold it."""
    update = waiting.update
    if update is None:
        raise ValueError(f"nothing is known of {waiting.key}")
    said = say(
        "{change}, {text}: {state}. You asked on {day}.",
        change=_name(update, facts),
        text=_sentence(update, facts),
        state=_state(update, facts),
        day=day(waiting.since, facts.now, facts.zone),
    )
    return Document((Paragraph(line(Strong(say("In no release")), " ", said, " ", link_of(update))),))


def can_be_waited_for(update: Update) -> bool:
    """Whether a change is known to be in no release yet and may come into one."""
    return update.state.stage in {Stage.OPEN, Stage.UNRELEASED, Stage.PRERELEASE} and not update.links.tag


def watch_button(update: Update) -> Button | None:
    """What begins the wait for an update, where it can be waited for."""
    if not can_be_waited_for(update):
        return None
    return Button(say("Tell me when released"), f"watch {typed_key(update)}")


def _now(waiting: Waiting, facts: Facts) -> str:
    if waiting.update is None:
        return say("Now: not known here yet. If it is open, it is looked at from now on.")
    return say("Now: {state}", state=_state(waiting.update, facts))


def _state(update: Update, facts: Facts) -> str:
    latest = update.state.version or "" if update.state.stage is Stage.UNRELEASED else ""
    return beside(state_text(update.state, facts.now, facts.zone, latest), reverting(update.state))


def _listed(waiting: Waiting, facts: Facts) -> str:
    ends = [say("since {day}", day=day(waiting.since, facts.now, facts.zone))]
    ends += [pause_state(waiting.paused_until, facts)] if waiting.paused else []
    if waiting.update is None:
        return dotted((_short(waiting, facts), say("not known here yet"), *ends))
    name = f"{_name(waiting.update, facts)} {_sentence(waiting.update, facts)}"
    return dotted((name, _state(waiting.update, facts), *ends))


def _short(waiting: Waiting, facts: Facts) -> str:
    """The change by its project's name and its number."""
    if waiting.update is not None:
        return _name(waiting.update, facts)
    repository, mark, digits = waiting.key.rpartition("#")
    if not mark:
        return shortened(clean(waiting.key), NAME_LIMIT)
    return f"{facts.projects.name(facts.projects.key_for(repository))} #{clean(digits)}"


def _typed(waiting: Waiting) -> str:
    return typed_key(waiting.update) if waiting.update else waiting.key


def _sentence(update: Update, facts: Facts) -> str:
    (story,) = stories([update])
    return shortened(story_text(story, facts.vocabulary), NAME_LIMIT)


def _name(update: Update, facts: Facts) -> str:
    return f"{facts.projects.name(update.project)} {link_label(update)}"
