"""What a response says about being asked too often: Retry-After, x-ratelimit-*, and GitHub's sentences (C01, C02).

Read only; what follows from it is decided in limits.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

CORE = "core"
"""The budget of a request that names none."""
_WHOLE = re.compile(r"\d{1,12}")
_RESOURCE = re.compile(r"[a-z_]{1,40}")
_TOO_OFTEN = re.compile(rb"rate.?limit|abuse detection", re.IGNORECASE)
_LOOKED_AT = 64 * 1024


@dataclass(frozen=True, slots=True)
class Budget:
    """A primary limit: requests left of how many, and when they are all back."""

    limit: int
    remaining: int
    resets: datetime


@dataclass(frozen=True, slots=True)
class Hint:
    """That a host wants to rest: for so many seconds, None where it did not say; all of it or one resource."""

    seconds: float | None
    only_resource: bool = False


def hint_of(status: int, headers: Mapping[str, str], body: bytes, now: datetime) -> Hint | None:
    """What a response (header names in lower case) asks for, None if it does not say "too often".

    429 always does, 403 where its headers or its text say so, 503 where it has a Retry-After. Any other response whose
    budget is used up asks to leave that resource alone until it is filled again.
    """
    wait = _retry_after(headers, now)
    used_up = headers.get("x-ratelimit-remaining") == "0"
    if status == 503:
        return Hint(wait) if wait is not None else None
    if status == 429 or (status == 403 and _is_limit(headers, body)):
        if wait is not None:
            return Hint(wait)
        return Hint(_until_reset(headers, now), only_resource=True) if used_up else Hint(None)
    if used_up and (left := _until_reset(headers, now)) is not None:
        return Hint(left, only_resource=True)
    return None


def budget_of(headers: Mapping[str, str]) -> Budget | None:
    """The primary limit that a response tells of."""
    limit, remaining, reset = (_number(headers, f"x-ratelimit-{name}") for name in ("limit", "remaining", "reset"))
    if limit is None or remaining is None or reset is None:
        return None
    try:
        return Budget(limit, remaining, datetime.fromtimestamp(reset, UTC))
    except (OverflowError, ValueError, OSError):
        return None


def resource_of(headers: Mapping[str, str]) -> str | None:
    """The name of the budget that a request was counted in."""
    name = headers.get("x-ratelimit-resource", "")
    return name if _RESOURCE.fullmatch(name) else None


def _is_limit(headers: Mapping[str, str], body: bytes) -> bool:
    """Whether a 403 is a limit, and not just forbidden. GitHub says so in its text, and where it says nothing it is
    taken for one: waiting a minute costs less than a ban."""
    if "retry-after" in headers or headers.get("x-ratelimit-remaining") == "0":
        return True
    if _TOO_OFTEN.search(body[:_LOOKED_AT]):
        return True
    return "x-ratelimit-remaining" in headers and not body.strip()


def _retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds of Retry-After, which is a number or a date; None for neither."""
    text = headers.get("retry-after", "").strip()
    if _WHOLE.fullmatch(text):
        return float(text)
    until = _date(text)
    return None if until is None else max(0.0, (until - (server_time(headers) or now)).total_seconds())


def _until_reset(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds until x-ratelimit-reset by the server's own clock, so that ours may be wrong."""
    reset = _number(headers, "x-ratelimit-reset")
    return None if reset is None else max(1.0, reset - (server_time(headers) or now).timestamp())


def server_time(headers: Mapping[str, str]) -> datetime | None:
    """What the server's clock said when it answered (Date); None where it does not say."""
    return _date(headers.get("date", ""))


def _date(text: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _number(headers: Mapping[str, str], name: str) -> int | None:
    text = headers.get(name, "").strip()
    return int(text) if _WHOLE.fullmatch(text) else None
