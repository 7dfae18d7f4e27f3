"""Which papers and posts readers of this bot care for: those that the vocabulary, or a project's name, reaches.

Thousands of papers a week train a model or compare two on a benchmark; such words alone say nothing of the systems that
this bot is about. What an update that is kept is about, the tagger says.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from bot.domain.feed import Wanted
from bot.domain.project import Projects
from bot.domain.tag import Facet, Place
from bot.domain.tagging.tagger import Tagger
from bot.domain.template import EMPTY
from bot.domain.update import BodyState, Kind, Precision, RawUpdate

_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)
BROAD_TOPICS = frozenset(
    {
        *("attention", "benchmark", "build", "checkpoint", "compile", "diffusion", "frontend", "lora", "memory"),
        *("model-support", "moe", "multimodal", "observability", "rl-training", "router", "sampling", "scheduler"),
        "training",
    }
)
"""Topics that name a system only beside something else."""
TOPICS_IN_TEXT = 2
"""So many other topics in the text are enough where the title has none."""


def wanted_by(tagger: Tagger, projects: Projects) -> Wanted:
    """Asked with a title and a text: whether they name hardware, a number format or a project, whether the title names
    a topic of systems, or the text two of them. A model alone is what everybody evaluates on."""
    names = re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(project.name) for project in projects.all)})(?!\w)")

    def wanted(title: str, text: str) -> bool:
        if projects.all and names.search(f"{title}\n{text}"):
            return True
        found = tagger.tag(_raw(title, text), EMPTY).tags
        if any(one.tag.facet in (Facet.HARDWARE, Facet.FORMAT) for one in found):
            return True
        topics = {one.tag.name: one.place for one in found if one.tag.facet is Facet.TOPIC}
        systems = {name: place for name, place in topics.items() if name not in BROAD_TOPICS}
        return Place.TITLE in systems.values() or len(systems) >= TOPICS_IN_TEXT

    return wanted


def _raw(title: str, text: str) -> RawUpdate:
    return RawUpdate(
        key="",
        url="",
        project="",
        repository="",
        title=title,
        body=text,
        body_state=BodyState.WHOLE,
        published=_ANY_DAY,
        precision=Precision.DAY,
        kind=Kind.PAPER,
    )
