"""A change of a stack: `+b200 -h200`, what comes to it and what leaves it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.domain.question.folding import key_of
from bot.domain.question.lexicon import Lexicon
from bot.domain.stack import Stack
from bot.domain.stack_reading import Remark, StackReading, Why, merged, read_stack
from bot.domain.stack_text import MINUS, OPTIONS
from bot.domain.tag import Tag

_PLUS = frozenset("+＋")


@dataclass(frozen=True, slots=True)
class StackChange:
    """The text of what is added and of what is dropped."""

    added: str = ""
    dropped: str = ""


def read_change(text: str) -> StackChange | None:
    """The change that a text is whose words have signs, a sign counting on until the next one; None for one that does
    not begin with a sign, and for lines of a file that begin with a dash (`- vllm=0.24.0`, `-e .`, `--pre vllm`)."""
    words = text.split()
    if not words or words[0][0] not in _PLUS | MINUS:
        return None
    if any(word.startswith("--") or word in OPTIONS or (word in MINUS and "=" in text) for word in words):
        return None
    added: list[str] = []
    dropped: list[str] = []
    side = added
    for word in words:
        if word[0] in _PLUS | MINUS:
            side, word = (added if word[0] in _PLUS else dropped), word[1:]
        if word:
            side.append(word)
    return StackChange(" ".join(added), " ".join(dropped))


def joined(before: StackReading, added: StackReading) -> StackReading:
    """A stack with what comes to it, pins in place of those of the same projects; how the new text was understood is
    told of both."""
    words = tuple(dict.fromkeys((*before.words, *added.words)))
    return replace(added, stack=merged(before.stack, added.stack), words=words)


def without(before: StackReading, dropped: StackReading, lexicon: Lexicon) -> StackReading:
    """A stack without what leaves it, a project whatever its version, a name as it was typed or by what it means (sm90
    for h200, while h100 leaves h200 there); what was not in it is told."""
    pins = tuple(pin for pin in before.stack.pins if pin.project not in dropped.stack.projects)
    absent = [Remark(Why.ABSENT, key, "") for key in sorted(dropped.stack.projects - before.stack.projects)]
    left = {name: read_stack(name, lexicon).stack.tags for name in before.words}
    for word in dropped.words:
        leaving = [name for name, tags in left.items() if _is_named(name, tags, word, lexicon)]
        absent += [] if leaving else [Remark(Why.ABSENT, "", word)]
        for name in leaving:
            del left[name]
    kept = frozenset[Tag]().union(*left.values())
    return replace(dropped, stack=Stack(pins, kept), words=tuple(left), remarks=tuple(absent))


def _is_named(name: str, tags: frozenset[Tag], word: str, lexicon: Lexicon) -> bool:
    """Whether a word is a kept name in any spelling, or the own name of what it means."""
    own = {key for tag in tags for key in (key_of(tag.name), key_of(lexicon.vocabulary.label(tag)))}
    return key_of(word) == key_of(name) or key_of(word) in own
