"""Releases: which of those that are listed are news. Pure.

A release is known by its number and by when it was published, never by when it was made: a draft that is published two
days later bears the old date (C08, B035). What it says may change without being news (B036), and its tag may be moved
(B034). The order of the list says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.identity import release_key, release_url
from bot.domain.project import Projects, Scheme
from bot.domain.state import Stage, State
from bot.domain.text import clean
from bot.domain.update import BodyState, Kind, Links, Precision, RawUpdate
from bot.domain.version import TAG_LENGTH, TaggedVersion, read_tag, scheme_of, written
from bot.sources.base import FoundVersion, IgnoredTag, Refusal
from bot.sources.content import body_of
from bot.sources.github.changes import Home, dated
from bot.sources.github.cursor import KnownRelease, mark
from bot.sources.github.payloads import ReleaseRow

KEPT = timedelta(days=60)
"""So long a release is remembered and its changes are followed; one that was published earlier is no news."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a list says: releases to tell of (new ones and changed ones), tags that a release has left, and what is
    known afterwards. `unseen` are numbers of known releases that the list did not show."""

    told: tuple[ReleaseRow, ...]
    left: tuple[KnownRelease, ...]
    known: Mapping[str, KnownRelease]
    unseen: tuple[str, ...]


def decide(listed: Iterable[ReleaseRow], known: Mapping[str, KnownRelease], since: datetime) -> Decision:
    """What is new in the list, published after `since`; drafts are none of our business yet."""
    told: list[ReleaseRow] = []
    left: list[KnownRelease] = []
    after: dict[str, KnownRelease] = {}
    for row in listed:
        if row.draft or row.published_at is None:
            continue
        number, said = str(row.id), content_of(row)
        before = known.get(number)
        if before is None and row.published_at < since:
            continue
        after[number] = KnownRelease(row.tag_name, row.published_at, said)
        if before is None or before.content != said:
            told.append(row)
        if before is not None and before.tag != row.tag_name:
            left.append(before)
    unseen = tuple(number for number in known if number not in after)
    kept = {number: known[number] for number in unseen if known[number].published >= since}
    told.sort(key=lambda row: (row.published_at or since, row.id), reverse=True)
    return Decision(tuple(told), tuple(left), {**kept, **after}, unseen)


def all_known(rows: Iterable[ReleaseRow], known: Mapping[str, KnownRelease], since: datetime) -> bool:
    """Whether a page holds nothing to be told, so that there is no need for the next one."""
    decision = decide(rows, known, since)
    return not decision.told


def content_of(row: ReleaseRow) -> str:
    """A mark of all that readers see of a release."""
    parts = (row.tag_name, str(row.published_at), str(row.prerelease), row.name or "", row.body or "")
    return mark("\0".join(parts))


@dataclass(frozen=True, slots=True)
class TagFacts:
    """What is known of a tag beside its name: the commit ("" if unknown), a date, and whether that is the tag's own."""

    commit: str = ""
    date: datetime | None = None
    own_date: bool = False


UNKNOWN_TAG = TagFacts()


def is_tag(name: str) -> bool:
    """Whether it is a tag's name that can be shown and kept."""
    return bool(name) and len(name) <= TAG_LENGTH and name.isprintable() and " " not in name and clean(name) == name


def of_release(
    row: ReleaseRow, tag: TagFacts, home: Home, projects: Projects, now: datetime
) -> FoundVersion | IgnoredTag | Refusal:
    """A release as readers hear of it: dated by its publication, with its notes."""
    if not is_tag(row.tag_name):
        return Refusal(0, "a release has a tag that is no tag's name")
    found = of_tag(row.tag_name, tag, home, projects, now, said_prerelease=row.prerelease)
    if not isinstance(found, FoundVersion):
        return found
    body, body_state = body_of(row.body or "")
    published, precision = dated(row.published_at or now, now)
    version = found.version
    if tag.date is None:
        version = replace(version, tagged_at=published)
    release = replace(found.release, body=body, body_state=body_state, published=published, precision=precision)
    return replace(found, version=version, release=release)


def of_tag(
    name: str, tag: TagFacts, home: Home, projects: Projects, now: datetime, *, said_prerelease: bool = False
) -> FoundVersion | IgnoredTag:
    """A tag as readers hear of it: a version, dated by itself, or not before its commit where it has no date."""
    project = projects.of_repository(home.key_name)
    read = read_tag(project, name)
    if read is None:
        return IgnoredTag(0, clean(name))
    # Hosts mark every build of llama.cpp as a pre-release; there the word says nothing.
    counts = scheme_of(project, read.series) is Scheme.BUILD
    prerelease = read.prerelease or (said_prerelease and not counts)
    tagged_at, precision = dated(tag.date, now) if tag.date else (now.replace(microsecond=0), Precision.NOT_BEFORE)
    version = TaggedVersion(home.project, read.series, read.version, name, prerelease, tagged_at, tag.commit)
    release = RawUpdate(
        key=release_key(home.key_name, name),
        url=release_url(home.name, name),
        project=home.project,
        repository=home.key_name,
        title=written(read.series, read.version, name),
        body="",
        body_state=BodyState.MISSING,
        published=tagged_at,
        precision=precision if tag.own_date else Precision.NOT_BEFORE,
        links=Links(tag=name),
        kind=Kind.RELEASE,
        state=State(Stage.PRERELEASE if prerelease else Stage.RELEASED, read.version),
    )
    return FoundVersion(0, version, release)


def wanted(names: Sequence[str], home: Home, projects: Projects) -> tuple[str, ...]:
    """The tags that are versions of the project, each once."""
    project = projects.of_repository(home.key_name)
    return tuple(name for name in dict.fromkeys(names) if is_tag(name) and read_tag(project, name) is not None)
