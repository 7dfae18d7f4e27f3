"""What is kept of a person, in words: shown, asked about, removed (WORDING.md 7)."""

from __future__ import annotations

from bot.domain.document import Actions, Button, Code, Document, Heading, Paragraph, Small, Strong, Text, line
from bot.domain.grapheme import shortened
from bot.domain.text import clean
from bot.wording.catalogue import say, say_count

EXPORT_LIMIT = 1500
"""Characters of an export in chat; who runs the bot gives the rest."""


def asked_document() -> Document:
    """Whether everything shall really be removed."""
    head = Heading(1, line(Strong(say("Remove all that is kept of you?"))))
    text = say(
        "Subscriptions, stack, what you wait for, what was sent to you, your hour, zone and language, and when you "
        "last looked. What you set up for channels stays and is nobody's. This cannot be undone."
    )
    buttons = (Button(say("Remove everything"), "forget me now"), Button(say("Show it first"), "export"))
    return Document((head, Paragraph(line(text)), Actions(buttons)))


def forgotten_document(rows: int) -> Document:
    """Everything is removed."""
    text = say_count(
        "{count} entry removed. Nothing of you is kept.", "{count} entries removed. Nothing of you is kept.", rows
    )
    return Document((Heading(1, line(Strong(text))),))


def exported_document(kept: str, who: str) -> Document:
    """What is kept, as JSON, cut where a message would be too long for it; `who` names the person to who runs the
    bot."""
    if kept == "{}":
        return Document((Paragraph(line(say("Nothing is kept of you."))),))
    blocks = (
        Heading(1, line(Strong(say("What is kept of you")))),
        Paragraph(line(Code(shortened(" ".join(kept.split()), EXPORT_LIMIT)))),
    )
    if len(kept) <= EXPORT_LIMIT:
        return Document(blocks)
    more = say("This is the beginning. Who runs the bot can give you all of it: ")
    return Document((*blocks, Small((Text(more), Code(clean(f"python -m bot person export {who}"))))))
