"""Which stories an issue tells, which of them open it, and which few get a card: what is worth a test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.domain.answer import Story
from bot.domain.editing.weighing import Weighed
from bot.domain.edition import Limits
from bot.domain.label import Label, is_severe
from bot.domain.tag import Facet, Role
from bot.domain.update import BodyState

STACK_SHARE = 3
"""Stories of a place's stack that open its issue; the rest is for everybody."""
OF_THE_STACK = 2
"""What touches a place's stack comes first up to the second part of all that is told."""
PAPERS = frozenset({Label.PAPER, Label.POST})
_TESTED = frozenset({Label.FIX, Label.PERF, Label.DEFAULT, Label.BREAKING, Label.NEW, Label.KNOWN_ISSUE})
_CONCRETE = (Facet.HARDWARE, Facet.FORMAT, Facet.MODEL)


def chosen(
    ranked: Sequence[Weighed], mine: frozenset[str], limits: Limits
) -> tuple[tuple[Weighed, ...], tuple[Weighed, ...]]:
    """What is told, and what is not for want of room, both in their order: first of the stack, then the weightiest, but
    not more of one project than its share as long as others have something."""
    taken = {one.story.lead.key for one in _first(ranked, mine, limits.items // OF_THE_STACK)}
    of_project = Counter(one.story.lead.project for one in ranked if one.story.lead.key in taken)
    beyond: list[str] = []
    for one in ranked:
        lead = one.story.lead
        if len(taken) == limits.items:
            break
        if lead.key in taken:
            continue
        if of_project[lead.project] < limits.of_one_project:
            of_project[lead.project] += 1
            taken.add(lead.key)
        else:
            beyond.append(lead.key)
    taken.update(beyond[: limits.items - len(taken)])
    return (
        tuple(one for one in ranked if one.story.lead.key in taken),
        tuple(one for one in ranked if one.story.lead.key not in taken),
    )


def _first(ranked: Sequence[Weighed], mine: frozenset[str], most: int) -> list[Weighed]:
    return [one for one in ranked if one.story.lead.key in mine][:most]


def opening(chosen: Sequence[Story], mine: frozenset[str], limits: Limits) -> tuple[Story, ...]:
    """The stories of the channel message: of the stack at most its share, then the first of all, but not more of one
    project than its share as long as others have something."""
    own = [story for story in chosen if story.lead.key in mine]
    first = _varied(own, limits)[: min(STACK_SHARE, limits.top)]
    taken = {story.lead.key for story in first}
    others = [story for story in chosen if story.lead.key not in taken and story.lead.key not in mine]
    rest = [story for story in own if story.lead.key not in taken]
    spoken = Counter(story.lead.project for story in first)
    return tuple((*first, *_varied(others, limits, spoken), *rest)[: limits.top])


def _varied(stories: Sequence[Story], limits: Limits, spoken: Counter[str] | None = None) -> list[Story]:
    taken = Counter(spoken or {})
    first: list[Story] = []
    rest: list[Story] = []
    for story in stories:
        within = taken[story.lead.project] < limits.top_of_one_project
        (first if within else rest).append(story)
        taken[story.lead.project] += 1
    return first + rest


def worth_a_test(chosen: Sequence[Weighed], top: Sequence[Story], mine: frozenset[str], most: int) -> tuple[Story, ...]:
    """The few changes that somebody should try before trusting them: those of the opening first, then by weight. A
    change of which only the title is known has no card: nothing could be said of how to test it."""
    opens = {story.lead.key for story in top}
    fit = [one.story for one in chosen if is_testable(one.story)]
    ordered = sorted(fit, key=lambda story: (story.lead.key not in opens, story.lead.key not in mine))
    per_project: Counter[str] = Counter()
    cards: list[Story] = []
    for story in ordered:
        if len(cards) < most and per_project[story.lead.project] < max(1, most - 1):
            cards.append(story)
            per_project[story.lead.project] += 1
    return tuple(cards)


def is_testable(story: Story) -> bool:
    """Whether there is something to test and something is known of it: a severe fix, a measured gain, a changed
    default, a break, or what is new for certain hardware, formats or models; with a description."""
    lead = story.lead
    if story.label not in _TESTED or lead.body_state is BodyState.MISSING or not lead.body.strip():
        return False
    if story.label is Label.FIX:
        return is_severe(lead)
    if story.label is Label.PERF:
        return bool(lead.figures)
    if story.label is Label.NEW:
        return any(found.role is Role.ABOUT and found.tag.facet in _CONCRETE for found in lead.tags)
    return True
