"""What the readers of each project take back from an issue: what to look at again on their machines (WORDING.md 3b).

By rule, from what a change asks of its readers and from the hardware, formats and models that it is made for.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.domain.answer import Story
from bot.domain.digest import Digest
from bot.domain.label import Label
from bot.wording.catalogue import message, say
from bot.wording.facts import Facts
from bot.wording.issue.urging import Urge, made_for_words, urge_of
from bot.wording.joining import commas

PROJECTS = 4
"""Projects that have something to take back."""
CHECKS = 3
"""What of one project is taken back."""

_ALWAYS: Mapping[Urge, str] = MappingProxyType(
    {
        Urge.READ_FIRST: message("names and defaults that are gone"),
        Urge.SECURITY: message("what is reachable from outside"),
        Urge.SETTING: message("the values that you set"),
        Urge.RAISE: message("versions of its dependencies"),
    }
)
"""What is looked at whatever the change is for."""
_WITH: Mapping[Urge, str] = MappingProxyType(
    {Urge.RESULTS: message("results with {what}"), Urge.RETEST: message("hangs and crashes with {what}")}
)
_MEASURED = message("speed with {what}")
_TRIED = message("a first run with {what}")


def to_take_back(digest: Digest, facts: Facts) -> str:
    """ "To take back: vLLM: results with MXFP4 on Hopper; verl: a first run with SM120."; "" where nothing is."""
    by_project: dict[str, dict[str, None]] = {}
    for story in (*digest.top, *digest.cards):
        if check := _check(story, facts):
            by_project.setdefault(story.lead.project, {})[check] = None
    told = [
        say("{project}: {what}", project=facts.projects.name(key), what=commas(list(checks)[:CHECKS]))
        for key, checks in list(by_project.items())[:PROJECTS]
    ]
    return say("To take back: {projects}.", projects=say("; ").join(told)) if told else ""


def _check(story: Story, facts: Facts) -> str:
    """What to look at because of one change; "" where it does not say for what it is made."""
    urge, what = urge_of(story), made_for_words(story, facts)
    if urge is not None and urge in _ALWAYS:
        return say(_ALWAYS[urge])
    if not what:
        return ""
    if urge is not None and urge in _WITH:
        return say(_WITH[urge], what=what)
    if story.label is Label.PERF:
        return say(_MEASURED, what=what)
    return say(_TRIED, what=what) if story.label in {Label.NEW, Label.FIX} else ""
