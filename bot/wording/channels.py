"""What a channel gets, in words: a digest set up, a digest ended (WORDING.md 7)."""

from __future__ import annotations

from bot.domain.document import Actions, Button, Document, Heading, Paragraph, Strong, line
from bot.domain.edition import Edition
from bot.wording.catalogue import say
from bot.wording.dates import weekday_moment, weekdays
from bot.wording.facts import Facts


def posted_document(edition: Edition, undo: str, facts: Facts) -> Document:
    """An edition is posted here from now on: when, and when next. `undo` is the whole command line."""
    schedule = edition.issues
    when = say(
        "{hour} {zone}, {days}", hour=f"{schedule.hour:%H:%M}", zone=schedule.zone.key, days=weekdays(schedule.days)
    )
    upcoming = weekday_moment(edition.next_issue(facts.now), schedule.zone)
    return Document(
        (
            Heading(1, line(Strong(say("This channel gets the {name}", name=edition_name(edition))), f" · {when}")),
            Paragraph(line(say("The latest issue comes now, the next one {when}.", when=upcoming))),
            Actions((Button(say("Undo"), undo),)),
        )
    )


def unposted_document(edition: Edition, undo: str) -> Document:
    """An edition is posted here no more."""
    title = say("No {name} here any more.", name=edition_name(edition))
    return Document((Heading(1, line(Strong(title))), Actions((Button(say("Undo"), undo),))))


def edition_name(edition: Edition) -> str:
    """An edition's name inside a sentence: "systems daily"."""
    return say(edition.key.replace("-", " "))
