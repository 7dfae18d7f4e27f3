"""Composing an issue: every update of the window is either told or counted among what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from bot.domain.answer import Story
from bot.domain.breaking import is_left_out
from bot.domain.continuing import continued
from bot.domain.digest import Coverage, Digest, DigestSection, LeftOut, Section
from bot.domain.editing.catching_up import catches_up
from bot.domain.editing.choosing import PAPERS, chosen, opening, within, worth_a_test
from bot.domain.editing.coverage import coverage, project_order
from bot.domain.editing.edges import unsure_among
from bot.domain.editing.groundwork import Groundwork, groundwork
from bot.domain.editing.material import EVERYTHING, EVIDENCE_WEEKS, LOOKED_BACK, Field, Material, Scope
from bot.domain.editing.scoping import narrowed, wanted_by
from bot.domain.edition import Edition
from bot.domain.highlight import Highlight, Tally
from bot.domain.highlighting import highlights
from bot.domain.posted import Answered, Continues, Correction, Watched
from bot.domain.project import Projects
from bot.domain.sections import in_order
from bot.domain.stack import names_what_is_run, touches
from bot.domain.tallying import tallies, usual_counts
from bot.domain.update import Kind, Update
from bot.domain.watching import is_open, watch_list
from bot.domain.window import Window

NOISE = "docs, CI and tests"
PINS = "dependency pins"
CANCELLED = "came and were taken back"
PAPERS_AND_POSTS = "papers and posts"
RANKED_LOWER = "ranked lower"
REASONS = (NOISE, PINS, CANCELLED, PAPERS_AND_POSTS, RANKED_LOWER)


def compose(edition: Edition, window: Window, material: Material, known: Field, scope: Scope = EVERYTHING) -> Digest:
    """The issue of an edition over a window. The same material gives the same issue."""
    return compose_from(groundwork(edition, window, material, known), scope)


def compose_from(ground: Groundwork, scope: Scope = EVERYTHING) -> Digest:
    """The issue for a scope. A scope narrows what is told and what is counted as left out, never what was read."""
    return _Composer(ground, scope).digest()


class _Composer:
    """One issue while it is made. Each method is one of its parts; a section that the edition has not stays empty."""

    def __init__(self, ground: Groundwork, scope: Scope) -> None:
        self._ground = ground
        self._scope = scope
        self._limits = ground.edition.limits
        self._wanted = wanted_by(ground.edition, scope, ground.known.vocabulary)
        found = tuple(narrowed(ground.stories, self._wanted))
        self._weights = {one.story.lead.key: one.weight for one in found}
        self._papers = () if ground.has(Section.PAPERS) else tuple(one for one in found if one.story.label in PAPERS)
        no_place = {one.story.lead.key for one in self._papers}
        ranked = [one for one in found if one.story.lead.key not in no_place]
        self._mine = self._of_the_stack([one.story for one in ranked])
        self._highlights = within(self._events([one.story for one in ranked]), self._limits)
        cited = {key for one in self._highlights for key in one.keys}
        self._chosen, self._lower = chosen(ranked, self._mine, self._limits, cited)
        self._told = [one.story for one in self._chosen]

    def digest(self) -> Digest:
        """The whole issue."""
        ground, edition, window = self._ground, self._ground.edition, self._ground.window
        told = {story.lead.key for story in self._told}
        mine = self._mine & told
        top = opening(self._told, mine, self._limits, self._named)
        fixed, onward, counted = self._corrections(), self._continues(), self._tallies()
        answers, watched = self._watch_list()
        return Digest(
            edition=edition.key,
            number=edition.number(window),
            window=window,
            sections=_by_project(self._told, ground.known.projects),
            coverage=self._coverage(),
            left_out=self._left_out(),
            read=sum(self._is_of_project(update) for update in (*ground.inside, *ground.late)),
            top=top,
            layout=edition.layout,
            highlights=self._highlights,
            cards=worth_a_test(self._chosen, top, mine, self._limits.cards) if ground.has(Section.CARDS) else (),
            has_stack=ground.has(Section.STACK) and not self._scope.stack.is_empty,
            mine=mine,
            corrections=fixed,
            continues=onward,
            answered=answers,
            watched=watched,
            tallies=counted,
            late=frozenset(update.key for update in ground.late if update.key in told),
            unsure=tuple(update for update in unsure_among(ground.inside, window) if self._wanted(update)),
            cited=self._cited(fixed, onward, answers, watched, counted),
            scope=self._scope.about or edition.about,
            made_of=edition.sections,
            catch_up=catches_up(edition, window),
            reasons=MappingProxyType({one.story.lead.key: one.reasons for one in self._chosen}),
        )

    @property
    def _named(self) -> frozenset[str]:
        """The keys of those of the stack that name hardware, formats or models which are run."""
        stack = self._scope.stack
        told = (story for story in self._told if story.lead.key in self._mine)
        return frozenset(story.lead.key for story in told if names_what_is_run(story.lead, stack))

    def _of_the_stack(self, found: Iterable[Story]) -> frozenset[str]:
        stack, vocabulary = self._scope.stack, self._ground.known.vocabulary
        if not self._ground.has(Section.STACK) or stack.is_empty:
            return frozenset()
        return frozenset(
            story.lead.key for story in found if any(touches(update, stack, vocabulary) for update in story.updates)
        )

    def _is_of_project(self, update: Update) -> bool:
        return not self._scope.project or update.project == self._scope.project

    def _coverage(self) -> tuple[Coverage, ...]:
        ground, material = self._ground, self._ground.material
        found = coverage(ground.inside, ground.window, ground.known.projects, material.read_to, material.unread)
        project = self._scope.project
        return tuple(one for one in found if one.project == project) if project else found

    def _left_out(self) -> tuple[LeftOut, ...]:
        quiet = [update for update in self._ground.inside if is_left_out(update) and self._wanted(update)]
        counts = Counter(PINS if update.kind is Kind.DEPENDENCY else NOISE for update in quiet)
        gone = (update for story in self._ground.cancelled for update in story.updates)
        counts[CANCELLED] += sum(self._wanted(update) for update in gone)
        counts[PAPERS_AND_POSTS] += sum(len(one.story.updates) for one in self._papers)
        counts[RANKED_LOWER] += sum(len(one.story.updates) for one in self._lower)
        return tuple(LeftOut(reason, counts[reason]) for reason in REASONS if counts[reason])

    def _events(self, found: Sequence[Story]) -> tuple[Highlight, ...]:
        ground = self._ground
        if not ground.has(Section.HIGHLIGHTS):
            return ()
        return highlights(
            found,
            ground.known.vocabulary,
            ground.known.projects,
            weigh=self._weight,
            quiet=[update for update in ground.inside if is_left_out(update) and self._wanted(update)],
            usual=usual_counts(self._earlier(), _windows_before(ground.window)),
            most=self._limits.highlights,
        )

    def _tallies(self) -> tuple[Tally, ...]:
        if not self._ground.has(Section.EVIDENCE):
            return ()
        own = [one.story for one in (*self._chosen, *self._papers, *self._lower)]
        return tallies([*self._earlier(), *own], self._ground.known.vocabulary, EVIDENCE_WEEKS)

    def _earlier(self) -> Iterable[Story]:
        return (story for story in self._ground.earlier if self._wanted(story.lead))

    def _corrections(self) -> tuple[Correction, ...]:
        return tuple(one for one in self._ground.corrections if self._is_of_scope(one.key))

    def _continues(self) -> tuple[Continues, ...]:
        return tuple(continued(self._told, self._ground.posted, self._ground.material.memory.held).values())

    def _watch_list(self) -> tuple[tuple[Answered, ...], tuple[Watched, ...]]:
        ground = self._ground
        if not ground.has(Section.WATCH_LIST):
            return (), ()
        answers = tuple(one for one in ground.answered if self._is_of_scope(one.watched.key))
        still = [one.watched for one in answers if is_open(one)]
        gone = [story for story in ground.cancelled if any(map(self._wanted, story.updates))]
        found = [*(one.story for one in (*self._chosen, *self._papers, *self._lower)), *gone]
        return answers, watch_list(found, ground.window.end, weigh=self._weight, still=still)

    def _is_of_scope(self, key: str) -> bool:
        """Whether something that an earlier issue told or watches is of what this one is about."""
        update = self._ground.by_key.get(key)
        return update is None or self._wanted(update)

    def _weight(self, story: Story) -> float:
        return self._weights.get(story.lead.key, 0.0)

    def _cited(
        self,
        fixed: Iterable[Correction],
        onward: Iterable[Continues],
        answers: Iterable[Answered],
        watched: Iterable[Watched],
        counted: Iterable[Tally],
    ) -> Mapping[str, Update]:
        keys = {key for one in fixed for key in (one.key, one.by) if key}
        keys |= {one.from_key for one in onward}
        keys |= {key for one in answers for key in (one.watched.key, one.by) if key}
        keys |= {one.key for one in watched} | {key for one in counted for key in one.keys}
        known = self._ground.by_key
        return MappingProxyType({key: known[key] for key in sorted(keys) if key in known})


def _windows_before(window: Window) -> int:
    """How many windows of this length the weeks hold that an issue looks back over."""
    return max(1, round(LOOKED_BACK / (window.end - window.start))) if window.start else 1


def _by_project(told: Iterable[Story], projects: Projects) -> tuple[DigestSection, ...]:
    """A section for each project with stories, in the order of the groups, then of the catalogue; strangers last."""
    by_project: dict[str, list[Story]] = {}
    for story in told:
        by_project.setdefault(story.lead.project, []).append(story)
    order = project_order(projects, by_project)
    return tuple(DigestSection(key, in_order(by_project[key])) for key in order if key in by_project)
