"""What is said when a question cannot be read as it was typed (WORDING.md 6): one sentence, and a way out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.domain.errors import Suggestion, UserError
from bot.domain.grapheme import head, shortened
from bot.domain.tag import Facet

_SHOWN = 40
"""Characters of a typed word that an error repeats."""


def _ask(text: str) -> Suggestion:
    return Suggestion(text, f"whatsnew {text}")


def _quoted(word: str) -> str:
    return f'"{shortened(word, _SHOWN)}"'


def _nearest(names: Sequence[str]) -> str:
    return f" Nearest: {', '.join(names)}." if names else ""


def too_long(length: int, limit: int) -> UserError:
    """More characters than are read."""
    return UserError(
        f"That is {length:,} characters; a question has at most {limit:,}. Name a project, a card, a model."
    )


def only_exclusions(excluded: Iterable[str]) -> UserError:
    """Something is taken away, and nothing is looked for."""
    example = " ".join(("vllm", *excluded))
    return UserError(f"Only exclusions: name something to look for, for example  {example}", _ask(example))


def unknown_name(facet: Facet, word: str, nearest: Sequence[str]) -> UserError:
    """`hardware:sm12o` and the like: the operator says that it is a name, and it is none."""
    what = "project that is watched" if facet is Facet.PROJECT else f"{facet.value} tag"
    return UserError(f"{_quoted(word)} is not a {what}.{_nearest(nearest)}", *map(_ask, nearest))


def unknown_operator(name: str, nearest: str, value: str) -> UserError:
    """A misspelt operator."""
    return UserError(
        f"There is no {_quoted(name + ':')}. Nearest: {nearest}:",
        _ask(f"{nearest}:{head(value, _SHOWN)}"),
    )


def not_a_date(word: str) -> UserError:
    """`since:` with something that is no time."""
    return UserError(f"{_quoted(word)} is not a time. Try since:7d, since:2026-07-01 or since:monday.")


def empty_window(since: str, until: str) -> UserError:
    """The window ends before it begins."""
    return UserError(f"{since} begins after {until} ends: nothing lies between.")


def not_a_sort(word: str) -> UserError:
    return UserError(f"{_quoted(word)} is not an order. Try sort:best or sort:new.")


def not_a_limit(word: str, limit: int) -> UserError:
    return UserError(f"{_quoted(word)} is not a number of lines: limit: takes 1 to {limit}.")


def versions_unread(name: str, key: str, version: str) -> UserError:
    """A version was named, and the project's tags are not stored."""
    return UserError(f"{name}'s tags have not been read, so {version} cannot be looked up.", _ask(key))


def unknown_version(name: str, key: str, version: str, known: Sequence[str]) -> UserError:
    """The project's tags are stored, and this version is not among them."""
    return UserError(
        f"{name} has no version {version} that was read.{_nearest(known)}", *(_ask(f"{key} {one}") for one in known)
    )


def versions_apart(name: str, low: str, high: str) -> UserError:
    """The two ends of a range count in different series, or the wrong way round."""
    return UserError(f"{name} {low} does not come before {high}.")
