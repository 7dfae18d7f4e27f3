"""/whatsnew help: eight examples, one line each, then the table of rules (WORDING.md 10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.domain.document import Block, Code, Document, Heading, List, Paragraph, Strong, Table, line
from bot.domain.text import clean
from bot.wording.catalogue import message, say

EXAMPLES = (
    "whatsnew flashinfer sm120",
    "whatsnew vllm deepseek-v4 nvfp4 since:7d",
    "whatsnew breaking this week",
    "whatsnew flashinfer 0.6.15",
    "whatsnew vllm#47910",
    "subscribe flashinfer sm120",
    "subscriptions",
    "digest daily",
)
"""Command lines to type; the first three are shown where nothing was found."""

_MEANINGS = (
    message("what is new for a project and a card, the last 30 days"),
    message("any words in any order, with a window"),
    message("what breaks, in every project"),
    message("what a release brought, look-outs first"),
    message("everything known about one pull request"),
    message("a daily message with what is new"),
    message("what you are subscribed to, each with a way to stop it"),
    message("the latest daily; digest weekly is the weekly"),
)


class Rule(Protocol):
    """A rule of the query language: an example and what it means."""

    @property
    def example(self) -> str: ...
    @property
    def meaning(self) -> str: ...


def help_document(rules: Sequence[Rule] = (), commands: Sequence[tuple[str, str]] = ()) -> Document:
    """Eight examples; where they are handed in, the table of rules and that of commands (usage, what it does)."""
    examples = List(
        tuple(line(Code(text), f" · {say(meaning)}") for text, meaning in zip(EXAMPLES, _MEANINGS, strict=True))
    )
    note = say("Words of both languages are understood: whatsnew flashinfer sm120 最近有什么更新")
    blocks: list[Block] = [Heading(1, line(Strong(say("What you can ask")))), examples, Paragraph(line(note))]
    if rules:
        rows = [(rule.example, say(rule.meaning)) for rule in rules]
        blocks += [Heading(2, line(Strong(say("Rules")))), _table(rows, say("It means"))]
    if commands:
        blocks += [
            Heading(2, line(Strong(say("Commands")))),
            _table([(usage, say(does)) for usage, does in commands], say("It does")),
        ]
    return Document(tuple(blocks))


def command_document(lines: Sequence[tuple[str, str]]) -> Document:
    """How one command is used: each of its lines, and what that does."""
    items = tuple(line(Code(clean(usage)), f" · {clean(say(does))}") for usage, does in lines)
    return Document((Heading(1, line(Strong(say("How it is used")))), List(items)))


def _table(rows: Sequence[tuple[str, str]], effect: str) -> Table:
    header = (line(say("You type")), line(effect))
    return Table(header, tuple((line(Code(clean(typed))), line(clean(meaning))) for typed, meaning in rows))
