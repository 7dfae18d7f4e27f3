"""What a polled source hands in, sorted by what is to be done with it, and the updates that are made of events.

A withdrawn release and a rewritten branch are news of their own, one line each (B047); a new name, a moved tag and a
gap are notes on the source's health.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from bot.domain.containment import Containment, containment_of
from bot.domain.identity import GITHUB, release_url
from bot.domain.project import Projects
from bot.domain.text import clean
from bot.domain.update import BodyState, Kind, Links, Precision, RawUpdate
from bot.domain.version import TaggedVersion, read_tag, written
from bot.sources.base import FoundUpdate, FoundVersion, Refusal
from bot.sources.polling import Gap, HistoryRewritten, PolledItem, Renamed, TagMoved, TagRange, VersionOnly, Withdrawn

NOTE_LENGTH = 200


@dataclass(slots=True)
class Sorted:
    """A batch's items by what is done with them; `note` is the last thing that is worth a line in the source's
    health."""

    found: list[FoundUpdate] = field(default_factory=list)
    versions: list[TaggedVersion] = field(default_factory=list)
    contents: list[Containment] = field(default_factory=list)
    withdrawn: list[TaggedVersion] = field(default_factory=list)
    renamed: Renamed | None = None
    note: str = ""
    refused: int = 0


def sorted_items(items: Iterable[PolledItem], projects: Projects, now: datetime) -> Sorted:
    """The items of a batch; what was noticed is dated `now`."""
    out = Sorted()
    for item in items:
        match item:
            case FoundUpdate():
                out.found.append(item)
            case FoundVersion(line, version, release):
                out.versions.append(version)
                out.found.append(FoundUpdate(line, release))
            case VersionOnly(version):
                out.versions.append(version)
            case TagRange(project, tag, since, commits, whole):
                out.contents.append(containment_of(project, tag, since, commits, whole=whole))
            case Refusal():
                out.refused += 1
            case Withdrawn():
                _withdraw(item, out, projects, now)
            case HistoryRewritten():
                out.found.append(FoundUpdate(0, _rewritten(item, projects, now)))
                out.note = f"The history of {item.branch} was rewritten ({item.count} commits)."
            case Renamed(_, new):
                out.renamed = item
                out.note = f"It is called {new} now."
            case TagMoved(_, tag):
                out.note = f"Tag {tag} was moved to another commit."
            case Gap(_, what):
                out.note = f"Missed between two polls: {what}."
            case _:
                pass
    out.note = clean(out.note)[:NOTE_LENGTH]
    return out


def _withdraw(item: Withdrawn, out: Sorted, projects: Projects, now: datetime) -> None:
    project = projects.of_repository(item.repository)
    key = projects.key_for(item.repository)
    read = read_tag(project, item.tag)
    title = written(read.series, read.version, item.tag) if read else item.tag
    if read:
        out.withdrawn.append(TaggedVersion(key, read.series, read.version, item.tag, read.prerelease, now, ""))
    url = release_url(item.repository, item.tag)
    links = Links(tag=item.tag)
    raw = _event(f"{item.key}~withdrawn", url, item.repository, key, f"{title} was withdrawn", now, Kind.RELEASE, links)
    out.found.append(FoundUpdate(0, raw))


def _rewritten(item: HistoryRewritten, projects: Projects, now: datetime) -> RawUpdate:
    return _event(
        f"{item.repository.casefold()}~rewritten:{now:%Y%m%dT%H%M%S}",
        f"{GITHUB}/{item.repository}/commits",
        item.repository,
        projects.key_for(item.repository),
        f"History of {item.branch} rewritten, {item.count} commits",
        now,
        Kind.REFACTOR,
        Links(),
    )


def _event(
    key: str, url: str, repository: str, project: str, title: str, now: datetime, kind: Kind, links: Links
) -> RawUpdate:
    """An update that no commit stands for: it has its kind by what happened, and no tags by its words."""
    return RawUpdate(
        key=key,
        url=url,
        project=project,
        repository=repository,
        title=clean(title),
        body="",
        body_state=BodyState.WHOLE,
        published=now,
        precision=Precision.DAY,
        links=links,
        kind=kind,
        all_tags=True,
        noise=False,
    )
