"""Digests that carry no address: their sections, and what they say of each thing that has an address by rule.

The rules for addresses are in bot/sources/article_names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.domain.grapheme import shortened
from bot.domain.identity import Reference
from bot.domain.project import Project
from bot.domain.text import clean
from bot.sources.article_names import Named, Names
from bot.sources.article_text import SENTENCE_LIMIT

HEADING_LENGTH = 80
"""A longer line is text."""
FURTHER_LIMIT = 20
"""So many further sentences are kept of one thing."""

_TEXT_ENDS = "。.！？!?；;:：,，"
_SOURCE = re.compile(r"^(?:来源|出处|原文|sources?|via)\s*[:：]", re.IGNORECASE)
_SOURCES_HEADING = re.compile(r"^(?:references|sources|参考(?:资料|文献)?|原始来源|来源)$", re.IGNORECASE)
_LIST_MARK = re.compile(r"^(?:[•*·-]|\d{1,3}[.、)])\s*(?:\d{1,3}(?=\D))?\s*")
_LABELLED = re.compile(r"^[^\s:：]{1,16}[:：]")
_CLAUSE_END = re.compile(r"(?<=[。！？；;])|(?<=[.!?])\s+(?=[^\s\d])")


@dataclass(slots=True)
class Section:
    """A heading and the lines of text under it, each with its line number."""

    line: int
    heading: str
    texts: list[tuple[int, str]] = field(default_factory=list)
    sources: list[tuple[int, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Said:
    """What a digest says of one thing: the sentence that is about it, and further ones that name it among others."""

    line: int
    reference: Reference
    title: str
    sentence: str
    further: tuple[str, ...]


def sections_of(text: str) -> list[Section]:
    """The article's sections in order. A heading is a short line that does not end as a sentence does."""
    sections = [Section(1, "")]
    for line, content in enumerate(text.split("\n"), 1):
        plain = clean(content)
        if not plain:
            continue
        if _SOURCE.match(plain) or (_SOURCES_HEADING.match(sections[-1].heading) and _LIST_MARK.match(plain)):
            sections[-1].sources.append((line, plain))
        elif _LIST_MARK.match(plain) or len(plain) > HEADING_LENGTH or plain[-1] in _TEXT_ENDS:
            sections[-1].texts.append((line, plain))
        else:
            sections.append(Section(line, plain))
    return sections


def said_in(text: str, names: Names) -> tuple[list[Said], list[tuple[int, str]]]:
    """What the article says of each thing with an address by rule, once for each, and what it only names."""
    said: dict[str, Said] = {}
    only: dict[str, int] = {}
    for section in sections_of(text):
        for one in _said_in(section, names):
            before = said.get(one.reference.key)
            said[one.reference.key] = one if before is None else _better(before, one)
        for line, name in _without_address(section, names):
            only.setdefault(name, line)
    return list(said.values()), [(line, name) for name, line in only.items()]


def _better(before: Said, after: Said) -> Said:
    """The one that is about the thing alone gives the sentence; the other's sentences are further ones."""
    lead, other = (after, before) if after.sentence and not before.sentence else (before, after)
    further = tuple(dict.fromkeys((*lead.further, other.sentence, *other.further)))
    kept = tuple(text for text in further if text and text != lead.sentence)[:FURTHER_LIMIT]
    return Said(lead.line, lead.reference, lead.title or other.title, lead.sentence, kept)


def _said_in(section: Section, names: Names) -> Iterator[Said]:
    """In a section that is headed by a thing or gives it as its source, the section's first line speaks of it; else the
    clause that names it alone. A clause that names several is a further one of each."""
    about = names.project_of(section.heading)
    heads = _addressed(names, section.heading, None)
    sources = [named for _, source in section.sources for named in _addressed(names, source, None)]
    first = next((text for _, text in section.texts if not _LABELLED.match(text)), "")
    rest = tuple(_sentence(text) for _, text in section.texts if text != first)
    for named in heads if len(heads) == 1 else ():
        yield from _one(section.line, named, section.heading, first, rest)
    for named in sources if len(sources) == 1 and not heads and first else ():
        yield from _one(section.line, named, section.heading, first, rest)
    lines = [(section.line, section.heading), *section.texts, *section.sources]
    for line, text in lines:
        for clause in _CLAUSE_END.split(text):
            found = {named.reference.key: named for named in _addressed(names, clause, about) if named.reference}
            for named in found.values():
                alone = len(found) == 1 and text is not section.heading and (line, text) not in section.sources
                sentence = _sentence(_after_colon(clause, named.start))
                yield from _one(line, named, "", sentence if alone else "", () if alone else (sentence,))


def _after_colon(clause: str, start: int) -> str:
    """The clause from the name on if a colon stands right before it: what leads up to a list says nothing of one."""
    return clause[start:] if clause[:start].rstrip().endswith(("：", ":")) else clause


def _one(line: int, named: Named, title: str, sentence: str, further: tuple[str, ...]) -> Iterator[Said]:
    if named.reference:
        yield Said(line, named.reference, title, _sentence(sentence), further[:FURTHER_LIMIT])


def _addressed(names: Names, text: str, about: Project | None) -> list[Named]:
    found = {named.reference.key: named for named in names.named(text, about) if named.reference}
    return list(found.values())


def _without_address(section: Section, names: Names) -> Iterator[tuple[int, str]]:
    """Names whose address no rule gives, and the section or the entry in the list of sources that has none at all."""
    for line, text in [(section.line, section.heading), *section.texts]:
        yield from ((line, named.text) for named in names.named(text, None) if named.reference is None)
    listed = _SOURCES_HEADING.match(section.heading) is not None
    for line, source in section.sources:
        if _addressed(names, source, None):
            continue
        if listed:
            yield line, _LIST_MARK.sub("", source)
        elif not any(_addressed(names, text, names.project_of(section.heading)) for text in _lines_of(section)):
            yield section.line, section.heading or source


def _lines_of(section: Section) -> list[str]:
    return [section.heading, *(text for _, text in section.texts)]


def _sentence(text: str) -> str:
    return shortened(_LIST_MARK.sub("", text).strip(" ；;"), SENTENCE_LIMIT)
