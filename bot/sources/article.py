"""A digest article (.txt or .md): each sentence becomes the text of the updates whose addresses it cites.

An article's sentence is about what it cites alone, or of the fewest; a sentence that cites several things at once is a
further one of each. The date is the article's span, its first instant, with precision "range". How the text is taken to
pieces is bot/sources/article_text, what has an address by rule bot/sources/article_names and article_digest.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from bot.domain.errors import SourceError
from bot.domain.identity import Reference, ReferenceKind, at_present, reference_of
from bot.domain.project import Projects
from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.text import clean
from bot.domain.update import BodyState, Kind, Links, Precision, RawUpdate
from bot.domain.version import read_tag, written
from bot.sources.article_digest import FURTHER_LIMIT, Said, said_in
from bot.sources.article_names import Names
from bot.sources.article_range import Span, span_of
from bot.sources.article_text import CitingSentence, addresses_of, sentences_of
from bot.sources.base import FoundUpdate, Item, NamedOnly, Refusal
from bot.sources.json_row import FUTURE_ALLOWED, reason
from bot.sources.lines import opened

ARTICLE_LIMIT = 4 * 1024 * 1024
"""A longer article is refused; the longest one seen has 40,000 bytes."""
PAPERS = "arxiv"
"""What stands for the project of a paper."""


class ArticleSource:
    """One article. SourceError if it cannot be read, is no UTF-8 text, or says nowhere what time it covers."""

    def __init__(self, path: Path, projects: Projects, now: datetime) -> None:
        self._name = clean(path.name)
        self._projects = projects
        self._now = now
        self.size = self.position = 0
        try:
            with opened(path) as file:
                content = file.read(ARTICLE_LIMIT + 1)
        except OSError as fault:
            raise SourceError(f"{self._name} cannot be read: {fault.strerror or 'it is not a file'}.") from fault
        if len(content) > ARTICLE_LIMIT:
            raise SourceError(f"{self._name} is longer than {ARTICLE_LIMIT:,} bytes: that is no article.")
        self.size = len(content)
        try:
            self._text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError as fault:
            raise SourceError(f"{self._name} is not UTF-8 text (byte {fault.start + 1}).") from fault
        if "\0" in self._text:
            raise SourceError(f"{self._name} is not text: it holds NUL bytes.")

    def items(self) -> Iterator[Item]:
        """An update for each thing that the article has a sentence and an address for, then what it only names."""
        yield from items_of(self._name, self._text, self._projects, self._now)
        self.position = self.size


def items_of(name: str, text: str, projects: Projects, now: datetime) -> Iterator[Item]:
    """The items of an article's text, wherever it was read; `name` is what a SourceError calls it."""
    span = span_of(text, now)
    if span is None:
        raise SourceError(f"{name} says in its first lines no date: what time does it cover?")
    if span.start > now + FUTURE_ALLOWED:
        raise SourceError(f"{name} covers a time that has not come: {span.start.date()}.")
    if addresses_of(text):
        yield from _cited(text, span, projects)
    else:
        yield from _by_rule(text, span, projects)


def _cited(text: str, span: Span, projects: Projects) -> Iterator[Item]:
    references: dict[int, Reference] = {}
    lines: dict[int, int] = {}
    for address in addresses_of(text):
        reference = reference_of(address.url)
        if reference is None:
            yield Refusal(address.line, reason(f"[{address.number}] is no http(s) address: {address.url}"))
        elif references.setdefault(address.number, reference) != reference:
            yield Refusal(address.line, f"[{address.number}] has two addresses; the first is used")
        lines.setdefault(address.number, address.line)
    title = clean(text.lstrip().split("\n", 1)[0])
    sentences = tuple(sentences_of(text, title))
    for said in _said(sentences, references):
        yield _update(said, span, projects)
    cited = {number for sentence in sentences for number in sentence.numbers}
    for number in sorted(set(references) - cited):
        yield Refusal(lines[number], f"[{number}] is cited by no sentence")
    for number in sorted(cited - set(lines)):
        first = next(sentence for sentence in sentences if number in sentence.numbers)
        yield Refusal(first.line, f"[{number}] has no address")


def _said(sentences: tuple[CitingSentence, ...], references: dict[int, Reference]) -> Iterator[Said]:
    """Each address once, with the sentence that cites the fewest things; of equal ones the first."""
    by_key: dict[str, tuple[Reference, list[CitingSentence]]] = {}
    for sentence in sentences:
        for reference in {
            references[number].key: references[number] for number in sentence.numbers if number in references
        }.values():
            by_key.setdefault(reference.key, (reference, []))[1].append(sentence)
    for reference, citing in by_key.values():
        best = min(citing, key=lambda sentence: len(sentence.numbers))
        further = tuple(sentence.text for sentence in citing if sentence is not best)[:FURTHER_LIMIT]
        yield Said(best.line, reference, "", best.text, further)


def _by_rule(text: str, span: Span, projects: Projects) -> Iterator[Item]:
    said, only = said_in(text, Names(projects))
    for one in said:
        yield _update(one, span, projects)
    for line, name in only:
        yield NamedOnly(line, name)


def _update(said: Said, span: Span, projects: Projects) -> FoundUpdate:
    reference = said.reference
    sentence = said.sentence or said.title or (said.further[0] if said.further else "")
    further = tuple(text for text in said.further if text != sentence)
    raw = RawUpdate(
        key=at_present(reference, projects).key,
        url=reference.url,
        project=_project_of(reference, projects),
        repository=reference.repository,
        title=_title_of(said, sentence, projects),
        body="\n".join(further),
        # The sentences of a digest are never the whole of a description.
        body_state=BodyState.CUT if further else BodyState.MISSING,
        published=span.start,
        precision=Precision.RANGE,
        links=_links_of(reference),
        kind=_KINDS.get(reference.kind),
        state=_state_of(reference, projects),
        summary=sentence,
    )
    return FoundUpdate(said.line, raw, further)


_KINDS = {ReferenceKind.RELEASE: Kind.RELEASE, ReferenceKind.PAPER: Kind.PAPER, ReferenceKind.POST: Kind.POST}


def _project_of(reference: Reference, projects: Projects) -> str:
    """The catalogue's key; what is no repository belongs to arXiv or to its host."""
    if reference.repository:
        return projects.key_for(reference.repository)
    if reference.kind is ReferenceKind.PAPER:
        return PAPERS
    return (urlsplit(reference.url).hostname or "").removeprefix("www.")


def _title_of(said: Said, sentence: str, projects: Projects) -> str:
    """A release is called by its version, as one from a tag; anything else by its heading or the sentence."""
    reference = said.reference
    if reference.kind is not ReferenceKind.RELEASE:
        return said.title or sentence
    read = read_tag(projects.of_repository(reference.repository), reference.tag)
    return written(read.series, read.version, reference.tag) if read else reference.tag


def _links_of(reference: Reference) -> Links:
    """A cut hash is no commit's name yet."""
    commits = (reference.commit,) if len(reference.commit) >= 40 else ()
    return Links(pull=reference.number, commits=commits, tag=reference.tag or None)


def _state_of(reference: Reference, projects: Projects) -> State:
    if reference.kind is not ReferenceKind.RELEASE:
        return UNKNOWN
    read = read_tag(projects.of_repository(reference.repository), reference.tag)
    if read is None:
        return UNKNOWN
    return State(Stage.PRERELEASE if read.prerelease else Stage.RELEASED, read.version)
