"""Versions: tags of a repository read into series that count up together, and their order within a series.

Two series of one repository (v2.8.3 and fa4-v4.0.0.beta20) are never compared with each other. Which change is in which
version is bot/domain/release_state.py; what people write for a version in a question is looked up here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from packaging.version import InvalidVersion, Version

from bot.domain.project import Project, Scheme, TagSeries

TAG_LENGTH = 200
"""A longer tag is not read."""
MAIN = ""
"""The name of a project's main series."""
DEFAULT_SERIES = (TagSeries(MAIN, r"v?(?P<version>\d+(?:\.\d+)+(?:[._-]?[A-Za-z][A-Za-z0-9.-]*)?)", Scheme.PEP440),)
"""How tags are read where the catalogue names no series."""

_UNSTABLE_WORD = re.compile(r"(?:^|[^a-z])(?:a|b|c|rc|alpha|beta|pre|preview|dev|nightly|snapshot)(?:[^a-z]|$)")
_DIGITS = re.compile(r"\d+")

Order = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class ReadTag:
    """A tag as a project's series read it: `version` is the tag without what the series puts around it."""

    series: str
    version: str
    prerelease: bool


@dataclass(frozen=True, slots=True)
class TaggedVersion:
    """A version of a project. `tagged_at` is the tag's own date, or its commit's where the tag has none; `commit` is
    the whole hash of the commit that it names ("" if not known)."""

    project: str
    series: str
    version: str
    tag: str
    prerelease: bool
    tagged_at: datetime
    commit: str


@lru_cache(maxsize=1024)
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def series_of(project: Project | None) -> tuple[TagSeries, ...]:
    """The project's series, the main one first if it is named first in the catalogue; the default ones if none are."""
    return project.series if project and project.series else DEFAULT_SERIES


def is_ignored(project: Project | None, tag: str) -> bool:
    """Whether the catalogue says that such tags are no versions (nightly-*, archive/*)."""
    return project is not None and any(_pattern(pattern).fullmatch(tag) for pattern in project.ignored_tags)


def read_tag(project: Project | None, tag: str) -> ReadTag | None:
    """The tag read by the first series that matches it wholly; None for an ignored tag and for one of no series.

    Whether it is a pre-release follows the version's own rules: `.postN` is stable, `rcN` and `-dev.1` are not; a build
    number is stable. What the host says of it is for the caller to add.
    """
    if len(tag) > TAG_LENGTH or is_ignored(project, tag):
        return None
    for series in series_of(project):
        if found := _pattern(series.pattern).fullmatch(tag):
            version = found["version"]
            return ReadTag(series.name, version, is_prerelease(series.scheme, version))
    return None


def written(series: str, version: str, tag: str) -> str:
    """How people write a version: the main series' by its number (0.6.15), another's by its tag (b12180)."""
    return version if series == MAIN else tag


def is_prerelease(scheme: Scheme, version: str) -> bool:
    """Whether the version says of itself that it is not final."""
    if scheme in (Scheme.BUILD, Scheme.CALENDAR):
        return _UNSTABLE_WORD.search(version.casefold()) is not None
    parsed = _pep440(version)
    if parsed is not None:
        return parsed.is_prerelease
    return "-" in version or _UNSTABLE_WORD.search(version.casefold()) is not None


@lru_cache(maxsize=65_536)
def _pep440(version: str) -> Version | None:
    try:
        return Version(version)
    except InvalidVersion:
        return None


@lru_cache(maxsize=65_536)
def order_key(scheme: Scheme, version: str) -> Order:
    """A sorting key within one series: final after its pre-releases, `.postN` after its final, 0.10 after 0.9.

    A version that its scheme cannot read sorts before all that it can, by its numbers. Calendar versions are ordered by
    their date of tagging (`sorted_versions`); here by their numbers.
    """
    if scheme is Scheme.PEP440 and (parsed := _pep440(version)) is not None:
        return (1, parsed)
    if scheme is Scheme.SEMVER and (found := _semver(version)) is not None:
        return (1, *found)
    return (0, _numbers(version), version)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(digits[:18]) for digits in _DIGITS.findall(version))


_SEMVER = re.compile(r"v?(\d+(?:\.\d+)*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?")


def _semver(version: str) -> Order | None:
    """Numbers, then 0 and the pre-release's parts, or 1 for a final (semver 11: numeric parts below words)."""
    found = _SEMVER.fullmatch(version)
    if found is None:
        return None
    core = _numbers(found[1])
    core += (0,) * (4 - len(core))
    if found[2] is None:
        return (core, 1, ())
    parts = tuple((0, int(part[:18]), "") if part.isdigit() else (1, 0, part) for part in found[2].split("."))
    return (core, 0, parts)


def scheme_of(project: Project | None, series: str) -> Scheme:
    """The scheme of a series; PEP 440 for one that the catalogue does not name."""
    return next((found.scheme for found in series_of(project) if found.name == series), Scheme.PEP440)


def sorted_versions(
    project: Project | None, versions: Iterable[TaggedVersion], series: str = MAIN
) -> tuple[TaggedVersion, ...]:
    """The versions of one series in ascending order; calendar series by date of tagging, for their forms do not sort
    (2026.08.21, 20260821 and 2026.7.3, which is the month's third)."""
    scheme = scheme_of(project, series)
    own = [version for version in versions if version.series == series]
    if scheme is Scheme.CALENDAR:
        return tuple(sorted(own, key=lambda version: (version.tagged_at, _numbers(version.version), version.tag)))
    return tuple(sorted(own, key=lambda version: (order_key(scheme, version.version), version.tagged_at, version.tag)))


def latest_stable(
    project: Project | None, versions: Iterable[TaggedVersion], series: str = MAIN
) -> TaggedVersion | None:
    """The highest version of a series that is no pre-release, not the last one tagged: a maintenance tag of an old line
    is newer by date. None if there is none."""
    stable = [version for version in versions if not version.prerelease]
    return next(reversed(sorted_versions(project, stable, series)), None)


def find(project: Project | None, versions: Iterable[TaggedVersion], typed: str) -> TaggedVersion | None:
    """The version that people mean by `0.6.15`, `v0.6.15`, `b12180` or the whole tag, the main series first, then as
    the catalogue has them.

    The tag as it stands, then the version as it stands, then one that counts as equal (0.28 is 0.28.0, 0.6.15-rc2 is
    0.6.15rc2). None if no such version is stored.
    """
    places = {series.name: place for place, series in enumerate(series_of(project), 1)} | {MAIN: 0}
    all_of_them = sorted(versions, key=lambda version: places.get(version.series, len(places)))
    wanted = typed.strip()
    bare = wanted.removeprefix("v").removeprefix("V")
    for exact in all_of_them:
        if wanted in (exact.tag, exact.version) or bare == exact.version:
            return exact
    equal = _pep440(bare)
    if equal is None:
        return None
    return next((version for version in all_of_them if _pep440(version.version) == equal), None)


def between(
    project: Project | None, versions: Sequence[TaggedVersion], low: TaggedVersion | None, high: TaggedVersion
) -> tuple[TaggedVersion, ...]:
    """The versions of `high`'s series after `low` up to and including `high`, ascending.

    Without `low`: since the stable version before `high`, or before a pre-release the version before it, so that
    "0.6.15" holds its own release candidates. ValueError if the two are of different series.
    """
    if low is not None and low.series != high.series:
        raise ValueError(f"{low.tag} and {high.tag} do not count together")
    line = sorted_versions(project, versions, high.series)
    end = line.index(high)
    if low is not None:
        return line[line.index(low) + 1 : end + 1]
    before = [place for place in range(end) if high.prerelease or not line[place].prerelease]
    return line[before[-1] + 1 if before else 0 : end + 1]
