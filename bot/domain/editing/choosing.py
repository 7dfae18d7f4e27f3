"""Which stories an issue tells, which of them open it, and which few get a card: what is worth a test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from bot.domain.answer import Story
from bot.domain.editing.weighing import Weighed
from bot.domain.edition import Limits
from bot.domain.highlight import Highlight
from bot.domain.label import LOOK_OUT_LABELS, Label, is_severe
from bot.domain.tag import Facet, Role
from bot.domain.update import BodyState

STACK_SHARE = 3
"""Stories of a place's stack that open its issue; the rest is for everybody."""
OF_THE_STACK = 2
"""What touches a place's stack comes first up to the second part of all that is told."""
FEWEST_CITED = 2
"""Stories of which a highlight of several is left."""
PAPERS = frozenset({Label.PAPER, Label.POST})
_TESTED = frozenset({Label.FIX, Label.PERF, Label.DEFAULT, Label.BREAKING, Label.NEW, Label.KNOWN_ISSUE})
_CONCRETE = (Facet.HARDWARE, Facet.FORMAT, Facet.MODEL)


def within(events: Sequence[Highlight], limits: Limits) -> tuple[Highlight, ...]:
    """The highlights with as many of their stories as have room among all that is told and within their project's
    share: what a highlight cites stands in the body, too. One that is left with a single story of several goes."""
    kept: list[Highlight] = []
    of_project: Counter[str] = Counter()
    for event in events:
        taken = of_project.copy()
        stories: list[Story] = []
        for story in event.stories:
            if taken.total() < limits.items and taken[story.lead.project] < limits.of_one_project:
                taken[story.lead.project] += 1
                stories.append(story)
        if len(stories) >= min(len(event.stories), FEWEST_CITED):
            kept.append(_of_these(event, stories))
            of_project = taken
    return tuple(kept)


def _of_these(event: Highlight, stories: Sequence[Story]) -> Highlight:
    projects = tuple(dict.fromkeys(story.lead.project for story in stories))
    return replace(event, stories=tuple(stories), projects=projects)


def chosen(
    ranked: Sequence[Weighed], mine: frozenset[str], limits: Limits, cited: Collection[str] = ()
) -> tuple[tuple[Weighed, ...], tuple[Weighed, ...]]:
    """What is told, and what is not for want of room, both in their order: what a highlight cites (`cited`, leading
    keys), first of the stack, then the weightiest, but not more of one project than its share as long as others have
    something."""
    taken = {one.story.lead.key for one in ranked if one.story.lead.key in cited}
    own = [one for one in ranked if one.story.lead.key in mine and one.story.lead.key not in taken]
    taken |= {one.story.lead.key for one in own[: min(limits.items // OF_THE_STACK, limits.items - len(taken))]}
    of_project = Counter(one.story.lead.project for one in ranked if one.story.lead.key in taken)
    beyond: list[str] = []
    for one in ranked:
        lead = one.story.lead
        if len(taken) >= limits.items:
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


def opening(
    chosen: Sequence[Story], mine: frozenset[str], limits: Limits, named: frozenset[str] = frozenset()
) -> tuple[Story, ...]:
    """The stories of the channel message: of the stack at most its share, those that name what is run (`named`) before
    those of its projects alone; then the first of all, among them what warns the stack's readers, but not more of one
    project than its share, nor twice the same kind of change of one, as long as others have something."""
    own = sorted((story for story in chosen if story.lead.key in mine), key=lambda story: story.lead.key not in named)
    first = _varied(own, limits)[: min(STACK_SHARE, limits.top)]
    taken = {story.lead.key for story in first}
    left = [story for story in chosen if story.lead.key not in taken]
    others = [story for story in left if story.lead.key not in mine or story.label in LOOK_OUT_LABELS]
    rest = [story for story in left if story.lead.key in mine and story.label not in LOOK_OUT_LABELS]
    return tuple((*first, *_varied(others, limits, first), *rest)[: limits.top])


def _varied(stories: Sequence[Story], limits: Limits, spoken: Iterable[Story] = ()) -> list[Story]:
    """The stories with those last of whose project, or of whose project and label, enough was said before."""
    of_project = Counter(story.lead.project for story in spoken)
    alike = {(story.lead.project, story.label) for story in spoken}
    first: list[Story] = []
    second: list[Story] = []
    rest: list[Story] = []
    for story in stories:
        kind = (story.lead.project, story.label)
        if of_project[story.lead.project] >= limits.top_of_one_project:
            rest.append(story)
        elif kind in alike:
            second.append(story)
        else:
            first.append(story)
            alike.add(kind)
            of_project[story.lead.project] += 1
    return first + second + rest


def worth_a_test(chosen: Sequence[Weighed], top: Sequence[Story], mine: frozenset[str], most: int) -> tuple[Story, ...]:
    """The few changes that somebody should try before trusting them: those of the opening first, then by weight, of a
    project none twice of the same kind. A change of which only the title is known has no card: nothing could be said of
    how to test it."""
    opens = {story.lead.key for story in top}
    fit = [one.story for one in chosen if is_testable(one.story)]
    ordered = sorted(fit, key=lambda story: (story.lead.key not in opens, story.lead.key not in mine))
    per_project: Counter[str] = Counter()
    alike: set[tuple[str, Label]] = set()
    cards: list[Story] = []
    for story in ordered:
        kind = (story.lead.project, story.label)
        if len(cards) < most and per_project[story.lead.project] < max(1, most - 1) and kind not in alike:
            cards.append(story)
            per_project[story.lead.project] += 1
            alike.add(kind)
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
