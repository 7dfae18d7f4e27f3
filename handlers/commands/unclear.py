"""What is said to a line that is meant as a command and is not understood: nothing was done, and how it is used.

Which lines those are is handlers/arguments.py's.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.grapheme import shortened
from bot.domain.question.pointing import project_named
from bot.domain.text import fold
from bot.wording.catalogue import message
from handlers.arguments import NUMBERED, POSTED, split
from handlers.command_table import COMMANDS
from handlers.commands.undo import is_number
from handlers.deps import Deps
from handlers.entry import Entry
from handlers.hours import QUOTED

WAYS_OUT = 5
"""Things of which each has a button of its own."""
CHANGERS = frozenset({"owner", "role"})
_INSTEAD = {"watch": "subscribe", "track": "subscribe", "stop": "unsubscribe"}
"""What projects alone are meant for where the command takes none."""


async def refuse(command: Command, deps: Deps) -> Document:
    """Raises UserError with what the command takes."""
    word, _, rest = command.text.partition(" ")
    entry = next(one for one in COMMANDS if fold(word) in one.words)
    usage = Suggestion(entry.usage, f"help {entry.name}")
    if not rest:
        raise UserError(
            message('"{word}" alone does nothing. It is used like this: {usage}'), usage, word=word, usage=entry.usage
        )
    if entry.name in POSTED and not CHANGERS.isdisjoint(fold(rest).split()):
        raise _of_changers(entry, rest, deps)
    raise UserError(
        message('Nothing was done: "{rest}" is not understood behind "{word}". It is used like this: {usage}'),
        *_ways_out(entry, rest, deps),
        usage,
        rest=shortened(rest, QUOTED),
        word=shortened(word, QUOTED),
        usage=entry.usage,
    )


def _of_changers(entry: Entry, rest: str, deps: Deps) -> UserError:
    """Who may change a digest is said in its form, and nobody is named there."""
    edition = deps.editions.named(rest.partition(" ")[0]) or deps.editions.named(entry.name) or deps.editions.first
    line = f"setup {edition.words[0]}"
    return UserError(
        message(
            "Nothing was done: a digest is changed by who set it up and, unless its form says otherwise, by who manages"
            " the channel. In chat nobody else can be named."
        ),
        Suggestion(line, line),
    )


def _ways_out(entry: Entry, rest: str, deps: Deps) -> Iterator[Suggestion]:
    """Lines that were probably meant."""
    words = split(rest)
    if entry.name in NUMBERED or entry.name == "try":
        lines = [f"{entry.name} {word}" for word in takewhile(is_number, words)]
    elif entry.name in _INSTEAD and all(project_named(word, deps.lexicon) for word in words):
        lines = [f"{_INSTEAD[entry.name]} {rest}"]
    else:
        lines = []
    yield from (Suggestion(line, line) for line in lines[:WAYS_OUT])
