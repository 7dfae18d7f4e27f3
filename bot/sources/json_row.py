"""One JSON object read by name and type: what stands in it is checked when it is taken out.

Which names there are is the matter of the source that reads them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import cast

from bot.domain.identity import is_hash, is_repository
from bot.domain.text import clean
from bot.sources.base import REASON_LENGTH

EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
"""An earlier date is a fault of its file: no project that is followed is so old."""
FUTURE_ALLOWED = timedelta(days=1)
"""Clocks of committers run ahead; more than this after now is refused."""

_SHOWN = 40
_DAY_AND_TIME = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:?\d\d)?")


class BadRow(ValueError):  # noqa: N818 - it is a row that is bad, and no error of the program
    """A row that is not used; the message is the reason."""


def reason(text: str) -> str:
    """A reason as it is reported: on one line, cut."""
    return clean(text)[:REASON_LENGTH]


def parse_row(content: bytes) -> JsonRow:
    """The JSON object on a line; BadRow for anything else."""
    if b"\x00" in content:
        raise BadRow("holds a NUL byte")
    try:
        found: object = json.loads(content.decode("utf-8"))
    except UnicodeDecodeError as fault:
        raise BadRow(f"is not UTF-8 (byte {fault.start + 1})") from fault
    except json.JSONDecodeError as fault:
        raise BadRow(f"is not JSON: {fault.msg} (character {fault.pos + 1})") from fault
    except (RecursionError, ValueError) as fault:
        raise BadRow("is not JSON that can be read: nested too deep, or a number too long") from fault
    if not isinstance(found, dict):
        raise BadRow("is not a JSON object")
    return JsonRow(cast(Mapping[str, object], found))


class JsonRow:
    """The fields of one object. Every reader raises BadRow naming the field; a null counts as absent."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self._values.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        """Text as it stands."""
        value = self._values.get(name)
        if value is None and default is not None:
            return default
        if isinstance(value, str):
            return value
        raise BadRow(f"{name} is missing" if value is None else f"{name} is not text")

    def short(self, name: str, longest: int, default: str | None = None) -> str:
        """Text of at most so many characters, clean."""
        value = clean(self.text(name, default))
        if len(value) > longest:
            raise BadRow(f"{name} is longer than {longest} characters")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; absent is empty."""
        return tuple(_text_in(name, value) for value in self._list(name))

    def rows(self, name: str) -> tuple[JsonRow, ...]:
        """A list of objects; absent is empty."""
        return tuple(_row_in(name, value) for value in self._list(name))

    def row(self, name: str) -> JsonRow | None:
        """An object; None if absent."""
        value = self._values.get(name)
        return None if value is None else _row_in(name, value)

    def count(self, name: str) -> int | None:
        """A whole number from 0 on, below 2^31; None if absent."""
        value = self._values.get(name)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
            raise BadRow(f"{name} is not a whole number from 0 on")
        return value

    def flag(self, name: str) -> bool | None:
        """True or false; None if absent."""
        value = self._values.get(name)
        if value is not None and not isinstance(value, bool):
            raise BadRow(f"{name} is not true or false")
        return value

    def repository(self, name: str) -> str:
        """An owner/name."""
        text = self.text(name)
        if not is_repository(text):
            raise BadRow(f"{name} is not owner/name: {text[:_SHOWN]}")
        return text

    def sha(self, name: str) -> str:
        """A whole commit hash, lower case."""
        text = self.text(name).lower()
        if not is_hash(text):
            raise BadRow(f"{name} is not a whole commit hash: {text[:_SHOWN]}")
        return text

    def instant(self, name: str, now: datetime) -> datetime:
        """An ISO 8601 date and time with its zone, in UTC, to the second."""
        text = self.text(name)
        if not _DAY_AND_TIME.fullmatch(text):
            raise BadRow(f"{name} is not a date with time: {text[:_SHOWN]}")
        try:
            found = datetime.fromisoformat(text)
            if found.tzinfo is None:
                raise BadRow(f"{name} has no zone: {text[:_SHOWN]}")
            found = found.astimezone(UTC).replace(microsecond=0)
        except (ValueError, OverflowError) as fault:
            raise fault if isinstance(fault, BadRow) else BadRow(f"{name} is no date: {text[:_SHOWN]}") from None
        if found < EARLIEST:
            raise BadRow(f"{name} is before {EARLIEST.year}: {text[:_SHOWN]}")
        if found > now + FUTURE_ALLOWED:
            raise BadRow(f"{name} lies in the future: {text[:_SHOWN]}")
        return found

    def _list(self, name: str) -> list[object]:
        value = self._values.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise BadRow(f"{name} is not a list")
        return cast(list[object], value)


def _text_in(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise BadRow(f"{name} holds what is not text")
    return value


def _row_in(name: str, value: object) -> JsonRow:
    if not isinstance(value, dict):
        raise BadRow(f"{name} is not an object")
    return JsonRow(cast(Mapping[str, object], value))
