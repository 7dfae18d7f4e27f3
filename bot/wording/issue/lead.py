"""The three sentences that open a weekly, by rule and without opinion: what stands out, what to look at before an
upgrade, how much is told.

Everything here is counted from the issue itself; a lead that a model wrote comes through Facts.sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.domain.answer import Story
from bot.domain.digest import Digest
from bot.domain.highlight import Change, Highlight, Theme
from bot.domain.label import LOOK_OUT_LABELS, Label
from bot.domain.tag import Facet, Role, Tag
from bot.wording.catalogue import counted, listed, number, say, say_count
from bot.wording.facts import Facts
from bot.wording.issue.highlights import single
from bot.wording.joining import beside
from bot.wording.words import in_words

NAMED = 4
"""Projects that a sentence names one by one."""
FEWEST_PROJECTS = 3
"""So many projects make a movement."""
STAND_OUT = 2
"""Highlights that the lead names; what they are of stands below it."""

_COUNTED_LABELS = (
    (Label.FIX, counted("{count} fix", "{count} fixes")),
    (Label.NEW, counted("{count} new feature", "{count} new features")),
    (Label.PERF, counted("{count} change of performance", "{count} changes of performance")),
    (Label.RELEASE, counted("{count} release", "{count} releases")),
    (Label.PRE_RELEASE, counted("{count} pre-release", "{count} pre-releases")),
    (Label.PAPER, counted("{count} paper", "{count} papers")),
)
_CHANGED = {
    Change.NEW: counted("{tag} gets new features in {words} project", "{tag} gets new features in {words} projects"),
    Change.FIX: counted("{tag} gets fixes in {words} project", "{tag} gets fixes in {words} projects"),
    Change.PERF: counted(
        "{tag} gets performance work in {words} project", "{tag} gets performance work in {words} projects"
    ),
}


def lead(digest: Digest, facts: Facts) -> str:
    """What stands out (without a highlight the widest movement), what warns, and how much is told of how much."""
    if written := facts.sentences.get("lead"):
        return written
    stories = digest.stories
    return beside(
        _stands_out(digest.highlights, facts) or _movement(digest, facts), _warnings(stories, facts), _told(digest)
    )


def _stands_out(highlights: Sequence[Highlight], facts: Facts) -> str:
    clauses = [clause for one in highlights if (clause := _clause(one, facts))][:STAND_OUT]
    return say("{text}.", text=_capital(say("; ").join(clauses))) if clauses else ""


def _clause(one: Highlight, facts: Facts) -> str:
    """A highlight inside a sentence; "" for what warns, which has a sentence of its own."""
    projects, words = len(one.projects), in_words(len(one.projects))
    match one.theme:
        case Theme.TAG if one.tag is not None:
            return say_count(
                *_CHANGED[one.change or Change.FIX], projects, tag=facts.vocabulary.label(one.tag), words=words
            )
        case Theme.WRONG_RESULTS:
            return say_count(
                "{words} project fixed results that were wrong without an error",
                "{words} projects fixed results that were wrong without an error",
                projects,
                words=words,
            )
        case Theme.PIN:
            target = beside(facts.projects.name(one.project), one.version)
            return say_count(
                "{words} project moves to {target}",
                "{words} projects move to {target}",
                projects,
                words=words,
                target=target,
            )
        case Theme.STORY if one.stories[0].label not in LOOK_OUT_LABELS:
            return single(one.stories[0], facts)
        case _:
            return ""


def _warnings(stories: Sequence[Story], facts: Facts) -> str:
    """ "Before you upgrade: verl breaks twice; vLLM and FlashInfer change a default." """
    by_label: dict[Label, list[str]] = {}
    for story in stories:
        by_label.setdefault(story.label, []).append(story.lead.project)
    clauses = [_breaks(project, count, facts) for project, count in Counter(by_label.get(Label.BREAKING, [])).items()]
    if maybe := by_label.get(Label.MAY_BREAK):
        clauses.append(say("{words} may break ({projects})", **_of(maybe, facts)))
    if defaults := by_label.get(Label.DEFAULT):
        names = list(dict.fromkeys(defaults))
        clauses.append(
            say_count(
                "{projects} changes a default", "{projects} change a default", len(names), projects=_named(names, facts)
            )
        )
    if security := by_label.get(Label.SECURITY):
        clauses.append(
            say_count(
                "{words} change is about security ({projects})",
                "{words} changes are about security ({projects})",
                len(security),
                **_of(security, facts),
            )
        )
    if clauses:
        return say("Before you upgrade: {clauses}.", clauses=say("; ").join(clauses))
    if any(story.label in LOOK_OUT_LABELS for story in stories):
        return ""
    return say("Nothing told here is known to break or to change a default.")


def _breaks(project: str, count: int, facts: Facts) -> str:
    name = facts.projects.name(project)
    if count == 2:
        return say("{project} breaks twice", project=name)
    return say_count(
        "{project} breaks once", "{project} breaks {words} times", count, project=name, words=in_words(count)
    )


def _of(projects: Sequence[str], facts: Facts) -> dict[str, str]:
    return {"words": in_words(len(projects)), "projects": _named(list(dict.fromkeys(projects)), facts)}


def _named(projects: Sequence[str], facts: Facts) -> str:
    """A few by their names, of many the first and how many more there are."""
    names = [facts.projects.name(key) for key in projects]
    if len(names) <= NAMED:
        return listed(names)
    return listed([*names[: NAMED - 1], say("{count} more", count=number(len(names) - NAMED + 1))])


def _told(digest: Digest) -> str:
    """ "Of 819 updates 76 are told here, in 70 items: 31 fixes, 20 new features and 6 releases.": with what is left out
    it adds up."""
    counts = Counter(story.label for story in digest.stories)
    parts = [say_count(*messages, counts[label]) for label, messages in _COUNTED_LABELS if counts[label]]
    told, items = sum(len(story.updates) for story in digest.stories), len(digest.stories)
    updates, shown = number(digest.read), number(told)
    if not parts:
        return say("Of {updates} updates {told} are told here.", updates=updates, told=shown)
    if told == items:
        return say(
            "Of {updates} updates {told} are told here: {parts}.", updates=updates, told=shown, parts=listed(parts)
        )
    return say_count(
        "Of {updates} updates {told} are told here, in {count} item: {parts}.",
        "Of {updates} updates {told} are told here, in {count} items: {parts}.",
        items,
        updates=updates,
        told=shown,
        parts=listed(parts),
    )


def _movement(digest: Digest, facts: Facts) -> str:
    """The hardware, format or model that most projects changed something for."""
    projects: dict[Tag, dict[str, None]] = {}
    for story in digest.stories:
        of_project = facts.projects.by_key.get(story.lead.project)
        defaults = of_project.defaults if of_project else ()
        for found in story.lead.tags:
            shown = found.tag.facet in {Facet.HARDWARE, Facet.FORMAT, Facet.MODEL} and found.role is Role.ABOUT
            if shown and found.tag not in defaults:
                projects.setdefault(found.tag, {})[story.lead.project] = None
    if not projects:
        return ""
    tag = max(projects, key=lambda tag: (len(projects[tag]), tag.name))
    names = [facts.projects.name(key) for key in projects[tag]]
    if len(names) < FEWEST_PROJECTS:
        return say("No hardware, format or model is shared by more than two projects.")
    some = names if len(names) <= NAMED else names[: NAMED - 1]
    text = say(
        "The widest movement is {tag}, in {count} projects: {projects}.",
        tag=facts.vocabulary.label(tag),
        count=in_words(len(names)),
        projects=listed(some),
    )
    if len(some) == len(names):
        return text
    return say(
        "The widest movement is {tag}, in {count} projects, {projects} among them.",
        tag=facts.vocabulary.label(tag),
        count=in_words(len(names)),
        projects=listed(some),
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
