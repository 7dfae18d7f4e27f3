"""Versions in a question: which project one belongs to, and which stored versions it covers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bot.domain.project import Project, Scheme
from bot.domain.query import VersionRange
from bot.domain.question.faults import unknown_version, versions_apart, versions_unread
from bot.domain.version import TaggedVersion, between, find, sorted_versions

VersionLookup: TypeAlias = Callable[[str], Sequence[TaggedVersion]]
"""The stored versions of a project, by its key; none if its tags were not read."""

OFFERED = 3
"""Latest versions that are named with a version that is not known."""


def version_range(project: Project, low: str, high: str | None, since: bool, lookup: VersionLookup) -> VersionRange:
    """The range that was typed, in stored spelling: one version, `low` to `high`, or all since `low`.

    UserError if the project's tags were not read, a version is not among them, or the two do not follow each other.
    """
    stored = lookup(project.key)
    if not stored:
        raise versions_unread(project.name, project.key, low)
    first = _known(project, low, stored)
    if high is None and not since:
        return VersionRange(project.key, None, first.version, _names(between(project, stored, None, first)))
    line = sorted_versions(project, stored, first.series)
    last = _known(project, high, stored) if high else line[-1]
    if last.series != first.series or line.index(last) < line.index(first):
        raise versions_apart(project.name, first.version, last.version)
    covered = _names(between(project, stored, first, last))
    return VersionRange(project.key, first.version, last.version if high else None, covered)


def has_builds(project: Project) -> bool:
    """Whether one of the project's series counts builds (b12180)."""
    return any(series.scheme is Scheme.BUILD for series in project.series)


def is_stored(project: Project, written: str, lookup: VersionLookup) -> bool:
    """Whether the word is one of the project's versions. A build has its b: llama.cpp 12180 is a pull request."""
    if written.isdigit() and has_builds(project):
        return False
    return find(project, lookup(project.key), written) is not None


def spelled(project: Project, version: str) -> str:
    """A stored version as it is typed: a build with its b."""
    return f"b{version}" if version.isdigit() and has_builds(project) else version


def _known(project: Project, written: str, stored: Sequence[TaggedVersion]) -> TaggedVersion:
    found = find(project, stored, written)
    if found is None:
        latest = [version.version for version in sorted_versions(project, stored) if not version.prerelease]
        raise unknown_version(project.name, project.key, written, latest[: -OFFERED - 1 : -1])
    return found


def _names(versions: Sequence[TaggedVersion]) -> tuple[str, ...]:
    return tuple(version.version for version in versions)
