"""What is left of changes and the reverts among them: which of them stand.

Within one story. What a project's reverts leave of all its commits, and the states that follow, is
bot/domain/reverting.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.domain.likeness import normalised, quotes
from bot.domain.references import Tie, forerunners
from bot.domain.reverting import SHORTEST_HASH, is_revert, takes_back_partly, undone_by
from bot.domain.update import Update


@dataclass(frozen=True, slots=True)
class Net:
    """Changes that stand, changes that were taken back, and the reverts that did it; each newest first. A partial
    revert stands: it leaves a part of what it touches."""

    standing: tuple[Update, ...]
    out: tuple[Update, ...]
    reverts: tuple[Update, ...]


def net(members: Iterable[Update]) -> Net:
    """What is left of the members; a revert that was itself taken back takes nothing back any more."""
    newest_first = sorted(members, key=_age, reverse=True)
    out: set[str] = set()
    reverts: list[Update] = []
    for place, update in enumerate(newest_first):
        if update.key in out or not is_revert(update):
            continue
        targets = _targets(update, newest_first[place + 1 :])
        if targets or not takes_back_partly(update):
            reverts.append(update)
            out.update(target.key for target in targets)
    taken = {update.key for update in reverts}
    return Net(
        standing=tuple(update for update in newest_first if update.key not in out | taken),
        out=tuple(update for update in newest_first if update.key in out),
        reverts=tuple(reverts),
    )


def takes_back(revert: Update, update: Update) -> bool:
    """Whether a revert takes back this very update, as a whole: by its number, its commit, or its quoted title."""
    if revert.project != update.project or revert.key == update.key or revert.published < update.published:
        return False
    undone = undone_by(revert)
    if update.links.pull in undone.pulls:
        return True
    whole = {sha[:SHORTEST_HASH] for sha in undone.commits}
    if any(commit[:SHORTEST_HASH] in whole for commit in update.links.commits):
        return True
    if undone.pulls or undone.commits or takes_back_partly(revert):
        return False
    quoted = quotes(revert.title)
    return bool(quoted) and quoted == normalised(update.title)


def brings_back(update: Update, other: Update) -> bool:
    """Whether a change is a reland of another: it names its number as what it relands, or has its title."""
    if update.project != other.project or update.key == other.key or is_revert(update):
        return False
    if normalised(update.title) == normalised(other.title):
        return True
    own = other.repository.casefold(), other.links.pull
    return any(named.tie is Tie.RELAND and (named.repository, named.pull) == own for named in forerunners(update))


def _age(update: Update) -> tuple[float, bool, str]:
    """Where a change and its revert came in one second, the revert came after it."""
    return update.published.timestamp(), is_revert(update), update.key


def _targets(revert: Update, older: Sequence[Update]) -> list[Update]:
    return [update for update in older if takes_back(revert, update)]
