"""How instants, zones and sets stand in columns: integers and plain text, so that both databases hold the same."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from typing import Any

from sqlalchemy import BigInteger, Dialect, TypeDecorator

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def microseconds(instant: datetime) -> int:
    """Microseconds since 1970 of an aware instant; ValueError for a naive one."""
    if instant.tzinfo is None:
        raise ValueError(f"an instant without a zone: {instant!r}")
    return (instant - EPOCH) // _MICROSECOND


def instant_of(stored: int) -> datetime:
    """The UTC instant of microseconds since 1970."""
    return EPOCH + timedelta(microseconds=stored)


class Instant(TypeDecorator[datetime]):
    """A timezone-aware instant, kept to the microsecond as an integer."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:  # noqa: ARG002 (its interface)
        return None if value is None else microseconds(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else instant_of(value)


def time_text(hour: time) -> str:
    """A local time as `HH:MM`."""
    return f"{hour:%H:%M}"


def days_text(days: Iterable[int]) -> str:
    """ISO weekdays as digits in order: `12345`."""
    return "".join(map(str, sorted(days)))


def days_of(stored: str) -> frozenset[int]:
    """The weekdays of `days_text`."""
    return frozenset(map(int, stored))
