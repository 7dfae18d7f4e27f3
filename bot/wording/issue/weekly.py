"""What a weekly says in the channel: lead, highlights, what stands in its thread (WORDING.md 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.digest import Digest, Layout
from bot.domain.document import Block, Heading, List, Paragraph, Small, Strong, line
from bot.wording.catalogue import say
from bot.wording.facts import Facts
from bot.wording.issue import budget
from bot.wording.issue.footer import footer, sample_note
from bot.wording.issue.groups import groups
from bot.wording.issue.highlights import BODY, SHORTER_BODIES, WHOLE_BODY, highlight_blocks
from bot.wording.issue.lead import lead
from bot.wording.issue.lines import issue_lines, known_of_all
from bot.wording.issue.showing import Showing, ending
from bot.wording.joining import dotted

WHOLE = 1_000_000
"""Room where nothing has to be left out."""


def weekly_blocks(above: Sequence[Block], digest: Digest, facts: Facts, showing: Showing) -> Iterator[Block]:
    """Lead and highlights below what stands `above`, as many and as long as the message has room for; whole, all of
    them."""
    if not digest.stories:
        return
    selected = _selected(digest, facts, showing)
    opening: list[Block] = [Paragraph(line(lead(digest, facts))), *selected]
    closing: list[Block] = [*footer((), facts, by_model=bool(facts.sentences)), *sample_note(facts)]
    contents = _contents(digest, facts, showing)
    closing += [Small(line(contents))] if showing.whole else ending(digest, showing, contents)
    room = WHOLE if showing.whole else budget.WEEKLY_MESSAGE - budget.seen([*above, *opening, *closing])
    events = _highlights(digest, facts, room)
    yield from opening
    yield from events if events or selected else _picked(digest, facts, room)
    yield from closing


def _selected(digest: Digest, facts: Facts, showing: Showing) -> list[Block]:
    """In an edition that selects: the lines of its cards, which stand in the thread; whole, they stand below."""
    if digest.form is not Layout.SELECTED or showing.whole or not digest.cards:
        return []
    cards = digest.cards[: budget.CARDS]
    return [Heading(3, line(Strong(say("Selected")))), List(issue_lines(cards, digest, facts, known_of_all(cards)))]


def _highlights(digest: Digest, facts: Facts, room: int) -> list[Block]:
    """The highlights in full, else with short bodies, else fewer of them."""
    for count in range(min(len(digest.highlights), budget.CHANNEL_ITEMS), 0, -1):
        for characters in (WHOLE_BODY if room >= WHOLE else BODY, *SHORTER_BODIES):
            blocks = [
                block
                for position, one in enumerate(digest.highlights[:count], start=1)
                for block in highlight_blocks(position, one, facts, characters)
            ]
            if budget.seen(blocks) <= room:
                return blocks
    return []


def _picked(digest: Digest, facts: Facts, room: int) -> list[Block]:
    """Where there is neither highlight nor selection: the lines of what matters most."""
    picked = (digest.top or digest.cards)[: budget.CHANNEL_ITEMS]
    for count in range(len(picked), 0, -1):
        block = List(issue_lines(picked[:count], digest, facts, known_of_all(picked[:count])))
        if budget.seen([block]) <= room:
            return [block]
    return []


def _contents(digest: Digest, facts: Facts, showing: Showing) -> str:
    """What stands in the thread or below."""
    titles = dotted((*(say(part.title) for part in groups(digest, facts)), say("left out")))
    return say("Below: {titles}", titles=titles) if showing.whole else say("Thread: {titles}", titles=titles)
