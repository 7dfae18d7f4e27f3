"""The list of issues that went out, as a document."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.document import Document, Heading, Link, List, Paragraph, Text
from bot.web.reads import IssueLink
from bot.wording.catalogue import say


def archive_document(links: Sequence[IssueLink], site: str) -> Document:
    """Every issue with its address on this site (without a slash at its end), in the order that is given."""
    heading = Heading(1, (Text(say("Issues")),))
    if not links:
        return Document((heading, Paragraph((Text(say("No issue has gone out yet.")),))))
    lines = tuple((Link(f"{one.name} {one.number}", f"{site}/issues/{one.edition}/{one.number}"),) for one in links)
    return Document((heading, List(lines)))
