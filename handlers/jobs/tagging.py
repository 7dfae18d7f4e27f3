"""The tagger alone over lines of JSON, without a store: what `tag` runs and ../shared/eval/eval_tags.py scores."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice

from bot.domain.project import Projects
from bot.domain.tag import Facet, Role, Tag
from bot.domain.tagging.tagged import Tagged
from bot.domain.tagging.tagger import Tagger
from bot.domain.template import TemplateLearner
from bot.domain.update import RawUpdate
from bot.domain.vocabulary import Vocabulary
from bot.sources.base import FoundUpdate, Item, Refusal
from bot.sources.jsonl import read_line
from bot.sources.lines import Line, read_lines

CHUNK = 2_000
"""Lines that are held at a time; their bodies teach what a repository's template is before they are tagged."""


def tag_lines(stream: io.BufferedIOBase, vocabulary: Vocabulary, projects: Projects, now: datetime) -> Iterator[str]:
    """A line of JSON for each line of the stream that is not blank, in order; one that is no update gives
    {"sha": null, "refused": why}."""
    tagger, learner = Tagger(vocabulary, projects), TemplateLearner()
    fine = frozenset(tag for tag, entry in vocabulary.entries.items() if entry.fine)
    items = (read_line(line, projects, now) if isinstance(line, Line) else line for line in read_lines(stream))
    while chunk := list(islice(items, CHUNK)):
        yield from _tagged(chunk, tagger, learner, fine)


def _tagged(chunk: Sequence[Item], tagger: Tagger, learner: TemplateLearner, fine: frozenset[Tag]) -> Iterator[str]:
    for item in chunk:
        if isinstance(item, FoundUpdate):
            learner.observe(item.raw.repository, item.raw.body)
    for item in chunk:
        match item:
            case FoundUpdate(_, raw):
                yield _line(raw, tagger.tag(raw, learner.template(raw.repository)), fine)
            case Refusal(_, why):
                yield json.dumps({"sha": None, "refused": why}, ensure_ascii=False)
            case _:
                yield json.dumps({"sha": None, "refused": "is no update"})


def _line(raw: RawUpdate, tagged: Tagged, fine: frozenset[Tag]) -> str:
    """The line of one update; `fine` tags are finer than the closed list that is scored, and left out."""
    about = {found.tag for found in tagged.tags if found.role is Role.ABOUT} - fine

    def names(facet: Facet) -> list[str]:
        return sorted(tag.name for tag in about if tag.facet is facet)

    return json.dumps(
        {
            "sha": raw.links.commits[0],
            "kind": tagged.kind.value,
            "hardware": names(Facet.HARDWARE),
            "formats": names(Facet.FORMAT),
            "models": names(Facet.MODEL),
            "topics": names(Facet.TOPIC),
            "figures": [figure.quote for figure in tagged.figures],
            "noise": tagged.noise,
        },
        ensure_ascii=False,
    )
