"""A question that begins with a command's word is answered, and says that it was read as a search (WORDING.md 6)."""

from __future__ import annotations

from bot.domain.document import Document
from bot.domain.errors import UserError
from bot.domain.reply import Reply
from bot.domain.window import UTC_ZONE
from bot.wording.notes import error_read_as_search, read_as_search
from handlers.asking import facts_of_projects, read_apart
from handlers.deps import Deps
from handlers.entry import Entry


def as_search(reply: Reply, question: str, entry: Entry | None, deps: Deps) -> Reply:
    """The answer to a question, with how it was read where it begins with the word of `entry`, and how that is used.
    A single change is shown as it is."""
    reading = read_apart(question, deps) if entry else None
    if entry is None or reading is None or reading.reference or not isinstance(reply, Document):
        return reply
    facts = facts_of_projects((), deps.now(), UTC_ZONE, deps)
    return read_as_search(reply, reading.query, facts, entry.name, entry.usage)


def error_as_search(error: UserError, question: str, entry: Entry | None) -> UserError:
    """The error of a question, with how it was read where it begins with the word of `entry`, and how that is used."""
    return error if entry is None else error_read_as_search(error, question, entry.name, entry.usage)
