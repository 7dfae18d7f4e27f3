"""The zones that people mean by a city alone (`Berlin`, `New York`, `纽约`), and those that lie at a distance from UTC
(`UTC+8`, `+08:00`), so that they can be asked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from types import MappingProxyType
from zoneinfo import ZoneInfo, available_timezones

from config.zones import AREAS

MOST_ASKED = 3
"""Places that are offered for a distance from UTC."""


_DISTANCE = re.compile(r"(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?", re.ASCII)
_TIME_OF = re.compile(r"(?: local)? time$|时间$")
_MARKS = re.compile(r"[\u0300-\u036f]")
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
        "austin": "America/Chicago",
        "bangalore": "Asia/Kolkata",
        "beijing": "Asia/Shanghai",
        "bengaluru": "Asia/Kolkata",
        "boston": "America/New_York",
        "delhi": "Asia/Kolkata",
        "frankfurt": "Europe/Berlin",
        "guangzhou": "Asia/Shanghai",
        "hangzhou": "Asia/Shanghai",
        "hongkong": "Asia/Hong_Kong",
        "hyderabad": "Asia/Kolkata",
        "mumbai": "Asia/Kolkata",
        "munich": "Europe/Berlin",
        "new delhi": "Asia/Kolkata",
        "osaka": "Asia/Tokyo",
        "palo alto": "America/Los_Angeles",
        "san francisco": "America/Los_Angeles",
        "santa clara": "America/Los_Angeles",
        "seattle": "America/Los_Angeles",
        "shenzhen": "Asia/Shanghai",
        "tel aviv": "Asia/Jerusalem",
        "上海": "Asia/Shanghai",
        "东京": "Asia/Tokyo",
        "伦敦": "Europe/London",
        "北京": "Asia/Shanghai",
        "南京": "Asia/Shanghai",
        "台北": "Asia/Taipei",
        "合肥": "Asia/Shanghai",
        "多伦多": "America/Toronto",
        "孟买": "Asia/Kolkata",
        "巴黎": "Europe/Paris",
        "广州": "Asia/Shanghai",
        "悉尼": "Australia/Sydney",
        "成都": "Asia/Shanghai",
        "新加坡": "Asia/Singapore",
        "旧金山": "America/Los_Angeles",
        "杭州": "Asia/Shanghai",
        "柏林": "Europe/Berlin",
        "武汉": "Asia/Shanghai",
        "洛杉矶": "America/Los_Angeles",
        "深圳": "Asia/Shanghai",
        "班加罗尔": "Asia/Kolkata",
        "硅谷": "America/Los_Angeles",
        "纽约": "America/New_York",
        "芝加哥": "America/Chicago",
        "莫斯科": "Europe/Moscow",
        "西雅图": "America/Los_Angeles",
        "迪拜": "Asia/Dubai",
        "首尔": "Asia/Seoul",
        "香港": "Asia/Hong_Kong",
    }
)
"""Cities that have no zone of their own name, and those that are written in Chinese."""


def zone_of_city(text: str) -> str | None:
    """The zone of a city's name without its area, in any case, with or without accents, "time" behind it or not; None
    where no zone is called so."""
    return _cities().get(_TIME_OF.sub("", _plain(text)))


def zones_at(text: str) -> tuple[str, ...]:
    """The zones of places so far from UTC (`UTC+8`, `GMT-05:30`, `+8`), in winter or else in summer; none for other
    texts."""
    match = _DISTANCE.fullmatch(text.strip().casefold())
    if not match:
        return ()
    distance = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    distance = -distance if match[1] == "-" else distance
    found = (name for day in (_WINTER, _SUMMER) for name in _AROUND_THE_EARTH if _distance(name, day) == distance)
    return tuple(dict.fromkeys(found))[:MOST_ASKED]


def _distance(name: str, day: datetime) -> timedelta | None:
    return day.astimezone(ZoneInfo(name)).utcoffset()


def _plain(name: str) -> str:
    """A city's name in small letters without accents, its words parted by blanks."""
    return _MARKS.sub("", unicodedata.normalize("NFKD", name.strip().casefold())).replace("_", " ").replace("-", " ")


@cache
def _cities() -> Mapping[str, str]:
    zones = sorted(name for name in available_timezones() if name.count("/") == 1 and name.partition("/")[0] in AREAS)
    return MappingProxyType({**{_plain(name.partition("/")[2]): name for name in zones}, **_UNLISTED})
