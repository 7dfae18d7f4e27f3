"""The zones that people mean by a city alone (`Berlin`) or a distance from UTC (`UTC+8`), so that they can be asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from types import MappingProxyType
from zoneinfo import ZoneInfo, available_timezones

from config.zones import AREAS

MOST_ASKED = 3
"""Places that are offered for a distance from UTC."""

_DISTANCE = re.compile(r"(?:utc|gmt)([+-])(\d{1,2})(?::?(\d{2}))?", re.ASCII)
_WINTER, _SUMMER = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)
_AROUND_THE_EARTH = (
    "UTC",
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Helsinki",
    "Asia/Jerusalem",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Asia/Seoul",
    "Australia/Sydney",
    "Pacific/Auckland",
)
_UNLISTED: Mapping[str, str] = MappingProxyType(
    {
        "bangalore": "Asia/Kolkata",
        "beijing": "Asia/Shanghai",
        "boston": "America/New_York",
        "delhi": "Asia/Kolkata",
        "guangzhou": "Asia/Shanghai",
        "hangzhou": "Asia/Shanghai",
        "munich": "Europe/Berlin",
        "seattle": "America/Los_Angeles",
        "shenzhen": "Asia/Shanghai",
        "上海": "Asia/Shanghai",
        "北京": "Asia/Shanghai",
    }
)
"""Cities that have no zone of their own name."""


def zone_of_city(text: str) -> str | None:
    """The zone of a city's name without its area, in any case; None where no zone is called so."""
    return _cities().get(text.strip().casefold())


def zones_at(text: str) -> tuple[str, ...]:
    """The zones of places so far from UTC (`UTC+8`, `GMT-05:30`), in winter or else in summer; none for other texts."""
    match = _DISTANCE.fullmatch(text.strip().casefold())
    if not match:
        return ()
    distance = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    distance = -distance if match[1] == "-" else distance
    found = (name for day in (_WINTER, _SUMMER) for name in _AROUND_THE_EARTH if _distance(name, day) == distance)
    return tuple(dict.fromkeys(found))[:MOST_ASKED]


def _distance(name: str, day: datetime) -> timedelta | None:
    return day.astimezone(ZoneInfo(name)).utcoffset()


@cache
def _cities() -> Mapping[str, str]:
    zones = sorted(name for name in available_timezones() if name.count("/") == 1 and name.partition("/")[0] in AREAS)
    return MappingProxyType({**{name.partition("/")[2].casefold(): name for name in zones}, **_UNLISTED})
