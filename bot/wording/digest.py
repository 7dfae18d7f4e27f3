"""A whole issue in one document: for the terminal, a file, a page, or whoever asked for it in chat.

What goes to a channel and its thread is bot/wording/issue/parts.py; both are made of the same blocks.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.digest import Digest
from bot.domain.document import Document
from bot.wording.facts import Facts
from bot.wording.issue.head import edition_title
from bot.wording.issue.parts import issue_blocks
from bot.wording.issue.showing import Showing

__all__ = ["digest_document", "edition_title"]


def digest_document(
    digest: Digest,
    facts: Facts,
    upcoming: datetime | None = None,
    scope: str = "",
    *,
    settings: str = "",
    buttons: bool = False,
) -> Document:
    """An issue. `upcoming` is when the next one comes, `scope` what the reader's place asked for, `settings` the line
    behind [ Settings ] ("" for none); with `buttons` where the reader can press or type them.

    A day with little or nothing has its short form, and says that it looked; what could not be read is named first.
    """
    scoped = replace(digest, scope=scope) if scope else digest
    return Document(tuple(issue_blocks(scoped, facts, Showing(upcoming, settings, whole=True, buttons=buttons))))
