"""Instants as they are written on the command line."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Any

import click

EARLIEST, LATEST = datetime(1990, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""Instants outside are slips: windows of years around one must still be dates."""


class Instant(click.ParamType[datetime]):
    """A date or an instant in ISO 8601; UTC where it names no zone."""

    name = "ISO8601"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        read = _read(self, value, param, ctx)
        return read if read.tzinfo else read.replace(tzinfo=UTC)


class LocalTime(click.ParamType[datetime | date]):
    """A date, or an instant in ISO 8601 that may leave its zone to the reader's TIMEZONE."""

    name = "ISO8601"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> datetime | date:
        read = _read(self, value, param, ctx)
        return read.date() if _DAY.fullmatch(str(value)) else read


_DAY = re.compile(r"\d{4}-?\d{2}-?\d{2}")


def _read(
    kind: click.ParamType[Any], value: object, param: click.Parameter | None, ctx: click.Context | None
) -> datetime:
    """What was written, within reach; click's error otherwise."""
    if isinstance(value, datetime):
        return value
    try:
        read = datetime.fromisoformat(str(value))
    except ValueError:
        kind.fail(f"{value!r} is no instant; write it like 2026-07-22T09:00:00+08:00", param, ctx)
    if not EARLIEST <= (read if read.tzinfo else read.replace(tzinfo=UTC)) <= LATEST:
        kind.fail(f"{value!r} is out of reach; the years {EARLIEST.year} to {LATEST.year} are", param, ctx)
    return read
