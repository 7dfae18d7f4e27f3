"""Time zones by the names that people may give: Area/City of the IANA list, nothing else (C45)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from zoneinfo import ZoneInfo, available_timezones

AREAS = frozenset(
    ["Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"]
)
EXAMPLES = "for example Asia/Shanghai or Europe/Berlin"


def is_area(text: str) -> bool:
    """Whether a text is the first half of a zone's name, in any case."""
    return text.strip().capitalize() in AREAS


def zone_named(text: object) -> ZoneInfo:
    """The zone of an Area/City name in any case, or UTC; ValueError with a sentence to be put behind a name.

    EST, MST and HST are files without summer time, PST and GMT+5 raise, Asia is a directory, ../../etc/passwd a path,
    localtime and posixrules are whatever the machine says: all of them are refused by looking the name up in the list.
    """
    if isinstance(text, ZoneInfo):
        return text
    wanted = str(text).strip().casefold()
    if wanted == "utc":
        return ZoneInfo("UTC")
    area = wanted.partition("/")[0].capitalize()
    if area not in AREAS or "/" not in wanted:
        raise ValueError(f"must be a time zone of the form Area/City, {EXAMPLES}")
    if (name := _names().get(wanted)) is not None:
        return ZoneInfo(name)
    raise ValueError(f"is not a time zone that is known here; it has the form Area/City, {EXAMPLES}")


@cache
def _names() -> Mapping[str, str]:
    """Every name by how it is written in small letters; the list is read from the disk."""
    return MappingProxyType({name.casefold(): name for name in available_timezones()})


_SHORT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ast": ("America/Halifax", "Asia/Riyadh"),
        "bst": ("Europe/London", "Asia/Dhaka"),
        "cdt": ("America/Chicago", "America/Havana"),
        "cest": ("Europe/Berlin",),
        "cet": ("Europe/Berlin",),
        "cst": ("America/Chicago", "Asia/Shanghai", "America/Havana"),
        "edt": ("America/New_York",),
        "est": ("America/New_York",),
        "et": ("America/New_York",),
        "gmt": ("Europe/London",),
        "gst": ("Asia/Dubai", "Pacific/Guam"),
        "hkt": ("Asia/Hong_Kong",),
        "hst": ("Pacific/Honolulu",),
        "ist": ("Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"),
        "jst": ("Asia/Tokyo",),
        "kst": ("Asia/Seoul",),
        "mdt": ("America/Denver",),
        "msk": ("Europe/Moscow",),
        "mst": ("America/Denver", "America/Phoenix"),
        "pdt": ("America/Los_Angeles",),
        "pst": ("America/Los_Angeles", "Asia/Manila"),
        "pt": ("America/Los_Angeles",),
        "sgt": ("Asia/Singapore",),
        "sst": ("Asia/Singapore", "Pacific/Pago_Pago"),
    }
)
"""What people write for a zone: the cities that keep that time, so that it can be asked which is meant (B066, B067)."""


def zones_called(text: str) -> tuple[str, ...]:
    """The zones that an abbreviation may mean, none for one that is not known: a question, never an answer."""
    return _SHORT.get(text.strip().casefold(), ())
