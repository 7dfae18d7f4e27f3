"""What an issue says first, by rule and without opinion: the verdict of a daily, the three sentences of a weekly.

Everything here is counted from the issue itself; a sentence that a model wrote comes through Facts.sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.domain.answer import Story
from bot.domain.digest import Digest
from bot.domain.label import LOOK_OUT_LABELS, Label
from bot.domain.state import Stage
from bot.domain.tag import Facet, Role, Tag
from bot.wording.catalogue import counted, listed, number, say, say_count
from bot.wording.facts import Facts
from bot.wording.joining import beside
from bot.wording.words import in_words

NAMED = 4
"""Projects that a sentence names one by one."""

FEWEST_PROJECTS = 3
"""So many projects make a movement."""

_NOT_TESTED = frozenset({Label.RELEASE, Label.PRE_RELEASE, Label.WITHDRAWN, Label.PAPER, Label.POST, Label.CORRECTED})

_COUNTED_LABELS = (
    (Label.FIX, counted("{count} fix", "{count} fixes")),
    (Label.NEW, counted("{count} new feature", "{count} new features")),
    (Label.PERF, counted("{count} change of performance", "{count} changes of performance")),
    (Label.RELEASE, counted("{count} release", "{count} releases")),
    (Label.PRE_RELEASE, counted("{count} pre-release", "{count} pre-releases")),
    (Label.PAPER, counted("{count} paper", "{count} papers")),
)
_LOOK_OUTS = (
    (Label.BREAKING, counted("{words} breaks", "{words} break")),
    (Label.MAY_BREAK, counted("{words} may break", "{words} may break")),
    (Label.SECURITY, counted("{words} is about security", "{words} are about security")),
    (Label.DEFAULT, counted("{words} changes a default", "{words} change a default")),
    (Label.NEEDS, counted("{words} raises a dependency", "{words} raise a dependency")),
    (Label.REVERTED, counted("{words} takes a change back", "{words} take a change back")),
)


def verdict(digest: Digest) -> str:
    """One sentence about the items on top: how many are worth a test, where they can be had, what the figures bear."""
    tested = [story for story in digest.top if story.label not in _NOT_TESTED]
    if not tested:
        return say_count(
            "Nothing here needs a test: {count} item, for information.",
            "Nothing here needs a test: {count} items, for information.",
            len(digest.top),
        )
    clauses = [clause for clause in (_look_outs(tested), _figures(tested)) if clause]
    return say(
        "{worth}, {had}.",
        worth=say_count(
            "{words} change is worth a test",
            "{words} changes are worth a test",
            len(tested),
            words=_capital(in_words(len(tested))),
        ),
        had=say("; ").join((_had(tested), *clauses)),
    )


def lead(digest: Digest, facts: Facts) -> str:
    """Three sentences: what is told of how much, the widest movement, and what breaks."""
    if written := facts.sentences.get("lead"):
        return written
    return beside(_told(digest), _movement(digest, facts), _risks(digest.stories))


def _had(tested: Sequence[Story]) -> str:
    """Where the changes can be had: merged is not released, and not read is not unreleased."""
    stages = Counter(story.lead.state.stage for story in tested)
    released, unknown = stages[Stage.RELEASED], stages[Stage.UNKNOWN]
    if released == len(tested):
        return say("in a stable release already") if len(tested) == 1 else say("all in a stable release already")
    if released:
        return say("{count} of them in a stable release", count=in_words(released))
    if len(tested) == 1:
        return say("not known to be in a stable release") if unknown else say("not in a stable release yet")
    return say("none known to be in a stable release") if unknown else say("none in a stable release yet")


def _look_outs(stories: Iterable[Story]) -> str:
    """ "one breaks and two change a default"."""
    counts = Counter(story.label for story in stories)
    return listed(
        [
            say_count(*messages, counts[label], words=in_words(counts[label]))
            for label, messages in _LOOK_OUTS
            if counts[label]
        ]
    )


def _figures(stories: Iterable[Story]) -> str:
    """What the figures on top do not say."""
    perf = [story for story in stories if story.label is Label.PERF]
    measured = [story for story in perf if story.lead.figures]
    if not perf:
        return ""
    if not measured:
        return say_count(
            "no figure supports the one change of performance",
            "no figure supports the changes of performance",
            len(perf),
        )
    if not any(figure.device for story in measured for figure in story.lead.figures):
        return say("no figure names its GPU")
    return ""


def _told(digest: Digest) -> str:
    """ "Of 819 updates 70 are told here: 31 fixes, 20 new features and 6 releases."."""
    counts = Counter(story.label for story in digest.stories)
    parts = [say_count(*messages, counts[label]) for label, messages in _COUNTED_LABELS if counts[label]]
    updates, stories = number(digest.read), number(len(digest.stories))
    if not parts:
        return say("Of {updates} updates {stories} are told here.", updates=updates, stories=stories)
    return say(
        "Of {updates} updates {stories} are told here: {parts}.", updates=updates, stories=stories, parts=listed(parts)
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


def _risks(stories: Sequence[Story]) -> str:
    """What breaks or changes a default, or that nothing here is known to."""
    counts = Counter(story.label for story in stories)
    parts = [
        say_count(*messages, counts[label], words=in_words(counts[label]))
        for label, messages in _LOOK_OUTS
        if counts[label]
    ]
    if parts:
        return _capital(say("{parts}.", parts=listed(parts)))
    if any(story.label in LOOK_OUT_LABELS for story in stories):
        return ""
    return say("Nothing told here is known to break or to change a default.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
