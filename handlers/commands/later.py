"""Commands that are still to come: each says so in a sentence, with what can be done meanwhile.

Their words are commands only where their arguments follow, as everywhere (`support nvfp4 kv cache` is a question).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.query import Query
from bot.domain.tag import Facet
from handlers.asking import read_apart
from handlers.deps import Deps

_RUN = frozenset({Facet.HARDWARE, Facet.FORMAT, Facet.MODEL})
"""What a matrix of engines has rows for."""


def is_support(rest: str, deps: Deps) -> bool:
    """Nothing, or cards, formats and models alone."""
    return not rest or _names_alone(rest, _RUN, deps)


def _names_alone(text: str, facets: Collection[Facet], deps: Deps) -> bool:
    """Whether a text names things of these facets and says nothing else."""
    reading = read_apart(text, deps)
    if reading is None or reading.reference or not reading.query.tags:
        return False
    tags = frozenset().union(reading.query.tags, *reading.query.either)
    return replace(reading.query, tags=frozenset(), either=()) == Query() and all(tag.facet in facets for tag in tags)


async def support(command: Command, _: Deps) -> Document:
    """The matrix is to come; the changes can be asked for."""
    question = command.text or "nvfp4 sm120"
    raise UserError(
        "The matrix of engines and cards is not there yet. This lists the changes.",
        Suggestion(f"whatsnew {question}", f"whatsnew {question}"),
    )
