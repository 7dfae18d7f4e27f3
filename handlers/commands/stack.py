"""`stack vllm==0.24.0 h200 nvfp4`: what somebody runs, or with `here` a channel. It is shown, replaced, moved on with
`now`, changed with `+b200 -h200`, and forgotten; each change carries the line that takes it back."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, replace

from bot.domain.command import Command
from bot.domain.delivery import Recipient
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.form import Form
from bot.domain.query import Query
from bot.domain.stack_change import StackChange, joined, read_change, without
from bot.domain.stack_reading import StackReading, read_stack
from bot.domain.stack_text import is_list
from bot.domain.tag import Facet
from bot.domain.text import fold
from bot.wording.catalogue import message, number
from bot.wording.stacks import forgotten_stack_document, no_stack_document, stack_document, stack_form
from handlers.asking import facts_of_projects, read_apart
from handlers.deps import Deps
from handlers.here import HERE, in_channel
from handlers.ownership import own_place
from handlers.stacks import keep_stack, passed_pins, stack_reading_of

LONGEST_STACK = 2000
"""Characters of a stack that is kept: some sixty pins."""

FORGET = frozenset({"forget", "clear", "none", "reset", "忘记", "清空", "清除"})
ADD, DROP = frozenset({"add", "添加"}), frozenset({"remove", "drop", "删除"})
CHANGE = frozenset("+-")
SET, NOW = frozenset({"set"}), frozenset({"now", "现在"})
EDIT, EDIT_HERE = "edit", "edit-here"
EDITS = (EDIT, EDIT_HERE)
EXAMPLE = "vllm==0.24.0 h200 nvfp4"

_PINNED = re.compile(
    r"\S+(?:[=~<>]=|@)\S+|[A-Za-z][\w.-]*=v?\d+\.\d\S*|git\+\S+|(?:[\w.-]+(?::\d+)?/)*[\w.-]+/[\w.-]+:[\w.-]+"
)
"""A requirement (`vllm==0.24.0`), a repository's address or a container image with its version."""
_RUN = frozenset({Facet.PROJECT, Facet.HARDWARE, Facet.FORMAT, Facet.MODEL})


@dataclass(frozen=True, slots=True)
class Wish:
    """For the place or oneself; what to do: "" to show, else a verb; and the text of what is run."""

    here: bool = False
    verb: frozenset[str] = frozenset()
    text: str = ""


def wish_of(rest: str) -> Wish:
    """`[here] [forget | now TEXT | set TEXT | +TEXT -TEXT | TEXT]`."""
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
    for sign, verb in (("+", ADD), ("-", DROP)):
        if word in verb and more:
            return Wish(here, CHANGE, sign + more)
    if read_change(rest):
        return Wish(here, CHANGE, rest)
    return Wish(here, SET if rest else frozenset(), rest)


def accepts(rest: str, deps: Deps) -> bool:
    """Nothing, a verb, a change of names, a list of packages, a requirement or image among the words, or nothing but
    names of what is run. One word alone that is no topic is answered, too: it can hardly be a question."""
    wish = wish_of(rest)
    if wish.text in EDITS:
        return False
    words = wish.text.split()
    if wish.verb == CHANGE:
        return _is_stray(words, deps) or _is_change(wish.text, deps)
    said = not wish.text or rest.removesuffix(wish.text).split()[-1:] in (["set"], ["now"], ["现在"])
    return (
        said
        or _is_stray(words, deps)
        or is_list(wish.text)
        or any(map(_PINNED.fullmatch, words))
        or names_alone(wish.text, deps)
    )


def _is_stray(words: list[str], deps: Deps) -> bool:
    """Whether a text is one word, with a sign or none, that no question is about."""
    reading = read_apart(words[0].lstrip("+-"), deps) if len(words) == 1 else None
    return reading is not None and all(tag.facet in _RUN for tag in reading.query.tags)


def _is_change(text: str, deps: Deps) -> bool:
    """Whether a change holds nothing but what is understood."""
    change = read_change(text) or StackChange()
    found = [read_stack(part, deps.lexicon) for part in (change.added, change.dropped) if part]
    return all(not one.unread and not one.stack.is_empty for one in found)


def is_edit(rest: str, _: Deps) -> bool:
    """What opens the form."""
    return rest in EDITS


def names_alone(text: str, deps: Deps) -> bool:
    """Whether a text names things that are run and says nothing else, versions apart."""
    found = read_stack(text, deps.lexicon)
    if found.stack.is_empty or found.unread:
        return False
    if found.unwatched:
        return any(pin.version for pin in found.stack.pins)
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
    here = command.text == EDIT_HERE and in_channel(command)
    place = _place_of(command, here=here)
    reading = await asyncio.to_thread(stack_reading_of, place, deps)
    return stack_form(reading, f"stack {_here(here=here)}set {{stack}}")


def _carried_out(wish: Wish, command: Command, deps: Deps) -> Document:
    wish = replace(wish, here=wish.here and in_channel(command))
    here = _here(here=wish.here)
    if not wish.verb:
        place = command.place if wish.here else own_place(command)
        return _shown(stack_reading_of(place, deps), command, deps, here=here)
    place = _place_of(command, here=wish.here)
    before = deps.store.stacks.of(place)
    after = StackReading() if wish.verb == FORGET else _after(wish, before, deps)
    undo = f"stack {here}set {before}"
    if after.stack.is_empty:
        if not deps.store.stacks.forget(place):
            return no_stack_document(here=here)
        waiting = [one for one in deps.store.subscriptions.of(place) if one.of_stack]
        return forgotten_stack_document(undo, waiting)
    keep_stack(place, after.text, command, deps)
    undo = undo if before else f"stack {here}forget"
    return _shown(after, command, deps, here=here, undo=undo if after.text != before else "")


def _after(wish: Wish, before: str, deps: Deps) -> StackReading:
    """What is run after a wish, empty where its last name left; raises UserError for a text that names nothing."""
    moved = read_change(f"+{wish.text}") if wish.verb == NOW else None
    if moved and moved.dropped:
        wish = replace(wish, verb=CHANGE, text=f"+{wish.text}")
    if wish.verb != CHANGE:
        found = read_stack(wish.text, deps.lexicon)
        _refuse_nothing(found, wish.text, deps)
        after = joined(read_stack(before, deps.lexicon), found) if wish.verb == NOW else found
    else:
        after = _changed(wish.text, read_stack(before, deps.lexicon), deps)
    if len(after.text) > LONGEST_STACK:
        raise UserError(
            message("A stack has at most {count} characters. Leave out what matters least."),
            Suggestion("stack", "stack"),
            count=LONGEST_STACK,
        )
    return after


def _changed(text: str, before: StackReading, deps: Deps) -> StackReading:
    """What is run when a change was made; how both of its sides were understood is told."""
    change = read_change(text) or StackChange()
    added, dropped = read_stack(change.added, deps.lexicon), read_stack(change.dropped, deps.lexicon)
    _refuse_nothing(dropped if added.stack.is_empty else added, f"{change.added} {change.dropped}".strip(), deps)
    left = without(before, dropped, deps.lexicon)
    after = joined(left, added)
    return replace(after, remarks=(*left.remarks, *added.remarks), unread=(*left.unread, *added.unread))


def _refuse_nothing(found: StackReading, text: str, deps: Deps) -> None:
    """Raises UserError for a text that names nothing, with what it comes near to."""
    if not found.stack.is_empty:
        return
    reading = None if found.cut else read_apart(text, deps)
    near = [deps.lexicon.spelling(tag) for tag in sorted(reading.query.tags) if tag.facet in _RUN] if reading else []
    line = f"stack {' '.join(near) or EXAMPLE}"
    example = Suggestion(line, line)
    if found.cut:
        raise UserError(
            message(
                "Only the first {count} lines were read. They name no project that is read here, "
                "no card, format or model."
            ),
            example,
            count=number(found.lines),
        )
    search = [Suggestion(message("Search for it"), f'"stack" {text}')] if len(text.split()) == 1 else []
    raise UserError(
        message("Nothing of that is a project that is read here, a card, a format or a model."), example, *search
    )


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
    if not command.actor.rights.manager:
        raise UserError(
            message(
                "Only somebody who manages this channel can set its stack. For yourself, leave the first word away."
            ),
            Suggestion("stack", "stack"),
        )
    return command.place


def _here(*, here: bool) -> str:
    return "here " if here else ""
