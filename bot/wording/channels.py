"""What a channel gets, in words: a digest set up, interrupted, posted before its hour, ended (WORDING.md 7)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.document import Actions, Button, Document, Heading, Paragraph, Strong, line
from bot.domain.edition import Edition
from bot.domain.schedule import Schedule
from bot.wording.catalogue import say
from bot.wording.dates import weekday_moment, weekdays
from bot.wording.words import edition_word


def posted_document(
    edition: Edition, schedule: Schedule, upcoming: datetime, undo: str, *, comes_now: bool = True
) -> Document:
    """An edition is posted here from now on: when, and when next. `undo` is the whole command line."""
    when = say(
        "{hour} {zone}, {days}", hour=f"{schedule.hour:%H:%M}", zone=schedule.zone.key, days=weekdays(schedule.days)
    )
    coming = weekday_moment(upcoming, schedule.zone)
    sentence = (
        say("The latest issue comes now, the next one {when}.", when=coming)
        if comes_now
        else say("The next issue comes {when}.", when=coming)
    )
    name = edition.words[0]
    return Document(
        (
            Heading(1, line(Strong(say("This channel gets the {name}", name=edition_name(edition))), f" · {when}")),
            Paragraph(line(sentence)),
            Actions(
                (
                    Button(say("Preview"), f"digest {name} preview"),
                    Button(say("Settings"), f"setup {name}"),
                    Button(say("Undo"), undo),
                )
            ),
        )
    )


def unposted_document(edition: Edition, undo: str) -> Document:
    """An edition is posted here no more."""
    title = say("No {name} here any more.", name=edition_name(edition))
    return Document((Heading(1, line(Strong(title))), Actions((Button(say("Undo"), undo),))))


def paused_posting_document(edition: Edition, resume: str) -> Document:
    """An edition is not posted here until it is resumed."""
    title = say("The {name} is paused here. What it is set to is kept.", name=edition_name(edition))
    return Document((Heading(1, line(Strong(title))), Actions((Button(say("Resume"), resume),))))


def posted_now_document(edition: Edition, *, is_new: bool) -> Document:
    """The latest issue is posted before its hour, or was posted already."""
    name = edition_name(edition)
    title = (
        say("The {name} comes now. At its hour it does not come again.", name=name)
        if is_new
        else say("The latest {name} is here already.", name=name)
    )
    return Document((Heading(1, line(Strong(title))),))


def all_paused_document() -> Document:
    """Nothing is sent anywhere."""
    title = say("Everything is paused: nothing is sent anywhere. What is due is kept.")
    return Document((Heading(1, line(Strong(title))), Actions((Button(say("Resume"), "resume all"),))))


def all_resumed_document() -> Document:
    """Sending goes on."""
    return Document((Heading(1, line(Strong(say("Everything is sent again, first what was kept.")))),))


def edition_name(edition: Edition) -> str:
    """An edition's name inside a sentence: "systems daily"."""
    return edition_word(edition.key)
