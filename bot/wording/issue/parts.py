"""An issue as what is posted: one message in the channel, the rest as replies in its thread (WORDING.md 3, 3c, 5).

Each keeps its budget (WORDING.md 0.4): what has no room in the channel stands in the thread, what has none there is
counted, with the command that shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from bot.domain.answer import Story
from bot.domain.digest import Digest, Layout, Section
from bot.domain.document import (
    Action,
    Actions,
    Block,
    Button,
    Document,
    Heading,
    Inline,
    List,
    Paragraph,
    Small,
    Strong,
    line,
)
from bot.wording.catalogue import number, say, say_count
from bot.wording.facts import Facts
from bot.wording.issue import budget
from bot.wording.issue.cards import card_blocks
from bot.wording.issue.closing import closing_blocks
from bot.wording.issue.corrections import correction_lines
from bot.wording.issue.groups import groups, part_blocks
from bot.wording.issue.head import heading, is_weekly, next_issue, small_line
from bot.wording.issue.highlights import BODY, SHORT_BODY, highlight_blocks
from bot.wording.issue.lines import issue_lines, known_of_all
from bot.wording.issue.verdict import lead, verdict
from bot.wording.issue.watching import watch_blocks
from bot.wording.joining import dotted
from bot.wording.unknowns import unknowns
from bot.wording.words import BY_MODEL

FULL_FORM = 3
"""Stories from which on a daily has a verdict and a thread by groups; fewer make the short form (3c)."""


def issue_parts(
    digest: Digest, facts: Facts, upcoming: datetime | None = None, settings: str = ""
) -> tuple[Document, ...]:
    """The channel's message, then the replies of its thread. `upcoming` is when the next issue comes, `settings` the
    command line behind [ Settings ] ("" for none)."""
    shown = _shown(digest, facts, upcoming, settings)
    said = {story.lead.project for story in shown}
    told = frozenset(story.lead.key for story in shown)
    channel = Document(tuple(_channel(digest, facts, shown, upcoming, settings)))
    return (channel, *_thread(digest, facts, told, said))


def issue_blocks(digest: Digest, facts: Facts, upcoming: datetime | None = None) -> Iterator[Block]:
    """The whole issue in one: for a terminal, a page, or whoever asked for it."""
    shown = _most(digest)
    told = frozenset(story.lead.key for story in shown)
    yield from (block for block in _channel(digest, facts, shown, upcoming, "") if not isinstance(block, Actions))
    for document in _thread(digest, facts, told, {story.lead.project for story in shown}, bounded=False):
        yield from document.blocks


def _most(digest: Digest) -> tuple[Story, ...]:
    """The stories that the channel's message would show if it had room."""
    stories = digest.stories
    if is_weekly(digest):
        return ()
    if len(stories) < FULL_FORM:
        return stories
    return (digest.top or stories)[: budget.CHANNEL_ITEMS]


def _shown(digest: Digest, facts: Facts, upcoming: datetime | None, settings: str) -> tuple[Story, ...]:
    """As many of the stories on top as the message has room for."""
    shown = _most(digest)
    while len(shown) > 1 and not budget.fits(_channel(digest, facts, shown, upcoming, settings), budget.DAILY_MESSAGE):
        shown = shown[:-1]
    return shown


def _channel(
    digest: Digest, facts: Facts, shown: Sequence[Story], upcoming: datetime | None, settings: str
) -> Iterator[Block]:
    """The message in the channel with these stories."""
    stories = digest.stories
    yield heading(digest, stories, digest.scope)
    yield small_line(digest, facts, stories, upcoming)
    if digest.corrections and (corrected := correction_lines(digest.corrections, digest.cited, facts)):
        yield List(corrected)
    if is_weekly(digest):
        yield from _weekly(digest, facts, upcoming, settings)
        return
    is_full = len(stories) >= FULL_FORM
    if is_full and Section.VERDICT in digest.made_of:
        yield Paragraph(line(Strong(say("Verdict")), f" {verdict(replace(digest, top=tuple(shown)))}"))
    yield from _items(shown, digest, facts, is_full)
    yield from _footer(shown, facts)
    if is_full:
        yield _buttons(digest, settings)
        yield Small(line(_rest(digest, len(stories) - len(shown), upcoming)))


def _items(shown: Sequence[Story], digest: Digest, facts: Facts, is_full: bool) -> Iterator[Block]:
    """The stories on top: those of the channel's stack first where it has one."""
    known, said = known_of_all(shown), set[str]()
    mine = [story for story in shown if story.lead.key in digest.mine]
    others = [story for story in shown if story.lead.key not in digest.mine]
    if digest.has_stack and is_full:
        for title, group in ((say("Your stack"), mine), (say("Everyone"), others)):
            if group:
                yield Heading(2, line(Strong(title)))
                yield List(issue_lines(group, digest, facts, known, said))
    elif shown:
        yield List(issue_lines(shown, digest, facts, known, said))


def _footer(stories: Sequence[Story], facts: Facts) -> Iterator[Block]:
    """What is not known of all that is shown, and whose the sentences are."""
    yield from (Small(line(text)) for text in unknowns(stories, facts))
    if any(story.lead.key in facts.sentences for story in stories):
        yield Small(line(say(BY_MODEL)))
    if facts.sample:
        yield Small(line(say("This is the sample that comes with the bot. Real data: python -m bot import FILE")))


def _weekly(digest: Digest, facts: Facts, upcoming: datetime | None, settings: str) -> Iterator[Block]:
    """Lead and highlights, as many and as long as the message has room for."""
    if not digest.stories:
        return
    opening = [Paragraph(line(lead(digest, facts)))]
    closing: list[Block] = [*_weekly_footer(facts), _buttons(digest, settings)]
    closing.append(Small(line(_contents(digest, facts, upcoming))))
    around = budget.seen([heading(digest, digest.stories, digest.scope)]) + budget.seen(
        [small_line(digest, facts, digest.stories, upcoming), *opening, *closing]
    )
    corrected = List(correction_lines(digest.corrections, digest.cited, facts))
    room = budget.WEEKLY_MESSAGE - around - budget.seen([corrected])
    yield from opening
    yield from _highlights(digest, facts, room) or _picked(digest, facts, room)
    yield from closing


def _highlights(digest: Digest, facts: Facts, room: int) -> list[Block]:
    """The highlights in full, else with short bodies, else fewer of them."""
    for count in range(min(len(digest.highlights), budget.CHANNEL_ITEMS), 0, -1):
        for characters in (BODY, SHORT_BODY):
            blocks = [
                block
                for position, one in enumerate(digest.highlights[:count], start=1)
                for block in highlight_blocks(position, one, facts, characters)
            ]
            if budget.seen(blocks) <= room:
                return blocks
    return []


def _picked(digest: Digest, facts: Facts, room: int) -> list[Block]:
    """Where there is no highlight: the lines of what matters most."""
    picked = (digest.top or digest.cards)[: budget.CHANNEL_ITEMS]
    for count in range(len(picked), 0, -1):
        block = List(issue_lines(picked[:count], digest, facts, known_of_all(picked[:count])))
        if budget.seen([block]) <= room:
            return [block]
    return []


def _weekly_footer(facts: Facts) -> Iterator[Block]:
    if facts.sentences:
        yield Small(line(say(BY_MODEL)))
    if facts.sample:
        yield Small(line(say("This is the sample that comes with the bot. Real data: python -m bot import FILE")))


def _contents(digest: Digest, facts: Facts, upcoming: datetime | None) -> str:
    """What stands in the thread, and when the next issue comes."""
    titles = [say(part.title) for part in groups(digest.stories, facts, releases_first=True)]
    contents = say("Thread: {titles}", titles=dotted((*titles, say("left out"))))
    return dotted((contents, next_issue(digest, upcoming))) if upcoming else contents


def _rest(digest: Digest, left: int, upcoming: datetime | None) -> str:
    """ "23 more in the thread · next: Thu 9 Jul 08:00"."""
    more = say("{count} more in the thread", count=number(left)) if left > 0 else ""
    return dotted((more, next_issue(digest, upcoming) if upcoming else ""))


def _buttons(digest: Digest, settings: str) -> Actions:
    """Command lines: the whole issue, a subscription to what it is about, the channel's settings."""
    buttons: list[Action] = [
        Button(say("Read all {count}", count=number(len(digest.stories))), f"digest {digest.edition}")
    ]
    subscribe = f"subscribe {digest.scope}" if digest.scope else "subscriptions"
    buttons.append(Button(say("Subscribe"), subscribe))
    if settings:
        buttons.append(Button(say("Settings"), settings))
    return Actions(tuple(buttons))


def _thread(
    digest: Digest, facts: Facts, told: frozenset[str], said: set[str], *, bounded: bool = True
) -> tuple[Document, ...]:
    """The replies: cards, sections by group, the watch list, what is not included."""
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
    items = budget.WEEKLY_ITEMS if weekly else budget.DAILY_ITEMS
    if not weekly:
        told |= {story.lead.key for story in digest.cards[: budget.CARDS]}
    untold = [story for story in stories if story.lead.key not in told]
    taken = untold[:items] if bounded else untold
    sections += [
        list(part_blocks(part, digest, facts, by_project=weekly, said=said))
        for part in groups(taken, facts, releases_first=weekly)
    ]
    if watching := list(watch_blocks(digest, facts)):
        sections.append(watching)
    closing = [*_thread_footer(taken, facts), *closing_blocks(digest, facts)]
    if not bounded:
        return tuple(Document(tuple(blocks)) for blocks in (*sections, closing) if blocks)
    replies = budget.WEEKLY_REPLIES if weekly else budget.DAILY_REPLIES
    return tuple(_packed(sections, closing, replies, len(untold) - len(taken), digest))


def _thread_footer(taken: Sequence[Story], facts: Facts) -> Iterator[Block]:
    yield from (Small(line(text)) for text in unknowns(taken, facts))
    if any(story.lead.key in facts.sentences for story in taken):
        yield Small(line(say(BY_MODEL)))


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


def _packed(
    sections: Sequence[Sequence[Block]], closing: Sequence[Block], replies: int, left: int, digest: Digest
) -> Iterator[Document]:
    """The sections in as few replies as hold them, each within its budget; the last reply is the closing one. Where
    there are more than `replies`, those in the middle go, and what they held is counted."""
    packed = list(_filled(sections))
    kept, gone = packed[: replies - 1], packed[replies - 1 :]
    left += sum(len(block.items) for blocks in gone for block in blocks if isinstance(block, List))
    yield from (Document(tuple(blocks)) for blocks in kept)
    end = list(closing)
    if left:
        end.append(
            Small(
                line(
                    say_count(
                        "{count} more item had no room here: digest {name}",
                        "{count} more items had no room here: digest {name}",
                        left,
                        name=digest.edition,
                    )
                )
            )
        )
    if end:
        yield Document(tuple(end))


def _filled(sections: Iterable[Sequence[Block]]) -> Iterator[list[Block]]:
    """Sections side by side until a reply is full; a section that is longer than a reply goes on in the next one."""
    reply: list[Block] = []
    for section in sections:
        for piece in _pieces(section):
            if reply and budget.seen([*reply, *piece]) > budget.REPLY:
                yield reply
                reply = []
            reply += piece
    if reply:
        yield reply


def _pieces(section: Sequence[Block]) -> Iterator[list[Block]]:
    """A section in one piece if a reply holds it, else in pieces that begin with a heading; a list longer than a reply
    is parted between its items."""
    if budget.seen(section) <= budget.REPLY:
        yield list(section)
        return
    piece: list[Block] = []
    for block in (small for one in section for small in _parted(one)):
        opens = isinstance(block, Heading) and any(not isinstance(one, Heading) for one in piece)
        if piece and (opens or budget.seen([*piece, block]) > budget.REPLY):
            yield piece
            piece = []
        piece.append(block)
    if piece:
        yield piece


def _parted(block: Block) -> Iterator[Block]:
    """A list that fits into half a reply as it is, a longer one in runs of its items."""
    if not isinstance(block, List) or budget.seen([block]) <= budget.REPLY // 2:
        yield block
        return
    run: list[tuple[Inline, ...]] = []
    for item in block.items:
        if run and budget.seen([replace(block, items=(*run, item))]) > budget.REPLY // 2:
            yield replace(block, items=tuple(run))
            run = []
        run.append(item)
    yield replace(block, items=tuple(run))
