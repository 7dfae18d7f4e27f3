"""An issue as what is posted: one message in the channel, the rest as replies in its thread (WORDING.md 3, 3c, 5); or
whole in one document.

Each keeps its budget (WORDING.md 0.4): what has no room in the channel stands in the thread, what has none there is
counted, with the command that shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain.digest import Digest
from bot.domain.document import Block, Document
from bot.wording.facts import Facts
from bot.wording.issue.channel import FULL_FORM, channel_blocks, fitting_stories, opening_stories
from bot.wording.issue.showing import Showing, ending
from bot.wording.issue.thread import thread


def issue_parts(
    digest: Digest, facts: Facts, upcoming: datetime | None = None, settings: str = ""
) -> tuple[Document, ...]:
    """The channel's message, then the replies of its thread. `upcoming` is when the next issue comes, `settings` the
    command line behind [ Settings ] ("" for none)."""
    showing = Showing(upcoming, settings)
    shown = fitting_stories(digest, facts, showing)
    channel = Document(tuple(channel_blocks(digest, facts, shown, showing)))
    told = frozenset(story.lead.key for story in shown)
    return (channel, *thread(digest, facts, told, {story.lead.project for story in shown}))


def issue_blocks(digest: Digest, facts: Facts, showing: Showing) -> Iterator[Block]:
    """The whole issue in one: for a terminal, a page, or whoever asked for it."""
    shown = opening_stories(digest)
    told = frozenset(story.lead.key for story in shown)
    yield from channel_blocks(digest, facts, shown, showing)
    for document in thread(digest, facts, told, {story.lead.project for story in shown}, bounded=False):
        yield from document.blocks
    if len(digest.stories) >= FULL_FORM:
        yield from ending(digest, showing)
