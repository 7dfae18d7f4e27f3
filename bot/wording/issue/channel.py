"""What an issue says in the channel, within its budget (WORDING.md 0.4, 3, 3c); a weekly's own part is weekly.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.domain.answer import Story
from bot.domain.digest import Digest, Section
from bot.domain.document import Block, Heading, List, Paragraph, Strong, line
from bot.wording.catalogue import number, say
from bot.wording.facts import Facts
from bot.wording.issue import budget
from bot.wording.issue.corrections import correction_lines
from bot.wording.issue.footer import footer, sample_note
from bot.wording.issue.head import heading, is_weekly, small_line
from bot.wording.issue.lines import issue_lines, known_of_all
from bot.wording.issue.showing import Showing, ending
from bot.wording.issue.verdict import verdict
from bot.wording.issue.weekly import weekly_blocks

FULL_FORM = 3
"""Stories from which on a daily has a verdict and a thread by groups; fewer make the short form (3c)."""


def opening_stories(digest: Digest) -> tuple[Story, ...]:
    """The stories that the message would show if it had room."""
    stories = digest.stories
    if is_weekly(digest):
        return ()
    if len(stories) < FULL_FORM:
        return stories
    return (digest.top or stories)[: budget.CHANNEL_ITEMS]


def fitting_stories(digest: Digest, facts: Facts, showing: Showing) -> tuple[Story, ...]:
    """As many of them as the message has room for."""
    shown = opening_stories(digest)
    while len(shown) > 1 and not budget.fits(channel_blocks(digest, facts, shown, showing), budget.DAILY_MESSAGE):
        shown = shown[:-1]
    return shown


def channel_blocks(digest: Digest, facts: Facts, shown: Sequence[Story], showing: Showing) -> Iterator[Block]:
    """The message with these stories."""
    stories = digest.stories
    above: list[Block] = [
        heading(digest, stories, digest.scope),
        small_line(digest, facts, stories, showing.upcoming),
    ]
    if digest.corrections and (corrected := correction_lines(digest.corrections, digest.cited, facts)):
        above.append(List(corrected))
    yield from above
    if is_weekly(digest):
        yield from weekly_blocks(above, digest, facts, showing)
    else:
        yield from _daily(digest, facts, shown, showing)


def _daily(digest: Digest, facts: Facts, shown: Sequence[Story], showing: Showing) -> Iterator[Block]:
    """Verdict and items; little has a short form."""
    is_full = len(digest.stories) >= FULL_FORM
    if is_full and Section.VERDICT in digest.made_of:
        said = verdict(replace(digest, top=tuple(shown)), facts)
        yield Paragraph(line(Strong(say("Verdict")), f" {said}"))
    yield from _items(shown, digest, facts, is_full)
    yield from footer(shown, facts)
    yield from sample_note(facts)
    if is_full and not showing.whole:
        yield from ending(digest, showing, _more(len(digest.stories) - len(shown)))


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


def _more(left: int) -> str:
    """ "23 more in the thread"."""
    return say("{count} more in the thread", count=number(left)) if left > 0 else ""
