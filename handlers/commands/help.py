"""`help`: examples, the commands of the router's table, and the rules of the query language."""

from __future__ import annotations

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.question.rules import RULES
from bot.wording.help import help_document
from handlers.deps import Deps
from handlers.router import COMMANDS


async def show(_: Command, __: Deps) -> Document:
    """Everything that can be typed."""
    return help_document(RULES, [(entry.usage, entry.summary) for entry in COMMANDS])
