"""A platform that is not connected, or from which nobody is heard, in words for who runs the bot."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.document import Document, Paragraph, Small, Strong, line
from bot.wording.catalogue import say
from bot.wording.dates import weekday_moment


def away_document(platform: str, since: datetime, zone: ZoneInfo) -> Document:
    """No process has been connected to the platform since an instant."""
    name, when = platform.capitalize(), weekday_moment(since, zone)
    told = say("Not since {when} ({zone}). Nobody is answered there; digests are still sent.", when=when, zone=zone.key)
    return _document(
        say("{platform} is not connected.", platform=name),
        told,
        say("The log of the process that answers there says why. It goes on trying by itself."),
    )


def silence_document(platform: str, last: datetime, zone: ZoneInfo) -> Document:
    """Nobody has been heard from the platform since an instant."""
    name, when = platform.capitalize(), weekday_moment(last, zone)
    told = say("The last command came {when} ({zone}).", when=when, zone=zone.key)
    return _document(
        say("Nobody was heard from {platform} for a day.", platform=name),
        told,
        say("If that is unusual, type /whatsnew help there: without an answer the connection is broken."),
    )


def _document(fault: str, told: str, what_to_do: str) -> Document:
    return Document((Paragraph(line(Strong(fault), f" {told}")), Small(line(what_to_do))))
