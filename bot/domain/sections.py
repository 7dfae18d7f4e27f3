"""Stories in their order under their headings (WORDING.md 0.1): look-outs, releases, new, perf, fixed, the rest; newest
first inside, what is certain before a maybe."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.answer import Section, Story
from bot.domain.label import Label, SectionHeading, section_of

_HEADINGS = tuple(SectionHeading)


def heading(story: Story) -> SectionHeading:
    """The heading under which a story stands."""
    return section_of(story.lead, story.label)


def in_order(stories: Iterable[Story]) -> tuple[Story, ...]:
    """The stories as a list without headings shows them: by heading, newest first, a maybe after what is certain."""
    return tuple(sorted(stories, key=_place))


def sections(stories: Iterable[Story]) -> tuple[Section, ...]:
    """The stories under their headings, newest first in each, a maybe after what is certain; empty headings are left
    away."""
    grouped: dict[SectionHeading, list[Story]] = {}
    for story in in_order(stories):
        grouped.setdefault(heading(story), []).append(story)
    return tuple(Section(name, tuple(grouped[name])) for name in _HEADINGS if name in grouped)


def _place(story: Story) -> tuple[int, bool, float, str]:
    certain = story.label is not Label.MAY_BREAK
    return _HEADINGS.index(heading(story)), not certain, -story.lead.published.timestamp(), story.lead.key
