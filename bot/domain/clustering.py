"""Stories, not commits: what belongs together is told once.

Parts of a series (bot/domain/series.py), follow-ups, relands and cherry-picks (references.py), a revert with what it
undoes (netting.py), equal titles and near-equal ones (likeness.py), and the versions of one release. Pure and quick:
references are looked up, titles are compared only within blocks of rare words. Which story matters most is
bot/domain/importance.py; what goes on from an earlier edition is bot/domain/continuing.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.domain.answer import Story
from bot.domain.builds import build_pairs, last_build
from bot.domain.label import Label, labelled
from bot.domain.likeness import SPAN, equal_titles, near_duplicates, normalised
from bot.domain.netting import Net, brings_back, net
from bot.domain.references import Tie, forerunners, names_a_forerunner
from bot.domain.release_wave import release_of, release_pairs
from bot.domain.reverting import SHORTEST_HASH, is_revert
from bot.domain.series import series_pairs
from bot.domain.title import part
from bot.domain.update import Kind, Update

__all__ = ["SPAN", "is_cancelled", "normalised", "stories"]

_Pair = tuple[int, int]
_NO_CHANGES = frozenset({Kind.PAPER, Kind.POST, Kind.RELEASE})


def stories(updates: Sequence[Update]) -> tuple[Story, ...]:
    """The updates as stories, each update in exactly one, in the order in which the stories' first members stand.

    A story's label is its leading update's, except that a revert together with what it undoes is Reverted. Near-linear:
    2,000 updates take some tens of milliseconds.
    """
    pairs = list(_pairs(updates))
    groups: list[list[int]] = []
    for group in _grouped(range(len(updates)), pairs):
        groups += _parted(group, pairs, updates)
    groups.sort(key=min)
    return tuple(_story([updates[index] for index in sorted(group)]) for group in groups)


def is_cancelled(story: Story) -> bool:
    """Whether the story's change came and was taken back within these updates, so that nothing is left of it."""
    if story.label is not Label.REVERTED or not story.others:
        return False
    left = net(story.updates)
    return bool(left.out) and not left.standing


def _pairs(updates: Sequence[Update]) -> Iterator[_Pair]:
    changes = [index for index, update in enumerate(updates) if update.kind not in _NO_CHANGES]
    titles = {index: normalised(updates[index].title) for index in changes}
    yield from _references(updates, changes)
    yield from equal_titles(updates, titles)
    yield from series_pairs(updates, changes)
    yield from near_duplicates(updates, titles)
    yield from release_pairs(updates)
    yield from build_pairs(updates)


def _references(updates: Sequence[Update], changes: Sequence[int]) -> Iterator[_Pair]:
    """Follow-ups, relands, cherry-picks, fixes and reverts that name the other's number or commit. A number of another
    project's repository ties nothing, but a copy of a change to where it was copied from."""
    by_pull = {(updates[index].repository.casefold(), updates[index].links.pull): index for index in changes}
    by_commit = {commit[:SHORTEST_HASH]: index for index in changes for commit in updates[index].links.commits}
    for index in changes:
        for named in forerunners(updates[index]):
            by_number = by_pull.get((named.repository, named.pull))
            other = by_commit.get(named.commit) if named.pull is None else by_number
            if other is None or other == index:
                continue
            if updates[other].project == updates[index].project or named.tie is Tie.PICK:
                yield other, index


def _grouped(indices: Iterable[int], pairs: Iterable[_Pair]) -> list[list[int]]:
    """The indices in groups, as the pairs tie them."""
    parent = {index: index for index in indices}

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for first, second in pairs:
        if first in parent and second in parent:
            low, high = sorted((root(first), root(second)))
            parent[high] = low
    groups: dict[int, list[int]] = {}
    for index in parent:
        groups.setdefault(root(index), []).append(index)
    return list(groups.values())


def _parted(group: list[int], pairs: Sequence[_Pair], updates: Sequence[Update]) -> list[list[int]]:
    """The group, but a change and its revert by themselves where others of the group stand without them: that a
    follow-up was taken back says nothing of what it followed. A reland keeps all together."""
    if len(group) == 1 or not any(is_revert(updates[index]) for index in group):
        return [group]
    left = net(updates[index] for index in group)
    gone = {update.key for update in (*left.out, *left.reverts)}
    if not left.standing or not any(not is_revert(update) for update in left.out):
        return [group]
    if any(_is_reland(update, left) for update in left.standing):
        return [group]
    standing = [index for index in group if updates[index].key not in gone]
    return [*_grouped(standing, pairs), [index for index in group if updates[index].key in gone]]


def _is_reland(update: Update, left: Net) -> bool:
    """Whether a change brings back what went: it says so, or it names or repeats one of those that are out."""
    if any(named.tie is Tie.RELAND for named in forerunners(update)):
        return True
    return any(brings_back(update, other) for other in left.out)


def _story(members: Sequence[Update]) -> Story:
    if len(members) == 1:
        named = labelled(members[0])
        return Story(members[0], named.label, (), named.detail)
    left = net(members)
    if left.out and not left.standing:
        lead = left.reverts[0]
        return Story(lead, Label.REVERTED, _others(members, lead))
    lead = _lead(members, left)
    named = labelled(lead)
    return Story(lead, named.label, _others(members, lead), named.detail)


def _others(members: Sequence[Update], lead: Update) -> tuple[Update, ...]:
    return tuple(update for update in members if update is not lead)


def _lead(members: Sequence[Update], left: Net) -> Update:
    """The member that stands for all: what is left after reverts, else the original before picks and follow-ups."""
    if build := last_build(members):
        return build
    if all(release_of(update) for update in members):
        return max(members, key=_stands_for_the_release)
    standing = left.standing or left.reverts
    changes = [update for update in standing if not is_revert(update)] or list(standing)
    if left.reverts or all(part(update.title) for update in changes):
        return changes[0]
    originals = [update for update in changes if not names_a_forerunner(update)]
    return min(originals or changes, key=lambda update: (update.noise, -len(update.figures), update.published))


def _stands_for_the_release(update: Update) -> tuple[bool, bool, float, str]:
    """A stable version before a pre-release, what was tagged before what prepares it, the newest of equals."""
    release = release_of(update)
    stable = release is not None and not release.is_pre
    tagged = update.links.tag is not None
    return tagged, stable, update.published.timestamp(), update.key
