"""What Discord's errors mean for a delivery (B-19)."""

from __future__ import annotations

from typing import Final

from bot.domain.delivery import Later, Outcome, Refused, Unknown

DESTINATION_GONE: Final = {
    10003: "The channel was deleted.",
    10004: "The bot is no longer in this server.",
    10015: "The webhook was deleted.",
    50001: "The bot cannot see the channel: give it View Channel.",
    50013: "The bot may not post there: give it Send Messages.",
    40058: "This is a forum: it takes posts, not messages.",
    40067: "The forum asks for a tag.",
    50083: "The thread is archived.",
    160005: "The thread is locked.",
}
"""The destination is paused and its owner told; the subscription stays."""

PERSON_UNREACHABLE: Final = {
    50007: "This person takes no direct messages from the bot.",
    50278: "This person shares no server with the bot.",
    50033: "Nobody has this id.",
}

CONTENT: Final = frozenset({50035, 50006, 200000, 240000})
"""Our content was refused: the plain text is sent once, then the delivery is parked."""

LATER: Final = frozenset({20016, 20028, 40003})
"""Nothing was done; try again after a while."""

LIMITS: Final = frozenset({20016, 20028})
"""Those of them that ask for patience."""


PAUSE: Final = 60.0
"""Seconds until another try where Discord names none."""

UNAUTHORIZED, FORBIDDEN, NOT_FOUND, TOO_MANY, SERVER_ERROR = 401, 403, 404, 429, 500


def outcome_of(status: int, code: int, retry_after: float | None = None) -> Outcome:
    """What became of a message that Discord answered with this HTTP status and error code."""
    if status == TOO_MANY or code in LATER:
        seconds = retry_after if retry_after is not None else PAUSE
        limited = status == TOO_MANY or code in LIMITS
        return Later(seconds, "rate limited" if status == TOO_MANY else str(code), limited=limited)
    if status >= SERVER_ERROR:
        return Unknown(f"Discord answered with HTTP {status}.")
    if status == UNAUTHORIZED:
        return Refused("Discord does not accept the token. (401)")
    sentence = DESTINATION_GONE.get(code) or PERSON_UNREACHABLE.get(code)
    return Refused(f"{sentence} ({code})" if sentence else f"refused ({status}, code {code})")
