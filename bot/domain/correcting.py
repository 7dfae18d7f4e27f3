"""What has to be corrected in issues that were posted: reverted, withdrawn, called something else, tagged otherwise.

Pure: which items were posted, what the store holds of them now, and what came later go in; corrections come out, one
at most for each posted item. A pair that cancels within one window never was posted (bot/domain/clustering.py). 93 % of
reverts come within seven days (field/real-updates.md); after `CORRECTED_FOR` an issue is history.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from bot.domain.label import LOOK_OUT_LABELS, Label, labelled
from bot.domain.netting import brings_back, takes_back
from bot.domain.posted import Amendment, Correction, Posted
from bot.domain.reverting import is_revert
from bot.domain.state import Stage
from bot.domain.tag import Facet, Tag
from bot.domain.update import Update

CORRECTED_FOR = timedelta(days=30)
"""So long after it was posted an item is corrected."""

_RELEASES = frozenset({Label.RELEASE, Label.PRE_RELEASE})
_SAID = (LOOK_OUT_LABELS | _RELEASES) - {Label.CORRECTED}
"""Labels that readers act upon: an item that turns from or to one of them is corrected. That a Fix would now be called
New is no news."""
_TAGGED = frozenset({Facet.HARDWARE, Facet.FORMAT, Facet.MODEL})


def corrections(
    posted: Iterable[Posted],
    held: Mapping[str, Update],
    later: Iterable[Update],
    now: datetime,
    known: Collection[tuple[str, str, str]] = (),
) -> tuple[Correction, ...]:
    """The corrections that posted items need and do not have yet, in the order in which the items were posted.

    `held` are the updates of the posted keys as the store has them now; `later` are updates since the oldest item:
    reverts, relands and withdrawals are looked for there. `known` are the places that were corrected before: an item is
    corrected once, whatever comes after it. An item posted in two editions is corrected in both.
    """
    by_project: dict[str, list[Update]] = defaultdict(list)
    for update in later:
        by_project[update.project].append(update)
    done = set(known)
    found: list[Correction] = []
    for item in sorted(posted, key=lambda item: (item.posted, item.place)):
        held_now = held.get(item.key)
        if item.place in done or held_now is None or not item.posted <= now <= item.posted + CORRECTED_FOR:
            continue
        if correction := _corrected(item, held_now, by_project[held_now.project], now):
            found.append(correction)
            done.add(item.place)
    return tuple(found)


def _corrected(item: Posted, update: Update, later: Sequence[Update], now: datetime) -> Correction | None:
    if item.label not in {Label.REVERTED, Label.WITHDRAWN, Label.CORRECTED}:
        if taken_back := _revert_of(item, update, later):
            at, by = taken_back
            return _correction(item, Amendment.REVERTED, at, by, Label.REVERTED)
        if item.label in _RELEASES and (gone := _withdrawal_of(update, later)):
            return _correction(item, Amendment.WITHDRAWN, gone.published, gone.key, Label.WITHDRAWN)
        label = labelled(update).label
        if label is not item.label and not {label, item.label}.isdisjoint(_SAID):
            return _correction(item, Amendment.RELABELLED, now, None, label)
    if item.tags is not None and (item.tags - corrected_tags(update)):
        return _correction(item, Amendment.RETAGGED, now, None, item.label)
    return None


def _correction(item: Posted, what: Amendment, at: datetime, by: str | None, label: Label) -> Correction:
    return Correction(item.edition, item.number, item.key, what, at, by, label)


def _revert_of(item: Posted, update: Update, later: Sequence[Update]) -> tuple[datetime, str | None] | None:
    """When and by what the update was taken back and stays so, None if it stands, is back again, or was posted as
    reverted."""
    if item.state.stage is Stage.REVERTED:
        return None
    reverts = [other for other in later if is_revert(other) and takes_back(other, update)]
    standing = [revert for revert in reverts if not any(takes_back(other, revert) for other in later)]
    if standing:
        newest = max(standing, key=lambda revert: (revert.published, revert.key))
        back = any(other.published > newest.published and brings_back(other, update) for other in later)
        return None if back else (newest.published, newest.key)
    if not reverts and update.state.stage is Stage.REVERTED and update.state.at is not None:
        return update.state.at, update.state.by
    return None


def _withdrawal_of(update: Update, later: Iterable[Update]) -> Update | None:
    """The update that says that this release was withdrawn."""
    tag = update.links.tag
    gone = [other for other in later if tag and other.links.tag == tag and labelled(other).label is Label.WITHDRAWN]
    return min(gone, key=lambda other: (other.published, other.key), default=None)


def corrected_tags(update: Update) -> frozenset[Tag]:
    """The tags of an update of which readers hear if they turn out to be wrong."""
    return frozenset(tag for tag in update.about() if tag.facet in _TAGGED)
