"""What became wrong about a posted item: struck out where it stands, said once in its thread and in the next issue
(WORDING.md 3d)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.domain.answer import Story
from bot.domain.document import Block, Document, Inline, Link, List, Strike, Strong, Text, line, plain
from bot.domain.label import Label
from bot.domain.posted import Amendment, Correction
from bot.domain.update import Update
from bot.wording.catalogue import say, say_inline
from bot.wording.dates import day
from bot.wording.facts import Facts
from bot.wording.issue.lines import issue_day
from bot.wording.item import story_text, with_project
from bot.wording.joining import gap
from bot.wording.links import link_of
from bot.wording.words import edition_word, label_word


def correction_document(corrections: Iterable[Correction], cited: Mapping[str, Update], facts: Facts) -> Document:
    """The reply in the thread of the issue that is corrected."""
    return Document((List(correction_lines(corrections, cited, facts)),))


def correction_lines(
    corrections: Iterable[Correction], cited: Mapping[str, Update], facts: Facts
) -> tuple[tuple[Inline, ...], ...]:
    """ "Corrected Daily of 9 Jul: vLLM: ... #47995 was reverted on 11 Jul #48269.", a line a correction; what is not in
    `cited` can be named by nothing and is left away."""
    return tuple(correction_line(one, _issue(one), cited, facts) for one in corrections if one.key in cited)


def correction_line(one: Correction, where: str, cited: Mapping[str, Update], facts: Facts) -> tuple[Inline, ...]:
    """ "Corrected WHERE: vLLM: ... #47995: Reverted 11 Jul #48269"; the corrected update is in `cited`."""
    update = cited[one.key]
    text = with_project(story_text(Story(update, Label.CHANGED), facts.vocabulary), facts.projects.name(update.project))
    said = say_inline("{where}: {text} {link}: ", where=where, text=text, link=link_of(update))
    happened = _happened(one, facts)
    return (*line(Strong(label_word(Label.CORRECTED)), " "), *said, Text(happened), *_by(one, cited, happened))


def _issue(one: Correction) -> str:
    return say("{edition} of {issue}", edition=edition_word(one.edition, as_title=True), issue=issue_day(one.number))


def struck(
    document: Document, corrections: Iterable[Correction], cited: Mapping[str, Update], facts: Facts
) -> Document:
    """A posted document with the corrected items struck out where they stand, and what became of them behind."""
    by_address = {link_of(cited[one.key]).url: one for one in corrections if one.key in cited}
    return Document(tuple(_struck(block, by_address, cited, facts) for block in document.blocks))


def struck_line(
    item: tuple[Inline, ...], corrections: Iterable[Correction], cited: Mapping[str, Update], facts: Facts
) -> tuple[Inline, ...]:
    """`struck` for a line that stands alone."""
    by_address = {link_of(cited[one.key]).url: one for one in corrections if one.key in cited}
    return _struck_item(item, by_address, cited, facts)


def _struck(block: Block, by_address: Mapping[str, Correction], cited: Mapping[str, Update], facts: Facts) -> Block:
    if not isinstance(block, List):
        return block
    return replace(block, items=tuple(_struck_item(item, by_address, cited, facts) for item in block.items))


def _struck_item(
    item: tuple[Inline, ...], by_address: Mapping[str, Correction], cited: Mapping[str, Update], facts: Facts
) -> tuple[Inline, ...]:
    if any(isinstance(child, Strike) for child in item):
        return item
    found = next((by_address[child.url] for child in item if isinstance(child, Link) and child.url in by_address), None)
    if found is None:
        return item
    happened = _happened(found, facts)
    out: list[Inline] = [Strike(item), Text(f"{gap(plain(item))}{happened}")]
    return (*out, *_by(found, cited, happened))


def _happened(one: Correction, facts: Facts) -> str:
    when = day(one.at, facts.now, facts.zone)
    match one.what:
        case Amendment.REVERTED:
            return say("Reverted {day}", day=when)
        case Amendment.WITHDRAWN:
            return say("Withdrawn {day}", day=when)
        case Amendment.RELABELLED:
            return say("is called {label} now", label=label_word(one.label))
        case Amendment.RETAGGED:
            return say("its tags were wrong")


def _by(one: Correction, cited: Mapping[str, Update], before: str) -> tuple[Inline, ...]:
    by = cited.get(one.by or "")
    return (Text(gap(before) or " "), link_of(by)) if by else ()
