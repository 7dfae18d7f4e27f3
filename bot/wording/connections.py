"""A platform that is not connected, silent, or takes nothing any more, in words for who runs the bot."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.document import Document, Paragraph, Small, Strong, line
from bot.domain.grapheme import shortened
from bot.domain.text import clean
from bot.wording.catalogue import say
from bot.wording.dates import weekday_moment
from bot.wording.doubts import REASON_LIMIT


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


def gone_document(platform: str, workspace: str, reason: str) -> Document:
    """A workspace took the bot away."""
    name = platform.capitalize()
    return _document(
        say("{platform} takes nothing from the bot any more.", platform=name),
        say("Workspace {workspace}: {reason}", workspace=workspace, reason=shortened(clean(reason), REASON_LIMIT)),
        say("What waits there is kept. Install it again and set the new token."),
    )


def _document(fault: str, told: str, what_to_do: str) -> Document:
    return Document((Paragraph(line(Strong(fault), f" {told}")), Small(line(what_to_do))))
