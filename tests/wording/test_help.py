"""Help, and the first words of `run`."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.document import List, Table
from bot.renderers.terminal import render
from bot.wording.help import EXAMPLES, help_document
from bot.wording.welcome import welcome_document


@dataclass(frozen=True, slots=True)
class ARule:
    """A rule of the query language."""

    example: str
    meaning: str


def test_eight_examples_one_line_each() -> None:
    """Each with what it does."""
    examples = next(block for block in help_document().blocks if isinstance(block, List))
    assert len(examples.items) == len(EXAMPLES) == 8
    assert all(example in render(help_document(), width=200) for example in EXAMPLES)


def test_rules_and_commands_are_tables() -> None:
    """What is handed in is printed row by row."""
    document = help_document([ARule("-word", "without it")], [("stop", "pause everything")])
    assert sum(isinstance(block, Table) for block in document.blocks) == 2
    assert "-word" in render(document)
    assert "pause everything" in render(document)


def test_welcome_names_what_to_set() -> None:
    """How much is held, that a sample is one, and which variables are missing."""
    drawn = render(welcome_document(["GITHUB_TOKEN", "ODD"], 150, sample=True), width=200)
    assert "a sample of 150 updates" in drawn
    assert "• GITHUB_TOKEN: reads the watched repositories" in drawn
    assert "• ODD" in drawn
    assert "To set next" not in render(welcome_document([], 9, sample=False))
