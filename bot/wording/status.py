"""How the bot does, for who runs it: one line where all is well, else what is not, first (WORDING.md 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.delivery import DeliveryState, Recipient
from bot.domain.document import Document, Inline, Paragraph, Small, Strong, Text
from bot.domain.operation import NOT_CONNECTED, Operation, faults
from bot.domain.text import clean
from bot.wording.catalogue import message, number, say, say_count
from bot.wording.dates import calendar_day, weekday_moment

NEXT_SHOWN = 5
PLACES_SHOWN = 5

FAULTS = {
    "the clock has not ticked yet": message("the clock has not ticked yet"),
    "the clock stands still": message("the clock stands still"),
    "deliveries are behind": message("deliveries are behind"),
}


@dataclass(frozen=True, slots=True)
class Upcoming:
    """A digest that comes next at a place, in its zone."""

    place: Recipient
    at: datetime
    zone: ZoneInfo


def status_document(operation: Operation, upcoming: Sequence[Upcoming], zone: ZoneInfo, *, paused: bool) -> Document:
    """Whether all is well, what is read, comes, waits and is in doubt; who is parked, the version and the store."""
    wrong = [_fault(fault) for fault in faults(operation)]
    wrong += [say("nobody was heard from {platform} for a day", platform=name) for name in operation.silent()]
    if operation.hardly_reads:
        wrong.append(say("most sources cannot be read"))
    if paused:
        wrong.append(say("everything is paused"))
    opening = Strong(say("All well.") if not wrong else say("Not well: {faults}.", faults="; ".join(wrong)))
    return Document(
        (Paragraph((opening, Text(" " + " · ".join(_figures(operation, upcoming))))), _small(operation, zone))
    )


def _fault(fault: str) -> str:
    name, _, rest = fault.partition(" ")
    return say("{platform} is not connected", platform=name) if rest == NOT_CONNECTED else say(FAULTS[fault])


def _figures(operation: Operation, upcoming: Sequence[Upcoming]) -> list[str]:
    read = say(
        "{read} of {all} sources read within 15 minutes",
        read=number(operation.read_recently),
        all=number(len(operation.sources)),
    )
    figures = [read]
    if operation.failing:
        figures.append(say("{count} cannot be read", count=number(operation.failing)))
    if upcoming:
        soonest = sorted(upcoming, key=lambda one: (one.at, one.place))
        shown = ", ".join(f"{place_name(one.place)} {weekday_moment(one.at, one.zone)}" for one in soonest[:NEXT_SHOWN])
        left = len(soonest) - NEXT_SHOWN
        more = f" (+{left})" if left > 0 else ""
        figures.append(say("next digests: {places}", places=shown + more))
    waiting = operation.number(DeliveryState.PENDING, DeliveryState.CLAIMED)
    figures.append(say("waiting {count}", count=number(waiting)))
    figures.append(say("in doubt {count}", count=number(operation.number(DeliveryState.UNKNOWN))))
    figures.append(say("parked {count}", count=number(operation.number(DeliveryState.PARKED))))
    return figures


def _small(operation: Operation, zone: ZoneInfo) -> Small:
    parts: list[str] = []
    if operation.parked:
        named = ", ".join(f"{place_name(one.place)} ({clean(one.reason)})" for one in operation.parked[:PLACES_SHOWN])
        parts.append(say("parked: {places}", places=named))
    parts.append(say("version {version}", version=operation.version))
    parts.append(_store(operation, zone))
    line: tuple[Inline, ...] = (Text(" · ".join(parts)),)
    return Small(line)


def _store(operation: Operation, zone: ZoneInfo) -> str:
    if operation.oldest is None:
        return say("the store is empty")
    since = calendar_day(operation.oldest.astimezone(zone).date())
    return say_count(
        "store {count} update since {day}", "store {count} updates since {day}", operation.updates, day=since
    )


def place_name(place: Recipient) -> str:
    """A place as OPS_CHANNEL writes it."""
    return f"{place.platform}:{place.workspace}/{place.id}"
