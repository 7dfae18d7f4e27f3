"""What a digest names without an address and still has one by rule: a project's version, a paper's number.

`vLLM v0.33.0` is the tag v0.33.0 of the catalogue's vLLM, `arXiv 2611.09825` that abstract. A part of a version (`vLLM
0.32`) and names outside the catalogue have no address; they are reported and not stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.domain.identity import Reference, ReferenceKind, paper_url, release_url
from bot.domain.project import Project, Projects, Scheme, TagSeries
from bot.domain.text import clean
from bot.domain.version import read_tag

_VERSION = (
    r"(?:b\d{4,6}|(?:[A-Za-z]{1,8}\d?[_-])?v?\d+(?:\.\d+){1,3}"
    r"(?:[._-]?(?:rc|post|alpha|beta|dev|a|b)[._-]?\d*){0,2})"
)
_PAPER = re.compile(r"arxiv\s*[:：]?\s*(\d{4}\.\d{4,5})", re.IGNORECASE)
_NEAR = r"(?:\s+|\s*[:：·-]\s*)(?:release\s+|版本\s*)?"
_BUILD = re.compile(r"(?<![\w.])(b\d{4,6})(?![\w.])")
_LEAST_PARTS = 3
"""A version with fewer numbers may be a line of releases (0.32), and then no tag is called that."""


@dataclass(frozen=True, slots=True)
class Named:
    """Something named in a text at `start`; `reference` is None where no rule gives its address."""

    start: int
    text: str
    reference: Reference | None
    project: Project | None = None


class Names:
    """Finds what is named; made once for a catalogue."""

    def __init__(self, projects: Projects) -> None:
        self._by_word = {
            word.casefold(): project
            for project in projects.all
            for word in (*project.aliases, project.key, project.name)
            if len(word) > 1
        }
        words = sorted(self._by_word, key=len, reverse=True)
        alternatives = "|".join(re.escape(word) for word in words) or r"(?!)"
        self._project = re.compile(rf"(?<![A-Za-z_.-])({alternatives})(?![A-Za-z0-9_])", re.IGNORECASE)
        self._release = re.compile(rf"(?<![A-Za-z_.-])({alternatives}){_NEAR}({_VERSION})(?![\w.]*\d)", re.IGNORECASE)

    def project_of(self, heading: str) -> Project | None:
        """The one project that a heading names; None for none and for several."""
        found = {match[1].casefold() for match in self._project.finditer(heading)}
        projects = {project.key: project for word in found if (project := self._by_word.get(word))}
        return next(iter(projects.values())) if len(projects) == 1 else None

    def named(self, text: str, about: Project | None) -> Iterator[Named]:
        """Papers, versions beside a project's name, and builds (b12180) of the project that the text is about."""
        found = [*_papers(text), *self._releases(text), *_builds(text, about)]
        yield from sorted(found, key=lambda named: named.start)

    def _releases(self, text: str) -> Iterator[Named]:
        for match in self._release.finditer(text):
            project = self._by_word[match[1].casefold()]
            tag = tag_of(project, match[2])
            reference = _release(project, tag) if tag else None
            yield Named(match.start(), clean(match[0]), reference, project)


def _papers(text: str) -> Iterator[Named]:
    for match in _PAPER.finditer(text):
        url = paper_url(match[1])
        yield Named(match.start(), clean(match[0]), Reference(ReferenceKind.PAPER, url, paper=match[1]))


def _builds(text: str, about: Project | None) -> Iterator[Named]:
    if about is None or not any(series.scheme is Scheme.BUILD for series in about.series):
        return
    for match in _BUILD.finditer(text):
        if read_tag(about, match[1]):
            yield Named(match.start(), match[1], _release(about, match[1]), about)


def _release(project: Project, tag: str) -> Reference:
    repository = project.repositories[0]
    return Reference(ReferenceKind.RELEASE, release_url(repository, tag), repository, tag=tag)


def tag_of(project: Project, written: str) -> str | None:
    """The tag that a written version has in a project by its series' pattern; None for a part of a version, and where
    the series' tags cannot be told from the version (dates)."""
    number = re.sub(r"^v(?=\d)", "", written, flags=re.IGNORECASE)
    as_written: tuple[str, ...] = () if written[0].isdigit() else (written,)
    for tag in (*as_written, f"v{number}", *(f"{_prefix(series)}{number}" for series in project.series)):
        read = read_tag(project, tag)
        if read is None:
            continue
        series = next((series for series in project.series if series.name == read.series), None)
        if series is not None and series.scheme is Scheme.CALENDAR:
            return None
        counts = series is not None and series.scheme is Scheme.BUILD
        if counts or len(re.findall(r"\d+", read.version)) >= _LEAST_PARTS:
            return tag
    return None


def _prefix(series: TagSeries) -> str:
    """What a series' tags begin with, where its pattern says it literally."""
    before, _, _ = series.pattern.partition("(?P<version>")
    plain = before.replace("\\", "")
    return plain if re.fullmatch(r"[A-Za-z0-9_./-]*", plain) else "v"
