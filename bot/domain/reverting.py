"""Which change a revert takes back, and which changes are therefore out again. A revert that was itself taken back
takes nothing back any more. Where a change that stands can be had is bot/domain/release_state.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from bot.domain.release_line import LineCommit
from bot.domain.state import Stage, State
from bot.domain.title import bare
from bot.domain.update import Kind, Update

SHORTEST_HASH = 7

_COMMIT = re.compile(rf"\breverts? commit\s+([0-9a-f]{{{SHORTEST_HASH},64}})\b", re.IGNORECASE)
_PULL = re.compile(r"^\s*reverts?\s+(?:[\w.-]{1,60}/[\w.-]{1,100})?#([1-9]\d{0,8})\b", re.IGNORECASE | re.MULTILINE)
_QUOTED = re.compile(r"^\W*revert\w*\s*[:-]?\s*[\"“'](?P<title>.+)[\"”']", re.IGNORECASE)
_IN_TITLE = re.compile(r"^\W*reverts?\s+(?:PR\s+|pull request\s+)?#([1-9]\d{0,8})\b", re.IGNORECASE)
_PARTLY = re.compile(
    r"\brevert(?:s|ed|ing)?\s+(?:\w+\s+)?part(?:s|ly|ially)?\b|\bpartial(?:ly)?\s+revert", re.IGNORECASE
)
_NUMBERS_AT_END = re.compile(r"(?:\(#[1-9]\d{0,8}\)\s*)+$")
_NUMBER = re.compile(r"#([1-9]\d{0,8})")


@dataclass(frozen=True, slots=True)
class Undone:
    """What a revert says that it takes back: numbers of pull requests, and hashes, perhaps cut."""

    pulls: frozenset[int] = frozenset()
    commits: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Reverts:
    """The states of changes that are out again, by key, and the keys of the reverts that were themselves taken back."""

    states: Mapping[str, State] = field(default_factory=dict)
    void: frozenset[str] = frozenset()


def is_revert(update: Update) -> bool:
    """Whether an update takes something back: by its kind, or because its title says so of a revert, whose kind is that
    of the change which it brings back."""
    return update.kind is Kind.REVERT or bare(update.title).casefold().startswith('revert "')


def takes_back_partly(update: Update) -> bool:
    """Whether a revert says of itself that it takes back a part of something."""
    return _PARTLY.search(update.title) is not None


def undone_by(update: Update) -> Undone:
    """What an update takes back as a whole, in the words that hosts write into reverts; nothing for what is no revert,
    or only a partial one."""
    if not is_revert(update) or takes_back_partly(update):
        return Undone()
    text = bare(update.title)
    pulls = {int(number) for number in (*_PULL.findall(update.body), *_IN_TITLE.findall(text))}
    commits = {sha.lower() for sha in _COMMIT.findall(update.body)}
    quoted = _QUOTED.match(update.title) or _QUOTED.match(text)
    named = _NUMBERS_AT_END.search(quoted["title"].strip()) if quoted else None
    behind = _NUMBERS_AT_END.search(update.title.strip()) if quoted else None
    if behind and not pulls:
        pulls |= {int(number) for number in _NUMBER.findall(behind[0])[:-1]}
    if named and not pulls:
        # The last one is the pull request's own; before it may stand the issue that it fixed.
        pulls.add(int(_NUMBER.findall(named[0])[-1]))
    pulls.discard(update.links.pull or 0)
    return Undone(frozenset(pulls), frozenset(commits))


def reverts_among(line: Iterable[LineCommit], reverts: Iterable[Update]) -> Reverts:
    """What a project's reverts leave of its commits. Of several reverts of one change the newest says when."""
    newest_first = sorted(reverts, key=lambda update: (update.published, update.key), reverse=True)
    if not newest_first:
        return Reverts()
    by_pull: dict[int, LineCommit] = {}
    by_hash: dict[str, LineCommit] = {}
    for entry in line:
        if entry.pull is not None:
            by_pull[entry.pull] = entry
        for sha in (entry.commit, *entry.commits):
            by_hash[sha[:SHORTEST_HASH]] = entry
    own = {update.key for update in newest_first}
    states: dict[str, State] = {}
    void: set[str] = set()
    for update in newest_first:
        if update.key in void:
            continue
        for entry in _targets(update, by_pull, by_hash):
            if entry.key in own:
                void.add(entry.key)
            else:
                states.setdefault(entry.key, State(Stage.REVERTED, at=update.published, by=update.key))
    return Reverts(states, frozenset(void))


def _targets(
    update: Update, by_pull: Mapping[int, LineCommit], by_hash: Mapping[str, LineCommit]
) -> Iterator[LineCommit]:
    """The commits that a revert takes back, each older than it."""
    undone = undone_by(update)
    found = [by_pull[number] for number in sorted(undone.pulls) if number in by_pull]
    for sha in sorted(undone.commits):
        entry = by_hash.get(sha[:SHORTEST_HASH])
        if entry is not None and any(whole.startswith(sha) for whole in (entry.commit, *entry.commits)):
            found.append(entry)
    seen = {entry.key: entry for entry in found if entry.key != update.key and entry.published <= update.published}
    yield from seen.values()
