"""What a person says of an update's tags, and how that stands over what the rules read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.domain.tag import Facet, FoundTag, Place, Role, Tag
from bot.domain.update import Kind, Update

CORRECTABLE = frozenset({Facet.HARDWARE, Facet.FORMAT, Facet.MODEL, Facet.TOPIC, Facet.KIND})
"""An update's project is where it stands, and nobody's opinion."""


@dataclass(frozen=True, slots=True)
class TagCorrection:
    """The update is about the tag, or it is not. Of a kind only what it is can be said."""

    tag: Tag
    about: bool


def is_possible(correction: TagCorrection) -> bool:
    """Whether the correction can be carried out: a kind must be one of ours, and cannot be denied."""
    if correction.tag.facet is Facet.KIND:
        return correction.about and correction.tag.name in {kind.value for kind in Kind}
    return correction.tag.facet in CORRECTABLE


def corrected(update: Update, corrections: Iterable[TagCorrection]) -> Update:
    """The update as the corrections have it, the later one of two that contradict each other; the same update where
    they say nothing new. What it is not about it may still mention."""
    for one in corrections:
        if not is_possible(one):
            continue
        if one.tag.facet is Facet.KIND:
            update = replace(update, kind=Kind(one.tag.name))
        elif one.about != (one.tag in update.about()):
            update = replace(update, tags=_with(update.tags, one))
    return update


def _with(tags: tuple[FoundTag, ...], one: TagCorrection) -> tuple[FoundTag, ...]:
    """The tags with one of them said otherwise. One that the rules did not find stands as a label that a person
    gave."""
    role = Role.ABOUT if one.about else Role.MENTION
    changed = tuple(replace(found, role=role) if found.tag == one.tag else found for found in tags)
    if any(found.tag == one.tag for found in tags) or not one.about:
        return changed
    return (*changed, FoundTag(one.tag, Place.LABEL))
