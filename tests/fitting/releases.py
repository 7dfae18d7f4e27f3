"""The releases that weights are fitted and scored on: what was merged between two tags, and what the maintainers' notes
made of it (../shared/data). Read here as `python -m bot rank` reads it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.app import load_field
from bot.domain.answer import Story
from bot.domain.clustering import stories
from bot.domain.picking.habits import Habits, habits_of
from bot.domain.tagging.build import build
from bot.domain.tagging.tagger import Tagger
from bot.domain.template import TemplateLearner
from bot.sources.base import FoundUpdate
from bot.sources.jsonl import read_line
from bot.sources.lines import Line, LineFile

HIGHLIGHT, MENTION = 2, 1
SHOWN = 40


@dataclass(frozen=True)
class Release:
    """A release's stories, and which pull requests its notes highlight and mention; `themes` are the highlights'
    bullets, as sets of pull requests."""

    repository: str
    tag: str
    stories: Sequence[Story]
    habits: Habits
    gains: Mapping[int, int]
    themes: Sequence[frozenset[int]]

    def gain(self, pull: int | None) -> int:
        return self.gains.get(pull, 0) if pull is not None else 0


@dataclass(frozen=True)
class Scores:
    """What ../shared/eval/eval_ranking.py prints of a ranking."""

    highlights_at_10: float
    themes_at_40: float
    ndcg_at_40: float

    def __str__(self) -> str:
        return f"hP@10 {self.highlights_at_10:.3f}  tR@40 {self.themes_at_40:.3f}  nDCG@40 {self.ndcg_at_40:.3f}"


def releases(data: Path) -> Iterator[Release]:
    """Every release of the gold set, in its order."""
    field, now = load_field(), datetime.now(UTC)
    tagger = Tagger(field.vocabulary, field.projects)
    for text in (data / "gold/ranking.jsonl").read_text(encoding="utf-8").splitlines():
        gold = json.loads(text)
        path = data / "ranking" / gold["repo"].replace("/", "__") / f"{gold['tag']}.jsonl.gz"
        with LineFile(path) as lines:
            items = [read_line(line, field.projects, now) for line in lines if isinstance(line, Line)]
        learner = TemplateLearner()
        raws = [item.raw for item in items if isinstance(item, FoundUpdate)]
        updates = [build(raw, tagger.tag(raw, learner.template(raw.repository)), now) for raw in raws]
        yield _release(gold, stories(updates), habits_of(updates))


def scores(picks: Sequence[int | None], release: Release) -> Scores:
    """How good an order is; equal pull requests count once."""
    order = list(dict.fromkeys(picks))
    gains = [release.gain(pull) for pull in order]
    shown = set(order[:SHOWN])
    ideal = sorted(release.gains.values(), reverse=True)[:SHOWN]
    return Scores(
        sum(gain == HIGHLIGHT for gain in gains[:10]) / 10,
        sum(bool(theme & shown) for theme in release.themes) / max(1, len(release.themes)),
        _discounted(gains[:SHOWN]) / _discounted(ideal),
    )


def mean(some: Sequence[Scores]) -> Scores:
    return Scores(*(sum(getattr(one, name) for one in some) / len(some) for name in Scores.__dataclass_fields__))


def _release(gold: Mapping[str, Any], found: Sequence[Story], habits: Habits) -> Release:
    highlights = set(gold["highlight_prs"])
    gains = dict.fromkeys(gold["mentioned_prs"], MENTION) | dict.fromkeys(highlights, HIGHLIGHT)
    themes = [theme for bullet in gold["themes"] if (theme := frozenset(bullet["prs"]) & highlights)]
    return Release(gold["repo"], gold["tag"], found, habits, gains, themes)


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(place + 2) for place, gain in enumerate(gains))
