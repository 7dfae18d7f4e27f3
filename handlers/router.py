"""A command of handlers/command_table.py finds its handler, and whatever goes wrong becomes a reply."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.domain.command import Command
from bot.domain.errors import UserError
from bot.domain.language import Language, language_for
from bot.domain.reply import Reply, Shows
from bot.domain.text import clean, fold
from bot.log import Logger, new_error_id
from bot.wording.catalogue import speaking, spoken
from bot.wording.errors import error_document, fault_document
from handlers.arguments import is_meant
from handlers.as_search import as_search, error_as_search
from handlers.audience import seen_from
from handlers.command_table import COMMANDS, QUESTION, UNCLEAR, UNLISTED
from handlers.deps import Deps
from handlers.doubts import reopen
from handlers.entry import Entry
from handlers.persons import as_chosen

OWN_NAMES = frozenset({"whatsnew", "/whatsnew"})

log = Logger(__name__)


def route(text: str, deps: Deps) -> tuple[Entry, str]:
    """The command that a line is and its arguments. A first word is a command only if the rest parses as its
    arguments, or is written like some that it does not take; else the whole line is a question (`support nvfp4 kv
    cache`)."""
    line = clean(text)
    first, rest = _split(line)
    if first in OWN_NAMES:
        line = rest
        first, rest = _split(line)
    named = [entry for entry in (*COMMANDS, *UNLISTED) if first in entry.words]
    for entry in named:
        if entry.accepts(rest, deps):
            return entry, rest
    if named and named[0] in COMMANDS and is_meant(named[0].name, rest, deps):
        return UNCLEAR, line
    return _glued(line, deps) or (QUESTION, line)


def _glued(line: str, deps: Deps) -> tuple[Entry, str] | None:
    """The command whose Chinese word stands without a blank before its arguments."""
    for entry in COMMANDS:
        for word in entry.aliases if entry.glued else ():
            rest = line.removeprefix(word).strip()
            if not word.isascii() and rest and rest != line and entry.accepts(rest, deps):
                return entry, rest
    return None


def shows(text: str, deps: Deps) -> Shows:
    """What a command line will lead to; a form only where the line asks for one."""
    entry, rest = route(text, deps)
    if entry.shows is Shows.FORM and " " in rest:
        return Shows.ASKER
    return entry.shows


def _split(line: str) -> tuple[str, str]:
    first, _, rest = line.partition(" ")
    return fold(first), rest.strip()


async def dispatch(command: Command, deps: Deps) -> Reply:
    """Carries a command out in the zone and language that its actor chose, with what may be seen at its place (E11);
    raises UserError where it cannot be, and whatever fails on our side."""
    return await _carried_out(await asyncio.to_thread(as_chosen, command, deps), deps)


async def _carried_out(command: Command, deps: Deps) -> Reply:
    with speaking(_language(command)):
        deps = await asyncio.to_thread(_entered, command, deps)
        entry, rest = route(command.text, deps)
        if entry is not QUESTION:
            return await entry.handle()(replace(command, text=rest), deps)
        named = _beginning(rest)
        try:
            reply = await entry.handle()(replace(command, text=rest), deps)
        except UserError as error:
            raise error_as_search(error, rest, named) from error
        return as_search(reply, rest, named, deps)


def _beginning(question: str) -> Entry | None:
    """The command with whose word a question begins; of one that the table does not list no usage is told."""
    first, rest = _split(question)
    named = next((one for one in (*COMMANDS, *UNLISTED) if first in one.words), None)
    if named is None or named is QUESTION or not rest:
        return None
    return named if named in COMMANDS else replace(named, usage="")


def _entered(command: Command, deps: Deps) -> Deps:
    """What may be seen there; and what waits for the place to take messages is tried at the next tick."""
    reopen(command.place, deps)
    return seen_from(command.place, deps)


def _language(command: Command) -> Language:
    """The language of the reply: the question's where that is Chinese, the asker's, else the one of the program."""
    return language_for(command.text, command.locale, spoken())


async def answer(command: Command, deps: Deps) -> Reply:
    """Carries a command out and always has something to say: the one try at the platforms' door."""
    try:
        command = await asyncio.to_thread(as_chosen, command, deps)
        return await _carried_out(command, deps)
    except UserError as error:
        with speaking(_language(command)):
            return error_document(error)
    except Exception:
        fault = new_error_id()
        log.exception("command failed", fault=fault, platform=command.actor.platform, place=str(command.place))
        with speaking(_language(command)):
            return fault_document(fault, again=command.text)
