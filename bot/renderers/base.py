"""What every renderer is: a pure function from a Document to what one medium takes.

Renderers are named after the format, know its limits and its escaping, and never send anything. Foreign text reaches
them literally; nothing in it may format, link, ping or move a cursor.
"""

from __future__ import annotations

from bot.domain.text import clean
from bot.renderers.address import safe_address


def one_line(text: str) -> str:
    """The text as a reader may see it inside a line: clean, with a blank at its ends where it had one."""
    seen = clean(text)
    if not seen:
        return " " if text and not text.strip() else ""
    return f"{' ' if text[0].isspace() else ''}{seen}{' ' if text[-1].isspace() else ''}"


class References:
    """The numbered list of addresses that a document's links point at; one number for one address."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, address: str) -> int | None:
        """The address's number, counted from 1; None for an address that may not stand in a link."""
        safe = safe_address(address)
        return None if safe is None else self._numbers.setdefault(safe, len(self._numbers) + 1)

    def listed(self) -> tuple[tuple[int, str], ...]:
        """The numbers with their addresses, in order."""
        return tuple((number, address) for address, number in self._numbers.items())
