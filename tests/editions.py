"""The editions of config/, by the names under which tests speak of them."""

from __future__ import annotations

from bot.domain.edition import Edition
from config.editions import shipped_editions

EDITIONS = shipped_editions()


def edition_named(word: str) -> Edition:
    """The edition of this name; AssertionError where there is none."""
    found = EDITIONS.named(word)
    assert found is not None, word
    return found


SYSTEMS_DAILY = edition_named("daily")
FRAMEWORKS_WEEKLY = edition_named("weekly")
DEPLOYMENT_WEEKLY = edition_named("deployment")
