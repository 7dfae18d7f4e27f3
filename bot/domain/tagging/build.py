"""From a raw update and what the tagger said of it to the update that is stored."""

from __future__ import annotations

from datetime import datetime

from bot.domain.tagging.tagged import Tagged
from bot.domain.update import RawUpdate, Update


def build(raw: RawUpdate, tagged: Tagged, first_seen: datetime) -> Update:
    """The update; what the source itself states stands before what was read out of its words."""
    return Update(
        key=raw.key,
        url=raw.url,
        project=raw.project,
        repository=raw.repository,
        kind=tagged.kind,
        title=raw.title,
        body=raw.body,
        body_state=raw.body_state,
        published=raw.published,
        precision=raw.precision,
        first_seen=first_seen,
        tags=tagged.tags,
        figures=tagged.figures,
        links=raw.links,
        paths=raw.paths,
        additions=raw.additions,
        deletions=raw.deletions,
        state=raw.state,
        noise=tagged.noise,
        summary=raw.summary,
        sample=raw.sample,
    )
