"""Commands that are still to come: each says so in a sentence, with what can be done meanwhile.

Their words are commands only where their arguments follow, as everywhere (`support nvfp4 kv cache` is a question).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from bot.domain.command import Command
from bot.domain.document import Document
from bot.domain.errors import Suggestion, UserError
from bot.domain.query import Query
from bot.domain.tag import Facet
from handlers.asking import read_apart
from handlers.deps import Deps

_PINNED = re.compile(r"\S+(?:[=~<>]=|@)\S+|[\w.-]+(?:/[\w.-]+)+:[\w.-]+")
"""A requirement (`vllm==0.24.0`) or a container image with its version."""

_RUN = frozenset({Facet.HARDWARE, Facet.FORMAT, Facet.MODEL})
"""What a matrix of engines has rows for."""


def is_stack(rest: str, deps: Deps) -> bool:
    """Nothing, a requirement or image among the words, or nothing but names of what is run."""
    return not rest or any(map(_PINNED.fullmatch, rest.split())) or _names_alone(rest, _RUN | {Facet.PROJECT}, deps)


async def stack(command: Command, deps: Deps) -> Document:
    """Stacks are to come; the names can be asked for."""
    plain = " ".join(re.split(r"[=~<>@:/]", word)[0] for word in command.text.split())
    reading = read_apart(plain, deps)
    question = reading.text if reading and not reading.query.words_required else "vllm h200"
    raise UserError(
        "Stacks are not there yet. Name what you run in the question, or subscribe to it.",
        Suggestion(f"whatsnew {question}", f"whatsnew {question}"),
        Suggestion(f"subscribe {question}", f"subscribe {question}"),
    )


def is_change(rest: str, deps: Deps) -> bool:
    """Nothing, or what points at a single change."""
    reading = read_apart(rest, deps)
    return not rest or (reading is not None and reading.reference is not None)


async def watch(command: Command, _: Deps) -> Document:
    """Watching is to come; the change's state can be looked at."""
    raise UserError(
        "A single change cannot be watched yet. Its details say whether it is released.", *_details(command)
    )


async def why(command: Command, _: Deps) -> Document:
    """Reasons are to come; the change's tags can be looked at."""
    raise UserError(
        "Why something was sent or not cannot be told yet. Its details list its tags and where each was found.",
        *_details(command),
    )


def _details(command: Command) -> tuple[Suggestion, ...]:
    change = command.text or "flashinfer#3838"
    return (Suggestion(f"whatsnew {change}", f"whatsnew {change}"),)


async def setup(_: Command, __: Deps) -> Document:
    """The form is to come; the command that posts a digest is there."""
    raise UserError(
        "There is no form for a channel yet. This posts the daily here.",
        Suggestion("digest daily here", "digest daily here"),
    )


async def status(_: Command, __: Deps) -> Document:
    """The report is to come; the command line has a part of it."""
    raise UserError(
        "The bot cannot report on itself in chat yet. Who runs it types: python -m bot check.",
        Suggestion("help", "help"),
    )


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
