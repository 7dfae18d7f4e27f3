"""The verdict of a daily, by rule: how much is worth a test, where it can be had, what the figures bear, and the one or
two things to do about it. The lead of a weekly is lead.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.domain.answer import Story
from bot.domain.digest import Digest
from bot.domain.label import Label
from bot.domain.state import Stage
from bot.domain.update import Figure
from bot.wording.catalogue import say, say_count
from bot.wording.facts import Facts
from bot.wording.issue.urging import urgings
from bot.wording.joining import beside
from bot.wording.words import in_words

URGED = 2
"""Pieces of advice of a verdict."""

_NOT_TESTED = frozenset({Label.RELEASE, Label.PRE_RELEASE, Label.WITHDRAWN, Label.PAPER, Label.POST, Label.CORRECTED})


def verdict(digest: Digest, facts: Facts) -> str:
    """About the items on top: how many are worth a test and where they can be had, then what matters most of them, to
    who runs the place's stack before everybody."""
    mine = [story for story in digest.top if story.lead.key in digest.mine]
    return beside(_worth(digest.top), urgings(mine, facts, URGED) or urgings(digest.top, facts, URGED))


def _worth(stories: Sequence[Story]) -> str:
    tested = [story for story in stories if story.label not in _NOT_TESTED]
    if not tested:
        return say_count(
            "Nothing here needs a test: {count} item, for information.",
            "Nothing here needs a test: {count} items, for information.",
            len(stories),
        )
    words = in_words(len(tested))
    return say(
        "{worth}, {had}.",
        worth=say_count(
            "{words} change is worth a test",
            "{words} changes are worth a test",
            len(tested),
            words=words[:1].upper() + words[1:],
        ),
        had=say("; ").join(filter(None, (_had(tested), _figures(tested)))),
    )


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


def _figures(stories: Sequence[Story]) -> str:
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
    return _devices([story.lead.figures for story in stories if story.lead.figures])


def _devices(measured: Sequence[Sequence[Figure]]) -> str:
    """How many items with figures say on what these were measured, of all kinds of change: each item says it too."""
    named = sum(any(figure.device for figure in figures) for figures in measured)
    if named == len(measured):
        return ""
    if not named:
        return say("no figure names its GPU")
    return say_count(
        "{words} of {all} figures names its GPU",
        "{words} of {all} figures name their GPU",
        named,
        words=in_words(named),
        all=in_words(len(measured)),
    )
