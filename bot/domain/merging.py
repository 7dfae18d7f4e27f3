"""What two sources know of one update, put together.

A digest's sentence meets the commit that it cites, a list with paths meets one with descriptions, two commits carry the
number of one pull request. Which updates are the same is bot/domain/identity; reading tags out of what was put together
is bot/domain/tagging.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.domain.state import UNKNOWN, Stage, State
from bot.domain.tag import FoundTag, Role, Tag
from bot.domain.update import BodyState, Kind, Links, Precision, RawUpdate, Update

STATED_KINDS = frozenset({Kind.RELEASE, Kind.PAPER, Kind.POST})
"""Kinds that an update has by its source, whatever its words say; a commit that raises a version is a release by its
words."""

_SURE = {Precision.RANGE: 0, Precision.NOT_BEFORE: 1, Precision.DAY: 2, Precision.SECOND: 3}
_HELD = {BodyState.MISSING: 0, BodyState.CUT: 1, BodyState.WHOLE: 2}


def merge(known: Update, incoming: Update) -> Update:
    """The update that is stored after `incoming` was read, `known` being stored; merging the same one again changes
    nothing. Key, `first_seen` and `revision` are those of `known`.

    The better dated of the two gives title, address, date and kind; of two commits of one pull request the earlier, of
    two digests the later. The fuller description wins, and what only one of them has is kept. The sample's update ends
    where a real one comes.
    """
    if known.sample and not incoming.sample:
        return _in_place_of(known, incoming)
    if incoming.sample and not known.sample:
        return known
    if incoming.sample:
        return replace(_in_place_of(known, incoming), state=_known_state(incoming, known))
    lead, other = (incoming, known) if _leads(incoming, known) else (known, incoming)
    body = lead if _HELD[lead.body_state] >= _HELD[other.body_state] else other
    return replace(
        _in_place_of(known, lead),
        body=body.body,
        body_state=body.body_state,
        tags=lead.tags if lead.tags == other.tags else joined_tags(lead.tags, other.tags),
        figures=lead.figures or other.figures,
        links=lead.links if lead.links == other.links else _joined_links(lead.links, other.links),
        paths=lead.paths or other.paths,
        additions=other.additions if lead.additions is None else lead.additions,
        deletions=other.deletions if lead.deletions is None else lead.deletions,
        state=_known_state(lead, other),
        summary=_summary(known, incoming, lead),
    )


def _in_place_of(known: Update, update: Update) -> Update:
    return replace(update, key=known.key, first_seen=known.first_seen, revision=known.revision, history=known.history)


def _known_state(lead: Update, other: Update) -> State:
    """The leading state, else the other; but what was open or closed is neither once it has a merge commit."""
    if lead.state != UNKNOWN:
        return lead.state
    ended = other.state.stage in {Stage.OPEN, Stage.CLOSED} and bool(lead.links.commits)
    return UNKNOWN if ended else other.state


def _summary(known: Update, incoming: Update, lead: Update) -> str:
    """A sentence that stands stays, so that two digests do not take turns; between digests alone the leading one's."""
    if lead.precision is Precision.RANGE:
        return lead.summary
    return known.summary or incoming.summary


def _leads(incoming: Update, known: Update) -> bool:
    if incoming.precision is not known.precision:
        return _SURE[incoming.precision] > _SURE[known.precision]
    ours, theirs = incoming.links.commits[:1], known.links.commits[:1]
    if ours and theirs and ours != theirs:
        return (incoming.published, ours) < (known.published, theirs)
    if incoming.precision is Precision.RANGE:
        return incoming.published > known.published
    return True


def _joined_links(lead: Links, other: Links) -> Links:
    return Links(
        pull=lead.pull or other.pull,
        commits=tuple(dict.fromkeys((*lead.commits, *other.commits))),
        tag=lead.tag or other.tag,
        fixes=tuple(dict.fromkeys((*lead.fixes, *other.fixes))),
    )


def joined_tags(*groups: Iterable[FoundTag]) -> tuple[FoundTag, ...]:
    """Each tag once, in canonical order: about stands before mention, then the earlier group's place."""
    found: dict[Tag, FoundTag] = {}
    for group in groups:
        for one in group:
            before = found.get(one.tag)
            if before is None or (before.role is Role.MENTION and one.role is Role.ABOUT):
                found[one.tag] = one
    return tuple(sorted(found.values()))


def as_mentions(tags: Iterable[FoundTag]) -> tuple[FoundTag, ...]:
    """The tags, none of them more than mentioned."""
    return tuple(replace(found, role=Role.MENTION) for found in tags)


def as_raw(update: Update) -> RawUpdate:
    """What is to be read anew of an update: its content without what was read out of it."""
    return RawUpdate(
        key=update.key,
        url=update.url,
        project=update.project,
        repository=update.repository,
        title=update.title,
        body=update.body,
        body_state=update.body_state,
        published=update.published,
        precision=update.precision,
        links=update.links,
        paths=update.paths,
        additions=update.additions,
        deletions=update.deletions,
        kind=update.kind if update.kind in STATED_KINDS and not update.links.commits else None,
        state=update.state,
        summary=update.summary,
        sample=update.sample,
    )
