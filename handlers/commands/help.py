"""`help`: examples, the commands of the router's table, and the rules of the query language."""

from __future__ import annotations

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.question.rules import RULES
from bot.domain.text import fold
from bot.wording.help import command_document, help_document
from handlers.command_table import COMMANDS
from handlers.deps import Deps


def accepts(rest: str, _: Deps) -> bool:
    """Nothing, or the word of a command."""
    return not rest or any(fold(rest) in entry.words for entry in COMMANDS)


async def show(command: Command, _: Deps) -> Document:
    """Everything that can be typed, or the lines of one command."""
    if not command.text:
        return help_document(RULES, [(entry.usage, entry.summary) for entry in COMMANDS])
    return command_document([(one.usage, one.summary) for one in COMMANDS if fold(command.text) in one.words])
