"""Time zones by the names that people may give: Area/City of the IANA list, nothing else (C45)."""

from __future__ import annotations

from zoneinfo import ZoneInfo, available_timezones

AREAS = frozenset(
    ["Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"]
)
EXAMPLES = "for example Asia/Shanghai or Europe/Berlin"


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
    for name in available_timezones():
        if name.casefold() == wanted:
            return ZoneInfo(name)
    raise ValueError(f"is not a time zone that is known here; it has the form Area/City, {EXAMPLES}")
