"""`stack vllm==0.24.0 h200 nvfp4`: what somebody runs, or with `here` a channel. It is shown, replaced, moved on with
`now`, and forgotten; each change carries the line that takes it back."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, replace

from bot.domain.command import Command
from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.form import Form
from bot.domain.query import Query
from bot.domain.stack_reading import StackReading, merged, read_stack, written_pin
from bot.domain.tag import Facet
from bot.domain.text import fold
from bot.wording.catalogue import message
from bot.wording.stacks import forgotten_stack_document, no_stack_document, stack_document, stack_form
from handlers.asking import facts_of_projects, read_apart
from handlers.deps import Deps
from handlers.ownership import own_place
from handlers.stacks import keep_stack, passed_pins, stack_reading_of

LONGEST_STACK = 2000
"""Characters of a stack that is kept: some sixty pins."""

HERE = frozenset({"here", "到这里", "本频道"})
FORGET = frozenset({"forget", "忘记"})
SET, NOW = frozenset({"set"}), frozenset({"now", "现在"})
EDIT, EDIT_HERE = "edit", "edit-here"
EDITS = (EDIT, EDIT_HERE)

_PINNED = re.compile(r"\S+(?:[=~<>]=|@)\S+|(?:[\w.-]+(?::\d+)?/)*[\w.-]+/[\w.-]+:[\w.-]+")
"""A requirement (`vllm==0.24.0`) or a container image with its version."""
_RUN = frozenset({Facet.PROJECT, Facet.HARDWARE, Facet.FORMAT, Facet.MODEL})


@dataclass(frozen=True, slots=True)
class Wish:
    """For the place or oneself; what to do: "" to show, else a verb; and the text of what is run."""

    here: bool = False
    verb: frozenset[str] = frozenset()
    text: str = ""


def wish_of(rest: str) -> Wish:
    """`[here] [forget | now TEXT | set TEXT | TEXT]`."""
    first, _, more = rest.partition(" ")
    here = fold(first) in HERE
    if here:
        rest = more.strip()
        first, _, more = rest.partition(" ")
    word, more = fold(first), more.strip()
    if word in FORGET and not more:
        return Wish(here, FORGET)
    for verb in (SET, NOW):
        if word in verb and more:
            return Wish(here, verb, more)
    return Wish(here, SET if rest else frozenset(), rest)


def accepts(rest: str, deps: Deps) -> bool:
    """Nothing, a verb, a requirement or image among the words, or nothing but names of what is run."""
    wish = wish_of(rest)
    if wish.text in EDITS:
        return False
    said = not wish.text or rest.removesuffix(wish.text).split()[-1:] in (["set"], ["now"], ["现在"])
    return said or any(map(_PINNED.fullmatch, wish.text.split())) or names_alone(wish.text, deps)


def is_edit(rest: str, _: Deps) -> bool:
    """What opens the form."""
    return rest in EDITS


def names_alone(text: str, deps: Deps) -> bool:
    """Whether a text names things that are run and says nothing else, versions apart."""
    found = read_stack(text, deps.lexicon)
    if found.stack.is_empty or found.unread or found.unwatched:
        return False
    reading = read_apart(text, deps)
    if reading is None or reading.reference:
        return True
    rest = replace(reading.query, tags=frozenset(), either=(), versions=None, words=())
    return rest == Query() and all(tag.facet in _RUN for tag in reading.query.tags)


async def stack(command: Command, deps: Deps) -> Document:
    """Shows, sets, moves on or forgets a stack."""
    return await asyncio.to_thread(_carried_out, wish_of(command.text), command, deps)


async def edit(command: Command, deps: Deps) -> Form:
    """The form with the stack as it stands."""
    here = command.text == EDIT_HERE
    place = _place_of(command, here=here)
    reading = await asyncio.to_thread(stack_reading_of, place, deps)
    return stack_form(reading, f"stack {_here(here=here)}set {{stack}}")


def _carried_out(wish: Wish, command: Command, deps: Deps) -> Document:
    here = _here(here=wish.here)
    if not wish.verb:
        place = command.place if wish.here else own_place(command)
        return _shown(stack_reading_of(place, deps), command, deps, here=here)
    place = _place_of(command, here=wish.here)
    before = deps.store.stacks.of(place)
    if wish.verb == FORGET:
        if not deps.store.stacks.forget(place):
            return no_stack_document(here=here)
        return forgotten_stack_document(f"stack {here}set {before}")
    found = read_stack(wish.text, deps.lexicon)
    after = _refused_or_kept(found, _joined(before, found, deps) if wish.verb == NOW else found)
    keep_stack(place, after.text, command, deps)
    undo = f"stack {here}set {before}" if before else f"stack {here}forget"
    return _shown(after, command, deps, here=here, undo=undo if after.text != before else "")


def _joined(before: str, found: StackReading, deps: Deps) -> StackReading:
    """What was run with what is run now; how the new text was understood is told of both."""
    known = read_stack(before, deps.lexicon)
    words = tuple(dict.fromkeys((*known.words, *found.words)))
    return replace(found, stack=merged(known.stack, found.stack), words=words)


def _refused_or_kept(found: StackReading, after: StackReading) -> StackReading:
    example = " ".join(map(written_pin, after.stack.pins)) or "vllm==0.24.0 h200 nvfp4"
    if found.stack.is_empty:
        raise UserError(
            message("Nothing of that is a project that is read here, a card, a format or a model."),
            Suggestion(example, f"stack {example}"),
        )
    if len(after.text) > LONGEST_STACK:
        raise UserError(
            message("A stack has at most {count} characters. Leave out what matters least."),
            Suggestion("stack", "stack"),
            count=LONGEST_STACK,
        )
    return after


def _shown(reading: StackReading, command: Command, deps: Deps, *, here: str, undo: str = "") -> Document:
    if reading.stack.is_empty:
        return no_stack_document(here=here)
    facts = facts_of_projects(reading.stack.projects, command.at, command.zone, deps)
    passed = passed_pins(reading.stack, command.at, deps)
    return stack_document(reading, facts, here=here, undo=undo, passed=passed)


def _place_of(command: Command, *, here: bool) -> Recipient:
    """Whose stack is changed: the actor's, or the channel's by those who manage it."""
    if not here:
        return own_place(command)
    if command.place.kind is not RecipientKind.USER and not command.actor.rights.manager:
        raise UserError(
            message(
                "Only somebody who manages this channel can set its stack. For yourself, leave the first word away."
            ),
            Suggestion("stack", "stack"),
        )
    return command.place


def _here(*, here: bool) -> str:
    return "here " if here else ""
