"""What is taken out of GitHub's answers: the needed fields, typed, and nothing else.

Reading only these takes a tenth of the time of reading all (field/performance.md 6); they hold no cycles
and need no garbage collection. An answer of another shape is a
SourceError; in a list, a row of another shape is a Refusal and the other rows hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

import msgspec

from bot.domain.errors import SourceError
from bot.sources.base import Refusal
from bot.sources.json_row import reason

Instant = Annotated[datetime, msgspec.Meta(tz=True)]
T = TypeVar("T")
_decoders: dict[object, msgspec.json.Decoder[Any]] = {}
"""One for each kind: making one takes longer than a small answer."""
_AT = r"(?: - at `\$\.?([^`]*)`)?"
_MISFIT = re.compile(rf"Expected `([^`]*)`, got `([^`]*)`{_AT}")
_LACKING = re.compile(rf"Object missing required field `([^`]*)`{_AT}")
"""What msgspec says of a value of another kind, and of one that is not there."""
_KINDS = MappingProxyType(
    {
        "str": "text",
        "int": "a number",
        "float": "a number",
        "bool": "yes or no",
        "array": "a list",
        "object": "an object",
        "null": "nothing",
    }
)
"""Its names of kinds, in words."""


class RepositoryRow(msgspec.Struct, frozen=True, gc=False):
    """A repository; `id` stays when its name changes (C06)."""

    id: int
    full_name: str
    default_branch: str
    private: bool


class ReleaseRow(msgspec.Struct, frozen=True, gc=False):
    """A release. `published_at` is None for a draft, `created_at` is the date of its commit (C08)."""

    id: int
    tag_name: str
    draft: bool = False
    prerelease: bool = False
    published_at: Instant | None = None
    name: str | None = None
    body: str | None = None


class GitObject(msgspec.Struct, frozen=True, gc=False):
    """What a reference names: a commit, or the tag object of an annotated tag (C11)."""

    sha: str
    type: str = "commit"


class RefRow(msgspec.Struct, frozen=True, gc=False):
    """A reference, `refs/tags/v1.0`."""

    ref: str
    object: GitObject


class Signature(msgspec.Struct, frozen=True, gc=False):
    """Who and when; only the instant is kept."""

    date: Instant


class GitCommit(msgspec.Struct, frozen=True, gc=False):
    """Message and dates of a commit."""

    message: str
    author: Signature
    committer: Signature


class ParentRow(msgspec.Struct, frozen=True, gc=False):
    """A parent of a commit."""

    sha: str


class CommitRow(msgspec.Struct, frozen=True, gc=False):
    """A commit as lists and comparisons give it."""

    sha: str
    commit: GitCommit
    parents: tuple[ParentRow, ...] = ()


class HeadRow(msgspec.Struct, frozen=True, gc=False):
    """The hash alone."""

    sha: str


class Standing(msgspec.Struct, frozen=True, gc=False):
    """How two commits stand to each other."""

    status: str
    ahead_by: int
    behind_by: int
    merge_base_commit: HeadRow


class Comparison(Standing, frozen=True, gc=False):
    """And the commits of the second that the first does not hold, oldest first."""

    commits: tuple[CommitRow, ...]


class LooseComparison(Standing, frozen=True, gc=False):
    """The same with its commits undecoded, for an answer with one that is not as it should be."""

    commits: tuple[msgspec.Raw, ...]


class ErrorRow(msgspec.Struct, frozen=True, gc=False):
    """What GitHub says of a request that it does not answer."""

    message: str = ""


def _decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    if kind not in _decoders:
        _decoders[kind] = msgspec.json.Decoder(kind)
    return _decoders[kind]


def read(body: bytes, kind: type[T], what: str) -> T:
    """The answer as `kind`; SourceError naming `what` if it is of another shape."""
    try:
        found: T = _decoder(kind).decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise SourceError(f"GitHub's answer for {what} is not as it should be: {_in_words(fault)}.") from fault
    return found


def read_or_none(body: bytes, kind: type[T]) -> T | None:
    """The answer as `kind`; None if it is of another shape, to be read more loosely."""
    try:
        return _decoder(kind).decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def read_rows(body: bytes, kind: type[T], what: str) -> tuple[tuple[T, ...], tuple[Refusal, ...]]:
    """The rows of a list, and a Refusal for each that is of another shape."""
    try:
        found: tuple[T, ...] = _decoder(tuple[kind, ...]).decode(body)  # type: ignore[valid-type]  # a type made at run time
    except msgspec.ValidationError:
        good, bad = read_raw(read(body, tuple[msgspec.Raw, ...], what), kind, what)
        if bad and not good:
            raise SourceError(f"GitHub's answer for {what} is not as it should be: {bad[0].reason}.") from None
        return good, bad
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise SourceError(f"GitHub's answer for {what} is not as it should be: {_in_words(fault)}.") from fault
    return found, ()


def read_comparison(body: bytes, what: str) -> tuple[Standing, tuple[CommitRow, ...], tuple[Refusal, ...]]:
    """How two commits stand to each other, the commits between them, a Refusal for each that is of another shape."""
    if (found := read_or_none(body, Comparison)) is not None:
        return found, found.commits, ()
    loose = read(body, LooseComparison, what)
    return loose, *read_raw(loose.commits, CommitRow, "a commit")


def read_raw(rows: Sequence[msgspec.Raw], kind: type[T], what: str) -> tuple[tuple[T, ...], tuple[Refusal, ...]]:
    """Rows that were left undecoded, each for itself."""
    decoder = _decoder(kind)
    good: list[T] = []
    bad: list[Refusal] = []
    for place, row in enumerate(rows, 1):
        try:
            good.append(decoder.decode(row))
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            bad.append(Refusal(place, reason(f"{what}: {_in_words(fault)}")))
    return tuple(good), tuple(bad)


def _in_words(fault: Exception) -> str:
    """What is wrong with an answer, for a reader: what stands where something else should."""
    if misfit := _MISFIT.fullmatch(str(fault)):
        wanted, got, place = (_KINDS.get(word, word) for word in misfit.groups(default=""))
        said = f"{got} where {wanted} should be"
    elif lacking := _LACKING.fullmatch(str(fault)):
        field, place = lacking.groups(default="")
        said = f"{field} is missing"
    else:
        return reason(str(fault))
    return reason(f"{said}, at {place}" if place else said)
