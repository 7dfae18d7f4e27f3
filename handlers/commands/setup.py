"""`setup daily` opens a form with a channel's digest as it stands; sending it is the whole line:
`setup daily 08:00 Asia/Shanghai yes line en managers about: QUESTION first: STACK`.

Whoever types may write that line as well; the button that undoes a change carries the line that puts everything back.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.domain.command import Command
from bot.domain.edition import Edition
from bot.domain.errors import Suggestion, UserError
from bot.domain.form import NO, YES, Form
from bot.domain.language import Language
from bot.domain.reply import Reply
from bot.domain.schedule import EVERY_DAY, WORK_DAYS
from bot.domain.stack_reading import read_stack
from bot.domain.text import fold
from bot.wording.forms import channel_form
from handlers.asking import reading_of
from handlers.channels import (
    AUTO_WORD,
    EVERYTHING_WORD,
    NOTHING_WORD,
    new_posting,
    posting_line,
    refuse_changing,
    stack_text,
)
from handlers.commands.digest import previewed, set_up
from handlers.commands.stack import LONGEST_STACK
from handlers.deps import Deps
from handlers.hours import when_of
from handlers.ownership import refuse_unreachable
from handlers.refusals import refuse_unclear
from handlers.stacks import keep_stack
from storage.channels import Changers, Posting, WhenEmpty

ABOUT, FIRST = " about:", " first:"
FIELDS = 7
"""Words before the question at the least: edition, hour, zone (a city may be more), days, what an empty day brings,
language, who may change."""
_BEHIND_WHEN = 4
LONGEST_ABOUT = 300
PREVIEW = "preview"
SUBMIT = "setup {edition} {hour} {zone} {workdays} {empty} {language} {changers} about: {about} first: {first}"

_EVERYTHING = frozenset({EVERYTHING_WORD, "全部", ""})
_NOTHING = frozenset({NOTHING_WORD, "无", ""})


def accepts(rest: str, deps: Deps) -> bool:
    """Nothing, the name of an edition, or a whole line that the form sends, with `preview` before it or not."""
    rest = rest.removeprefix(f"{PREVIEW} ")
    name = rest.partition(" ")[0]
    return not rest or (deps.editions.named(name) is not None and (name == rest or ABOUT in f" {rest}"))


async def setup(command: Command, deps: Deps) -> Reply:
    """The form, what the channel gets from now on, or with `preview` what it would get."""
    preview = command.text.startswith(f"{PREVIEW} ")
    command = replace(command, text=command.text.removeprefix(f"{PREVIEW} "))
    name, _, rest = command.text.partition(" ")
    edition = deps.editions.named(name) or deps.editions.first
    before = await asyncio.to_thread(deps.store.channels.get, command.place, edition.key)
    refuse_changing(command, edition, before)
    if not rest:
        return await asyncio.to_thread(_form, before or new_posting(command, edition), edition, deps)
    after, first = await _wanted(edition, before or new_posting(command, edition), command, deps)
    if preview:
        return await asyncio.to_thread(previewed, edition, after, read_stack(first, deps.lexicon).stack, deps)
    await refuse_unreachable(command.place, deps)
    undo = f"digest {edition.words[0]} stop"
    if before is not None:
        undo = await asyncio.to_thread(posting_line, before, edition, deps)
    await asyncio.to_thread(_put_first, first, command, deps)
    return await set_up(after, edition, undo, deps)


def _form(posting: Posting, edition: Edition, deps: Deps) -> Form:
    about = posting.about or EVERYTHING_WORD
    language = posting.language.value if posting.language else AUTO_WORD
    return channel_form(
        edition,
        deps.editions.all,
        posting.schedule,
        about=about,
        first=stack_text(posting.recipient, deps),
        empty=posting.when_empty.value,
        language=language,
        changers=posting.changers.value,
        submit=SUBMIT,
        preview=SUBMIT.replace("setup", f"setup {PREVIEW}", 1),
    )


async def _wanted(edition: Edition, before: Posting, command: Command, deps: Deps) -> tuple[Posting, str]:
    """The posting that a line asks for, and the text of what goes first; UserError for what cannot be."""
    head, _, texts = f" {command.text}".partition(ABOUT)
    about, _, first = texts.rpartition(FIRST) if FIRST in texts else (texts, "", NOTHING_WORD)
    words = head.split()
    if len(words) < FIELDS:
        _refuse_when(words, command)
    days, empty, language, changers = words[-_BEHIND_WHEN:]
    said = " ".join(words[1:-_BEHIND_WHEN])
    when = when_of(said, lambda again: _line(command, said, again))
    try:
        after = replace(
            before,
            hour=when.hour or before.hour,
            zone=when.zone or before.zone,
            days=edition.issues.days if edition.is_weekly else _days(fold(days)),
            when_empty=WhenEmpty(fold(empty)),
            language=None if fold(language) == AUTO_WORD else Language(fold(language)),
            changers=Changers(fold(changers)),
            about=await _about(about.strip(), command, deps),
            paused=False,
        )
    except ValueError:
        raise _unclear(edition) from None
    return after, first.strip()


def _refuse_when(words: list[str], command: Command) -> None:
    """UserError for a line that is not whole: about its hour or zone where that is what is wrong."""
    when = " ".join(words[1:])
    when_of(when, lambda again: _line(command, when, again))
    raise UserError(
        "That line is not whole. The form fills it in.",
        Suggestion(f"setup {words[0]}", f"setup {words[0]}"),
    )


def _line(command: Command, words: str, again: str) -> str:
    """The line with other words for when."""
    return f"setup {command.text.replace(words, again, 1)}"


def _unclear(edition: Edition) -> UserError:
    name = edition.words[0]
    return UserError("That line is not whole. The form fills it in.", Suggestion(f"setup {name}", f"setup {name}"))


def _days(word: str) -> frozenset[int]:
    """`yes` for Monday to Friday, `no` for every day, or days as digits from 1 for Monday; ValueError for others."""
    if word in (YES, NO):
        return WORK_DAYS if word == YES else EVERY_DAY
    days = frozenset(map(int, word))
    if not days or not days <= EVERY_DAY:
        raise ValueError(word)
    return days


async def _about(text: str, command: Command, deps: Deps) -> str:
    """The question as it is kept, "" for everything; UserError for one that narrows nothing."""
    if fold(text) in _EVERYTHING:
        return ""
    reading = await reading_of(text[:LONGEST_ABOUT], command, deps)
    refuse_unclear(reading, lambda again: _line(command, f"about: {text}", f"about: {again}"), deps)
    if reading.is_empty or reading.reference:
        raise UserError(
            "Say what the digest is about, or everything.",
            Suggestion("everything", _line(command, f"about: {text}", f"about: {EVERYTHING_WORD}")),
        )
    return reading.text


def _put_first(text: str, command: Command, deps: Deps) -> None:
    """Keeps what goes first as the place's stack."""
    stacks = deps.store.stacks
    if fold(text) in _NOTHING:
        stacks.forget(command.place)
        return
    found = read_stack(text, deps.lexicon)
    if found.stack.is_empty or len(found.text) > LONGEST_STACK:
        raise UserError(
            "Nothing of that is a project that is read here, a card, a format or a model.",
            Suggestion("nothing", _line(command, f"first: {text}", f"first: {NOTHING_WORD}")),
        )
    if found.text != stacks.of(command.place):
        keep_stack(command.place, found.text, command, deps)
