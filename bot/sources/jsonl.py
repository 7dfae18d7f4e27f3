"""Updates and tags from a .jsonl or .jsonl.gz file: one object a line, each line of the shape that its keys say.

- a commit: {"repo", "sha", "committed_at", "subject", "body"}, and where its source knows them "pr", "additions",
  "deletions", "paths";
- a tag: {"repo", "tag", "sha", "tagged_at", "prerelease"}: a version, and a release that readers hear of;
- a line written by hand (the sample) adds "kind", "state", "tags", "figures", "summary", "noise", "url", "fixes",
  "sample"; of its tags, which are then all that it has, "mention:hardware:sm90" is only mentioned and
  "body:hardware:sm90" stands in the body.

Dates stand with their zone. What is on other lines is not known here; order and doubles are the store's matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from bot.domain.identity import (
    commit_key,
    commit_url,
    present_name,
    pull_key,
    pull_number,
    pull_url,
    reference_of,
    release_key,
    release_url,
)
from bot.domain.project import Projects, Scheme
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.tag import FoundTag, Place, Role, Tag
from bot.domain.text import clean
from bot.domain.update import BodyState, Figure, Kind, Links, Precision, RawUpdate
from bot.domain.version import TaggedVersion, read_tag, scheme_of, written
from bot.sources.base import FoundUpdate, FoundVersion, IgnoredTag, Item, Refusal
from bot.sources.content import body_of, fixes_of, paths_of, summary_of, title_of
from bot.sources.json_row import BadRow, JsonRow, parse_row, reason
from bot.sources.lines import Line, LineFile

TAG_LENGTH = 200
"""A longer tag name is refused."""
URL_LENGTH = 2_000
"""A longer address is refused."""
FACET_TAGS = 200
"""More tags on one line are refused."""
FACET_TAG_LENGTH = 100
"""A longer `facet:name` is refused."""
FIGURES = 50
"""More figures on one line are refused."""
FIGURE_LENGTH = 300
"""A longer quote, condition or device of a figure is refused: a quote that is cut is none."""
_PREFIXES = {
    "mention": (Place.BODY, Role.MENTION),
    "body": (Place.BODY, Role.ABOUT),
    "title": (Place.TITLE, Role.ABOUT),
}


class JsonlSource:
    """A file of lines; `position` and `size` say how far it is read, in bytes of the file."""

    def __init__(self, path: Path, projects: Projects, now: datetime) -> None:
        self._file = LineFile(path)
        self._projects = projects
        self._now = now
        self.size = self._file.size

    @property
    def position(self) -> int:
        """How many bytes of the file are read."""
        return self._file.position

    def items(self) -> Iterator[Item]:
        """One item a line that is not blank; SourceError where the file is broken."""
        with self._file as lines:
            for line in lines:
                yield read_line(line, self._projects, self._now) if isinstance(line, Line) else line


def read_line(line: Line, projects: Projects, now: datetime) -> Item:
    """What one line says; a Refusal with the reason if it cannot be used."""
    try:
        row = parse_row(line.content)
        if row.has("subject"):
            return FoundUpdate(line.number, _commit(row, projects, now))
        if row.has("tag"):
            return _tag(line.number, row, projects, now)
    except BadRow as fault:
        return Refusal(line.number, reason(str(fault)))
    return Refusal(line.number, 'is neither a commit ("subject") nor a tag ("tag")')


def _commit(row: JsonRow, projects: Projects, now: datetime) -> RawUpdate:
    repository, sha = row.repository("repo"), row.sha("sha")
    subject = row.text("subject")
    number = row.count("pr") or pull_number(clean(subject))
    body, body_state = body_of(row.text("body", ""))
    home = present_name(repository, projects)
    return RawUpdate(
        key=pull_key(home, number) if number else commit_key(home, sha, ""),
        url=_url(row) or (pull_url(repository, number) if number else commit_url(repository, sha)),
        project=projects.key_for(repository),
        repository=repository,
        title=title_of(subject),
        body=body,
        body_state=body_state,
        published=row.instant("committed_at", now),
        links=Links(pull=number, commits=(sha,), fixes=fixes_of(row.texts("fixes"))),
        paths=paths_of(row.texts("paths")),
        additions=row.count("additions"),
        deletions=row.count("deletions"),
        kind=_kind(row),
        figures=_figures(row),
        extra_tags=_found_tags(row),
        all_tags=row.has("tags"),
        state=_state(row, now),
        summary=summary_of(row.text("summary", "")),
        noise=row.flag("noise"),
        sample=row.flag("sample") or False,
    )


def _tag(line: int, row: JsonRow, projects: Projects, now: datetime) -> Item:
    repository, tag = row.repository("repo"), row.text("tag")
    if not tag or len(tag) > TAG_LENGTH or not tag.isprintable() or " " in tag:
        raise BadRow("tag is not a tag's name")
    sha, tagged_at, said = row.sha("sha"), row.instant("tagged_at", now), row.flag("prerelease")
    sample = row.flag("sample") or False
    project = projects.of_repository(repository)
    read = read_tag(project, tag)
    if read is None:
        return IgnoredTag(line, clean(tag))
    # Hosts mark every build of llama.cpp as a pre-release; there the word says nothing.
    counts = scheme_of(project, read.series) is Scheme.BUILD
    version = TaggedVersion(
        project=projects.key_for(repository),
        series=read.series,
        version=read.version,
        tag=tag,
        prerelease=read.prerelease or (said is True and not counts),
        tagged_at=tagged_at,
        commit=sha,
    )
    home = present_name(repository, projects)
    return FoundVersion(line, version, release_of(version, home, repository, sample=sample))


def release_of(version: TaggedVersion, home: str, repository: str, *, sample: bool = False) -> RawUpdate:
    """The release that a tag is to readers; its title is the version as people write it. `home` is the repository's
    present name, `repository` as the source writes it."""
    return RawUpdate(
        key=release_key(home, version.tag),
        url=release_url(repository, version.tag),
        project=version.project,
        repository=repository,
        title=written(version.series, version.version, version.tag),
        body="",
        body_state=BodyState.MISSING,
        published=version.tagged_at,
        # A lightweight tag has no date of its own, only that of the commit that it names: it was set then or later.
        precision=Precision.NOT_BEFORE,
        # Not the commit: that is an update by itself, and a search by commit must meet it and no release.
        links=Links(tag=version.tag),
        kind=Kind.RELEASE,
        state=State(Stage.PRERELEASE if version.prerelease else Stage.RELEASED, version.version),
        sample=sample,
    )


def _url(row: JsonRow) -> str:
    text = row.text("url", "")
    if len(text) > URL_LENGTH:
        raise BadRow(f"url is longer than {URL_LENGTH} characters")
    if text and reference_of(text) is None:
        raise BadRow("url is no http(s) address")
    return text


def _kind(row: JsonRow) -> Kind | None:
    text = row.text("kind", "")
    try:
        return Kind(text) if text else None
    except ValueError:
        raise BadRow(f"kind is not one of {', '.join(Kind)}") from None


def _state(row: JsonRow, now: datetime) -> State:
    state = row.row("state")
    if state is None:
        return UNKNOWN
    try:
        return State(
            Stage(state.text("stage")),
            state.short("version", TAG_LENGTH, "") or None,
            state.instant("at", now) if state.has("at") else None,
            state.short("by", TAG_LENGTH, "") or None,
        )
    except ValueError as fault:
        raise fault if isinstance(fault, BadRow) else BadRow("state has no known stage") from None


def _figures(row: JsonRow) -> tuple[Figure, ...]:
    figures = row.rows("figures")
    if len(figures) > FIGURES:
        raise BadRow(f"figures holds more than {FIGURES}")
    return tuple(map(_figure, figures))


def _figure(row: JsonRow) -> Figure:
    quote, condition = row.short("quote", FIGURE_LENGTH), row.short("condition", FIGURE_LENGTH, "")
    if not quote:
        raise BadRow("quote is empty")
    return Figure(quote, condition, row.short("device", FIGURE_LENGTH, "") or None)


def _found_tags(row: JsonRow) -> tuple[FoundTag, ...]:
    texts = row.texts("tags")
    if len(texts) > FACET_TAGS:
        raise BadRow(f"tags holds more than {FACET_TAGS}")
    return tuple(map(_found_tag, texts))


def _found_tag(text: str) -> FoundTag:
    """`facet:name` was found in the title, `body:facet:name` in the body; `mention:facet:name` is only mentioned."""
    prefix, _, rest = text.partition(":")
    place, role = _PREFIXES.get(prefix, (Place.TITLE, Role.ABOUT))
    if len(text) > FACET_TAG_LENGTH:
        raise BadRow(f"tags holds what is longer than {FACET_TAG_LENGTH} characters")
    try:
        return FoundTag(Tag.parse(clean(rest if prefix in _PREFIXES else text).lower()), place, role)
    except ValueError:
        raise BadRow(f"tags holds what is not facet:name: {text[:40]}") from None
