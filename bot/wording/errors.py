"""Errors as documents: two lines, the second is what to do (WORDING.md 6)."""

from __future__ import annotations

from bot.domain.document import Actions, Block, Button, Document, Paragraph, line
from bot.domain.errors import BotError, UserError
from bot.domain.grapheme import shortened
from bot.domain.text import clean
from bot.wording.catalogue import say, sentence_of

ERROR_LIMIT = 300
"""Characters of an error (WORDING.md 0.4)."""

ERROR_LINES = 2
BUTTON_LIMIT = 60
"""Characters of a suggestion's label."""


def error_document(error: BotError) -> Document:
    """The sentence of an error in at most two lines, and a button for each way out."""
    room, blocks = ERROR_LIMIT, list[Block]()
    for text in [clean(part) for part in sentence_of(error).split("\n", ERROR_LINES - 1)]:
        if text and room > 1:
            shown = shortened(text, room)
            blocks.append(Paragraph(line(shown)))
            room -= len(shown)
    suggestions = error.suggestions if isinstance(error, UserError) else ()
    buttons = tuple(Button(shortened(clean(say(one.label)), BUTTON_LIMIT), clean(one.command)) for one in suggestions)
    return Document((*blocks, Actions(buttons)) if buttons else tuple(blocks))


def fault_document(fault: str, again: str, owner: str = "") -> Document:
    """A fault of ours: its id ("E-7Q2M") for whoever runs the bot, and the command line to try again."""
    who = clean(owner) or say("whoever runs this bot")
    text = say(
        "Something failed on our side, not in your question. If it stays, tell {who}: {fault}.", who=who, fault=fault
    )
    return Document((Paragraph(line(text)), Actions((Button(say("Again"), clean(again)),))))
