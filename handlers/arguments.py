"""Whether a line is meant as a command although its arguments are not understood.

A question may begin with a command's word (`stop token handling`, `export onnx`), so what stands behind the word
decides: numbers, durations, days, hours, editions, people, channels, changes and the small words of commands say that
a command is meant, and so do projects alone behind a command about one thing (`watch vllm`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bot.domain.identity import ReferenceKind, reference_of
from bot.domain.pause import asks_for_pause
from bot.domain.question import pointing
from bot.domain.question.time_words import WEEKDAYS
from bot.domain.text import fold
from handlers.deps import Deps
from handlers.here import HERE
from handlers.hours import is_when
from handlers.numbered import is_number as is_issue_number

ABOUT_ONE = frozenset({"watch", "unwatch", "why", "track", "untrack", "edit", "try", "stop", "wrong", "forget"})
"""Commands whose argument is one thing: behind them a project alone is what somebody meant to name it by."""
NUMBERED = frozenset({"edit", "unsubscribe", "subscriptions"})
"""Commands that a number behind their word is enough to tell, whatever follows."""
POSTED = frozenset({"digest", "daily", "weekly", "deployment", "setup"})
"""Commands about editions: `here` at their end is enough."""
UNTIL = frozenset({"until", "till", "直到"})

_NUMBER = re.compile(r"[#+-]?[0-9]+")
_MENTION = re.compile(r"<[@#!][^>]*>|@\S+|#\S+")
_BETWEEN = re.compile(r"[\s,;，、；]+")
_CHANGE = re.compile(r"\S+#[0-9]+")
_SMALL_WORDS = frozenset(
    {
        *HERE,
        *UNTIL,
        *WEEKDAYS,
        *("me", "mine", "my", "all", "everything", "now", "owner", "role"),
        *("stop", "pause", "resume", "preview", "edit", "show", "list", "daily", "weekly", "at-once"),
        *("for", "on", "at", "next", "tomorrow"),
        *("我", "我的", "全部", "停止", "暂停", "恢复", "预览", "立即", "现在", "明天"),
    }
)


def is_meant(name: str, rest: str, deps: Deps) -> bool:
    """Whether the rest of a line says that the command of this name is meant: there is none, it is a duration, or each
    of its words is written like an argument."""
    words = split(rest)
    if not words or asks_for_pause(rest):
        return True
    if name in NUMBERED and _NUMBER.fullmatch(words[0]):
        return True
    if (name in POSTED and fold(words[-1]) in HERE) or (name == "stop" and fold(words[0]) in UNTIL):
        return True
    return all(is_argument(word, name, deps) for word in words)


def is_argument(word: str, name: str, deps: Deps) -> bool:
    """Whether a word is written like an argument of a command and no word of a question."""
    if name in ABOUT_ONE and pointing.project_named(word, deps.lexicon):
        return True
    return any(kind(word) for kind in _KINDS) or deps.editions.named(word) is not None


def changes_in(rest: str) -> Sequence[str]:
    """The words of a line that are written like single changes, if there are several; else none."""
    changes = [word for word in split(rest) if _is_change(word)]
    return changes if len(changes) > 1 else ()


def split(rest: str) -> list[str]:
    """The words of a line between blanks, commas and semicolons."""
    return [word for word in _BETWEEN.split(rest) if word]


def _is_change(word: str) -> bool:
    reference = reference_of(word)
    return bool(_CHANGE.fullmatch(word)) or (reference is not None and reference.kind is not ReferenceKind.PAPER)


def _is_wordless(word: str) -> bool:
    return not any(map(str.isalnum, word))


def _is_small(word: str) -> bool:
    return fold(word) in _SMALL_WORDS


def _matches(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda word: pattern.fullmatch(word) is not None


_KINDS: tuple[Callable[[str], bool], ...] = (
    _is_small,
    _is_wordless,
    _matches(_NUMBER),
    _matches(_MENTION),
    _is_change,
    is_issue_number,
    is_when,
)
