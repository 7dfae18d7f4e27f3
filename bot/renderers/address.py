"""Addresses that may stand in a link: http(s) only, without a character that could end a link early (A26, B028)."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

ADDRESS_LIMIT = 2000
"""Longer addresses are shown as text; Slack takes 3,000 characters (A03), browsers and Discord less."""

_SAFE = "%/:?#@!$&'*+,;=~-._[]"


def safe_address(address: str) -> str | None:
    """The address with every character encoded that markup could read (space, quotes, brackets, bars), or None if it
    is not an absolute http(s) address with a host, carries a user name or password, or is too long."""
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not host or parts.username is not None or parts.password is not None:
        return None
    encoded = quote(address, safe=_SAFE)
    return encoded if len(encoded) <= ADDRESS_LIMIT else None
