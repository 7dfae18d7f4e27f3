"""A message to a subscriber, put right: what is wrong by now is struck out where it stands, and said once behind it
(WORDING.md 3d)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.domain.document import Document, Paragraph
from bot.domain.posted import Correction
from bot.domain.update import Update
from bot.wording.catalogue import say
from bot.wording.dates import day
from bot.wording.facts import Facts
from bot.wording.issue.corrections import correction_line, struck, struck_line


def amendment_document(one: Correction, told: datetime, cited: Mapping[str, Update], facts: Facts) -> Document:
    """The reply to the message of an instant that told what is wrong by now."""
    where = say("Message of {day}", day=day(told, facts.now, facts.zone))
    return Document((Paragraph(correction_line(one, where, cited, facts)),))


def amended(part: Document, corrections: Sequence[Correction], cited: Mapping[str, Update], facts: Facts) -> Document:
    """A part of a message with what is wrong struck out, in lists and where a line stands alone."""
    blocks = struck(part, corrections, cited, facts).blocks
    return Document(
        tuple(
            Paragraph(struck_line(block.children, corrections, cited, facts)) if isinstance(block, Paragraph) else block
            for block in blocks
        )
    )
