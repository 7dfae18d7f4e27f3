"""Groundwork: what all issues over one window share, whatever their scopes: which updates there are, which stories they
tell, what each weighs, and what has become of earlier issues. Made once, so that two hundred scopes cost little more
than one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.domain.answer import Story
from bot.domain.breaking import is_left_out
from bot.domain.clustering import is_cancelled, stories
from bot.domain.correcting import corrections
from bot.domain.digest import Section
from bot.domain.editing.edges import late_among
from bot.domain.editing.material import Field, Material
from bot.domain.editing.weighing import Weighed, weighed
from bot.domain.edition import Edition
from bot.domain.picking.habits import habits_of
from bot.domain.posted import Answered, Correction, Posted
from bot.domain.update import Update
from bot.domain.watching import answered
from bot.domain.window import Window


@dataclass(frozen=True, slots=True)
class Groundwork:
    """`inside` are all updates of the window, noise too, `late` those that came after their own window's issue, without
    noise; `by_key` finds any update at hand.

    `stories` are those of the window and of what came late, the weightiest first; `cancelled` came in it and were taken
    back; `earlier` are the stories of the weeks before, for editions that count them. `posted` is what the edition told
    in earlier issues, `answered` what it promised to look at again; both were compared with all updates, not with those
    of a scope.
    """

    edition: Edition
    window: Window
    material: Material
    known: Field
    inside: tuple[Update, ...]
    late: tuple[Update, ...]
    by_key: Mapping[str, Update]
    stories: tuple[Weighed, ...]
    cancelled: tuple[Story, ...]
    earlier: tuple[Story, ...]
    posted: tuple[Posted, ...]
    corrections: tuple[Correction, ...]
    answered: tuple[Answered, ...]

    def has(self, section: Section) -> bool:
        """Whether the edition has this section."""
        return section in self.edition.sections


def groundwork(edition: Edition, window: Window, material: Material, known: Field) -> Groundwork:
    """What issues of the edition over the window stand on. The same material gives the same."""
    memory = material.memory
    inside = tuple(update for update in material.updates if window.holds(update.published))
    late = tuple(one for one in late_among(material.before, edition, window, memory.posted) if not is_left_out(one))
    came_late = {update.key for update in late}
    before = [update for update in material.before if update.key not in came_late]
    told = stories([*late, *(update for update in inside if not is_left_out(update))])
    everything = [*before, *late, *inside]
    habits = known.habits or habits_of(everything)
    posted = tuple(one for one in memory.posted if one.edition == edition.key)
    watches = Section.WATCH_LIST in edition.sections
    counts = not edition.sections.isdisjoint({Section.HIGHLIGHTS, Section.EVIDENCE})
    return Groundwork(
        edition=edition,
        window=window,
        material=material,
        known=known,
        inside=inside,
        late=late,
        by_key={update.key: update for update in everything} | dict(memory.held),
        stories=weighed([story for story in told if not is_cancelled(story)], habits, known.weights),
        cancelled=tuple(story for story in told if is_cancelled(story)),
        earlier=stories([update for update in before if not is_left_out(update)]) if counts else (),
        posted=posted,
        corrections=_corrections(edition, window, posted, material, everything),
        answered=answered(memory.watched, memory.held, everything) if watches else (),
    )


def _corrections(
    edition: Edition, window: Window, posted: Sequence[Posted], material: Material, everything: Sequence[Update]
) -> tuple[Correction, ...]:
    """What has to be corrected of earlier issues by the end of the window, and was not by another issue."""
    if Section.CORRECTIONS not in edition.sections:
        return ()
    memory = material.memory
    found = corrections(posted, memory.held, everything, window.end, memory.corrected)
    return tuple(one for one in found if one.at <= window.end)
