"""The thread of an issue: cards, items by group, the watch list, what is not included (WORDING.md 3b, 5)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from bot.domain.digest import Digest, Layout
from bot.domain.document import Block, Document, Heading, Strong, line
from bot.wording.catalogue import number, say
from bot.wording.facts import Facts
from bot.wording.issue import budget
from bot.wording.issue.cards import card_blocks
from bot.wording.issue.channel import FULL_FORM
from bot.wording.issue.closing import closing_blocks
from bot.wording.issue.footer import footer
from bot.wording.issue.groups import groups, part_blocks
from bot.wording.issue.head import is_weekly
from bot.wording.issue.replies import packed
from bot.wording.issue.watching import watch_blocks


def thread(
    digest: Digest, facts: Facts, told: AbstractSet[str], said: set[str], *, bounded: bool = True
) -> tuple[Document, ...]:
    """The replies, not `bounded` the sections by themselves. `told` are the leading keys that stand in the channel,
    `said` the projects whose latest release was told there."""
    stories = digest.stories
    if not stories and digest.scope:
        return ()
    weekly = is_weekly(digest)
    if not weekly and len(stories) < FULL_FORM:
        rest = tuple(closing_blocks(digest, facts, with_silent=bool(stories)))
        return (Document(rest),) if rest else ()
    sections: list[list[Block]] = []
    if cards := _cards(digest, facts):
        sections.append(cards)
    if not weekly:
        told = told | {story.lead.key for story in digest.cards[: budget.CARDS]}
    untold = [story for story in stories if story.lead.key not in told]
    taken = untold[: budget.WEEKLY_ITEMS if weekly else budget.DAILY_ITEMS] if bounded else untold
    sections += [
        list(part_blocks(part, digest, facts, by_project=weekly, said=said)) for part in groups(digest, facts, taken)
    ]
    if watching := list(watch_blocks(digest, facts)):
        sections.append(watching)
    closing = [*footer(taken, facts), *closing_blocks(digest, facts)]
    if not bounded:
        return tuple(Document(tuple(blocks)) for blocks in (*sections, closing) if blocks)
    replies = budget.WEEKLY_REPLIES if weekly else budget.DAILY_REPLIES
    return tuple(packed(sections, closing, replies, len(untold) - len(taken), digest))


def _cards(digest: Digest, facts: Facts) -> list[Block]:
    cards = digest.cards[: budget.CARDS]
    if not cards:
        return []
    stories = number(len(digest.stories))
    title = say("Selected") if digest.form is Layout.SELECTED else say("Cards")
    note = say(" ({count} of {all})", count=number(len(cards)), all=stories)
    blocks: list[Block] = [Heading(2, line(Strong(title), note))]
    for story in cards:
        blocks += card_blocks(story, facts, labelled=digest.form is Layout.SELECTED)
    return blocks
