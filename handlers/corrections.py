"""Corrections of tags that the operator accepted, carried out on what is stored and shown as gold.

Tagging anew and taking in respect them by themselves (handlers/jobs/retagging, handlers/jobs/intake).
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from bot.domain.tag import Facet, Role
from bot.domain.tag_correction import corrected
from bot.domain.update import Update
from handlers.deps import Deps
from storage.feedback import FeedbackState, Given

GOLD_BODY = 1_500
"""Characters of a description in a line of gold (data/gold/LABELS.md)."""
STRATUM = "feedback"


def decide(given: Given, state: FeedbackState, deps: Deps) -> None:
    """Accepts or refuses a correction. One that is accepted holds from now on; one that was accepted before and is
    refused is taken back when the update is tagged anew. Reads and writes the store: call it in a thread."""
    with deps.store.together():
        deps.store.feedback.decide(given.id, state, deps.now())
        update = deps.store.updates.get(given.key)
        if update is not None and state is FeedbackState.ACCEPTED:
            mended = corrected(update, deps.store.feedback.accepted([update.key]).get(update.key, ()))
            if mended != update:
                deps.store.updates.save([mended], [update.revision])


def gold_lines(deps: Deps) -> Iterator[str]:
    """A line of JSON for each update that an accepted correction is about, in the form of the gold set, with its labels
    as they are now. `merit` is what can be known of it: 0 for noise, else 1."""
    keys = dict.fromkeys(given.key for given in deps.store.feedback.in_state(FeedbackState.ACCEPTED))
    for key in keys:
        update = deps.store.updates.get(key)
        if update is not None:
            yield json.dumps(_gold(update), ensure_ascii=False)


def _gold(update: Update) -> dict[str, object]:
    def names(facet: Facet) -> list[str]:
        about = {found.tag.name for found in update.tags if found.role is Role.ABOUT and found.tag.facet is facet}
        return sorted(about)

    return {
        "repo": update.repository,
        "sha": update.links.commits[0] if update.links.commits else None,
        "committed_at": f"{update.published:%Y-%m-%dT%H:%M:%SZ}",
        "subject": update.title,
        "body": update.body[:GOLD_BODY],
        "labels": {
            "kind": update.kind.value,
            "hardware": names(Facet.HARDWARE),
            "formats": names(Facet.FORMAT),
            "models": names(Facet.MODEL),
            "topics": names(Facet.TOPIC),
            "figures": [figure.quote for figure in update.figures],
            "is_noise": update.noise,
            "merit": 0 if update.noise else 1,
        },
        "stratum": STRATUM,
    }
