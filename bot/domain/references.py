"""Which earlier changes an update names as its forerunners: what it follows up, relands, picks, fixes or takes back.

Only the words of titles and descriptions are read here, nothing is looked up. Whether a named number is a change that
we hold is for the caller: bot/domain/clustering.py within a window, bot/domain/continuing.py over editions. What a
project's reverts leave of its commits is bot/domain/reverting.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.reverting import SHORTEST_HASH
from bot.domain.title import bare
from bot.domain.update import Kind, Update

READ_CHARACTERS = 6_000
"""So many characters of a description are read."""


class Tie(StrEnum):
    """How a change goes on from an earlier one."""

    SERIES = "series"
    FOLLOW_UP = "follow-up"
    FIX = "fix"
    RELAND = "reland"
    PICK = "pick"
    REVERT = "revert"
    RELEASE = "release"


@dataclass(frozen=True, slots=True)
class Forerunner:
    """An earlier change that an update names: a pull request of a repository (owner/name, folded), or the beginning of
    a commit's hash with `pull` None."""

    tie: Tie
    repository: str
    pull: int | None = None
    commit: str = ""


_NAME = r"[\w.-]{1,60}/[\w.-]{1,100}"
_NUMBER = rf"(?:https?://[\w.-]{{1,60}}/({_NAME})/(?:pull|issues)/|({_NAME})#|#|PR\s?#?)(\d{{1,6}})\b"
_PATTERNS = tuple(
    (tie, tuple(stems.split()), re.compile(words + _NUMBER, re.IGNORECASE))
    for tie, stems, words in (
        (Tie.FOLLOW_UP, "follow", r"\bfollow(?:s|ing)?[ -]?ups?\b[^\n.]{0,40}?"),
        (
            Tie.RELAND,
            "land appl submit introduc",
            r"\b(?:re-?lands?|re-?landing|re-?appl(?:y|ies)|re-?submits?|re-?introduces?)\b[^\n]{0,160}?",
        ),
        (Tie.PICK, "pick", r"\bcherry[ -]?pick(?:s|ed|ing)?\b[^\n]{0,60}?"),
        (Tie.PICK, "port", r"\bback-?port(?:s|ed|ing)?\b[^\n]{0,60}?"),
        (
            Tie.FIX,
            "introduced caused broke regress",
            r"\b(?:introduced|caused|broken|broke|regressed|regression)\s(?:[^\n.]{0,40}?\s)?(?:in|by|from|since|of)\s",
        ),
    )
)
"""What is looked for, each with plain stems of it: most descriptions have none, and looking for those is cheap."""
_REVERTS = re.compile(rf"\brevert(?:s|ed|ing)?\b[^\n]{{0,160}}?{_NUMBER}", re.IGNORECASE)
_COMMIT = re.compile(
    rf"\b(?P<verb>cherry[ -]?picked from|reverts?)(?:\s+commit)?\s+(?P<sha>[0-9a-f]{{{SHORTEST_HASH},64}})\b",
    re.IGNORECASE,
)
_NUMBERS_AT_END = re.compile(r"(?:\s*\(#[1-9]\d{0,8}\))+\s*$")
_VENDORED = re.compile(r"\((llama|whisper)/(\d{1,6})\)\s*$")
_VENDORED_FROM = {"llama": "ggml-org/llama.cpp", "whisper": "ggml-org/whisper.cpp"}
"""How ggml writes the repositories that its commits are copied from (field/catalogue.md)."""


def forerunners(update: Update) -> Iterator[Forerunner]:
    """The changes that an update names as its forerunners, its own number never among them; each as often as it is
    named. A number without a repository is one of the update's own."""
    own = update.repository.casefold()
    yield from _of_title(update, own)
    text = f"{update.title}\n{update.body[:READ_CHARACTERS]}"
    folded = text.lower()
    if "#" in folded or "/pull/" in folded or "pr " in folded:
        for tie, stems, pattern in _PATTERNS:
            if any(stem in folded for stem in stems):
                for found in pattern.finditer(text):
                    yield from _numbered(tie, found, update, own)
        if update.kind is Kind.REVERT:
            for found in _REVERTS.finditer(text):
                yield from _numbered(Tie.REVERT, found, update, own)
    for found in _COMMIT.finditer(text) if "picked from" in folded or "revert" in folded else ():
        tie = Tie.REVERT if found["verb"].casefold().startswith("revert") else Tie.PICK
        yield Forerunner(tie, own, commit=found["sha"].lower()[:SHORTEST_HASH])


def names_a_forerunner(update: Update) -> bool:
    """Whether an update says of itself that it follows, relands or picks another."""
    return any(found.tie in {Tie.FOLLOW_UP, Tie.RELAND, Tie.PICK} for found in forerunners(update))


def _of_title(update: Update, own: str) -> Iterator[Forerunner]:
    """What stands in brackets at the end of a title before the update's own number: "(#1845) (#1846)"; and the
    repository that a commit was copied from."""
    if numbers := _NUMBERS_AT_END.search(update.title):
        for number in re.findall(r"\d+", numbers[0]):
            if int(number) != update.links.pull:
                yield Forerunner(Tie.FOLLOW_UP, own, int(number))
    if copied := _VENDORED.search(bare_of_revert(update.title)):
        yield Forerunner(Tie.PICK, _VENDORED_FROM[copied[1]], int(copied[2]))


def bare_of_revert(title: str) -> str:
    """A title, or "" if it takes something back: its reference is then that of the revert."""
    return "" if bare(title).casefold().startswith("revert") else title


def _numbered(tie: Tie, found: re.Match[str], update: Update, own: str) -> Iterator[Forerunner]:
    repository = (found[1] or found[2] or own).casefold()
    if (repository, int(found[3])) != (own, update.links.pull):
        yield Forerunner(tie, repository, int(found[3]))
