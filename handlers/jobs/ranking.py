"""The ranker alone over lines of JSON, without a store: what `rank` runs and ../shared/eval/eval_ranking.py scores."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice

from bot.domain.breaking import evidence
from bot.domain.clustering import stories
from bot.domain.picking.digest import rank_with_followers
from bot.domain.picking.habits import habits_of
from bot.domain.picking.picked import Picked
from bot.domain.picking.weights import Weights
from bot.domain.project import Projects
from bot.domain.tagging.build import build
from bot.domain.tagging.tagger import Tagger
from bot.domain.template import TemplateLearner
from bot.domain.update import RawUpdate, Update
from bot.domain.vocabulary import Vocabulary
from bot.sources.base import FoundUpdate, Item, Refusal
from bot.sources.jsonl import read_line
from bot.sources.lines import Line, read_lines

WEIGHT_DIGITS = 4
"""So many digits of a weight are printed."""


def rank_lines(
    stream: io.BufferedIOBase,
    vocabulary: Vocabulary,
    projects: Projects,
    weights: Weights,
    now: datetime,
    limit: int | None = None,
) -> Iterator[str]:
    """A line of JSON for each update of the stream, best first, at most `limit` of them; what is no update stands at
    the end with the reason: {"pr": null, "refused": why}. All updates are held at once: their order is of the whole."""
    items = [read_line(line, projects, now) if isinstance(line, Line) else line for line in read_lines(stream)]
    updates = _tagged([item.raw for item in items if isinstance(item, FoundUpdate)], Tagger(vocabulary, projects), now)
    ranked = rank_with_followers(stories(updates), habits_of(updates), weights)
    yield from islice((*map(_line, ranked), *_refused(items)), limit)


def _tagged(raws: list[RawUpdate], tagger: Tagger, now: datetime) -> list[Update]:
    learner = TemplateLearner()
    for raw in raws:
        learner.observe(raw.repository, raw.body)
    return [build(raw, tagger.tag(raw, learner.template(raw.repository)), now) for raw in raws]


def _line(one: Picked) -> str:
    update = one.story.lead
    sign = evidence(update)
    return json.dumps(
        {
            "pr": update.links.pull,
            "sha": update.links.commits[0] if update.links.commits else None,
            "breaking": None if sign is None else "breaking" if sign.proven else "may break",
            "score": round(one.score, WEIGHT_DIGITS),
            "why": [[reason.signal, round(reason.weight, WEIGHT_DIGITS)] for reason in one.reasons],
        },
        ensure_ascii=False,
    )


def _refused(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Refusal):
            yield json.dumps({"pr": None, "refused": item.reason}, ensure_ascii=False)
        elif not isinstance(item, FoundUpdate):
            yield json.dumps({"pr": None, "refused": "is no update"})
