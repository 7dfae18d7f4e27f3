"""What a host's status means where a feed or listing was asked for: an error with a sentence for a person."""

from __future__ import annotations

from bot.domain.errors import SourceError
from bot.sources.http.fetching import Response
from bot.sources.polling import Condition, RateLimited, Unavailable

_UNAVAILABLE = {
    401: (Condition.UNAUTHORIZED, "asks for a password"),
    403: (Condition.UNAUTHORIZED, "refuses to be read"),
    404: (Condition.MISSING, "is not there any more, or never was"),
    410: (Condition.MISSING, "was taken down for good"),
    451: (Condition.BLOCKED, "is blocked for legal reasons"),
}


def fault_of(name: str, response: Response) -> SourceError | None:
    """The error that a status is, None for 2xx and 304; `name` is how the sentence calls what was asked for."""
    status = response.status
    if 200 <= status < 300 or status == 304:
        return None
    if response.limited_until is not None:
        until = response.limited_until
        return RateLimited(f"{name} was asked too often and is left alone until {until:%H:%M} UTC.", until)
    if status in _UNAVAILABLE:
        condition, what = _UNAVAILABLE[status]
        return Unavailable(condition, f"{name} {what} (status {status}).")
    if status >= 500:
        return SourceError(f"{name} has a fault on its own side (status {status}).")
    return SourceError(f"{name} answers with status {status}.")
