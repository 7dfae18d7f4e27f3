"""Stacks in words: set, shown, forgotten, gone past by a release (WORDING.md 4, 7 and 10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.document import Actions, Block, Button, Document, Heading, Paragraph, Small, Strong, line
from bot.domain.form import Form, TextField
from bot.domain.grapheme import shortened
from bot.domain.question.folding import key_of
from bot.domain.stack import Passed, Pin
from bot.domain.stack_reading import Remark, StackReading, Why, written_pin
from bot.domain.subscription import Subscription
from bot.domain.tag import Facet, Tag
from bot.domain.text import clean
from bot.wording.catalogue import message, number, say, say_count
from bot.wording.dates import day
from bot.wording.facts import Facts
from bot.wording.joining import commas, in_brackets
from bot.wording.naming import subscription_words

STACK_LIMIT = 300
"""Characters of a stack in a heading."""
FORM_LIMIT = 3000
"""Characters of a stack that a form takes."""
UNREAD_SHOWN = 5
"""Words that are told as not read; the rest is counted."""
REMARKS_SHOWN = 5
"""Remarks on how pins were read that are told; the rest is counted."""
REMARK_LIMIT = 60
"""Characters of what was typed that a remark repeats."""
PASSED_SHOWN = 3
"""Releases past a pin that are told at a time."""


def stack_words(reading: StackReading, facts: Facts) -> str:
    """What is run, as readers write it: "vLLM 0.24.0, H200, NVFP4"."""
    pins = [_pin(pin, facts) for pin in reading.stack.pins]
    names = [_word(word, reading.stack.tags, facts) for word in reading.words]
    return shortened(commas(dict.fromkeys((*pins, *names))), STACK_LIMIT)


def stack_document(
    reading: StackReading, facts: Facts, *, here: str = "", undo: str = "", passed: Sequence[Passed] = ()
) -> Document:
    """A stack as it is now. `here` is "here " for a channel's, as its command lines begin; `undo` the line that takes a
    change back, "" where nothing was changed."""
    stack = stack_words(reading, facts)
    name = say("This channel's stack: {stack}", stack=stack) if here else say("Your stack: {stack}", stack=stack)
    remark = in_brackets(say("from the image name")) if reading.of_image else ""
    blocks: list[Block] = [Heading(1, line(Strong(name), remark or None))]
    blocks += [Small(line(text)) for text in _not_read(reading, facts)]
    blocks += [Small(line(passed_sentence(one, facts, here))) for one in passed[:PASSED_SHOWN]]
    buttons = [] if here else [Button(say("What is new for it"), "whatsnew")]
    buttons += [use_button(one, facts, here) for one in passed[:PASSED_SHOWN]]
    buttons.append(Button(say("Edit"), "stack edit-here" if here else "stack edit"))
    buttons += [Button(say("Undo"), undo)] if undo else []
    return Document((*blocks, Actions(tuple(buttons))))


def no_stack_document(*, here: str = "") -> Document:
    """Nothing was said of what is run, and how to say it."""
    name = say("This channel has no stack yet.") if here else say("You have no stack yet.")
    text = say("Say what you run: versions, cards, formats, models. An image's name or a pip freeze will do, too.")
    example = f"stack {here}vllm==0.24.0 flashinfer==0.6.14 h200 nvfp4"
    button = Button(say("Say it in a form"), "stack edit-here" if here else "stack edit")
    return Document((Heading(1, line(Strong(name))), Paragraph(line(text)), Small(line(example)), Actions((button,))))


def forgotten_stack_document(undo: str, waiting: Sequence[Subscription] = ()) -> Document:
    """A stack is gone. `undo` is the line that sets it again; `waiting` are the subscriptions to it, which stay."""
    blocks: list[Block] = [Heading(1, line(Strong(say("The stack is forgotten."))))]
    if waiting:
        blocks.append(Paragraph(line(say("The subscription to it stays, and brings nothing until there is a stack."))))
    stops = [Button(say("Stop {text}", text=subscription_words(one)), f"unsubscribe {one.id}") for one in waiting]
    return Document((*blocks, Actions((Button(say("Undo"), undo), *stops))))


def stack_form(reading: StackReading, submit: str) -> Form:
    """The form that takes a whole text; `submit` names the field stack."""
    hint = say("vllm==0.24.0 h200 nvfp4, or what pip freeze prints")
    field = TextField("stack", say("What you run"), reading.text, hint, FORM_LIMIT, several_lines=True)
    return Form(say("Stack"), (field,), submit, say("Save"))


def passed_sentence(passed: Passed, facts: Facts, here: str = "") -> str:
    """ "FlashInfer 0.6.15 came out on 17 Jul. You run 0.6.14." `here` is "here " where a channel's stack says so."""
    runs = message("{project} {version} came out on {day}. You run {pinned}.")
    states = message("{project} {version} came out on {day}. This channel's stack says {pinned}.")
    return say(
        states if here else runs,
        project=facts.projects.name(passed.pin.project),
        version=clean(passed.latest),
        day=day(passed.at, facts.now, facts.zone),
        pinned=clean(passed.pin.version),
    )


def use_button(passed: Passed, facts: Facts, here: str = "") -> Button:
    """The button that moves a pin on."""
    label = say("I use {version} now", version=f"{facts.projects.name(passed.pin.project)} {clean(passed.latest)}")
    return Button(label, f"stack {here}now {written_pin(Pin(passed.pin.project, passed.latest))}")


def _pin(pin: Pin, facts: Facts) -> str:
    return f"{facts.projects.name(pin.project)} {clean(pin.version)}".strip()


def _word(word: str, tags: frozenset[Tag], facts: Facts) -> str:
    """A name as it is written: the vocabulary's label where it names just that, a card's own name else (H200)."""
    for tag in tags:
        label = facts.vocabulary.label(tag)
        if key_of(word) in (key_of(label), key_of(tag.name)):
            return label
    named = {tag.facet for tag in tags}
    return clean(word).upper() if Facet.HARDWARE in named else clean(word)


def _remark(remark: Remark, facts: Facts) -> str:
    """How a pin was read where that does not go without saying."""
    project, text = facts.projects.name(remark.project), shortened(clean(remark.text), REMARK_LIMIT)
    match remark.why:
        case Why.NO_VERSION:
            return say('"{text}" is no version: {project} is kept without one.', text=text, project=project)
        case Why.RANGE:
            return say('"{text}" is a range, no version: {project} is kept without one.', text=text, project=project)
        case Why.REFERENCE if text:
            return say(
                '"{text}" is a commit or a branch, no version: {project} is kept without one.',
                text=text,
                project=project,
            )
        case Why.REFERENCE:
            return say("The address names no version: {project} is kept without one.", project=project)
        case Why.CONTAINER:
            return say(
                '"{text}" is the container\'s number: {project} is kept without a version.', text=text, project=project
            )
        case Why.NUMBERED_APART:
            return say(
                "{text} has versions of its own: it says nothing of the version of {project}.",
                text=text,
                project=project,
            )
        case Why.TWICE:
            return say("{project} was named twice: {text} was not taken.", project=project, text=text)
        case Why.ABSENT:
            return say("{text} was not in the stack.", text=text or project)


def _not_read(reading: StackReading, facts: Facts) -> Iterator[str]:
    told = [_remark(remark, facts) for remark in reading.remarks]
    yield from told[:REMARKS_SHOWN]
    if left := len(told[REMARKS_SHOWN:]):
        yield say_count("{count} more remark is left out.", "{count} more remarks are left out.", left)
    if reading.unread:
        shown = commas(f'"{clean(word)}"' for word in reading.unread[:UNREAD_SHOWN])
        left = len(reading.unread) - UNREAD_SHOWN
        if left > 0:
            yield say("Not understood: {words} and {count} more.", words=shown, count=number(left))
        else:
            yield say("Not understood: {words}.", words=shown)
    if reading.unwatched:
        yield say_count(
            "{count} package is of no project that is read here.",
            "{count} packages are of no project that is read here.",
            reading.unwatched,
        )
    if reading.cut:
        yield say("Only the first {count} lines were read.", count=number(reading.lines))
