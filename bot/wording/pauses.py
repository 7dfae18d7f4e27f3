"""Everything paused and taken up again, of a person or a channel (WORDING.md 10). Nothing is deleted by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.document import Actions, Block, Button, Document, Heading, Paragraph, Small, Strong, line
from bot.wording.catalogue import say, say_count
from bot.wording.dates import weekday_moment
from bot.wording.facts import Facts
from bot.wording.joining import commas


@dataclass(frozen=True, slots=True)
class Turned:
    """What was paused by one line, or goes on by it: how many subscriptions, how many changes that are waited for, and
    the editions."""

    subscriptions: int = 0
    watches: int = 0
    editions: Sequence[str] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether the line changed nothing."""
        return not (self.subscriptions or self.watches or self.editions)


def pause_state(until: datetime | None, facts: Facts) -> str:
    """How a list says that something is paused, for good or until an instant."""
    if until is None:
        return say("paused")
    return say("paused until {moment}", moment=weekday_moment(until, facts.zone))


def paused_document(turned: Turned, facts: Facts, until: datetime | None = None, *, deletes: bool = True) -> Document:
    """Everything is paused, for good or until an instant; the editions posted to the reader until `resume`. `deletes`:
    there are subscriptions that could be deleted."""
    text = say("Everything is paused, nothing is deleted.")
    if until is not None:
        text = say("Everything is paused until {moment}, nothing is deleted.", moment=weekday_moment(until, facts.zone))
    blocks: list[Block] = [Heading(1, line(Strong(text)))]
    if turned.is_nothing:
        blocks.append(Paragraph(line(say("It was paused before."))))
    if turned.subscriptions:
        blocks.append(
            Paragraph(line(say("What messages would have told meanwhile is not told later; `whatsnew` has it.")))
        )
    if turned.watches:
        text = say_count(
            "What becomes of the change that you wait for is told afterwards.",
            "What becomes of the {count} changes that you wait for is told afterwards.",
            turned.watches,
        )
        blocks.append(Paragraph(line(text)))
    if turned.editions:
        editions = commas(turned.editions)
        text = say("Until you resume, no issue is posted to you either: {editions}.", editions=editions)
        blocks.append(Paragraph(line(text)))
    delete = (Button(say("Delete all"), "unsubscribe all"),) if deletes else ()
    return Document((*blocks, Actions((Button(say("Resume"), "resume"), *delete))))


def nothing_to_pause_document() -> Document:
    """The bot sends nothing to who wants it to stop."""
    text = say("There is nothing to pause: you have no subscription and wait for no change.")
    return Document((Heading(1, line(Strong(text))),))


def resumed_document(turned: Turned) -> Document:
    """What was paused comes again, the editions that are posted to the reader too."""
    said = [_going_on(turned.subscriptions)] if turned.subscriptions else []
    if turned.watches:
        said.append(
            say_count("You wait for {count} change again.", "You wait for {count} changes again.", turned.watches)
        )
    if turned.editions:
        said.append(say("Posted to you again: {editions}.", editions=commas(turned.editions)))
    first, *others = said or [say("Nothing was paused.")]
    blocks: list[Block] = [Heading(1, line(Strong(first))), *(Paragraph(line(one)) for one in others)]
    return Document((*blocks, Actions((Button(say("Pause everything"), "stop"),))))


def paused_here_document(others: int, editions: Sequence[str], facts: Facts, until: datetime | None = None) -> Document:
    """A channel's subscriptions are paused, for good or until an instant: all but the `others`, which are not the
    actor's to pause. Its `editions` are posted all the same."""
    text = say("This channel's subscriptions are paused, nothing is deleted.")
    if until is not None:
        moment = weekday_moment(until, facts.zone)
        text = say("This channel's subscriptions are paused until {moment}, nothing is deleted.", moment=moment)
    blocks: list[Block] = [Heading(1, line(Strong(text)))]
    if others:
        text = say_count(
            "{count} goes on: who set it up, or manages the channel, can pause it.",
            "{count} go on: who set them up, or manages the channel, can pause them.",
            others,
        )
        blocks.append(Small(line(text)))
    if editions:
        blocks.append(Small(line(say("Still posted here: {editions}.", editions=commas(editions)))))
    stops = (Button(say("Pause {name}", name=name), f"digest {name} pause") for name in editions)
    delete = Button(say("Delete all"), "unsubscribe here all")
    return Document((*blocks, Actions((Button(say("Resume"), "resume here"), *stops, delete))))


def resumed_here_document(count: int) -> Document:
    """What was paused comes to the channel again."""
    pause = Button(say("Pause all of these"), "stop here")
    return Document((Heading(1, line(Strong(_going_on(count)))), Actions((pause,))))


def _going_on(count: int) -> str:
    return say_count("{count} subscription goes on.", "{count} subscriptions go on.", count)
