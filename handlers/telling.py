"""What a message told, as it is kept to be corrected one day."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.domain.answer import Story
from bot.domain.correcting import corrected_tags
from bot.domain.delivery import Told
from bot.domain.document import Document, addresses
from bot.wording.links import link_of


def told_in(parts: Iterable[Document], brought: Iterable[tuple[int, Sequence[Story]]]) -> tuple[Told, ...]:
    """What the parts of a message show of the stories that subscriptions (by their numbers) brought; a story that
    several brought was told by the first."""
    shown = frozenset().union(*map(addresses, parts))
    found: dict[str, Told] = {}
    for subscription, stories in brought:
        for story in stories:
            lead = story.lead
            if link_of(lead).url in shown and lead.key not in found:
                tags = corrected_tags(lead)
                found[lead.key] = Told(subscription, lead.key, story.label, lead.state.stage, tags)
    return tuple(found.values())
