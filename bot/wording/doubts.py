"""Deliveries that need somebody, in words: perhaps not arrived, taken by nobody, settled (WORDING.md 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.document import (
    Action,
    Actions,
    Button,
    Document,
    Heading,
    Inline,
    LinkButton,
    Paragraph,
    Small,
    Strong,
    Text,
    line,
)
from bot.domain.grapheme import shortened
from bot.domain.text import clean
from bot.wording.catalogue import say

REASON_LIMIT = 120
"""Characters of a platform's reason."""
_PLACE = "\0"
"""Stands for the place in a sentence while that is translated."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """A delivery that needs somebody: what it is ("the systems daily 2026-07-08"), where, which of how many parts, and
    the platform's reason. `address` opens the place, "" where there is none."""

    key: str
    what: str
    where: Inline
    part: int
    parts: int
    reason: str
    address: str = ""


def doubt_document(stuck: Stuck) -> Document:
    """Nobody knows whether a part arrived."""
    text = (
        say("Part {part} of {what} in {where}.", part=stuck.part, what=stuck.what, where=_PLACE)
        if stuck.parts > 1
        else say("{what} in {where}.", what=_capital(stuck.what), where=_PLACE)
    )
    buttons: Sequence[Action] = (
        Button(say("It arrived"), f"arrived {stuck.key}"),
        Button(say("Send it"), f"resend {stuck.key}"),
    )
    return Document(
        (
            Paragraph(
                line(Strong(say("Did it arrive?")), " ", *_placed(text, stuck), f" {say('It was not sent again.')}")
            ),
            Small(line(_reason(stuck))),
            Actions((*buttons, *_opening(stuck))),
        )
    )


def parked_document(stuck: Stuck) -> Document:
    """A place takes nothing: nothing more is sent there until somebody mends it."""
    return Document(
        (
            Heading(1, _placed(say("{where} takes no messages.", where=_PLACE), stuck, strong=True)),
            Paragraph(
                line(
                    say("{what} waits. Invite the bot there, or let it write, then send it.", what=_capital(stuck.what))
                )
            ),
            Small(line(_reason(stuck))),
            Actions((Button(say("Send it"), f"resend {stuck.key}"), *_opening(stuck))),
        )
    )


def settled_document(stuck: Stuck, *, arrived: bool) -> Document:
    """What becomes of a delivery that somebody has decided on."""
    text = (
        say("{what} counts as arrived in {where}.", what=_capital(stuck.what), where=_PLACE)
        if arrived
        else say("{what} is sent to {where} now.", what=_capital(stuck.what), where=_PLACE)
    )
    return Document((Paragraph(_placed(text, stuck)),))


def _placed(text: str, stuck: Stuck, *, strong: bool = False) -> tuple[Inline, ...]:
    """The sentence with the place where it stands in it."""
    before, _, after = text.partition(_PLACE)
    style = Strong if strong else Text
    place = Strong(stuck.where.text) if strong and isinstance(stuck.where, Text) else stuck.where
    return line(style(before) if before else None, place, style(after) if after else None)


def _reason(stuck: Stuck) -> str:
    return say("Reason: {reason}", reason=shortened(clean(stuck.reason), REASON_LIMIT) or say("none was given"))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _opening(stuck: Stuck) -> tuple[Action, ...]:
    return (LinkButton(say("Open it"), stuck.address),) if stuck.address else ()
