"""The small words beside a completion: what it will be read as (WORDING.md 9)."""

from __future__ import annotations

from bot.domain.tag import Tag
from bot.domain.vocabulary import Vocabulary
from bot.wording.catalogue import say
from bot.wording.joining import commas

MEMBERS = 6
"""Members of a family that are named."""


def members_note(tag: Tag, vocabulary: Vocabulary) -> str:
    """The members of a family ("SM100, SM103, SM110, SM120, SM121"), or the tag as readers see it."""
    members = sorted(vocabulary.members(tag))
    if not members:
        return vocabulary.label(tag)
    named = commas(vocabulary.label(member) for member in members[:MEMBERS])
    return named if len(members) <= MEMBERS else f"{named} ..."


def search_note() -> str:
    """Said of a word that names nothing."""
    return say("search the words")
