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


def too_long(length: int, limit: int) -> UserError:
    """More characters than are read."""
    return UserError(
        "That is {length} characters; a question has at most {limit}. Name a project, a card, a model.",
        length=f"{length:,}",
        limit=f"{limit:,}",
    )


def only_exclusions(excluded: Iterable[str]) -> UserError:
    """Something is taken away, and nothing is looked for."""
    example = " ".join(("vllm", *excluded))
    return UserError(
        "Only exclusions: name something to look for, for example  {example}", _ask(example), example=example
    )


def unknown_name(facet: Facet, word: str, nearest: Sequence[str]) -> UserError:
    """`hardware:sm12o` and the like: the operator says that it is a name, and it is none."""
    written, ways, names = _quoted(word), map(_ask, nearest), ", ".join(nearest)
    if facet is Facet.PROJECT and nearest:
        return UserError(
            "{word} is not a project that is watched. Nearest: {nearest}.", *ways, word=written, nearest=names
        )
    if facet is Facet.PROJECT:
        return UserError("{word} is not a project that is watched.", word=written)
    if nearest:
        return UserError(
            "{word} is not a {facet} tag. Nearest: {nearest}.", *ways, word=written, facet=facet.value, nearest=names
        )
    return UserError("{word} is not a {facet} tag.", word=written, facet=facet.value)


def unknown_operator(name: str, nearest: str, value: str) -> UserError:
    """A misspelt operator."""
    return UserError(
        "There is no {operator}. Nearest: {nearest}:",
        _ask(f"{nearest}:{head(value, _SHOWN)}"),
        operator=_quoted(name + ":"),
        nearest=nearest,
    )


def not_a_date(word: str) -> UserError:
    """`since:` with something that is no time."""
    return UserError("{word} is not a time. Try since:7d, since:2026-07-01 or since:monday.", word=_quoted(word))


def empty_window(since: str, until: str) -> UserError:
    """The window ends before it begins."""
    return UserError("{since} begins after {until} ends: nothing lies between.", since=since, until=until)


def not_a_sort(word: str) -> UserError:
    return UserError("{word} is not an order. Try sort:best or sort:new.", word=_quoted(word))


def not_a_limit(word: str, limit: int) -> UserError:
    return UserError("{word} is not a number of lines: limit: takes 1 to {limit}.", word=_quoted(word), limit=limit)


def versions_unread(name: str, key: str, version: str) -> UserError:
    """A version was named, and the project's tags are not stored."""
    return UserError(
        "{project}'s tags have not been read, so {version} cannot be looked up.",
        _ask(key),
        project=name,
        version=version,
    )


def unknown_version(name: str, key: str, version: str, known: Sequence[str]) -> UserError:
    """The project's tags are stored, and this version is not among them."""
    ways = [_ask(f"{key} {one}") for one in known]
    if not known:
        return UserError("{project} has no version {version} that was read.", project=name, version=version)
    return UserError(
        "{project} has no version {version} that was read. Nearest: {nearest}.",
        *ways,
        project=name,
        version=version,
        nearest=", ".join(known),
    )


def versions_apart(name: str, low: str, high: str) -> UserError:
    """The two ends of a range count in different series, or the wrong way round."""
    return UserError("{project} {low} does not come before {high}.", project=name, low=low, high=high)
